// Every request for records needs a good token: each bad one is told by its own code, everywhere alike.

import { createTokenSecret } from '../../src/auth/token-format.js';
import type { TestApp } from '../support/app.js';
import { passTime, startClock, stopClock } from '../support/clock.js';
import { bearer, createBearer, expect401, startMultiUser } from './people.js';

let app: TestApp;
beforeAll(async () => {
  app = await startMultiUser({ FAILURES_PER_MINUTE: '10000' }, { lures: [{ id: 'l1', name: 'Spinner' }] });
});
afterAll(() => app.close());
afterEach(startClock);

const MISSING = ['token-missing', 'Send Authorization: Bearer and an API token.'] as const;
const MALFORMED = ['token-malformed', 'The Authorization header is not Bearer and one token.'] as const;
const TYPO = ['token-malformed', 'It is not a token of Creel, or has a typo in it.'] as const;
const TARGETS = ['/api/v1/lures', '/api/v1/lures/l1', '/api/v1/lures/unknown', '/graphql?query={__typename}'];

describe.each(TARGETS)('%s', (target) => {
  test.each([
    [undefined, MISSING],
    ['', MISSING],
    ['Basic YW5uYTpodW50ZXIy', MISSING],
    ['Bearer', MALFORMED],
    ['Bearer a b', MALFORMED],
    [createTokenSecret(), MALFORMED],
    ['Bearer x', TYPO],
    [`Bearer ${createTokenSecret()}x`, TYPO],
    [`Bearer ${createTokenSecret()}, Bearer ${createTokenSecret()}`, MALFORMED],
    [`Bearer ${createTokenSecret()}`, ['token-unknown', 'No such token was made here.'] as const],
  ])('with Authorization %j is a 401', async (authorization, [code, detail]) => {
    const headers: Record<string, string> =
      authorization === undefined ? {} : { Authorization: authorization };
    expect401(await app.request(target, { headers }), code, detail);
  });

  test('with one wrong character in the token is a 401 without a look into the store', async () => {
    const { secret } = await createBearer(app);
    const typo = secret.slice(0, -1) + (secret.endsWith('a') ? 'b' : 'a');
    expect401(await app.request(target, { headers: bearer(typo) }), ...TYPO);
  });

  test('with an expired token is a 401', async () => {
    stopClock();
    const expiresAt = new Date(Date.now() + 1000).toISOString();
    const { headers } = await createBearer(app, { expiresAt });
    expect((await app.request('/api/v1/lures', { headers })).status).toBe(200);
    passTime(1000);
    expect401(await app.request(target, { headers }), 'token-expired', 'The token has expired.');
  });

  test('with a revoked token is a 401 at once, although it was just used', async () => {
    const { headers, token, user } = await createBearer(app);
    expect((await app.request('/api/v1/lures', { headers })).status).toBe(200);
    await app.auth.tokens.revoke(user.id, token.id);
    expect401(await app.request(target, { headers }), 'token-revoked', 'The token was revoked.');
  });

  test('with a token of a disabled user is a 401 at once, until the user is enabled again', async () => {
    const { headers, user } = await createBearer(app, {}, 'ben');
    expect((await app.request('/api/v1/lures', { headers })).status).toBe(200);
    await app.auth.users.setDisabled(user.id, true);
    const detail = 'The account of this token is disabled.';
    expect401(await app.request(target, { headers }), 'account-disabled', detail);
    await app.auth.users.setDisabled(user.id, false);
    expect((await app.request('/api/v1/lures', { headers })).status).toBe(200);
  });
});

test('every description of an error is a quoted-string without escapes, as RFC 6750 allows', async () => {
  const { headers, token, user } = await createBearer(app);
  await app.auth.tokens.revoke(user.id, token.id);
  const all = [headers, bearer('x'), bearer(createTokenSecret()), { Authorization: 'Bearer' }];
  for (const one of all) {
    const { headers: answered } = await app.request('/api/v1/lures', { headers: one });
    expect(answered['www-authenticate']).toMatch(
      /^Bearer realm="creel", error="invalid_token", error_description="[\x20\x21\x23-\x5b\x5d-\x7e]+"$/,
    );
  }
});

test('the scheme is read in any case', async () => {
  const { secret } = await createBearer(app);
  for (const scheme of ['bearer', 'BEARER'])
    expect(
      (await app.request('/api/v1/lures', { headers: { Authorization: `${scheme} ${secret}` } })).status,
    ).toBe(200);
});

test('GraphQL by POST without a token is the same problem', async () => {
  expect401(await app.graphql('{ lures { items { id } } }'), ...MISSING);
});

test('HEAD needs a token and answers without a body', async () => {
  const { headers } = await createBearer(app);
  const without = await app.request('/api/v1/lures', { method: 'HEAD' });
  expect([without.status, without.text, without.headers['www-authenticate']]).toEqual([
    401,
    '',
    'Bearer realm="creel"',
  ]);
  const answer = await app.request('/api/v1/lures', { method: 'HEAD', headers });
  expect([answer.status, answer.text]).toEqual([200, '']);
});

test('OPTIONS tells the methods without a token', async () => {
  const { status, headers } = await app.request('/api/v1/lures', { method: 'OPTIONS' });
  expect([status, headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
});

test.each(['/api/openapi', '/api-docs', '/errors', '/health/live', '/health/ready'])(
  '%s needs no token',
  async (target) => {
    expect((await app.request(target)).status).toBe(200);
    expect((await app.request(target, { headers: bearer('x') })).status).toBe(200);
  },
);

test('neither a token nor its hash is ever logged', async () => {
  const { headers, secret, token } = await createBearer(app);
  await app.request('/api/v1/lures', { headers });
  await app.request(`/api/v1/lures?token=${secret}`);
  await app.request(`/api/v1/lures?${secret}`);
  const log = JSON.stringify(app.logged);
  expect(log).not.toContain(secret);
  expect(log).not.toContain(token.hash);
});
