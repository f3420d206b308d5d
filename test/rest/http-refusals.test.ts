// Wrong paths, methods, hosts, headers and bytes: each is a 4xx problem, and none is a 5xx or a stack trace.

import { METHODS } from 'node:http';
import { startApp, type TestApp } from '../support/app.js';
import { expectProblem, problem } from '../support/problems.js';
import { smallLog } from '../support/small-log.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ records: smallLog });
});
afterAll(() => app.close());

const LISTS = Object.keys(smallLog);
const nowhere = (end = '.') =>
  problem(404, 'not-found', `There is nothing at this path; /api/openapi lists what there is${end}`);

describe('paths', () => {
  test.each([
    ...[
      '/api/v1',
      '/api/v1/',
      '/api/v1?x=1',
      '/api/v2/catches',
      '/api/v1x',
      '/api/v1x/catches',
      '/API/v1/catches',
    ],
    ...['/api/v1/nothing', '//api/v1/catches'],
    ...[
      '/api/v1/openapi.json',
      '/api/v1/webhook',
      '/api/v1/webhook/1',
      '/nothing',
      '/favicon.ico',
      '/assets/nothing',
    ],
    ...['/assets/..%2f..%2fpackage.json', '/health', '/graphql/nothing', '/__proto__'],
  ])('GET %s is a 404', async (path) => {
    expectProblem(await app.request(path), nowhere());
  });

  test.each([
    ...['/api/v1/Catches', '/api/v1/catch', '/api/v1/catches/', '/api/v1//catches'],
    ...['/api/v1/catches/a/', '/api/v1/catches/a/lure', '/api/v1/catches//a', '/api/v1/catches;a'],
  ])('GET %s is a 404 that asks for the list', async (path) => {
    expectProblem(await app.request(path), nowhere('; did you mean /api/v1/catches?'));
  });

  test.each(['POST', 'PUT', 'DELETE'])('%s cannot reach the webhooks that Sofa has', async (method) => {
    for (const path of ['/api/v1/webhook', '/api/v1/webhook/1', '/api/v1/webhook/'])
      expectProblem(
        await app.request(path, { method, headers: { 'Content-Type': 'application/json' } }),
        nowhere(),
      );
  });

  test.each([
    ...[
      '/api/v1/catches/%',
      '/api/v1/catches/%zz',
      '/api/v1/catches/%C3',
      '/api/v1/catches/%FF',
      '/api/v1/%FF',
    ],
    ...['/api/v1/catches/%ED%A0%80', '/api/v1/catches/%C0%AF'],
  ])('GET %s is refused, as it is no UTF-8', async (path) => {
    expectProblem(
      await app.request(path),
      problem(400, 'malformed-url', 'The path is not percent-encoded UTF-8, or has a fragment.'),
    );
  });

  test.each(['/api/v1/catches#a', '/api/v1/catches?limit=1#a', '/api/v1/catches/a#'])(
    'GET %s is refused, as it has a fragment',
    async (path) => {
      expectProblem(
        await app.request(path),
        problem(400, 'malformed-url', 'The path is not percent-encoded UTF-8, or has a fragment.'),
      );
    },
  );

  test.each([
    ...['/api/v1/catches/../lures', '/api/v1/catches/%2e%2E/lures', '/api/v1/./catches', '/api/v1/catches/.'],
    ...['/api/v1/catches\\a', '/api/v1/../../health/live'],
  ])('GET %s is refused, not rewritten', async (path) => {
    expectProblem(
      await app.request(path),
      problem(400, 'malformed-url', 'The path has a backslash or a segment of dots; say where it leads.'),
    );
  });

  test.each([
    'species=%',
    'species=%zz',
    'species=%C3',
    'species=%FF',
    '%FF=1',
    'q=%ED%A0%80',
    'x=%C0%AF',
    'tz=%',
  ])('?%s is refused, as it is no UTF-8', async (query) => {
    expectProblem(
      await app.request(`/api/v1/catches?${query}`),
      problem(400, 'malformed-url', 'The query string is not percent-encoded UTF-8.'),
    );
  });

  test('a URL of 8192 bytes is read, and a longer one is a 414', async () => {
    const list = (length: number) => {
      const target = '/api/v1/catches?fields=id&species=';
      return target + `${'x'.repeat(199)},`.repeat(40).padEnd(length - target.length, 'x');
    };
    const longest = await app.request(list(8192));
    expect(list(8192)).toHaveLength(8192);
    expect({ status: longest.status, text: longest.text }).toEqual({ status: 200, text: '[]' });
    for (const target of [list(8193), '/'.padEnd(8193, 'x'), '/graphql?query='.padEnd(8193, 'x')])
      expectProblem(await app.request(target), problem(414, 'url-too-long', 'A URL has at most 8192 bytes.'));
  });
});

