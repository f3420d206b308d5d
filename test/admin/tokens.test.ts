// Tokens in the panel: made and shown once, used, renamed, rotated, revoked, and never more than the user asked for.

import type { TestApp } from '../support/app.js';
import { startClock, stopClock } from '../support/clock.js';
import { smallLog } from '../support/small-log.js';
import { audited, type Fields, makeUser, secretOf, startPanel, Visitor } from './visitor.js';

let app: TestApp;
let visitor: Visitor;
let userId: string;
beforeEach(async () => {
  stopClock();
  app = await startPanel({ TOKEN_CACHE_SECONDS: '60' });
  userId = (await makeUser(app, 'ann')).id;
  await app.write(smallLog, userId);
  visitor = await Visitor.signedIn(app, 'ann');
});
afterEach(async () => {
  await app.close();
  startClock();
});

const WANTED: Fields = { name: 'Notebook', expires: 'never', collections: ['catches'], coordinates: 'exact' };
const make = (fields: Fields = {}) => visitor.post('/admin/tokens', { ...WANTED, ...fields });
const read = (secret: string, path = '/api/v1/catches') =>
  app.request(path, { headers: { Authorization: `Bearer ${secret}` } });
const only = async () => {
  const [token] = await app.auth.tokens.list(userId);
  if (!token) throw new Error('there is no token');
  return token;
};

test('a new token is shown once, works, and is not in any later page or in the log', async () => {
  const answer = await make();
  const secret = secretOf(answer);
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  expect((await read(secret)).status).toBe(200);
  expect((await read(secret, '/api/v1/lures')).status).toBe(403);
  const { id, prefix } = await only();
  for (const path of ['/admin/tokens', `/admin/tokens/${id}`, `/admin/tokens/${id}/revoke`]) {
    const { text } = await visitor.get(path);
    expect([text.includes(secret), text.includes(`${prefix}…`)]).toEqual([false, true]);
  }
  expect(JSON.stringify(app.logged)).not.toContain(secret);
  expect(audited(app).at(-1)).toEqual({ audit: 'token-created', by: 'ann', token: id, address: '127.0.0.1' });
});

test('the ready-made lines use the token against this server', async () => {
  const { text } = await make();
  const page = text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
  const secret = /creel_\w{36}/.exec(page)?.[0];
  const url = `http://127.0.0.1:${app.port}/api/v1/catches`;
  expect(page).toContain(`curl -f -H "Authorization: Bearer ${secret}" "${url}" -o catches.json`);
  expect(page).toContain(`storage_options={"Authorization": "Bearer ${secret}"}`);
  expect(page).toContain(`[Headers = [Authorization = "Bearer ${secret}"]]`);
  expect(page).toContain(`req_auth_bearer_token("${secret}")`);
});

test('the lines name PUBLIC_URL and a collection that the token may read', async () => {
  await app.close();
  app = await startPanel({ PUBLIC_URL: 'https://creel.example/' });
  userId = (await makeUser(app, 'ann')).id;
  visitor = await Visitor.signedIn(app, 'ann');
  const { text } = await make({ collections: ['spots'] });
  expect(text).toContain('https://creel.example/api/v1/spots');
  expect(text).not.toContain('catches');
});

test.each([
  ['30', 30],
  ['90', 90],
  ['365', 365],
])('a token for %s days expires then', async (expires, days) => {
  await make({ expires });
  expect(Date.parse((await only()).expiresAt ?? '') - Date.now()).toBe(days * 24 * 3600_000);
});

test('a token until a day is good to the end of it, in UTC', async () => {
  await make({ expires: 'date', date: '2999-02-28' });
  expect((await only()).expiresAt).toBe('2999-02-28T23:59:59.999Z');
});

test('a token for all seven collections is one for everything', async () => {
  await make({
    collections: ['catches', 'combos', 'lines', 'lures', 'reels', 'rods', 'spots'],
    coordinates: 'hidden',
  });
  expect(await only()).toMatchObject({ collections: null, coordinates: 'hidden' });
});

test.each([
  ['no name', { name: ' ' }, '1 to 100 characters on one line.'],
  ['a long name', { name: 'x'.repeat(101) }, '1 to 100 characters on one line.'],
  ['a name of two lines', { name: 'a\nb' }, '1 to 100 characters on one line.'],
  ['no lifetime', { expires: '' }, 'Choose one, and a day to come'],
  ['a lifetime that is not offered', { expires: '3650' }, 'Choose one, and a day to come'],
  ['no day', { expires: 'date', date: '' }, 'Choose one, and a day to come'],
  ['a day that is over', { expires: 'date', date: '2020-01-01' }, 'Choose one, and a day to come'],
  ['a day that is none', { expires: 'date', date: '2999-02-31' }, 'Choose one, and a day to come'],
  ['no collection', { collections: [] }, 'Choose at least one.'],
  ['a collection that is none', { collections: ['catches', 'users'] }, 'None or unknown ones are given'],
  ['no coordinates', { coordinates: '' }, 'Choose one.'],
  ['coordinates that are not offered', { coordinates: 'toString' }, 'Choose one.'],
])('%s is a 400 that keeps what was typed', async (_what, fields, message) => {
  const { status, text } = await make({ name: 'My notebook', ...fields });
  expect([status, text.includes(message)]).toEqual([400, true]);
  expect(text).toContain('<h1>New token</h1>');
  expect(await app.auth.tokens.list(userId)).toEqual([]);
  if (!('name' in fields)) expect(text).toContain('value="My notebook"');
  if (!('collections' in fields)) expect(text).toMatch(/value="catches" checked/);
});

