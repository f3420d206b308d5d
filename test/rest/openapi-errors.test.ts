// Every error that the OpenAPI document names is one that the server answers, in the form that is described.

import { type Store, StoreTimeout, StoreUnavailable } from '../../src/store/port.js';
import { type Answer, startApp, type TestApp } from '../support/app.js';
import { exampleLog } from '../support/example-log.js';
import { createValidator, type Json, resolve, type Validate } from '../support/openapi.js';

let app: TestApp;
let document: Json;
let validate: Validate;
/** What the store throws at the next read, if anything. */
let failure: Error | null = null;

beforeAll(async () => {
  const config = { REQUEST_TIMEOUT_MS: '1000', URL_MAX_LENGTH: '1000' };
  app = await startApp({ records: exampleLog(), config, wrap: failing });
  document = await app.get('/api/openapi');
  validate = createValidator(document);
});
afterAll(() => app.close());

/** A store that fails as `failure` says. */
const failing = (store: Store): Store =>
  new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]) => {
        if (failure && name === 'bind') throw failure;
        return member.apply(target, given);
      };
    },
  });

async function failWith(error: Error, target: string): Promise<Answer> {
  failure = error;
  try {
    return await app.request(target);
  } finally {
    failure = null;
  }
}

async function sendRaw(bytes: string): Promise<Answer> {
  const [head = '', text = ''] = (await app.raw(bytes)).split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, text, json: JSON.parse(text) };
}

/** How each error is brought about at a path. */
const CAUSES: Readonly<Record<string, (path: string) => Promise<Answer>>> = {
  'invalid-parameter': (path) => app.request(`${path}?fields=nothing`),
  'unknown-parameter': (path) => app.request(`${path}?colour=red`),
  'repeated-parameter': (path) => app.request(`${path}?fields=id&fields=id`),
  'invalid-cursor': (path) => app.request(`${path}?limit=1&cursor=x`),
  'malformed-url': (path) => app.request(`${path}?fields=%FF`),
  'malformed-request': (path) => app.request(path, { headers: { Host: 'no host' } }),
  'body-not-allowed': (path) => app.request(path, { body: 'x', headers: { 'Content-Length': '1' } }),
  'record-not-found': (path) => app.request(`${path}x`),
  'method-not-allowed': (path) => app.request(path, { method: 'DELETE' }),
  'not-acceptable': (path) => app.request(path, { headers: { Accept: 'image/png' } }),
  'request-timeout': (path) => sendRaw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n`),
  'url-too-long': (path) => app.request(`${path}?q=${'x'.repeat(1000)}`),
  'host-not-served': (path) => app.request(path, { headers: { Host: 'evil.example' } }),
  'headers-too-large': (path) =>
    sendRaw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`),
  internal: (path) => failWith(new Error('secret'), path),
  'store-unavailable': (path) => failWith(new StoreUnavailable('secret'), path),
  'query-timeout': (path) => failWith(new StoreTimeout('secret'), path),
};

const OPERATIONS = [
  ['/api/v1/catches', '/api/v1/catches'],
  ['/api/v1/catches/{id}', '/api/v1/catches/665f1c2ab7a4d90c1e0a42f1'],
] as const;

test.each(OPERATIONS)(
  'every error of %s is answered as it is described',
  async (path, target) => {
    const responses = Object.entries<Json>(document.paths[path].get.responses).filter(
      ([status]) => status !== '200',
    );
    for (const [status, response] of responses) {
      const { content, headers } = resolve(document, response);
      const { schema, examples } = content['application/problem+json'];
      const codes: string[] = schema.allOf[1].properties.code.enum;
      for (const code of codes) {
        const answer = await (CAUSES[code] as (typeof CAUSES)[string])(target);
        expect([answer.json.code, answer.status, answer.headers['content-type']]).toEqual([
          code,
          Number(status),
          'application/problem+json',
        ]);
        expect(validate(path, answer.status, 'application/problem+json', answer.json)).toEqual([]);
        expect(answer.text).not.toContain('secret');
        for (const name of Object.keys(headers)) expect(answer.headers).toHaveProperty([name.toLowerCase()]);
        expect(validate(path, answer.status, 'application/problem+json', examples[code].value)).toEqual([]);
      }
    }
  },
  30_000,
);

test('the two kinds of operation name every error that can be brought about', () => {
  const described = OPERATIONS.flatMap(([path]) =>
    Object.values<Json>(document.paths[path].get.responses).flatMap(
      (response) =>
        resolve(document, response).content['application/problem+json']?.schema.allOf[1].properties.code
          .enum ?? [],
    ),
  );
  expect([...new Set(described)].sort()).toEqual(Object.keys(CAUSES).sort());
});
