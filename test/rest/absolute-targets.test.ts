// The forms of a request's target beside a path: an absolute URL, which every server must accept, and `*`.

import { startApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ records: { catches: [{ id: 'a' }] } });
});
afterAll(() => app.close());

/** The status, and the body where it is short. */
async function ask(line: string, host = 'localhost'): Promise<string> {
  const answer = await app.raw(`${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return `${head.split(' ')[1]} ${/"code":"([a-z-]+)"/.exec(body)?.[1] ?? body.slice(0, 20)}`;
}

test.each([
  ['GET http://localhost/api/v1/catches/a?fields=id', '200 {"id":"a"}'],
  ['GET HTTP://LOCALHOST:8080/api/v1/catches?fields=id', '200 [{"id":"a"}]'],
  ['GET https://127.0.0.1/health/live', '200 {"status":"ok"}'],
  ['OPTIONS http://localhost/api/v1/catches', '204 '],
  ['GET http://localhost/api/v1/../v1/catches', '400 malformed-url'],
  ['GET http://localhost/api/v1/catches?fields=', '400 invalid-parameter'],
  ['GET http://localhost/nothing', '404 not-found'],
  ['GET ftp://localhost/api/v1/catches', '404 not-found'],
  ['GET http://localhost', '302 Found. Redirecting t'],
  ['GET http://localhost?fields=id', '302 Found. Redirecting t'],
])('%s is %s', async (line, expected) => {
  expect(await ask(line)).toBe(expected);
});

test('the host of an absolute URL goes before the Host header', async () => {
  expect(await ask('GET http://evil.example/api/v1/catches/a')).toBe('421 host-not-served');
  expect(await ask('GET http://localhost/api/v1/catches/a?fields=id', 'evil.example')).toBe('200 {"id":"a"}');
  for (const url of [
    'http:///api/v1/catches',
    'http://me@localhost/api/v1/catches',
    'http://?/api/v1/catches',
  ])
    expect(await ask(`GET ${url}`)).toBe('400 malformed-request');
});

test('OPTIONS * tells what the server takes', async () => {
  const answer = await app.raw('OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 204 No Content\r\n/);
  expect(answer).toMatch(/\r\nAllow: GET, HEAD, POST, OPTIONS\r\n/);
  expect(await ask('GET *')).toBe('404 not-found');
});