test('the fifty-first live token is refused, and made once another is revoked', async () => {
  const wanted = { name: 'x', expiresAt: null, collections: null, coordinates: 'exact' } as const;
  for (let count = 0; count < 50; count++) await app.auth.tokens.create(userId, wanted);
  const { status, text } = await make();
  expect([status, text.includes('There are 50 live tokens already: revoke one first.')]).toEqual([400, true]);
  await visitor.post(`/admin/tokens/${(await only()).id}/revoke`);
  expect((await make()).status).toBe(200);
});

test('a token is renamed', async () => {
  await make();
  const { id } = await only();
  expect((await visitor.post(`/admin/tokens/${id}/rename`, { name: ' Map ' })).headers.location).toBe(
    `/admin/tokens/${id}?done=token-renamed`,
  );
  expect((await only()).name).toBe('Map');
  const { status, text } = await visitor.post(`/admin/tokens/${id}/rename`, { name: 'y'.repeat(101) });
  expect([status, text.includes(`value="${'y'.repeat(101)}"`)]).toEqual([400, true]);
  expect(audited(app).at(-1)).toMatchObject({ audit: 'token-renamed', token: id });
});

test.each([
  ['0', 401],
  ['3600', 200],
  ['86400', 200],
  ['604800', 200],
])('after a rotation the new secret works, and the old one for %s seconds', async (grace, expected) => {
  const old = secretOf(await make());
  await read(old);
  const { id } = await only();
  const answer = await visitor.post(`/admin/tokens/${id}/rotate`, { grace });
  const secret = secretOf(answer);
  expect([answer.status, secret === old, answer.headers['cache-control']]).toEqual([200, false, 'no-store']);
  expect([(await read(secret)).status, (await read(old)).status]).toEqual([200, expected]);
  expect(Date.parse((await only()).previousUntil ?? '') - Date.now()).toBe(Number(grace) * 1000);
  expect((await visitor.get('/admin/tokens')).text.includes('Old secret ends')).toBe(expected === 200);
  expect(audited(app).at(-1)).toMatchObject({ audit: 'token-rotated', token: id });
  expect(JSON.stringify(app.logged)).not.toContain(secret);
});

test('a grace that is not offered, or an ended token, is not rotated', async () => {
  await make();
  const { id, hash } = await only();
  for (const grace of ['', '1', '-1', '1e9'])
    expect((await visitor.post(`/admin/tokens/${id}/rotate`, { grace })).status).toBe(400);
  await visitor.post(`/admin/tokens/${id}/revoke`);
  const { status, text } = await visitor.post(`/admin/tokens/${id}/rotate`, { grace: '0' });
  expect([status, text.includes('Revoked')]).toEqual([400, true]);
  expect((await only()).hash).toBe(hash);
});

test('a revoked token is refused at once, and the page before asks', async () => {
  const secret = secretOf(await make());
  const { id } = await only();
  expect((await read(secret)).status).toBe(200);
  expect((await visitor.get(`/admin/tokens/${id}/revoke`)).text).toContain('Revoke “Notebook”?');
  expect((await read(secret)).status).toBe(200);
  expect((await visitor.post(`/admin/tokens/${id}/revoke`)).headers.location).toBe(
    '/admin/tokens?done=token-revoked',
  );
  const { status, json } = await read(secret);
  expect([status, json.code]).toEqual([401, 'token-revoked']);
  expect((await visitor.get('/admin/tokens')).text).toContain('Ended tokens (1)');
  expect(audited(app).at(-1)).toMatchObject({ audit: 'token-revoked', by: 'ann', token: id });
});

test('the list tells what a token read, in a chart that has words too', async () => {
  const secret = secretOf(await make());
  expect((await visitor.get('/admin/tokens')).text).toContain('aria-label="No requests in the last 30 days"');
  const records = (await read(secret)).json.length;
  await read(secret, '/api/v1/catches?limit=1');
  await app.auth.usage.flush();
  const { text } = await visitor.get('/admin/tokens');
  const today = new Date().toISOString().slice(0, 10);
  expect(text).toContain(`aria-label="2 requests on 1 day of the last 30, most on ${today}: 2"`);
  expect(text).toContain(`30 days: 2 requests, ${records + 1} records`);
  expect(text).not.toContain('Not yet');
});
