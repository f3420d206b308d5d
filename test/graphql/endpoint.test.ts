// GraphQL over HTTP: the same records as REST, pages, links read in batches, and what is answered with an error.

import { startApp, type TestApp } from '../support/app.js';
import { type Call, interceptStore } from '../support/intercepted-store.js';
import { smallLog } from '../support/small-log.js';

const calls: Call[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    records: smallLog,
    wrap: (store) =>
      interceptStore(store, (call) => {
        calls.push(call);
      }),
  });
});
beforeEach(() => {
  calls.length = 0;
});
afterAll(() => app.close());

/** The data of a query that must be answered without an error. */
async function ask(query: string, variables?: object) {
  const { status, json } = await app.graphql(query, variables);
  expect({ status, errors: json.errors }).toEqual({ status: 200, errors: undefined });
  return json.data;
}

const ids = (page: { items: { id: string }[] }): string => page.items.map(({ id }) => id).join(' ');

describe('a list', () => {
  test('comes newest first, records without a time last, with where it stands', async () => {
    const { catches } = await ask('{ catches { items { id species } page { next total } } }');
    expect(catches).toEqual({
      items: [
        { id: 'f', species: 'back\\slash' },
        { id: 'e', species: 'perch*' },
        { id: 'd', species: 'Perch' },
        { id: 'c', species: 'ÅBO, salted' },
        { id: 'b', species: 'pike' },
        { id: 'a', species: 'Pike' },
        { id: 'g', species: null },
      ],
      page: { next: null, total: 7 },
    });
  });

  test('takes conditions, words and a sort', async () => {
    const { catches } = await ask(`{
      catches(
        where: { species: { in: ["PIKE", "perch"], ne: ["zander"] }, lengthCm: { gte: 0, lt: 82.5 } }
        sort: [{ field: lengthCm, descending: true }]
      ) { items { id } page { total } }
    }`);
    expect([ids(catches), catches.page.total]).toEqual(['b d', 2]);
    expect(ids((await ask('{ catches(q: "reeds PIKE") { items { id } } }')).catches)).toBe('a');
  });

  test('takes them as variables', async () => {
    const query = `query Some($where: CatchWhere, $sort: [CatchSort!], $first: Int!) {
      catches(where: $where, sort: $sort, first: $first) { items { id } }
    }`;
    const where = {
      caughtAt: { gte: '2026-03-28T23:30:00Z', lt: '2026-03-29T22:00:00+00:00' },
      tags: { exists: true },
    };
    const sort = [{ field: 'species' }, { field: 'id', descending: true }];
    expect(ids((await ask(query, { where, sort, first: 5 })).catches)).toBe('c');
  });

  test('is walked by page.next to its end, each record once', async () => {
    const query = `query Page($after: String) {
      catches(first: 3, after: $after, sort: [{ field: lengthCm }]) { items { id } page { next } }
    }`;
    const pages: string[] = [];
    for (let after: string | null = null, more = true; more; more = after !== null) {
      const { catches }: { catches: { items: { id: string }[]; page: { next: string | null } } } = await ask(
        query,
        {
          after,
        },
      );
      pages.push(ids(catches));
      after = catches.page.next;
    }
    expect(pages).toEqual(['c d b', 'f a e', 'g']);
  });

  test('counts only where the total is asked for', async () => {
    await ask('{ catches { items { id } page { next } } }');
    expect(calls.map(({ method }) => method)).toEqual(['find']);
    await ask('{ catches { page { total } } }');
    expect(calls.map(({ method }) => method)).toEqual(['find', 'find', 'count']);
  });

  test('has 50 records unless first says otherwise', async () => {
    await ask('{ catches { items { id } } lures(first: 1000) { items { id } } }');
    expect(calls.map((call) => call.method === 'find' && call.query.limit)).toEqual([50, 1000]);
  });
});

describe('a record', () => {
  test('is found by its id, with its links', async () => {
    expect(
      await ask(`{
        catch(id: "a") { species spot { name } lure { brand } combo { name rod { name purchasedOn } reel { currentLine { diameterMm } } } }
        reel(id: "e1") { lineHistory { lineId spooledAt removedAt } }
      }`),
    ).toEqual({
      catch: {
        species: 'Pike',
        spot: { name: 'North bay' },
        lure: { brand: 'Rapala' },
        combo: {
          name: 'Perch stick',
          rod: { name: 'Light', purchasedOn: '2024-03-16' },
          reel: { currentLine: { diameterMm: 0.13 } },
        },
      },
      reel: {
        lineHistory: [
          { lineId: 'n0', spooledAt: '2025-01-01T12:00:00.000Z', removedAt: '2026-01-01T12:00:00.000Z' },
          { lineId: 'n1', spooledAt: '2026-01-01T12:00:00.000Z', removedAt: null },
        ],
      },
    });
  });

  test('that is not there is null, and so is a link to one', async () => {
    expect(
      await ask('{ catch(id: "nobody") { id } combo(id: "c2") { rodId rod { id } reel { id } } }'),
    ).toEqual({
      catch: null,
      combo: { rodId: 'nowhere', rod: null, reel: null },
    });
  });
});

describe('links', () => {
  test('are read at once for each level, each id once', async () => {
    await ask('{ catches { items { lure { name } combo { name rod { name } line { name } } } } }');
    expect(
      calls.map((call) => [call.method, call.collection, call.method === 'getMany' ? call.ids : []]),
    ).toEqual([
      ['find', 'catches', []],
      ['getMany', 'lures', ['l2', 'l1']],
      ['getMany', 'combos', ['c2', 'c1']],
      ['getMany', 'rods', ['nowhere', 'r1']],
      ['getMany', 'lines', ['n1']],
    ]);
  });

  test('read only the fields that are asked for, through fragments and aliases', async () => {
    await ask(`{ catches(first: 1, where: { id: { in: ["a"] } }) { items { ...Some what: species } } }
      fragment Some on Catch { lure { ... on Lure { called: name } } lure { color } }`);
    expect(
      calls.map((call) =>
        call.method === 'find' ? call.query.select : call.method === 'getMany' && call.select,
      ),
    ).toEqual([
      ['species', 'lureId'],
      ['name', 'color'],
    ]);
  });
});
