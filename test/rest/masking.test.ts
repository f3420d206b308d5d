// Failures of the server: masked in the answer, told in the log, and never a short list that looks whole.

import { setImmediate } from 'node:timers/promises';
import { StoreTimeout, StoreUnavailable } from '../../src/store/port.js';
import { startApp, type TestApp } from '../support/app.js';
import { type Call, interceptStore } from '../support/intercepted-store.js';
import { expectProblem, problem } from '../support/problems.js';
import { until } from '../support/until.js';

const SECRET = 'mongodb://angler:hunter2@db.internal:27017/log';
const catches = Array.from({ length: 30 }, (_, index) => ({
  id: `c${String(index).padStart(2, '0')}`,
  lureId: 'l1',
}));

/** Called before every read; what it throws, the store throws. */
let before: (call: Call) => void = () => {};
let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    records: { catches, lures: [{ id: 'l1' }] },
    config: { BATCH_SIZE: '10' },
    wrap: (store) => ({
      ...interceptStore(store, (call) => before(call)),
      ping: async () => before({ method: 'count', collection: 'ping' }),
    }),
  });
});
afterEach(() => {
  before = () => {};
});
afterAll(() => app.close());

const fail = (error: unknown) => {
  before = () => {
    throw error;
  };
};

/** What was logged of a request, failures first; its own line is written when the answer has ended. */
async function loggedOf(requestId: string) {
  const own = () => app.logged.filter((entry) => entry.requestId === requestId);
  await until(() => own().some(({ msg }) => msg === 'request'));
  await setImmediate();
  return own().sort((one, other) => Number(other.level) - Number(one.level));
}

const INTERNAL = problem(
  500,
  'internal',
  'The server could not answer. Its log says why, under the request id.',
);
const REST = [
  '/api/v1/catches',
  '/api/v1/catches?limit=5',
  '/api/v1/catches/c00',
  '/api/v1/catches?count=true',
];

const FAILURES: [string, unknown][] = [
  ['an Error', new Error(`connect ECONNREFUSED ${SECRET}`)],
  ['a TypeError', new TypeError(`Cannot read properties of undefined (reading '${SECRET}')`)],
  ['an error with a status of its own', Object.assign(new Error(SECRET), { status: 404, expose: true })],
  [
    'an error with extensions',
    Object.assign(new Error(SECRET), { extensions: { code: 'BAD_USER_INPUT', http: { status: 200 } } }),
  ],
  ['a text', SECRET],
  ['null', null],
];

describe.each(FAILURES)('a store that throws %s', (_fact, error) => {
  test('is a 500 without a word of it in REST', async () => {
    fail(error);
    for (const path of REST) {
      const answer = await app.request(path);
      expectProblem(answer, INTERNAL);
      expect(JSON.stringify([answer.text, answer.headers])).not.toMatch(/hunter2|mongodb/);
    }
  });

  test('is a 500 without a word of it in GraphQL', async () => {
    fail(error);
    const { status, json } = await app.graphql('{ catches { items { id } } }');
    expect({ status, json }).toEqual({
      status: 500,
      json: {
        errors: [
          {
            message: 'The server could not answer. Its log says why, under the request id.',
            locations: [{ line: 1, column: 3 }],
            path: ['catches'],
            extensions: { code: 'internal' },
          },
        ],
        data: null,
      },
    });
  });
});

describe.each([
  [StoreUnavailable, 'store-unavailable', 'The database does not answer. Try again later.'],
  [StoreTimeout, 'query-timeout', 'The query took too long. Ask for less, or try again later.'],
] as const)('a store that throws %p', (Failure, code, detail) => {
  test('is a 503 with Retry-After in REST', async () => {
    fail(new Failure(SECRET));
    for (const path of [...REST, '/health/ready']) {
      const answer = await app.request(path);
      expectProblem(answer, problem(503, code, detail));
      expect(answer.headers['retry-after']).toBe('5');
    }
  });

  test('is a 503 with Retry-After in GraphQL', async () => {
    fail(new Failure(SECRET));
    const { status, headers, json } = await app.graphql('{ catches { items { id } } }');
    expect({ status, retryAfter: headers['retry-after'], json }).toEqual({
      status: 503,
      retryAfter: '5',
      json: {
        errors: [
          { message: detail, locations: [{ line: 1, column: 3 }], path: ['catches'], extensions: { code } },
        ],
        data: null,
      },
    });
  });
});

test('the server is live while its store is down', async () => {
  fail(new StoreUnavailable(SECRET));
  expect((await app.request('/health/live')).json).toEqual({ status: 'ok' });
});

test('a link that cannot be read fails the REST answer: a null there would be a lie', async () => {
  before = (call) => {
    if (call.method === 'getMany' && call.collection === 'lures') throw new Error(SECRET);
  };
  expectProblem(await app.request('/api/v1/catches?expand=lure'), INTERNAL);
  expectProblem(await app.request('/api/v1/catches/c00?fields=lure.name'), INTERNAL);
});

