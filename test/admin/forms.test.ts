// Forms that no page of the panel sends: from elsewhere, huge, of another type, or not text at all.

import type { TestApp } from '../support/app.js';
import { audited, makeUser, startPanel, Visitor } from './visitor.js';

let app: TestApp;
let visitor: Visitor;
let tokenId: string;
let otherId: string;
beforeAll(async () => {
  app = await startPanel();
  const { id } = await makeUser(app, 'ann', true);
  otherId = (await makeUser(app, 'bob')).id;
  const wanted = { name: 'mine', expiresAt: null, collections: null, coordinates: 'exact' } as const;
  tokenId = (await app.auth.tokens.create(id, wanted)).token.id;
  visitor = await Visitor.signedIn(app, 'ann');
});
afterAll(() => app.close());

const posts = () => [
  '/admin/sign-out',
  '/admin/sign-out-everywhere',
  '/admin/tokens',
  `/admin/tokens/${tokenId}/rename`,
  `/admin/tokens/${tokenId}/rotate`,
  `/admin/tokens/${tokenId}/revoke`,
  '/admin/account/password',
  '/admin/account/sessions/end-others',
  '/admin/account/sessions/some/end',
  '/admin/users',
  `/admin/users/${otherId}/disable`,
  `/admin/users/${otherId}/enable`,
  `/admin/users/${otherId}/password`,
];

test('every form is refused without the form token of this very session', async () => {
  const other = await Visitor.signedIn(app, 'ann');
  const before = audited(app).length;
  for (const path of posts())
    for (const formToken of ['', 'x', 'x'.repeat(43), other.formToken]) {
      const { status, text } = await visitor.post(path, { formToken });
      expect([path, status]).toEqual([path, 403]);
      expect(text).toContain('<h1>The form did not come from a page of this server</h1>');
    }
  expect(audited(app)).toHaveLength(before);
  expect((await visitor.get('/admin/tokens')).text).toContain('1 of at most 50');
});

const raw = (
  path: string,
  body: string | Buffer,
  type: string | null,
  headers: Record<string, string> = {},
) =>
  app.request(path, {
    method: 'POST',
    headers: { Cookie: visitor.cookie, ...(type === null ? {} : { 'Content-Type': type }), ...headers },
    body: body as string,
  });
const FORM = 'application/x-www-form-urlencoded';

test.each([
  ['larger than 100 kB', 413, `name=${'x'.repeat(102_400)}`, FORM],
  ['of thousands of fields', 413, 'a=1&'.repeat(5000), FORM],
  ['in JSON', 415, '{"name":"x"}', 'application/json'],
  ['as multipart', 415, '--x\r\n\r\n--x--', 'multipart/form-data; boundary=x'],
  ['of no known type', 415, 'name=x', 'x'],
  ['with bytes that are no UTF-8', 400, 'name=%ff%fe', FORM],
  ['with half a surrogate pair', 400, 'name=%ed%a0%80', FORM],
  ['with a zero byte', 400, 'name=a%00b', FORM],
  ['with nothing in it', 403, '', FORM],
  ['of no type', 403, '', null],
])('a form %s is a page with status %d', async (_what, expected, body, type) => {
  for (const path of ['/admin/tokens', '/admin/users']) {
    const { status, headers, text } = await raw(path, body, type);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      expected,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(text).toMatch(/<h1>[A-Z][^<]+<\/h1>/);
  }
});

test('a compressed bomb is refused by its size, and an unknown encoding by its name', async () => {
  const { gzipSync } = await import('node:zlib');
  const bomb = gzipSync(`name=${'x'.repeat(5_000_000)}`);
  expect((await raw('/admin/tokens', bomb, FORM, { 'Content-Encoding': 'gzip' })).status).toBe(413);
  expect((await raw('/admin/tokens', 'x', FORM, { 'Content-Encoding': 'x' })).status).toBe(415);
  expect((await raw('/admin/tokens', 'x', FORM, { 'Content-Encoding': 'gzip' })).status).toBe(400);
});

const ODD = [
  '<script>alert(1)</script>',
  '"\'><img src=x>',
  '‮‏',
  '🎣'.repeat(100),
  'e\u0301\u0323'.repeat(33),
  '<%= 7 * 7 %> {{ 7 * 7 }}',
];

test.each(ODD)('the name %j is kept or refused, and never becomes a part of the page', async (name) => {
  const fields = { expires: 'never', coordinates: 'exact', collections: 'catches' };
  const { status, text } = await visitor.post('/admin/tokens', { ...fields, name });
  expect([200, 400]).toContain(status);
  const list = await visitor.get('/admin/tokens');
  for (const page of [text, list.text]) expect(page).not.toMatch(/<script>|<img src=x/);
  const user = await visitor.post('/admin/users', { name });
  expect([200, 400]).toContain(user.status);
  expect((await visitor.get('/admin/users')).text).not.toMatch(/<script>|<img src=x/);
});

test.each(['/admin/%', '/admin/tokens/%ff', '/admin/tokens/%00', '/admin//tokens', '/admin/tokens/../users'])(
  'the odd path %s is a 4xx page',
  async (path) => {
    const { status, headers } = await visitor.get(path);
    expect([400, 404]).toContain(status);
    expect(headers['content-type']).toMatch(/^(text\/html|application\/problem\+json)/);
  },
);
