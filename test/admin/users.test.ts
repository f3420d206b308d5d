// Users, for administrators: made, disabled, enabled and given a new password; never their tokens or records.

import type { TestApp } from '../support/app.js';
import { audited, makeUser, PASSWORD, secretOf, startPanel, Visitor } from './visitor.js';

let app: TestApp;
let admin: Visitor;
beforeEach(async () => {
  app = await startPanel({ TOKEN_CACHE_SECONDS: '60' });
  await makeUser(app, 'ann', true);
  admin = await Visitor.signedIn(app, 'ann');
});
afterEach(() => app.close());

const GENERATED = /<code id="secret">((?:[a-z2-9]{4}-){4}[a-z2-9]{4})<\/code>/;

test('a user is made with the password that was given', async () => {
  const { status, text } = await admin.post('/admin/users', { name: 'Bob', password: PASSWORD });
  expect([status, text.includes(PASSWORD), text.includes('Bob')]).toEqual([200, false, true]);
  const user = await app.auth.users.get('bob');
  expect(user).toMatchObject({ isAdmin: false, isDisabled: false, ownerId: user.id });
  await Visitor.signedIn(app, 'bob');
  expect(audited(app)).toContainEqual({
    audit: 'user-created',
    by: 'ann',
    user: 'Bob',
    address: '127.0.0.1',
  });
});

test('a password that was made up is shown once, and works', async () => {
  const answer = await admin.post('/admin/users', { name: 'bob', isAdmin: 'yes', ownerId: ' old-owner ' });
  const password = GENERATED.exec(answer.text)?.[1] ?? '';
  expect(answer.headers['cache-control']).toBe('no-store');
  expect((await new Visitor(app).signIn('bob', password)).status).toBe(303);
  expect(await app.auth.users.get('bob')).toMatchObject({ isAdmin: true, ownerId: 'old-owner' });
  expect(JSON.stringify(app.logged)).not.toContain(password);
});

test.each([
  ['no name', { name: '' }, '1 to 64 visible characters'],
  ['a name that is taken', { name: 'ANN' }, 'a name that no other user has'],
  ['a name with a control character', { name: 'a\tb' }, '1 to 64 visible characters'],
  ['a short password', { name: 'eve', password: 'short' }, '12 to 256 characters'],
  ['a long owner id', { name: 'eve', ownerId: 'x'.repeat(129) }, '1 to 128 characters'],
])('%s is a 400 that keeps what was typed', async (_what, fields, message) => {
  const { status, text } = await admin.post('/admin/users', { isAdmin: 'yes', ...fields });
  expect([status, text.includes(message)]).toEqual([400, true]);
  expect(text).toContain('value="yes" checked');
  expect(text).not.toContain('value="short"');
  expect(await app.auth.users.list()).toHaveLength(1);
});

test('a user who is disabled is out at once: sessions, tokens and sign-in', async () => {
  const { id } = await makeUser(app, 'bob');
  const bob = await Visitor.signedIn(app, 'bob');
  const secret = secretOf(
    await bob.post('/admin/tokens', {
      name: 't',
      expires: 'never',
      collections: 'catches',
      coordinates: 'exact',
    }),
  );
  const read = async () =>
    (await app.request('/api/v1/catches', { headers: { Authorization: `Bearer ${secret}` } })).status;
  expect(await read()).toBe(200);
  expect((await admin.post(`/admin/users/${id}/disable`)).headers.location).toBe(
    `/admin/users/${id}?done=user-disabled`,
  );
  expect([await read(), (await bob.get('/admin/tokens')).status]).toEqual([401, 303]);
  expect((await bob.signIn('bob', PASSWORD)).status).toBe(403);
  expect((await admin.get(`/admin/users/${id}`)).text).toContain('Disabled');
  expect((await admin.post(`/admin/users/${id}/enable`)).status).toBe(303);
  expect([await read(), (await bob.signIn('bob', PASSWORD)).status]).toEqual([200, 303]);
  expect(audited(app).map(({ audit, user }) => [audit, user])).toEqual(
    expect.arrayContaining([
      ['user-disabled', 'bob'],
      ['user-enabled', 'bob'],
    ]),
  );
});

test("a password that is reset ends the user's sessions", async () => {
  const { id } = await makeUser(app, 'bob');
  const bob = await Visitor.signedIn(app, 'bob');
  const password = GENERATED.exec((await admin.post(`/admin/users/${id}/password`)).text)?.[1] ?? '';
  expect((await bob.get('/admin/tokens')).status).toBe(303);
  expect((await bob.signIn('bob', PASSWORD)).status).toBe(403);
  expect((await bob.signIn('bob', password)).status).toBe(303);
  expect((await admin.post(`/admin/users/${id}/password`, { password: 'short' })).status).toBe(400);
  expect((await admin.post(`/admin/users/${id}/password`, { password: PASSWORD })).text).not.toContain(
    PASSWORD,
  );
  expect((await bob.signIn('bob', PASSWORD)).status).toBe(303);
  expect(audited(app)).toContainEqual({
    audit: 'password-reset',
    by: 'ann',
    user: 'bob',
    address: '127.0.0.1',
  });
  expect(JSON.stringify(app.logged)).not.toContain(password);
});

test('administrators can do none of it to themselves', async () => {
  const { id } = await app.auth.users.get('ann');
  for (const action of ['disable', 'enable', 'password'])
    expect((await admin.post(`/admin/users/${id}/${action}`, { password: 'some new password' })).status).toBe(
      400,
    );
  const { text } = await admin.get(`/admin/users/${id}`);
  expect([text.includes('This is you.'), text.includes('/disable')]).toEqual([true, false]);
});

test('the list tells sign-ins and numbers of tokens, and nothing of the tokens themselves', async () => {
  const { id } = await makeUser(app, 'bob');
  const wanted = { name: 'secret plan', expiresAt: null, collections: null, coordinates: 'exact' } as const;
  const { token } = await app.auth.tokens.create(id, wanted);
  for (const path of ['/admin/users', `/admin/users/${id}`]) {
    const { text } = await admin.get(path);
    for (const part of [token.name, token.prefix, token.id, token.hash]) expect(text).not.toContain(part);
  }
  const { text } = await admin.get('/admin/users');
  expect(text).toMatch(/<td class="number">1<\/td>/);
  expect((await admin.get(`/admin/tokens/${token.id}`)).status).toBe(404);
});
