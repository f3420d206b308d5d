// Swagger UI is whole, and asks no other server for anything.

import { startApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const CSP =
  "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;font-src 'self';connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'";

test.each(['/api-docs', '/api-docs/'])('%s is a page under a strict policy', async (path) => {
  const { status, headers } = await app.request(path);
  expect([status, headers['content-type'], headers['content-security-policy']]).toEqual([
    200,
    'text/html; charset=utf-8',
    CSP,
  ]);
});

test('everything that the page needs comes from this server, and is of the right type', async () => {
  const { text } = await app.request('/api-docs');
  const loaded = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => String(url));
  const types = await Promise.all(
    loaded.map(async (url) => {
      const { status, headers } = await app.request(url);
      return [url, status, headers['content-type']];
    }),
  );
  expect(types).toEqual([
    ['/assets/favicon.svg', 200, 'image/svg+xml'],
    ['/api-docs/swagger-ui.css', 200, 'text/css; charset=utf-8'],
    ['/assets/api-docs.css', 200, 'text/css; charset=utf-8'],
    ['/api/openapi', 200, 'application/json; charset=utf-8'],
    ['/api-docs/swagger-ui-bundle.js', 200, 'text/javascript; charset=utf-8'],
    ['/assets/api-docs.js', 200, 'text/javascript; charset=utf-8'],
  ]);
});

test('the page holds no script or style that its policy forbids, and no address of another server', async () => {
  const { text } = await app.request('/api-docs');
  expect(text).not.toMatch(/https?:|\/\/[a-z]|<style|\sstyle=|\son\w+=|<script>/i);
  expect(text).toContain('<title>Creel API</title>');
});

test('Swagger UI is set up for the document of this server, without the validator elsewhere', async () => {
  const { text } = await app.request('/assets/api-docs.js');
  expect(text).toContain("url: '/api/openapi'");
  expect(text).toContain('validatorUrl: null');
  expect(text).not.toMatch(/https?:/);
});

test.each(['index.html', 'swagger-initializer.js', 'package.json', 'swagger-ui-bundle.js.map'])(
  '%s of the package is not served',
  async (name) => {
    const { status, json } = await app.request(`/api-docs/${name}`);
    expect([status, json.code]).toEqual([404, 'not-found']);
  },
);

test.each(['/api-docs', '/api-docs/', '/api-docs/swagger-ui.css', '/api/openapi'])(
  'POST to %s is refused with what is offered',
  async (path) => {
    const { status, headers, json } = await app.request(path, { method: 'POST' });
    expect([status, headers.allow, json.code]).toEqual([405, 'GET, HEAD', 'method-not-allowed']);
  },
);
