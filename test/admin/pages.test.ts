// Every page of the panel is there, is protected, and has its own 404 and 405.

import type { TestApp } from '../support/app.js';
import { makeUser, startPanel, Visitor } from './visitor.js';

let app: TestApp;
let admin: Visitor;
let other: string;
let tokenId: string;
beforeAll(async () => {
  app = await startPanel();
  const { id } = await makeUser(app, 'ann', true);
  other = (await makeUser(app, 'bob')).id;
  const wanted = { name: 'mine', expiresAt: null, collections: null, coordinates: 'exact' } as const;
  tokenId = (await app.auth.tokens.create(id, wanted)).token.id;
  admin = await Visitor.signedIn(app, 'ann');
});
afterAll(() => app.close());

const pages = (): [path: string, heading: string][] => [
  ['/admin/tokens', 'Tokens'],
  ['/admin/tokens/new', 'New token'],
  [`/admin/tokens/${tokenId}`, 'mine'],
  [`/admin/tokens/${tokenId}/revoke`, 'Revoke “mine”?'],
  ['/admin/account', 'Account'],
  ['/admin/data', 'My data'],
  ['/admin/users', 'Users'],
  ['/admin/users/new', 'New user'],
  [`/admin/users/${other}`, 'bob'],
];

test('every page is answered, never kept, and may load only what this server serves', async () => {
  for (const [path, heading] of pages()) {
    const { status, headers, text } = await admin.get(path);
    expect([path, status, text.match(/<h1>([^<]*)<\/h1>/)?.[1]]).toEqual([path, 200, heading]);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;base-uri 'none';" +
        "form-action 'self';frame-ancestors 'none'",
    );
    // What the policy forbids is not there either.
    expect(text).not.toMatch(
      / style=|<style|<script(?! src="\/assets\/admin\.js" defer><)| on\w+=|https?:\/\//,
    );
  }
});

test('what the pages load is there', async () => {
  for (const path of ['/assets/pico.css', '/assets/admin.css', '/assets/admin.js', '/assets/favicon.svg'])
    expect([path, (await app.request(path)).status]).toEqual([path, 200]);
});

test('without a session every page leads to sign-in', async () => {
  for (const path of ['/admin', ...pages().map(([known]) => known)]) {
    const { status, headers } = await app.request(path);
    expect([path, status, headers.location]).toEqual([path, 303, '/admin/sign-in']);
  }
});

test('the start leads to the tokens', async () => {
  expect((await admin.get('/admin')).headers.location).toBe('/admin/tokens');
  expect((await admin.get('/admin/')).headers.location).toBe('/admin/tokens');
  expect((await admin.get('/admin/sign-in')).headers.location).toBe('/admin/tokens');
});

test('HEAD is answered like GET, without the page', async () => {
  const { status, headers, text } = await app.request('/admin/tokens', {
    method: 'HEAD',
    headers: { Cookie: admin.cookie },
  });
  expect([status, headers['content-type'], text]).toEqual([200, 'text/html; charset=utf-8', '']);
});

test.each([
  '/admin/no-such',
  '/admin/tokens/no-such',
  '/admin/users/no-such',
  '/admin/data/catches.exe',
  '/admin/data/none.json',
])('%s is a 404 within the panel', async (path) => {
  const { status, headers, text } = await admin.get(path);
  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    404,
    'text/html; charset=utf-8',
    undefined,
  ]);
  expect(text).toContain('<h1>There is nothing at this path</h1>');
  expect(text).toContain('aria-label="Panel"');
});

test.each([
  ['DELETE', '/admin/tokens', 'GET, HEAD, POST'],
  ['POST', '/admin/data', 'GET, HEAD'],
  ['GET', '/admin/sign-out', 'POST'],
  ['PUT', '/admin', 'GET, HEAD'],
])('%s %s is a 405 that allows %s', async (method, path, allow) => {
  const { status, headers, text } = await app.request(path, { method });
  expect([status, headers.allow]).toEqual([405, allow]);
  expect(text).toContain('<h1>The method is not offered here</h1>');
});

test('who is no administrator sees no users', async () => {
  const user = await Visitor.signedIn(app, 'bob');
  for (const path of ['/admin/users', '/admin/users/new', `/admin/users/${other}`]) {
    const { status, text } = await user.get(path);
    expect([status, text.includes('This is for administrators')]).toEqual([403, true]);
  }
  expect((await user.get('/admin/tokens')).text).not.toContain('/admin/users');
  expect((await user.post(`/admin/users/${other}/disable`)).status).toBe(403);
  expect((await user.post('/admin/users', { name: 'eve', isAdmin: 'yes' })).status).toBe(403);
});

test("one user's token is not another's", async () => {
  const user = await Visitor.signedIn(app, 'bob');
  for (const path of [`/admin/tokens/${tokenId}`, `/admin/tokens/${tokenId}/revoke`])
    expect((await user.get(path)).status).toBe(404);
  for (const [action, fields] of [
    ['rename', { name: 'x' }],
    ['rotate', { grace: '0' }],
    ['revoke', {}],
  ] as const)
    expect((await user.post(`/admin/tokens/${tokenId}/${action}`, fields)).status).toBe(404);
});

test('a failure of the store is a page that tells nothing of it', async () => {
  const { accounts } = app.store;
  const list = accounts.listTokens;
  accounts.listTokens = () => Promise.reject(new Error('secret detail'));
  const { status, text } = await admin.get('/admin/tokens');
  accounts.listTokens = list;
  expect([status, text.includes('Something went wrong'), text.includes('secret detail')]).toEqual([
    500,
    true,
    false,
  ]);
});
