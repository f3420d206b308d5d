// How a token's life changes: rotated with or without grace, revoked here and in another server on the same store.

import { TOKENS_MAX } from '../../src/auth/api-tokens.js';
import type { TestApp } from '../support/app.js';
import { passTime, startClock, stopClock } from '../support/clock.js';
import { bearer, createBearer, expect401, startMultiUser, startSecond } from './people.js';

let app: TestApp;
beforeAll(async () => {
  app = await startMultiUser({}, { lures: [{ id: 'l1' }] });
});
afterAll(() => app.close());
afterEach(startClock);

const ROTATED = ['token-expired', 'The token was rotated; use its new secret.'] as const;
const ask = (secret: string) => app.request('/api/v1/lures?fields=id', { headers: bearer(secret) });
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

test('after a rotation with grace both secrets work, then only the new one', async () => {
  stopClock();
  const { user, token, secret } = await createBearer(app);
  const rotated = await app.auth.tokens.rotate(user.id, token.id, 1);
  expect([(await ask(secret)).status, (await ask(rotated.secret)).status]).toEqual([200, 200]);
  expect([rotated.token.id, rotated.token.prefix]).toEqual([token.id, rotated.secret.slice(0, 12)]);
  passTime(1000);
  expect401(await ask(secret), ...ROTATED);
  expect((await ask(rotated.secret)).json).toEqual([{ id: 'l1' }]);
});

test('after a rotation without grace the old secret stops at once, although it was just used', async () => {
  const { user, token, secret } = await createBearer(app);
  expect((await ask(secret)).status).toBe(200);
  const rotated = await app.auth.tokens.rotate(user.id, token.id, 0);
  expect401(await ask(secret), ...ROTATED);
  expect((await ask(rotated.secret)).status).toBe(200);
});

test('a revocation ends the old secret of a rotation too', async () => {
  const { user, token, secret } = await createBearer(app);
  const rotated = await app.auth.tokens.rotate(user.id, token.id, 1000);
  await app.auth.tokens.revoke(user.id, token.id);
  for (const one of [secret, rotated.secret])
    expect401(await ask(one), 'token-revoked', 'The token was revoked.');
});

test('of two rotations at one moment one is refused, so that no secret is handed out dead', async () => {
  const { user, token, secret } = await createBearer(app);
  const rotations = await Promise.allSettled([1, 2].map(() => app.auth.tokens.rotate(user.id, token.id, 60)));
  expect(rotations.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  for (const rotation of rotations)
    if (rotation.status === 'rejected') expect(rotation.reason).toMatchObject({ code: 'invalid-parameter' });
    else expect((await ask(rotation.value.secret)).status).toBe(200);
  expect((await ask(secret)).status).toBe(200);
});

test('a revoked token cannot be rotated, and nobody can touch the token of another', async () => {
  const { user, token } = await createBearer(app);
  const ben = await createBearer(app, {}, 'ben');
  const { tokens } = app.auth;
  for (const attempt of [
    () => tokens.rotate(ben.user.id, token.id, 0),
    () => tokens.revoke(ben.user.id, token.id),
    () => tokens.rename(ben.user.id, token.id, 'mine'),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'record-not-found' });
  await tokens.revoke(user.id, token.id);
  await expect(tokens.rotate(user.id, token.id, 0)).rejects.toMatchObject({ code: 'invalid-parameter' });
});

test('another server refuses a revoked token within TOKEN_CACHE_SECONDS', async () => {
  const { user, token, headers } = await createBearer(app);
  const second = await startSecond(app, { TOKEN_CACHE_SECONDS: '1' });
  try {
    expect(await second.status('/api/v1/lures', headers)).toBe(200);
    await app.auth.tokens.revoke(user.id, token.id);
    const revoked = performance.now();
    // It may go on for a second, but not longer: not even if it is asked all the time.
    while (performance.now() - revoked < 1010) {
      await second.status('/api/v1/lures', headers);
      await wait(50);
    }
    expect(await second.status('/api/v1/lures', headers)).toBe(401);
  } finally {
    await second.close();
  }
});

test('with TOKEN_CACHE_SECONDS=0 another server refuses it at once', async () => {
  const { user, token, headers } = await createBearer(app);
  const second = await startSecond(app, { TOKEN_CACHE_SECONDS: '0' });
  try {
    expect(await second.status('/api/v1/lures', headers)).toBe(200);
    await app.auth.tokens.revoke(user.id, token.id);
    expect(await second.status('/api/v1/lures', headers)).toBe(401);
  } finally {
    await second.close();
  }
});

test('a token that is revoked while it is looked up is not remembered as good', async () => {
  const { user, token, secret, headers } = await createBearer(app);
  const { accounts } = app.store;
  const findUser = accounts.findUser.bind(accounts);
  const { tokens } = app.auth;
  Object.assign(accounts, {
    async findUser(by: Parameters<typeof findUser>[0]) {
      Object.assign(accounts, { findUser });
      await tokens.revoke(user.id, token.id);
      return findUser(by);
    },
  });
  await ask(secret);
  const answer = await app.request('/api/v1/lures', { headers });
  expect401(answer, 'token-revoked', 'The token was revoked.');
});

test('a user has at most so many live tokens, and another once one is revoked', async () => {
  const { user, token } = await createBearer(app, {}, 'many');
  for (let count = 1; count < TOKENS_MAX; count++) await createBearer(app, {}, 'many');
  await expect(createBearer(app, {}, 'many')).rejects.toMatchObject({
    code: 'invalid-parameter',
    detail: `tokens: there are ${TOKENS_MAX} live tokens already`,
  });
  await app.auth.tokens.revoke(user.id, token.id);
  await createBearer(app, {}, 'many');
});

test.each([
  [{ name: '' }],
  [{ name: 'two\nlines' }],
  [{ name: 'x'.repeat(101) }],
  [{ name: 'turned \u202e around' }],
  [{ name: '\ud800' }],
  [{ expiresAt: '2020-01-01T00:00:00.000Z' }],
  [{ collections: [] }],
  [{ collections: ['catches', 'constructor'] }],
])('a token with %j is refused', async (wanted) => {
  await expect(createBearer(app, wanted)).rejects.toMatchObject({ code: 'invalid-parameter' });
});

test('no endpoint takes a token to make or manage tokens: the panel does not know it', async () => {
  const { headers } = await createBearer(app);
  for (const path of ['/admin', '/admin/tokens', '/api/v1/tokens', '/api/v1/users'])
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, text } = await app.request(path, { method, headers });
      expect([path, method, status === 200 && !/password/i.test(text)]).toEqual([path, method, false]);
      expect(text).not.toMatch(/creel_[0-9A-Za-z]{36}/);
    }
});