test('a link that cannot be read leaves the rest of a GraphQL answer, with an error for each', async () => {
  before = (call) => {
    if (call.collection === 'lures') throw new Error(SECRET);
  };
  const { status, json } = await app.graphql('{ catches(first: 2) { items { id lure { id } } } }');
  expect({ status, json }).toEqual({
    status: 200,
    json: {
      errors: [0, 1].map((index) => ({
        message: 'The server could not answer. Its log says why, under the request id.',
        locations: [{ line: 1, column: 34 }],
        path: ['catches', 'items', index, 'lure'],
        extensions: { code: 'internal' },
      })),
      data: {
        catches: {
          items: [
            { id: 'c29', lure: null },
            { id: 'c28', lure: null },
          ],
        },
      },
    },
  });
});

test('a failure in the middle of a complete list cuts the answer off, and is logged', async () => {
  let batches = 0;
  before = () => {
    if (++batches === 3) throw new StoreUnavailable(SECRET);
  };
  const headers = { 'X-Request-Id': 'cut-off' };
  await expect(app.request('/api/v1/catches', { headers })).rejects.toThrow('aborted');
  expect(batches).toBe(3);
  expect(await loggedOf('cut-off')).toMatchObject([
    { level: 50, msg: 'a request failed', err: { type: 'StoreUnavailable' } },
    { level: 30, msg: 'request', status: 200, whole: false },
  ]);
});

test('what came before the cut is no JSON and has no last chunk', async () => {
  let batches = 0;
  before = () => {
    if (++batches === 3) throw new Error(SECRET);
  };
  const text = await app.raw('GET /api/v1/catches?fields=id HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(text).toContain('{"id":"c29"}');
  expect(text).not.toContain(']');
  expect(text).not.toMatch(/0\r\n\r\n$/);
  expect(text).not.toMatch(/hunter2/);
});

describe('the log', () => {
  test('tells a failure in whole under the id of its request, in REST and in GraphQL', async () => {
    fail(new Error(`no such table, says ${SECRET}`));
    for (const [path, requestId] of [
      ['/api/v1/catches', 'rest-1'],
      ['/graphql?query={catches{items{id}}}', 'graphql-1'],
    ] as const) {
      const headers = { 'X-Request-Id': requestId, 'Apollo-Require-Preflight': 'yes' };
      expect((await app.request(path, { headers })).status).toBe(500);
      expect(await loggedOf(requestId)).toEqual([
        {
          level: 50,
          time: expect.any(Number),
          requestId,
          err: expect.objectContaining({ type: 'Error', message: `no such table, says ${SECRET}` }),
          msg: 'a request failed',
        },
        {
          level: 30,
          time: expect.any(Number),
          requestId,
          method: 'GET',
          path: path.split('?')[0],
          status: 500,
          ms: expect.any(Number),
          whole: true,
          msg: 'request',
        },
      ]);
    }
  });

  test('has one line for each request, without what was asked for and by whom', async () => {
    const requests = [
      ['/api/v1/catches?q=secretword&species=secretfish&cursor=secretcursor', 'quiet-1'],
      ['/api/v1/catches?secretname=1', 'quiet-2'],
      ['/graphql?query={secretfield}', 'quiet-3'],
      ['/nothing?secret', 'quiet-4'],
    ] as const;
    for (const [path, requestId] of requests) {
      const headers = {
        'X-Request-Id': requestId,
        Authorization: 'Bearer secrettoken',
        Cookie: 'a=secretcookie',
      };
      await app.request(path, { headers });
      const entries = await loggedOf(requestId);
      expect(entries.map(({ level, msg, path: logged }) => [level, msg, logged])).toEqual([
        [30, 'request', path.split('?')[0]],
      ]);
      expect(JSON.stringify(entries)).not.toMatch(/secret/);
    }
  });

  test('tells nothing of what a client did wrong as a failure', async () => {
    const before = app.logged.length;
    await app.request('/api/v1/catches?limit=0');
    await app.graphql('{ catches(first: 0) { items { id } } }');
    await app.graphql('{ nonsense }');
    await app.graphql('query($n: Int!) { catches(first: $n) { items { id } } }', { n: 'x' });
    await until(() => app.logged.length >= before + 4);
    expect(app.logged.slice(before).map(({ level, msg }) => [level, msg])).toEqual(
      Array(4).fill([30, 'request']),
    );
  });

  test('a client that goes away in the middle of a list is no failure', async () => {
    const answer = await fetch(`${app.url}/api/v1/catches`, { headers: { 'X-Request-Id': 'gone' } });
    before = () => {
      throw new Error('read after the client went away');
    };
    await answer.body?.cancel();
    before = () => {};
    const levels = (await loggedOf('gone')).map(({ level }) => level);
    expect(levels.filter((level) => level !== 30)).toEqual([]);
  });
});
