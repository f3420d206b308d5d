// The query dialect under arbitrary input: what is well-formed is read exactly, everything else is a 4xx problem.

import fc from 'fast-check';
import { readCursor, writeCursor } from '../../src/resolvers/cursor.js';
import { listParameters } from '../../src/rest/dialect/parameters.js';
import { splitList } from '../../src/rest/dialect/read-value.js';
import type { Scalar } from '../../src/store/port.js';
import { type Answer, model, nextLink, resourceOf, startApp, type TestApp } from '../support/app.js';
import { type Call, interceptStore } from '../support/intercepted-store.js';
import { escapeValue, question, text, toSearch } from '../support/questions.js';
import { smallLog } from '../support/small-log.js';

const calls: Call[] = [];
const catches = resourceOf('catches');
let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    records: smallLog,
    config: { BATCH_SIZE: '2', COMPILED_OPERATIONS_MAX: '20' },
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

/** Asserts that an answer is data, or a problem that the client is told to mend. */
function expectAnswer({ status, headers, json }: Answer): void {
  if (status === 200) {
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(typeof json).toBe('object');
  } else {
    expect([400, 404, 414]).toContain(status);
    expect(headers['content-type']).toBe('application/problem+json');
    expect(json).toMatchObject({ status, code: expect.any(String), detail: expect.any(String) });
  }
}

const encoded = (value: string): string => encodeURIComponent(value);
const value = fc.oneof(
  text,
  fc.string({ unit: 'binary' }).filter((one) => one.isWellFormed()),
  fc.double().map(String),
  fc.date({ noInvalidDate: false }).map(String),
  fc.constantFrom(
    '',
    'true',
    'null',
    '2026-02-30',
    '-caughtAt',
    'id,id',
    'lure.name',
    'combo.reel',
    '1,2',
    '$ne',
    '0',
  ),
);
const name = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(...listParameters(model, catches).map((parameter) => parameter.name)),
  },
  { weight: 1, arbitrary: text },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...catches.fields.map((field) => field.name), ''), text)
      .map(([field, operator]) => `${field}[${operator}]`),
  },
);
/** What a client can put behind `?` and node:http lets through. */
const raw = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
});

test('whatever the query string, the answer is data or a 4xx problem', async () => {
  const pairs = fc
    .array(fc.tuple(name, value), { maxLength: 5 })
    .map((list) => list.map(([left, right]) => `${encoded(left)}=${encoded(right)}`).join('&'));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('catches', 'reels', 'lures/l1'),
      fc.oneof(pairs, raw),
      async (path, search) => {
        expectAnswer(await app.request(`/api/v1/${path}?${search}`));
      },
    ),
    { numRuns: 200 },
  );
});

test('whatever the path, the answer is data or a 4xx problem', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(raw, value.map(encoded)), async (path) => {
      expectAnswer(await app.request(`/api/v1/catches/${path}`));
    }),
    { numRuns: 200 },
  );
});

test('a record is found by its id, whatever the characters in it', async () => {
  const ids = fc.sample(
    text.filter((id) => !/^\.{1,2}$/.test(id)),
    { numRuns: 80, seed: 7 },
  );
  await app.write({ lines: ids.map((id) => ({ id })) });
  for (const id of ids)
    expect([id, await app.get(`/api/v1/lines/${encoded(id)}?fields=id`)]).toEqual([id, { id }]);
});

test('what is asked reaches the store exactly as it was meant', async () => {
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      calls.length = 0;
      const answer = await app.request(`/api/v1/catches?limit=1&fields=id&${toSearch(asked)}`);
      expect(answer.status).toBe(200);
      const [call] = calls;
      if (call?.method !== 'find') throw new Error('nothing was found');
      const { where, sort, after, limit, select } = call.query;
      const byField = (list: typeof where) =>
        [...list].sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
      expect({ where: byField(where), sort, after, limit, select }).toEqual({
        where: byField(asked.where),
        sort: asked.sort,
        after: null,
        limit: 1,
        select: ['id'],
      });
    }),
    { numRuns: 200 },
  );
});

test('a list of texts is read as it was escaped', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (values) => {
      expect(splitList(values.map(escapeValue).join(','))).toEqual(values);
    }),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('\\', ',', 'a', '\n') }), { minLength: 1 }),
      (values) => {
        expect(splitList(values.map(escapeValue).join(','))).toEqual(values);
      },
    ),
    { numRuns: 500 },
  );
});

describe('cursors', () => {
  const list = question.chain(({ where, sort }) =>
    fc.record({
      where: fc.constant(where),
      sort: fc.constant(sort),
      id: text,
      values: fc.tuple(
        ...sort.map(({ field }): fc.Arbitrary<Scalar | null> => {
          const found = catches.field.get(field);
          const scalar = found?.kind === 'scalar' ? found.scalar : 'String';
          if (scalar === 'Boolean') return fc.option(fc.boolean());
          if (scalar === 'Int') return fc.option(fc.integer());
          if (scalar === 'Float')
            return fc.option(fc.double({ noNaN: true, noDefaultInfinity: true, max: -1 }));
          return fc.option(text);
        }),
      ),
    }),
  );

  test('are read as the position that they were written for', async () => {
    await fc.assert(
      fc.asyncProperty(list, async ({ where, sort, id, values }) => {
        const cursor = writeCursor(catches, { where, sort }, { values, id }, 'a');
        expect(cursor).toMatch(/^[\w-]{1,1024}$/);
        const record = Object.fromEntries(sort.map(({ field }, index) => [field, values[index]]));
        const records = { getMany: async () => [record] };
        expect(await readCursor(records, catches, { where, sort }, cursor)).toEqual({ values, id });
      }),
      { numRuns: 200 },
    );
  });

  const LIST = '/api/v1/catches?sort=lengthCm,-species&limit=2&fields=id';
  const cursorOf = async (): Promise<string> => {
    const next = nextLink(await app.request(LIST)) ?? '';
    return new URL(next, app.url).searchParams.get('cursor') ?? '';
  };

  test('that were changed by a character are refused, or lead on to an end', async () => {
    const cursor = await cursorOf();
    const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
    const changed = fc
      .tuple(fc.nat(cursor.length - 1), fc.constantFrom('', ...alphabet))
      .map(([at, character]) => cursor.slice(0, at) + character + cursor.slice(at + 1));
    await fc.assert(
      fc.asyncProperty(changed, async (other) => {
        let pages = 0;
        for (let target: string | null = `${LIST}&cursor=${other}`; target !== null; ) {
          const answer: Answer = await app.request(target);
          expectAnswer(answer);
          target = nextLink(answer);
          expect(++pages).toBeLessThan(6);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('with any values of the right form are refused, or lead on to an end', async () => {
    const [version, made] = JSON.parse(Buffer.from(await cursorOf(), 'base64url').toString());
    const values = fc.tuple(
      fc.option(fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(1e308, -1e308, 5e-324))),
      fc.option(fc.string({ unit: 'binary' })),
    );
    await fc.assert(
      fc.asyncProperty(values, fc.string({ unit: 'binary' }), async (parts, id) => {
        const cursor = Buffer.from(JSON.stringify([version, made, parts, id])).toString('base64url');
        const answer = await app.request(`${LIST}&cursor=${cursor}`);
        expectAnswer(answer);
        const next = nextLink(answer);
        if (next) expectAnswer(await app.request(next));
      }),
      { numRuns: 200 },
    );
  });
});
