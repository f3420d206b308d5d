// Nothing behind the context builder can name an owner or reach an unbound store: by types, and by who imports what.

import { readdirSync, readFileSync } from 'node:fs';
import type { BindRecords } from '../../src/graphql/context-builder.js';
import { type Context, createContext } from '../../src/resolvers/context.js';
import type { RestDependencies } from '../../src/rest/handler.js';
import type { Condition, Query, Records, Store } from '../../src/store/port.js';
import { resourceOf } from '../support/app.js';

/** What tsc must refuse: it fails where one of these lines is no error. Never run. */
function neverAllowed(context: Context, records: Records, store: Store, bind: BindRecords): unknown[] {
  const resource = resourceOf('catches');
  const owner = { kind: 'one', id: 'another' } as const;
  const query: Query = { where: [], sort: [], after: null, limit: 1, select: [] };
  return [
    // @ts-expect-error A resolver's records are bound: they cannot be bound again.
    context.records.bind(owner),
    // @ts-expect-error Nor do they lead back to their store.
    context.records.store,
    // @ts-expect-error A context holds nothing that names its owner.
    context.owner,
    // @ts-expect-error A context is made of bound records, never of a store.
    createContext(store),
    // @ts-expect-error No read takes an owner.
    records.find(resource, query, owner),
    // @ts-expect-error
    records.getMany(resource, ['id'], ['id'], owner),
    // @ts-expect-error
    records.count(resource, [], owner),
    // @ts-expect-error No query names an owner,
    { ...query, owner } satisfies Query,
    // @ts-expect-error nor does a condition.
    { kind: 'owner', value: 'another' } satisfies Condition,
    // @ts-expect-error Reading binds by the request alone: nobody can say for whom.
    bind(owner),
    // @ts-expect-error REST is given no store.
    {} as RestDependencies['store'],
    // @ts-expect-error A store itself cannot read.
    store.find(resource, query),
  ];
}

const SRC = new URL('../../src/', import.meta.url);
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts'));
const filesWith = (pattern: RegExp): string[] =>
  files.filter((name) => pattern.test(readFileSync(new URL(name, SRC), 'utf8'))).sort();

test('no type leads from bound records to another owner (tsc tells)', () => {
  expect(neverAllowed).toBeInstanceOf(Function);
});

test('a store is named by those who open it and hand it on, and by nobody behind the context builder', () => {
  const named = filesWith(/import (?:type )?\{[^}]*\bStore\b[^}]*\} from '[^']*port\.js'/);
  const allowed =
    /^(?:app|main|admin\/mount|auth\/auth|graphql\/context-builder|(?:cli|import|store)\/.*)\.ts$/;
  expect(named.filter((name) => !allowed.test(name))).toEqual([]);
  expect(named).toContain('graphql/context-builder.ts');
});

test('an owner is bound by the context builder, and by the command line for its own work', () => {
  expect(filesWith(/\.bind\(/).filter((name) => !/^(?:cli|import)\//.test(name))).toEqual([
    'graphql/context-builder.ts',
  ]);
});
