// What nobody may be able to tell, whatever is asked: the suite of scoping, for any store.

import { jest } from '@jest/globals';
import fc from 'fast-check';
import { formatsOf } from '../../src/rest/formats/choose.js';
import { model } from '../support/app.js';
import {
  asksWithId,
  coordinateQuery,
  coordinateSearches,
  get,
  graphqlCursor,
  nextOf,
  post,
  withCursor,
} from './asks.js';
import { expectNothingOfOthers } from './expect-nothing.js';
import { graphqlAsk } from './graphql-asks.js';
import { NEWCOMER, nobodysIds, ownIds } from './owners.js';
import { restAsk, textOf, valueParameters, write } from './rest-asks.js';
import { type Ask, type OpenOther, type Seen, startWorld, type Viewer, type World } from './world.js';

export interface ScopingOptions {
  /** Whether two owners can have the same id. */
  readonly sharedIds: boolean;
  /** Random requests of each kind. */
  readonly runs: number;
  /** Every which parameter of the table is tried on its own; 1 for all. */
  readonly every: number;
}

const CHANGES = '/api/v1/changes';

/** Thousands of requests, half of them to a database in another process, take their time on a machine that does much else. */
jest.setTimeout(600_000);

/** Runs the suite on stores that `openOther` opens. */
export function describeScoping(name: string, openOther: OpenOther, options: ScopingOptions): void {
  describe(`scoping on ${name}`, () => {
    let world: World;
    beforeAll(async () => {
      world = await startWorld(openOther, options.sharedIds);
    });
    afterAll(() => world.close());

    const unlimited = () => world.viewers.filter(({ limit }) => isUnlimited(limit));

    /** Asks both servers, and asserts that nobody else's data can be told from the answer. */
    const check = async (viewer: Viewer, ask: Ask): Promise<Seen> => {
      const [seen, alone] = await Promise.all([viewer.ask(ask), viewer.askAlone(ask)]);
      expectNothingOfOthers(world, viewer, ask, seen);
      const [one, other] = [seen, alone].map(withSortedErrors);
      expect({ as: viewer.name, ask, seen: one }).toEqual({ as: viewer.name, ask, seen: other });
      return seen;
    };

    test('X-Total-Count and a complete list are of own records only', async () => {
      for (const { name: collection } of model.resources)
        for (const viewer of unlimited()) {
          const { headers, body } = await check(viewer, get(`/api/v1/${collection}?count=true`));
          const ids: string[] = JSON.parse(body).map(({ id }: { id: string }) => id);
          const own = ids.filter(
            (id) => id.startsWith('common-') || ownIds(viewer.owner.letter, collection).includes(id),
          );
          expect([collection, ids.length, headers['x-total-count']]).toEqual([
            collection,
            viewer.owner === NEWCOMER ? 0 : options.sharedIds ? 6 : 4,
            String(ids.length),
          ]);
          expect(own).toEqual(ids);
        }
    });

    test('the id of another owner is answered as one that nobody has', async () => {
      for (const resource of model.resources)
        for (const viewer of world.viewers) {
          const others = world.viewers.filter(({ owner }) => owner !== viewer.owner);
          // One id of each form.
          const theirs = ownIds(others[0]?.owner.letter ?? '', resource.name).slice(0, 2);
          for (const [index, id] of theirs.entries()) {
            const nobodys = nobodysIds(resource.name)[index] ?? '';
            for (const make of asksWithId(resource.name, resource.singular)) {
              const [seen, unknown] = await Promise.all([viewer.ask(make(id)), viewer.ask(make(nobodys))]);
              expect({ as: viewer.name, ask: make(id), ...seen }).toEqual({
                as: viewer.name,
                ask: make(id),
                ...unknown,
              });
            }
          }
        }
    });

    test('every parameter of every path is answered from own records only', async () => {
      const asked: { target: string; status: string }[] = [];
      let turn = 0;
      for (const resource of model.resources)
        for (const kind of ['list', 'record'] as const)
          for (const parameter of valueParameters(resource, kind)) {
            if (++turn % options.every !== 0) continue;
            const [text = ''] = fc.sample(textOf(resource, parameter), { numRuns: 1, seed: turn });
            for (const index of [turn % 3, turn % world.viewers.length]) {
              const viewer = world.viewers[index] as Viewer;
              const id = kind === 'list' ? '' : `/${ownIds(viewer.owner.letter, resource.name)[0]}`;
              const target = `/api/v1/${resource.name}${id}?${write(parameter.name, text)}`;
              const { status } = await check(viewer, get(target));
              if (index < 3) asked.push({ target, status });
            }
          }
      expect(asked.filter(({ status }) => status !== '200 OK')).toEqual([]);
      expect(asked.length).toBeGreaterThan(300 / options.every);
    });

    test('every format of every path is written from own records only', async () => {
      for (const resource of model.resources)
        for (const { name: format, mediaType } of formatsOf(resource))
          for (const viewer of world.viewers) {
            const path = `/api/v1/${resource.name}`;
            const [id] = ownIds(viewer.owner.letter, resource.name);
            const links = resource.links.map(({ name }) => name).join(',');
            const expand = links && isUnlimited(viewer.limit) ? `&expand=${links}` : '';
            const seen = [
              await check(viewer, get(`${path}?count=true&format=${format}&units=imperial${expand}`)),
              await check(viewer, { ...get(`${path}/${id}`), headers: { accept: mediaType } }),
            ];
            if (isUnlimited(viewer.limit) && viewer.owner !== NEWCOMER)
              expect([resource.name, format, ...seen.map(({ status }) => status)]).toEqual([
                ...[resource.name, format, '200 OK', '200 OK'],
              ]);
          }
    });

    test('the changes of another owner never show, and nobody else’s cursor is taken', async () => {
      for (const viewer of world.viewers) {
        const first = await checkFeed(viewer, '');
        for (const other of world.viewers.filter(({ owner }) => owner !== viewer.owner)) {
          await world.change(other.owner);
          expect(await viewer.ask(get(`${CHANGES}?since=${await cursorOf(other)}`))).toMatchObject({
            status: '400 Bad Request',
          });
        }
        const next = await checkFeed(viewer, `?since=${first}`);
        // Where numbers are the owner's own, not even that somebody wrote can be told.
        if (options.sharedIds) expect(next).toBe(first);
      }
    });

    /** Asserts that the feed tells nothing of others; its cursor. */
    const checkFeed = async (viewer: Viewer, search: string): Promise<string> => {
      const ask = get(`${CHANGES}${search}`);
      const seen = await viewer.ask(ask);
      expectNothingOfOthers(world, viewer, ask, seen);
      const lines = seen.body.trimEnd().split('\n');
      const { cursor, ...end } = JSON.parse(lines.at(-1) ?? '');
      if (search === '') {
        const alone = (await viewer.askAlone(ask)).body.trimEnd().split('\n');
        const { cursor: _, ...aloneEnd } = JSON.parse(alone.at(-1) ?? '');
        expect([lines.slice(0, -1), end]).toEqual([alone.slice(0, -1), aloneEnd]);
      } else if (end.deletions === 'known') expect(lines).toHaveLength(1);
      return cursor;
    };

    const cursorOf = async (viewer: Viewer): Promise<string> =>
      JSON.parse((await viewer.ask(get(CHANGES))).body.trimEnd().split('\n').at(-1) ?? '').cursor;

    test('no filter, sort or cursor tells of coordinates that are kept back', async () => {
      const limited = world.viewers.filter(({ limit }) => limit.coordinates !== 'exact');
      const refused = new Set<string>();
      for (const resource of model.resources)
        for (const field of resource.coordinates.keys())
          for (const search of coordinateSearches(resource, field))
            for (const viewer of limited) {
              const { status } = await check(viewer, get(`/api/v1/${resource.name}?${search}`));
              refused.add(status);
              await check(viewer, post(coordinateQuery(resource.name, field)));
            }
      expect([...refused]).toEqual(['403 Forbidden']);
    });

    test('whatever is asked by REST, with whosever cursor', async () => {
      const count = world.viewers.length;
      let found = 0;
      await fc.assert(
        fc.asyncProperty(fc.nat(count - 1), restAsk(count), async (index, ask) => {
          const viewer = world.viewers[index] as Viewer;
          let seen = await check(viewer, await withCursor(world, ask));
          if (seen.body.length > 2 && seen.status === '200 OK') found++;
          // On to the end of the pages, as a client walks them.
          for (let page = 0; page < 4 && seen.headers.link; page++)
            seen = await check(viewer, get(nextOf(seen) ?? ''));
        }),
        { numRuns: options.runs },
      );
      expect(found).toBeGreaterThan(options.runs / 10);
    });

    test('whatever is asked by GraphQL, with whosever cursor', async () => {
      const count = world.viewers.length;
      let found = 0;
      await fc.assert(
        fc.asyncProperty(fc.nat(count - 1), graphqlAsk(count), async (index, ask) => {
          const viewer = world.viewers[index] as Viewer;
          const after = ask.cursorOf === null ? null : await graphqlCursor(world.viewers[ask.cursorOf], ask);
          const { status, body } = await check(viewer, post(ask.write(after), ask.byGet));
          if (status === '200 OK' && !body.includes('"errors"')) found++;
        }),
        { numRuns: options.runs },
      );
      expect(found).toBeGreaterThan(options.runs / 5);
    });

    test.each([
      '/',
      '/errors',
      '/health/ready',
      '/api/openapi',
      '/api-docs',
      '/graphql',
      '/admin',
      '/nowhere',
    ])('%s tells nothing of anybody', async (target) => {
      for (const viewer of world.viewers)
        expectNothingOfOthers(world, viewer, get(target), await viewer.ask(get(target)));
    });
  });
}

const isUnlimited = ({ collections, coordinates }: Viewer['limit']): boolean =>
  collections === null && coordinates === 'exact';

/**
 * An answer with the errors of GraphQL in an order of our own: fields that are read at the same time fail in whatever order
 * the database answers.
 */
function withSortedErrors(seen: Seen): Seen {
  if (!seen.body.startsWith('{"errors":[')) return seen;
  const { errors, ...rest } = JSON.parse(seen.body) as { errors: unknown[] };
  const sorted = errors.map((error) => JSON.stringify(error)).sort();
  return { ...seen, body: JSON.stringify({ errors: sorted, ...rest }) };
}
