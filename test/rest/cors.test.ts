// CORS: pages of other origins read the API only where the host says so, and then their errors too.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config.js';
import { serve } from '../../src/main.js';
import { captureLog, startApp, type TestApp } from '../support/app.js';

const TOOL = 'https://tool.example';
const records = { spots: [{ id: 's1', name: 'North bay' }] };

const start = (origins?: string): Promise<TestApp> =>
  startApp({ records, config: { ...(origins === undefined ? {} : { CORS_ORIGINS: origins }) } });

const corsOf = (headers: object) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));

const PREFLIGHT = {
  Origin: TOOL,
  'Access-Control-Request-Method': 'GET',
  'Access-Control-Request-Headers': 'authorization',
};

test('without a configuration there are no CORS headers, whatever the origin', async () => {
  const app = await start();
  try {
    const headers = { Origin: TOOL };
    expect(corsOf((await app.request('/api/v1/spots', { headers })).headers)).toEqual({});
    const preflight = await app.request('/api/v1/spots', { method: 'OPTIONS', headers: PREFLIGHT });
    expect(corsOf(preflight.headers)).toEqual({});
  } finally {
    await app.close();
  }
});

describe('with an origin named', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await start(`http://localhost:3000, ${TOOL}`);
  });
  afterAll(() => app.close());

  const EXPOSED =
    'Link,X-Total-Count,ETag,X-Request-Id,Content-Disposition,WWW-Authenticate,RateLimit,RateLimit-Policy,Retry-After';

  test.each([
    '/api/v1/spots',
    '/api/v1/spots/s1',
    '/api/v1/spots/none',
    '/api/v1/spots?x=1',
    `/api/v1/spots?q=${'x'.repeat(8192)}`,
    '/api/v1/x',
    '/api/openapi',
  ])('its pages may read %s, whatever the status', async (target) => {
    const { headers } = await app.request(target, { headers: { Origin: TOOL } });
    expect(corsOf(headers)).toEqual({
      'access-control-allow-origin': TOOL,
      'access-control-expose-headers': EXPOSED,
    });
    expect(headers.vary).toMatch(/\bOrigin\b/);
  });

  test('its preflight is answered: a page may send a token', async () => {
    const { status, text, headers } = await app.request('/api/v1/spots', {
      method: 'OPTIONS',
      headers: PREFLIGHT,
    });
    expect([status, text, headers.allow]).toEqual([204, '', 'GET, HEAD, OPTIONS']);
    expect(corsOf(headers)).toMatchObject({
      'access-control-allow-origin': TOOL,
      'access-control-allow-methods': 'GET,HEAD,OPTIONS',
      'access-control-allow-headers': 'Authorization,Accept,If-None-Match,X-Request-Id',
      'access-control-max-age': '600',
    });
  });

  test.each(['https://evil.example', 'https://tool.example.evil.example', 'http://tool.example', 'null'])(
    'a page of %s may not',
    async (origin) => {
      const { headers } = await app.request('/api/v1/spots', { headers: { Origin: origin } });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  test.each(['/graphql?query={__typename}', '/admin', '/health/live'])(
    'no page may read %s',
    async (target) => {
      const { headers } = await app.request(target, { headers: { Origin: TOOL } });
      expect(corsOf(headers)).toEqual({});
    },
  );
});

test('`*` allows every page, and never credentials of the browser', async () => {
  const app = await start('*');
  try {
    const { headers } = await app.request('/api/v1/spots', { headers: { Origin: 'https://any.example' } });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  } finally {
    await app.close();
  }
});

test('`*` is refused in open mode, where every page could read the log', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'creel-test-'));
  try {
    const config = readConfig({ CORS_ORIGINS: '*', PORT: '0', DATA_DIR: folder });
    await expect(serve(config, captureLog().logger)).rejects.toThrow(
      'CORS_ORIGINS is "*": in open mode every web page could read the log; name the origins that may',
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  'tool.example',
  'https://tool.example/',
  'https://a.example https://b.example',
  '*, https://a.example',
  'null',
])('CORS_ORIGINS=%s stops the start', (value) => {
  expect(() => readConfig({ CORS_ORIGINS: value })).toThrow(
    `CORS_ORIGINS is "${value}": allowed is origins separated by commas, such as https://tool.example, or *`,
  );
});
