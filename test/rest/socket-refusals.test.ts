// Bytes that are no request, or none that arrives: each is a 4xx problem, as far down as HTTP itself.

import { startApp, type TestApp } from '../support/app.js';
import { problem } from '../support/problems.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ records: { catches: [{ id: 'a' }] } });
});
afterAll(() => app.close());

/** What came back, split: the status line, the headers by lower-case name, the JSON of the body. */
async function send(bytes: string | Buffer, to = app) {
  const text = await to.raw(bytes);
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [field.split(': ')[0]?.toLowerCase(), field.split(': ')[1]]),
  );
  return { status: Number(line.split(' ')[1]), headers, text: body, json: JSON.parse(body) };
}

async function expectRawProblem(bytes: string | Buffer, expected: Record<string, unknown>, to = app) {
  const { status, headers, text, json } = await send(bytes, to);
  expect({ status, json }).toEqual({ status: expected.status, json: expected });
  expect(headers['content-type']).toBe('application/problem+json');
  expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
  expect(headers['x-request-id']).toBe(json.requestId);
  return headers;
}

const head = (line: string, ...headers: string[]): string =>
  [line, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n');
const UNREADABLE = problem(400, 'malformed-request', 'The request could not be read as HTTP/1.1.');

test.each<[string, string | Buffer]>([
  ['noise', Buffer.from([0, 1, 2, 255, 254, 13, 10, 13, 10])],
  ['TLS', Buffer.from('16030100a5010000a10303', 'hex')],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown method', head('READ /api/v1/catches HTTP/1.1')],
  ['a method in lower case', head('get /api/v1/catches HTTP/1.1')],
  ['an unknown version', head('GET /api/v1/catches HTTP/3.7')],
  ['a header without a colon', head('GET /api/v1/catches HTTP/1.1', 'nonsense')],
  ['NUL in a header', head('GET /api/v1/catches HTTP/1.1', 'X: a\u0000b')],
  ['two lengths', head('GET /api/v1/catches HTTP/1.1', 'Content-Length: 1', 'Content-Length: 2')],
  ['a length and chunks', head('POST /graphql HTTP/1.1', 'Content-Length: 1', 'Transfer-Encoding: chunked')],
])('%s is a 400', async (_fact, bytes) => {
  await expectRawProblem(bytes, UNREADABLE);
});

test.each([
  ['raw UTF-8', '/api/v1/catches?species=Gös'],
  ['NUL', '/api/v1/catches?q=\u0000'],
  ['a tab', '/api/v1/catches?q=\t'],
])('%s in a URL is a 400 that says to encode it', async (_fact, target) => {
  await expectRawProblem(
    head(`GET ${target} HTTP/1.1`),
    problem(
      400,
      'malformed-url',
      'The URL holds a character that must be percent-encoded, such as %C3%A9 for é.',
    ),
  );
});

test('headers larger than HEADERS_MAX_BYTES are a 431', async () => {
  await expectRawProblem(
    head('GET /api/v1/catches HTTP/1.1', `X: ${'x'.repeat(16384)}`),
    problem(431, 'headers-too-large', 'The headers are larger than this server reads.'),
  );
});

test('CONNECT is a 405 with Allow', async () => {
  const headers = await expectRawProblem(
    head('CONNECT localhost:443 HTTP/1.1'),
    problem(405, 'method-not-allowed', 'CONNECT is not offered here.'),
  );
  expect(headers.allow).toBe('GET, HEAD, POST, OPTIONS');
});

test('no Host and two Hosts are a 400', async () => {
  const expected = problem(400, 'malformed-request', 'The Host header is missing, repeated, or is no host.');
  await expectRawProblem('GET /api/v1/catches HTTP/1.1\r\nConnection: close\r\n\r\n', expected);
  await expectRawProblem('GET /api/v1/catches HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n', expected);
  await expectRawProblem('GET /api/v1/catches HTTP/1.0\r\n\r\n', expected);
  await expectRawProblem('GET /api/v1/catches\r\n\r\n', expected);
  await expectRawProblem(head('GET /api/v1/catches HTTP/1.1', 'host: localhost'), expected);
});

test('an upgrade and an expectation that are not known are passed over', async () => {
  const target = 'GET /api/v1/catches/a?fields=id HTTP/1.1';
  expect((await send(head(target, 'Upgrade: websocket', 'Connection: upgrade'))).json).toEqual({ id: 'a' });
  expect((await send(head(target, 'Expect: tea'))).json).toEqual({ id: 'a' });
});

test('a request that does not arrive within REQUEST_TIMEOUT_MS is a 408', async () => {
  const hurried = await startApp({ config: { REQUEST_TIMEOUT_MS: '1000' } });
  await expectRawProblem(
    'GET /api/v1/catches HTTP/1.1\r\nHost: local',
    problem(408, 'request-timeout', 'The request took too long to arrive.'),
    hurried,
  );
  await hurried.close();
});