describe('methods', () => {
  const refused = METHODS.filter((method) => !['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(method));

  test.each(refused)('%s is refused on lists and records, with Allow', async (method) => {
    for (const path of LISTS.flatMap((name) => [`/api/v1/${name}`, `/api/v1/${name}/a`])) {
      const answer = await app.request(path, { method });
      expectProblem(
        answer,
        problem(405, 'method-not-allowed', `${method} is not offered here; this API only reads.`),
      );
      expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
    }
  });

  test('OPTIONS tells the methods', async () => {
    for (const path of ['/api/v1/catches', '/api/v1/catches/a']) {
      const { status, headers, text } = await app.request(path, { method: 'OPTIONS' });
      expect({ status, allow: headers.allow, text }).toEqual({
        status: 204,
        allow: 'GET, HEAD, OPTIONS',
        text: '',
      });
    }
  });

  test.each([
    ['/graphql', 'PUT', 'GET, POST'],
    ['/graphql', 'DELETE', 'GET, POST'],
    ['/health/live', 'POST', 'GET, HEAD'],
    ['/health/ready', 'POST', 'GET, HEAD'],
    ['/errors', 'PUT', 'GET, HEAD'],
    ['/', 'POST', 'GET, HEAD'],
  ])('%s refuses %s and allows %s', async (path, method, allow) => {
    const answer = await app.request(path, { method });
    expectProblem(answer, problem(405, 'method-not-allowed', `${method} is not offered here.`));
    expect(answer.headers.allow).toBe(allow);
  });
});

describe('headers and bodies', () => {
  test.each<Record<string, string>>([{ 'Content-Length': '1' }, { 'Transfer-Encoding': 'chunked' }])(
    'a body is refused: %j',
    async (headers) => {
      for (const path of ['/api/v1/catches', '/api/v1/catches/a'])
        expectProblem(
          await app.request(path, { headers, body: 'x' }),
          problem(400, 'body-not-allowed', 'What is wanted is said in the URL; send no body.'),
        );
    },
  );

  const TYPES = ['application/json', 'application/x-ndjson', 'text/csv'];
  const MAP_TYPES = ['application/geo+json', 'application/gpx+xml'];

  test.each(['text/html', 'application/xml, text/plain', 'application/json;q=0', 'nonsense', 'image/*'])(
    'Accept: %s is a 406 with the media types of the collection',
    async (accept) => {
      const offered = {
        catches: [...TYPES, ...MAP_TYPES, 'text/calendar'],
        spots: [...TYPES, ...MAP_TYPES],
        lures: TYPES,
      };
      for (const [name, allowed] of Object.entries(offered))
        for (const path of [`/api/v1/${name}`, `/api/v1/${name}/a`])
          expectProblem(
            await app.request(path, { headers: { Accept: accept } }),
            problem(406, 'not-acceptable', `The formats of ${name} are ${allowed.join(', ')}.`, [
              { parameter: 'Accept', detail: 'it accepts none of the formats', allowed },
            ]),
          );
    },
  );

  test.each(['geojson', 'gpx', 'ics'])(
    'format=%s is a 406 where a record has no place or moment',
    async (name) => {
      const allowed = ['json', 'ndjson', 'csv'];
      for (const path of ['/api/v1/lures', '/api/v1/lures/a'])
        expectProblem(
          await app.request(`${path}?format=${name}`, { headers: { Accept: '*/*' } }),
          problem(406, 'not-acceptable', 'The formats of lures are json, ndjson, csv.', [
            { parameter: 'format', detail: `lures cannot be written as ${name}`, allowed },
          ]),
        );
    },
  );

  test.each([
    '*/*',
    'application/json',
    'application/*',
    'text/html, */*;q=0.1',
    'text/plain, application/json;q=0.5',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8";q=0.9, text/plain',
  ])('Accept: %s is answered with JSON', async (accept) => {
    const { status, headers } = await app.request('/api/v1/catches', { headers: { Accept: accept } });
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  });

  test.each([
    ['text/csv; charset=utf-8; header=present', 'text/csv; charset=utf-8; header=present'],
    ['text/csv;charset=UTF-8', 'text/csv; charset=utf-8; header=present'],
    ['application/x-ndjson;charset=utf-8', 'application/x-ndjson'],
    ['application/geo+json; charset=utf-8', 'application/geo+json'],
  ])('Accept: %s may name the charset of %s, which all texts have', async (accept, type) => {
    const { status, headers } = await app.request('/api/v1/catches', { headers: { Accept: accept } });
    expect([status, headers['content-type']]).toEqual([200, type]);
  });

  test.each(['application/json; charset=latin1', 'text/csv; header=absent', 'application/json; version=2'])(
    'Accept: %s is a 406: there is none like that',
    async (accept) => {
      expect((await app.request('/api/v1/catches', { headers: { Accept: accept } })).status).toBe(406);
    },
  );

  test('format goes before Accept', async () => {
    const headers = { Accept: 'text/html' };
    expect((await app.request('/api/v1/catches/a?format=json&fields=id', { headers })).json).toEqual({
      id: 'a',
    });
  });

  test('a plain request id of the client is kept, any other is replaced', async () => {
    const idOf = async (given: string) =>
      (await app.request('/api/v1/nothing', { headers: { 'X-Request-Id': given } })).json.requestId;
    expect(await idOf('trace-1.2_3')).toBe('trace-1.2_3');
    for (const given of ['a b', '"x"', 'x'.repeat(65), '<script>'])
      expect(await idOf(given)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  });
});

describe('hosts', () => {
  const UNREADABLE = problem(
    400,
    'malformed-request',
    'The Host header is missing, repeated, or is no host.',
  );

  test.each([
    ' ',
    'a b',
    'http://localhost',
    'localhost:x',
    'localhost/',
    'a@localhost',
    '[::1',
    'ex%61mple',
  ])('Host: %j is no host', async (host) => {
    for (const path of ['/api/v1/catches', '/graphql', '/health/live'])
      expectProblem(await app.request(path, { headers: { Host: host } }), UNREADABLE);
  });

  test.each(['evil.example', 'localhost.evil.example', 'evil.example:8080'])(
    'Host: %s is not served on the loopback',
    async (host) => {
      for (const path of ['/api/v1/catches', '/graphql', '/health/live'])
        expectProblem(
          await app.request(path, { headers: { Host: host } }),
          problem(
            421,
            'host-not-served',
            'This server answers for localhost and for the host of PUBLIC_URL.',
          ),
        );
    },
  );

  test.each([
    'localhost',
    'LOCALHOST:1',
    'creel.localhost:8080',
    '127.0.0.1',
    '[::1]:8080',
    '192.168.1.5:8080',
  ])('Host: %s is served', async (host) => {
    expect((await app.request('/health/live', { headers: { Host: host } })).json).toEqual({ status: 'ok' });
  });

  test('the host of PUBLIC_URL is served, and any where the server listens beyond the loopback', async () => {
    const named = await startApp({ config: { PUBLIC_URL: 'https://log.example' } });
    const open = await startApp({ config: { HOST: '0.0.0.0' } });
    const statusOf = async (other: TestApp, host: string) =>
      (await other.request('/health/live', { headers: { Host: host } })).status;
    const statuses = [
      await statusOf(named, 'log.example'),
      await statusOf(named, 'other.example'),
      await statusOf(open, 'other.example'),
    ];
    await Promise.all([named.close(), open.close()]);
    expect(statuses).toEqual([200, 421, 200]);
  });
});
