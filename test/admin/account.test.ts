// The account: changing the password, and ending sessions.

import type { TestApp } from '../support/app.js';
import { startClock, stopClock } from '../support/clock.js';
import { audited, makeUser, PASSWORD, startPanel, Visitor } from './visitor.js';

let app: TestApp;
let here: Visitor;
let there: Visitor;
beforeEach(async () => {
  stopClock();
  app = await startPanel();
  await makeUser(app, 'ann');
  [there, here] = [await Visitor.signedIn(app, 'ann'), await Visitor.signedIn(app, 'ann')];
});
afterEach(async () => {
  await app.close();
  startClock();
});

const NEXT = 'another long password';
const change = (fields = {}) =>
  here.post('/admin/account/password', { old: PASSWORD, password: NEXT, again: NEXT, ...fields });
const isIn = async (visitor: Visitor) => (await visitor.get('/admin/account')).status === 200;

test('a new password ends all other sessions and is the one that counts', async () => {
  expect((await change()).headers.location).toBe('/admin/account?done=password-changed');
  expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
  expect((await there.signIn('ann', PASSWORD)).status).toBe(403);
  expect((await there.signIn('ann', NEXT)).status).toBe(303);
  expect(audited(app)).toContainEqual({ audit: 'password-changed', by: 'ann', address: '127.0.0.1' });
  const log = JSON.stringify(app.logged);
  for (const secret of [PASSWORD, NEXT, here.cookie.split('=')[1], here.formToken])
    expect(log).not.toContain(secret);
});

test.each([
  ['a wrong old password', { old: 'not this one at all' }, 'This is not your password.'],
  ['no old password', { old: '' }, 'This is not your password.'],
  [
    'a short new password',
    { password: 'short', again: 'short' },
    'The length is not allowed: 12 to 256 characters.',
  ],
  ['a new password of two kinds', { again: `${NEXT}!` }, 'It is not the same as above.'],
  ['a huge new password', { password: 'x'.repeat(5000), again: 'x'.repeat(5000) }, '12 to 256 characters.'],
])('%s changes nothing', async (_what, fields, message) => {
  const { status, text } = await change(fields);
  expect([status, text.includes(message)]).toEqual([400, true]);
  expect(text).not.toContain(NEXT);
  expect(await isIn(there)).toBe(true);
  expect((await there.signIn('ann', PASSWORD)).status).toBe(303);
});

test('the old password cannot be guessed here either', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 4; count++) statuses.push((await change({ old: 'wrong wrong wrong' })).status);
  expect(statuses).toEqual([400, 400, 400, 429]);
  expect((await change({ old: 'wrong' })).headers['retry-after']).toBe('1');
});

test('the sessions are listed, this one among them, and ended one by one', async () => {
  await new Visitor(app).post(
    '/admin/sign-in',
    { name: 'ann', password: PASSWORD },
    { 'User-Agent': 'Mozilla Firefox/140 Windows' },
  );
  const { text } = await here.get('/admin/account');
  expect(text).toContain('Firefox on Windows');
  expect(text.match(/This session/g)).toHaveLength(1);
  const ends = [...text.matchAll(/action="(\/admin\/account\/sessions\/[^"]+\/end)"/g)].map(([, path]) =>
    String(path),
  );
  expect(ends).toHaveLength(2);
  for (const path of ends)
    expect((await here.post(path)).headers.location).toBe('/admin/account?done=session-ended');
  expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
  expect((await here.post(String(ends[0]))).status).toBe(404);
  expect(audited(app).filter(({ audit }) => audit === 'session-ended')).toHaveLength(2);
});

test("nobody ends another user's session", async () => {
  const { id } = await makeUser(app, 'bob');
  await Visitor.signedIn(app, 'bob');
  const [session] = await app.auth.sessions.list(id);
  expect((await here.post(`/admin/account/sessions/${session?.id}/end`)).status).toBe(404);
  expect(await app.auth.sessions.list(id)).toHaveLength(1);
});

test('all others are ended at once', async () => {
  expect((await here.post('/admin/account/sessions/end-others')).status).toBe(303);
  expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
});
