// Arbitrary REST requests, made from the dialect's own table: a new parameter is asked for without a change here.

import fc from 'fast-check';
import type { Field, Resource } from '../../src/model/model.js';
import type { Parameter } from '../../src/rest/dialect/parameter.js';
import { listParameters, recordParameters } from '../../src/rest/dialect/parameters.js';
import { model, type TestLog } from '../support/app.js';
import { escapeValue } from '../support/questions.js';
import { commonIds, logOf, nobodysIds, OWNERS, ownIds } from './owners.js';
import type { Ask } from './world.js';

/** What all owners hold: questions ask for these values, whoever asks. */
const LOGS: readonly TestLog[] = OWNERS.map((owner) => logOf(owner, true));

/** A request, and for a list whether the cursor of a page of another viewer (or its own) is used in it. */
export interface RestAsk extends Ask {
  readonly collection: string;
  /** Which viewer's cursor is added, by its place in the world's list; null for none. */
  readonly cursorOf: number | null;
}

/** Every id that is somebody's or nobody's. */
export const idsOf = (collection: string): string[] => [
  ...OWNERS.flatMap(({ letter }) => ownIds(letter, collection)),
  ...commonIds(collection),
  ...nobodysIds(collection),
];

/** Values of a field, of all owners, as a query string has them. */
function held(resource: Resource, field: Field): string[] {
  const values = LOGS.flatMap((log) => log[resource.name] ?? []).flatMap(
    (record) => record[field.name] ?? [],
  );
  return [...new Set(values.filter((value) => typeof value !== 'object').map(String))];
}

/** Values of a type that the collection holds in any field. */
function heldOfType(resource: Resource, type: string): string[] {
  const fields = resource.fields.filter((field) => field.kind === 'scalar' && field.scalar === type);
  return fields.flatMap((field) => held(resource, field));
}

/** Paths of `fields` or `expand`. */
function paths(resource: Resource, withFields: boolean, depth: number): string[] {
  const links = resource.links.flatMap(({ name, typeName }) => {
    const target = model.byType.get(typeName);
    const inner = target && depth > 0 ? paths(target, withFields, depth - 1) : [];
    return [name, ...inner.map((path) => `${name}.${path}`)];
  });
  const own = withFields ? resource.fields.map(({ name }) => name) : [];
  return [...own, ...links];
}

/** Areas that hold the positions of some records, of all and of none. */
export const AREAS = {
  bbox: ['-180,-90,180,90', '0,0,21.5,21.5', '20,20,22,23', '-10,-10,-5,-5', '170,-90,21,90'],
  near: ['0,0,20016', '21,21,100', '1.5,1.5,300', '-45,-45,10'],
} as const;

/** Texts that a parameter takes. What a parameter allows is in the table; what is not there is tried by its example. */
export function textOf(resource: Resource, { name, schema, example }: Parameter): fc.Arbitrary<string> {
  if (name === 'fields' || name === 'expand')
    return some(paths(resource, name === 'fields', 1), 3).map((list) => list.join(','));
  if (name === 'bbox' || name === 'near') return fc.constantFrom(...AREAS[name]);
  if (name === 'tz') return fc.constantFrom('UTC', 'Europe/Stockholm', 'Asia/Kathmandu');
  if (name === 'q')
    return some(
      [
        'pike',
        'dawn',
        'nothing',
        ...resource.textFields.flatMap((text) => held(resource, fieldOf(resource, text))),
      ],
      2,
    ).map((words) => words.join(' '));
  if (schema.values) return schema.list ? sortOf(schema.values) : fc.constantFrom(...schema.values);
  if (schema.minimum !== undefined)
    return fc.integer({ min: schema.minimum, max: schema.minimum + 4 }).map(String);
  if (schema.type === 'Boolean') return fc.constantFrom('true', 'false');
  const field = resource.field.get(name.replace(/\[.*/, ''));
  const values = field ? held(resource, field) : heldOfType(resource, schema.type);
  const ids = schema.type === 'ID' ? idsOf(resource.name) : [];
  const pool = [...values, ...ids, [example].flat().join(',')];
  if (!schema.list) return fc.constantFrom(...pool);
  return some(pool, 3).map((list) => list.map(escapeValue).join(','));
}

const some = (values: readonly string[], most: number): fc.Arbitrary<string[]> =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: most });

/** Keys for `sort`, no field twice, and `id` last. */
const sortOf = (values: readonly string[]): fc.Arbitrary<string> =>
  fc
    .uniqueArray(fc.constantFrom(...values), {
      minLength: 1,
      maxLength: 3,
      selector: (key) => key.replace('-', ''),
    })
    .map((keys) =>
      keys.sort((one, other) => Number(/^-?id$/.test(one)) - Number(/^-?id$/.test(other))).join(','),
    );

function fieldOf(resource: Resource, name: string): Field {
  const field = resource.field.get(name);
  if (!field) throw new Error(`${resource.name} has no field ${name}`);
  return field;
}

/** `name=text`, as a client writes it. */
export const write = (name: string, text: string): string =>
  `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;

/** A cursor is only ever one that an answer gave, so it is no value here. */
const isValue = ({ name }: Parameter): boolean => name !== 'cursor';
const isFilter = (resource: Resource, { name }: Parameter): boolean =>
  resource.field.has(name.replace(/\[.*/, ''));

/** The parameters of a list or a record that a text can be written for. */
export function valueParameters(resource: Resource, kind: 'list' | 'record'): Parameter[] {
  return (kind === 'list' ? listParameters : recordParameters)(model, resource).filter(isValue);
}

function searchOf(resource: Resource, kind: 'list' | 'record'): fc.Arbitrary<string> {
  const parameters = valueParameters(resource, kind);
  // There are many more filters than other parameters, which matter as much.
  const filters = parameters.filter((parameter) => isFilter(resource, parameter));
  const others = parameters.filter((parameter) => !isFilter(resource, parameter));
  const one = (pool: readonly Parameter[]) =>
    fc
      .constantFrom(...pool)
      .chain((parameter) => fc.tuple(fc.constant(parameter.name), textOf(resource, parameter)));
  const pair = filters.length > 0 ? fc.oneof(one(filters), one(others)) : one(others);
  return fc
    .uniqueArray(pair, { maxLength: 4, selector: ([name]) => name })
    .map((pairs) => pairs.map(([name, text]) => write(name, text)).join('&'));
}

const method = fc.oneof(
  { weight: 8, arbitrary: fc.constant('GET') },
  { weight: 2, arbitrary: fc.constant('HEAD') },
  { weight: 1, arbitrary: fc.constantFrom('OPTIONS', 'DELETE') },
);

/** Any request to the records by REST; `viewers` is how many there are. */
export function restAsk(viewers: number): fc.Arbitrary<RestAsk> {
  return fc.constantFrom(...model.resources).chain((resource) => {
    const list = fc
      .tuple(method, searchOf(resource, 'list'), fc.option(fc.nat(viewers - 1)))
      .map(([way, search, cursorOf]): RestAsk => {
        const target = `/api/v1/${resource.name}?${search}`;
        return { method: way, target, collection: resource.name, cursorOf };
      });
    const record = fc
      .tuple(method, fc.constantFrom(...idsOf(resource.name)), searchOf(resource, 'record'))
      .map(([way, id, search]): RestAsk => {
        const target = `/api/v1/${resource.name}/${encodeURIComponent(id)}?${search}`;
        return { method: way, target, collection: resource.name, cursorOf: null };
      });
    return fc.oneof({ weight: 3, arbitrary: list }, { weight: 1, arbitrary: record });
  });
}
