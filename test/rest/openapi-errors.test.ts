// Every error that the OpenAPI document names is one that the server answers, in the form that is described.

import { createTokenSecret } from '../../src/auth/token-format.js';
import type { Access } from '../../src/auth/viewer.js';
import { createSchema } from '../../src/resolvers/schema.js';
import { createOpenApi } from '../../src/rest/openapi.js';
import { createMapping } from '../../src/rest/sofa.js';
import {
  CursorTooOld,
  SeveralOwners,
  type Store,
  StoreTimeout,
  StoreUnavailable,
  TooManySnapshots,
} from '../../src/store/port.js';
import { type Answer, model, type RequestOptions, startApp, type TestApp } from '../support/app.js';
import { exampleLog } from '../support/example-log.js';
import { createValidator, type Json, resolve, type Validate } from '../support/openapi.js';

let app: TestApp;
let document: Json;
let validate: Validate;
/** The header of a token that may read everything; none in open mode. */
let authorized: Record<string, string> = {};
/** What the store throws at the next read, if anything. */
let failure: Error | null = null;

async function start(mode: 'open' | 'multi-user'): Promise<void> {
  const config = { URL_MAX_LENGTH: '1000', REQUESTS_PER_MINUTE: '200', AUTH_MODE: mode };
  app = await startApp({ config, wrap: failing });
  const mapping = await createMapping(createSchema(model), model);
  document = createOpenApi(mapping.openApi, model, { authMode: mode });
  validate = createValidator(document);
  await app.write(exampleLog());
  authorized = mode === 'open' ? {} : (await createBearer({})).headers;
}

interface Wanted extends Partial<Access> {
  readonly userName?: string;
}

/** A new token of the user, who is made where there is none. */
async function createBearer({ userName = 'anna', ...access }: Wanted) {
  const { users, tokens } = app.auth;
  const user =
    (await users.find({ name: userName })) ??
    (await users.create({ name: userName, password: null, isAdmin: false, ownerId: 'angler' }));
  const wanted = {
    name: 'test',
    expiresAt: null,
    collections: null,
    coordinates: 'exact',
    ...access,
  } as const;
  const { token, secret } = await tokens.create(user.id, wanted);
  return { user, token, headers: { Authorization: `Bearer ${secret}` } };
}

/** A request of somebody who may read everything. */
const ask = (target: string, options: RequestOptions = {}): Promise<Answer> =>
  app.request(target, { ...options, headers: { ...authorized, ...options.headers } });

/** A store that fails as `failure` says. */
const failing = (store: Store): Store =>
  new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]) => {
        if (failure && (name === 'bind' || name === 'snapshot')) throw failure;
        return member.apply(target, given);
      };
    },
  });

async function failWith(error: Error, target: string): Promise<Answer> {
  failure = error;
  try {
    return await ask(target);
  } finally {
    failure = null;
  }
}

async function sendRaw(bytes: string, to = app): Promise<Answer> {
  const [head = '', text = ''] = (await to.raw(bytes)).split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const body = Buffer.from(text);
  return { status: Number(statusLine.split(' ')[1]), headers, body, text, json: JSON.parse(text) };
}

/** Of a server that is in a hurry: what one stalls for on a busy machine is no timeout to the others. */
async function sendUnfinished(bytes: string): Promise<Answer> {
  const hurried = await startApp({ config: { REQUEST_TIMEOUT_MS: '1000' } });
  const answer = await sendRaw(bytes, hurried);
  await hurried.close();
  return answer;
}

const CHANGES = '/api/v1/changes';

/** How each error is brought about at a path. */
const CAUSES: Readonly<Record<string, (path: string) => Promise<Answer>>> = {
  'invalid-parameter': (path) => ask(`${path}?${path === CHANGES ? 'collections' : 'fields'}=nothing`),
  'unknown-parameter': (path) => ask(`${path}?colour=red`),
  'repeated-parameter': (path) => ask(`${path}?fields=id&fields=id`),
  'invalid-cursor': (path) => ask(path === CHANGES ? `${path}?since=x` : `${path}?limit=1&cursor=x`),
  'cursor-too-old': (path) => failWith(new CursorTooOld('hunter2'), path),
  'malformed-url': (path) => ask(`${path}?fields=%FF`),
  'malformed-request': (path) => ask(path, { headers: { Host: 'no host' } }),
  'body-not-allowed': (path) => ask(path, { body: 'x', headers: { 'Content-Length': '1' } }),
  'token-in-url': (path) => ask(`${path}?token=x`),
  'record-not-found': (path) => ask(`${path}x`),
  'method-not-allowed': (path) => ask(path, { method: 'DELETE' }),
  'not-acceptable': (path) => ask(path, { headers: { Accept: 'image/png' } }),
  'precondition-failed': (path) => ask(path, { headers: { 'If-Match': '"other"' } }),
  'request-timeout': (path) => sendUnfinished(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n`),
  'url-too-long': (path) => ask(`${path}?q=${'x'.repeat(1000)}`),
  'host-not-served': (path) => ask(path, { headers: { Host: 'evil.example' } }),
  'headers-too-large': (path) =>
    sendRaw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`),
  internal: (path) => failWith(new Error('hunter2'), path),
  'store-unavailable': (path) => failWith(new StoreUnavailable('hunter2'), path),
  'query-timeout': (path) => failWith(new StoreTimeout('hunter2'), path),
  'too-many-exports': (path) => failWith(new TooManySnapshots('hunter2'), path),
};

