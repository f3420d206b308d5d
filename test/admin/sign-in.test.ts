// Signing in and out: the cookie, where forms may come from, how often a password may be tried, and how sessions end.

import { startApp, type TestApp } from '../support/app.js';
import { passTime, startClock, stopClock } from '../support/clock.js';
import { audited, encodeForm, makeUser, PASSWORD, startPanel, Visitor } from './visitor.js';

let app: TestApp;
beforeEach(async () => {
  stopClock();
  app = await startPanel();
  await makeUser(app, 'Ann');
});
afterEach(async () => {
  await app.close();
  startClock();
});

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const sendSignIn = (headers: Record<string, string> = {}, fields = { name: 'Ann', password: PASSWORD }) =>
  app.request('/admin/sign-in', {
    method: 'POST',
    headers: { ...FORM, ...headers },
    body: encodeForm(fields),
  });

test('a right password starts a session in a cookie that scripts and other sites do not get', async () => {
  const { status, headers } = await sendSignIn();
  expect([status, headers.location]).toEqual([303, '/admin/tokens']);
  expect(headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^creel_session=[\w-]{43}; Max-Age=604800; Path=\/admin; HttpOnly; SameSite=Strict$/,
    ),
  ]);
  expect(audited(app)).toEqual([{ audit: 'sign-in', by: 'Ann', address: '127.0.0.1' }]);
});

test('where clients come by https the cookie is for https only', async () => {
  await app.close();
  app = await startPanel({ PUBLIC_URL: 'https://creel.example/' });
  await makeUser(app, 'Ann');
  const { headers } = await sendSignIn({ Origin: 'https://creel.example' });
  expect(headers['set-cookie']?.[0]).toMatch(
    /^__Secure-creel_session=[\w-]{43}; Max-Age=604800; Path=\/admin; HttpOnly; Secure; SameSite=Strict$/,
  );
});

test('each sign-in is a new session, and ends the one that the browser had', async () => {
  const visitor = await Visitor.signedIn(app, 'ann');
  const first = visitor.cookie;
  await visitor.signIn('ANN ', PASSWORD);
  expect(visitor.cookie).not.toBe(first);
  expect((await app.request('/admin/tokens', { headers: { Cookie: first } })).status).toBe(303);
  expect((await visitor.get('/admin/tokens')).status).toBe(200);
});

test('an unknown name, a wrong password and a disabled user are answered alike', async () => {
  const bob = await makeUser(app, 'bob');
  await app.auth.users.setDisabled(bob.id, true);
  const tries = [
    { name: 'Ann', password: 'wrong wrong wrong' },
    { name: 'eve', password: 'wrong wrong wrong' },
    { name: 'bob', password: PASSWORD },
  ];
  const pages: string[] = [];
  for (const fields of tries) {
    const { status, headers, text } = await sendSignIn({}, fields);
    expect([status, headers['set-cookie']]).toEqual([403, undefined]);
    pages.push(text.replaceAll(`value="${fields.name}"`, 'value=""'));
  }
  expect(pages[0]).toContain('The name or the password is wrong.');
  expect(new Set(pages).size).toBe(1);
  // Whoever types the password into the wrong field does not find it in the log.
  expect(audited(app)).toEqual(
    ['Ann', 'an unknown name', 'bob'].map((by) => ({ audit: 'sign-in-failed', by, address: '127.0.0.1' })),
  );
});

test('what was typed stays, but for the password', async () => {
  const fields = { name: '"><b>Ann', password: 'a secret of mine' };
  const { text } = await sendSignIn({}, fields);
  expect(text).toContain('value="&quot;&gt;&lt;b&gt;Ann"');
  expect(text).not.toContain(fields.password);
});

test.each([
  ['nothing', {}],
  ['no password', { name: 'Ann' }],
  ['a blank name', { name: '  ', password: PASSWORD }],
])('%s is a 400', async (_what, fields) => {
  const visitor = new Visitor(app);
  const { status, text } = await visitor.post('/admin/sign-in', fields);
  expect([status, text.includes('Give your name and your password.')]).toEqual([400, true]);
});

test.each([
  [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
  [{ 'Sec-Fetch-Site': 'same-site', Origin: 'http://127.0.0.1' }, 403],
  [{ Origin: 'http://elsewhere.example' }, 403],
  [{ Origin: 'null' }, 403],
  [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }, 303],
])('a sign-in with %j is answered with %d', async (headers, expected) => {
  const { status, text, headers: answered } = await sendSignIn(headers);
  expect(status).toBe(expected);
  if (status === 403) {
    expect(text).toContain('<h1>The form did not come from a page of this server</h1>');
    expect(answered['set-cookie']).toBeUndefined();
  }
});

test('a sign-in from the own page is answered where the browser says its origin only', async () => {
  expect((await app.request('/admin/sign-in')).headers['referrer-policy']).toBe('same-origin');
  expect((await sendSignIn({ Origin: app.url })).status).toBe(303);
});

