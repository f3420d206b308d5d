// How often may be asked: so many requests of a token, and so many bad tokens from one address.

import { createTokenSecret } from '../../src/auth/token-format.js';
import type { Answer, TestApp } from '../support/app.js';
import { passTime, startClock, stopClock } from '../support/clock.js';
import { expectProblem, problem } from '../support/problems.js';
import { bearer, createBearer, startMultiUser } from './people.js';

let app: TestApp;
beforeEach(async () => {
  stopClock();
  app = await startMultiUser({
    ...{ REQUESTS_PER_MINUTE: '3', FAILURES_PER_MINUTE: '2', TRUSTED_PROXIES: 'loopback, 10.0.0.0/8' },
  });
});
afterEach(async () => {
  await app.close();
  startClock();
});

const from = (address: string, secret: string): Promise<Answer> =>
  app.request('/api/v1/lures', { headers: { ...bearer(secret), 'X-Forwarded-For': address } });

function expect429(answer: Answer, detail: string, seconds = 60): void {
  expectProblem(answer, problem(429, 'too-many-requests', detail));
  expect(answer.headers['retry-after']).toBe(String(seconds));
  expect(answer.headers).not.toHaveProperty('www-authenticate');
}

test('every answer tells how many requests are left, and the one too many how long to wait', async () => {
  const { secret } = await createBearer(app);
  const ask = async () => {
    const answer = await from('192.0.2.1', secret);
    passTime(9_500);
    return answer;
  };
  for (const state of ['r=2;t=60', 'r=1;t=51', 'r=0;t=41']) {
    const { status, headers } = await ask();
    expect([status, headers.ratelimit]).toEqual([200, `"token";${state}`]);
    expect(headers['ratelimit-policy']).toBe('"token";q=3;w=60');
  }
  const refused = await ask();
  expect429(refused, 'A token may ask 3 times a minute.', 32);
  expect(refused.headers.ratelimit).toBe('"token";r=0;t=32');
  expect(refused.headers['ratelimit-policy']).toBe('"token";q=3;w=60');
  passTime(22_000);
  expect((await ask()).headers.ratelimit).toBe('"token";r=2;t=60');
});

test('each token has requests of its own, also of one user', async () => {
  const [one, other] = [await createBearer(app), await createBearer(app)];
  for (let count = 0; count < 4; count++) await from('192.0.2.1', one.secret);
  expect((await from('192.0.2.1', other.secret)).status).toBe(200);
});

test('GraphQL counts and is limited too', async () => {
  const { headers } = await createBearer(app);
  const ask = () =>
    app.request('/graphql', {
      ...{ method: 'POST', body: '{"query":"{ lures { items { id } } }"}' },
      headers: { ...headers, 'Content-Type': 'application/json' },
    });
  for (const left of [2, 1, 0]) expect((await ask()).headers.ratelimit).toContain(`r=${left};`);
  expect429(await ask(), 'A token may ask 3 times a minute.');
});

test('too many bad tokens from one address are a 429 that still says what is wrong with them', async () => {
  for (let count = 0; count < 2; count++)
    expect((await from('192.0.2.1', createTokenSecret())).json.code).toBe('token-unknown');
  const detail = 'Too many bad tokens came from this address.';
  expect429(await from('192.0.2.1', createTokenSecret()), `${detail} No such token was made here.`);
  expect429(await from('192.0.2.1', 'x'), `${detail} It is not a token of Creel, or has a typo in it.`);
});

test('good tokens work meanwhile, from elsewhere and from the same address', async () => {
  const { secret } = await createBearer(app);
  for (let count = 0; count < 5; count++) await from('192.0.2.1', createTokenSecret());
  expect((await from('198.51.100.7', secret)).status).toBe(200);
  expect((await from('192.0.2.1', secret)).status).toBe(200);
  expect((await from('198.51.100.7', createTokenSecret())).status).toBe(401);
});

test('what a client itself writes into X-Forwarded-For does not make it another', async () => {
  for (let count = 0; count < 2; count++) await from(`203.0.113.${count}, 192.0.2.1, 10.1.1.1`, 'x');
  expect((await from('203.0.113.9, 192.0.2.1, 10.1.1.1', 'x')).status).toBe(429);
});

test('an IPv6 network is one, however its addresses are written', async () => {
  for (const host of ['::1', 'a:b:c:d', '0:0:0:7']) {
    const address = host.startsWith('::') ? `2001:db8:0:1${host}` : `2001:0DB8:0000:0001:${host}`;
    const expected = host === '0:0:0:7' ? 429 : 401;
    expect([host, (await from(address, 'x')).status]).toEqual([host, expected]);
  }
  expect((await from('2001:db8:0:2::1', 'x')).status).toBe(401);
});

test('a request without a token is no bad token', async () => {
  for (let count = 0; count < 5; count++) {
    const { json } = await app.request('/api/v1/lures', { headers: { 'X-Forwarded-For': '192.0.2.1' } });
    expect(json.code).toBe('token-missing');
  }
});
