// Passwords and users: how a password is kept, which are allowed, and that names are found however they are written.

import { hashPassword, verifyPassword } from '../../src/auth/passwords.js';
import { startApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const GOOD = 'correct horse battery';

test('a password is kept as Argon2id with a salt of its own', async () => {
  const [one, other] = [await hashPassword(GOOD), await hashPassword(GOOD)];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
  expect([await verifyPassword(one, GOOD), await verifyPassword(one, `${GOOD}x`)]).toEqual([true, false]);
});

test('a password is the same however its accents are composed', async () => {
  expect(
    await verifyPassword(
      await hashPassword('ångström ångström'),
      'a\u030angstro\u0308m a\u030angstro\u0308m',
    ),
  ).toBe(true);
});

test.each(['', 'short', 'x'.repeat(11), 'x'.repeat(257)])('the password %j is refused', async (password) => {
  await expect(hashPassword(password)).rejects.toMatchObject({
    code: 'invalid-parameter',
    options: { errors: [{ parameter: 'password', allowed: '12 to 256 characters' }] },
  });
});

test('nobody signs in without a password, with a wrong one, or as somebody unknown or disabled', async () => {
  const { users } = app.auth;
  const make = (name: string, password: string | null) =>
    users.create({ name, password, isAdmin: false, ownerId: null });
  await make('nopass', null);
  const anna = await make('Anna', GOOD);
  expect(await users.signIn('nopass', '')).toBeNull();
  expect(await users.signIn('nopass', 'no user has this password')).toBeNull();
  expect(await users.signIn('Anna', `${GOOD}!`)).toBeNull();
  expect(await users.signIn('nobody', GOOD)).toBeNull();
  expect(await users.signIn('Anna\u0000', GOOD)).toBeNull();
  expect(await users.signIn('\ud800', GOOD)).toBeNull();
  expect(await users.signIn('x'.repeat(100_000), 'y'.repeat(100_000))).toBeNull();
  expect((await users.signIn(' anna ', GOOD))?.id).toBe(anna.id);
  await users.setDisabled(anna.id, true);
  expect(await users.signIn('Anna', GOOD)).toBeNull();
});

test('a name is taken in any case and composition, and found in any', async () => {
  const { users } = app.auth;
  await users.create({ name: 'Åsa', password: GOOD, isAdmin: false, ownerId: null });
  const again = users.create({ name: 'a\u030aSA', password: null, isAdmin: false, ownerId: null });
  await expect(again).rejects.toMatchObject({ code: 'invalid-parameter' });
  expect((await users.signIn('a\u030asa', GOOD))?.name).toBe('Åsa');
  expect((await users.get('ÅSA')).name).toBe('Åsa');
});

test.each(['', '   ', 'a\nb', 'a\u202eb', 'a\ud800', 'x'.repeat(65)])(
  'the name %j is refused',
  async (name) => {
    const made = app.auth.users.create({ name, password: null, isAdmin: false, ownerId: null });
    await expect(made).rejects.toMatchObject({ code: 'invalid-parameter' });
  },
);