describe('guessing', () => {
  const guess = (name: string, from: string) =>
    sendSignIn({ 'X-Forwarded-For': from }, { name, password: 'wrong wrong wrong' });

  beforeEach(async () => {
    await app.close();
    app = await startPanel({ TRUSTED_PROXIES: 'loopback' });
    await makeUser(app, 'Ann');
  });

  test('pauses that grow hold up one address, and nobody else', async () => {
    for (let count = 0; count < 3; count++) expect((await guess('Ann', '10.0.0.1')).status).toBe(403);
    const paused = await guess('ann', '10.0.0.1');
    expect([paused.status, paused.headers['retry-after']]).toEqual([429, '1']);
    expect(paused.text).toContain('Too many attempts failed. Try again in a second.');
    passTime(1000);
    expect((await guess('Ann', '10.0.0.1')).status).toBe(403);
    expect((await guess('Ann', '10.0.0.1')).headers['retry-after']).toBe('2');
    // The user gets in from elsewhere, and the address to another account.
    expect((await sendSignIn({ 'X-Forwarded-For': '10.0.0.2' })).status).toBe(303);
    expect((await guess('bob', '10.0.0.1')).status).toBe(403);
    expect(audited(app).filter(({ audit }) => audit === 'sign-in-limited')[0]).toEqual({
      audit: 'sign-in-limited',
      by: 'Ann',
      address: '10.0.0.1',
    });
  });

  test('the right password is not looked at during a pause, and a sign-in ends the count', async () => {
    for (let count = 0; count < 3; count++) await guess('Ann', '10.0.0.1');
    expect((await sendSignIn({ 'X-Forwarded-For': '10.0.0.1' })).status).toBe(429);
    passTime(1000);
    expect((await sendSignIn({ 'X-Forwarded-For': '10.0.0.1' })).status).toBe(303);
    for (let count = 0; count < 3; count++) expect((await guess('Ann', '10.0.0.1')).status).toBe(403);
  });

  test('an address may fail fifty times with whatever names, and a network of IPv6 counts as one', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 51; count++)
      statuses.push((await guess(`name ${count}`, `2001:db8::${count + 1}`)).status);
    expect(statuses).toEqual([...Array(50).fill(403), 429]);
    const { headers } = await guess('Ann', '2001:db8::ffff');
    expect(headers['retry-after']).toBe('900');
    expect((await guess('Ann', '2001:db8:0:1::1')).status).toBe(403);
  });

  test('attempts at the same moment do not pass together', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => guess('Ann', '10.0.0.3')));
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(3);
  });
});

describe('sessions', () => {
  test('sign-out ends the session and takes the cookie', async () => {
    const visitor = await Visitor.signedIn(app, 'Ann');
    const before = visitor.cookie;
    const { status, headers } = await visitor.post('/admin/sign-out');
    expect([status, headers.location]).toEqual([303, '/admin/sign-in?done=signed-out']);
    expect(headers['set-cookie']).toEqual([
      'creel_session=; Max-Age=0; Path=/admin; HttpOnly; SameSite=Strict',
    ]);
    expect((await app.request('/admin/tokens', { headers: { Cookie: before } })).status).toBe(303);
    expect((await app.request('/admin/sign-in?done=signed-out')).text).toContain('You are signed out.');
    expect((await app.request('/admin/sign-in?done=<b>x')).text).not.toContain('<b>x');
  });

  test('sign-out everywhere ends them all', async () => {
    const [here, there] = [await Visitor.signedIn(app, 'Ann'), await Visitor.signedIn(app, 'Ann')];
    expect((await here.post('/admin/sign-out-everywhere')).headers.location).toBe(
      '/admin/sign-in?done=signed-out-everywhere',
    );
    expect((await there.get('/admin/tokens')).status).toBe(303);
  });

  test('an expired session, one left alone for a day and one of a disabled user are over', async () => {
    const user = await app.auth.users.get('Ann');
    const { accounts } = app.store;
    const find = accounts.findSession.bind(accounts);
    const ago = (hours: number) => new Date(Date.now() - hours * 3600_000).toISOString();
    for (const change of [{ expiresAt: ago(0) }, { lastSeenAt: ago(24.1) }]) {
      const visitor = await Visitor.signedIn(app, 'Ann');
      accounts.findSession = async (hash) => {
        const session = await find(hash);
        return session && { ...session, ...change };
      };
      const { status, headers } = await visitor.get('/admin/tokens');
      expect([status, headers.location]).toEqual([303, '/admin/sign-in']);
      expect((await visitor.post('/admin/tokens')).headers.location).toBe('/admin/sign-in?done=session-over');
      accounts.findSession = find;
    }
    const visitor = await Visitor.signedIn(app, 'Ann');
    await app.auth.users.setDisabled(user.id, true);
    expect((await visitor.get('/admin/tokens')).status).toBe(303);
  });

  test.each([
    'creel_session=',
    'creel_session=x',
    `creel_session=${'x'.repeat(5000)}`,
    'creel_session=%00',
    ';;=;',
  ])('the cookie %j is nobody', async (cookie) => {
    expect((await app.request('/admin/tokens', { headers: { Cookie: cookie } })).status).toBe(303);
  });

  test('a cookie of the panel reads nothing of the API, and a token opens no page of the panel', async () => {
    const visitor = await Visitor.signedIn(app, 'Ann');
    expect((await app.request('/api/v1/catches', { headers: { Cookie: visitor.cookie } })).status).toBe(401);
    const wanted = { name: 't', expiresAt: null, collections: null, coordinates: 'exact' } as const;
    const { secret } = await app.auth.tokens.create((await app.auth.users.get('Ann')).id, wanted);
    const headers = { Authorization: `Bearer ${secret}` };
    expect((await app.request('/admin/tokens', { headers })).status).toBe(303);
    expect((await app.request('/admin/data/catches.json', { headers })).status).toBe(303);
  });
});

test('in open mode the panel is one page, which says so', async () => {
  await app.close();
  app = await startApp({ config: { OWNER_ID: 'me <1>' } });
  const { status, headers, text } = await app.request('/admin');
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(text).toContain('This server is open');
  expect(text).toContain('the log of <strong>me &lt;1&gt;</strong>');
  expect(text).toContain('AUTH_MODE=multi-user');
  expect((await app.request('/admin/sign-in')).status).toBe(404);
  expect((await app.request('/admin', { method: 'POST' })).status).toBe(405);
});
