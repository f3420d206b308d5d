// The commands of docs/api.md and docs/formats.md can be copied: every one of them is answered.

import { readFileSync } from 'node:fs';
import { startApp, type TestApp } from '../support/app.js';
import { exampleLog } from '../support/example-log.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ records: exampleLog() });
});
afterAll(() => app.close());

const read = (file: string): string => readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8');
const text = read('api.md');
const targets = [
  ...(text + read('formats.md')).matchAll(/^curl .*?localhost:8080(\/api\/\S*?)'?(?:\s|$)/gm),
].map(([, path]) => String(path));

test('there are examples of REST', () => expect(targets.length).toBeGreaterThan(8));

test.each(targets)('%s is answered', async (target) => {
  const { status, text: body } = await app.request(target);
  expect([status, status === 200 ? '' : body]).toEqual([200, '']);
});

test('the example of GraphQL is answered', async () => {
  const [, body = ''] = /graphql -H [^\n]*\\\n +-d '(\{[^']*\})'/.exec(text) ?? [];
  const headers = { 'Content-Type': 'application/json' };
  const { status, json } = await app.request('/graphql', { method: 'POST', headers, body });
  expect([status, json.errors]).toEqual([200, undefined]);
});