/** The errors that there are only where no token is needed. */
const OPEN_CAUSES: typeof CAUSES = {
  'owner-needed': (path) => failWith(new SeveralOwners('hunter2'), path),
};

/** The errors that there are only where a token is needed. */
const TOKEN_CAUSES: typeof CAUSES = {
  'token-missing': (path) => app.request(path),
  'token-malformed': (path) => app.request(path, { headers: { Authorization: 'Bearer creel_x' } }),
  'token-unknown': (path) =>
    app.request(path, { headers: { Authorization: `Bearer ${createTokenSecret()}` } }),
  'token-expired': async (path) => {
    const { user, token, headers } = await createBearer({});
    await app.auth.tokens.rotate(user.id, token.id, 0);
    return app.request(path, { headers });
  },
  'token-revoked': async (path) => {
    const { user, token, headers } = await createBearer({});
    await app.auth.tokens.revoke(user.id, token.id);
    return app.request(path, { headers });
  },
  'account-disabled': async (path) => {
    const { user, headers } = await createBearer({ userName: 'gone' });
    await app.auth.users.setDisabled(user.id, true);
    return app.request(path, { headers });
  },
  'collection-not-allowed': async (path) => {
    const { headers } = await createBearer({ collections: ['lures'] });
    return app.request(path === CHANGES ? `${path}?collections=catches` : path, { headers });
  },
  'field-not-allowed': async (path) => {
    const { headers } = await createBearer({ coordinates: 'hidden' });
    return app.request(`${path}?lat[exists]=true`, { headers });
  },
  'too-many-requests': async (path) => {
    const { headers } = await createBearer({});
    for (let count = 0; count < 200; count++) await app.request(`${path}?fields=id`, { headers });
    return app.request(path, { headers });
  },
};

const CAUSES_OF = { open: { ...CAUSES, ...OPEN_CAUSES }, 'multi-user': { ...CAUSES, ...TOKEN_CAUSES } };

const OPERATIONS = [
  ['/api/v1/catches', '/api/v1/catches'],
  ['/api/v1/catches/{id}', '/api/v1/catches/665f1c2ab7a4d90c1e0a42f1'],
  [CHANGES, CHANGES],
  ['/api/v1/export', '/api/v1/export'],
] as const;

describe.each(['open', 'multi-user'] as const)('in %s mode', (mode) => {
  beforeAll(() => start(mode));
  afterAll(() => app.close());

  test.each(OPERATIONS)('every error of %s is answered as it is described', async (path, target) => {
    const responses = Object.entries<Json>(document.paths[path].get.responses).filter(
      ([status]) => Number(status) >= 400,
    );
    for (const [status, response] of responses) {
      const { content, headers } = resolve(document, response);
      const { examples } = content['application/problem+json'];
      for (const code of Object.keys(examples)) {
        const answer = await (CAUSES_OF[mode][code] as (typeof CAUSES)[string])(target);
        expect([answer.json.code, answer.status, answer.headers['content-type']]).toEqual([
          code,
          Number(status),
          'application/problem+json',
        ]);
        expect(validate(path, answer.status, 'application/problem+json', answer.json)).toEqual([]);
        expect(answer.text).not.toContain('hunter2');
        for (const name of Object.keys(headers)) expect(answer.headers).toHaveProperty([name.toLowerCase()]);
        expect(validate(path, answer.status, 'application/problem+json', examples[code].value)).toEqual([]);
      }
    }
  });

  test('the operations together name every error that can be brought about', () => {
    const described = OPERATIONS.flatMap(([path]) =>
      Object.values<Json>(document.paths[path].get.responses).flatMap((response) =>
        Object.keys(resolve(document, response).content?.['application/problem+json']?.examples ?? {}),
      ),
    );
    expect([...new Set(described)].sort()).toEqual(Object.keys(CAUSES_OF[mode]).sort());
  });
});
