// The commands of README.md, docs/api.md and docs/formats.md can be copied: the demo log answers every one with something.

import { readFileSync } from 'node:fs';
import { demoLog } from '../../src/demo/demo-log.js';
import { model, startApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await app.store.write('angler', demoLog(model, { now: new Date('2026-11-21T12:00:00.000Z') }));
});
afterAll(() => app.close());

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const text = read('docs/api.md');
const targetsOf = (file: string): string[] =>
  [...read(file).matchAll(/^curl .*?localhost:8080(\/api\/[^\s']*)'?(?!.*# 400)/gm)].map(([, path]) =>
    String(path),
  );
const targets = [...new Set(['README.md', 'docs/api.md', 'docs/formats.md'].flatMap(targetsOf))];
const isList = (target: string): boolean => !/^\/api\/v1\/(?:changes|export)/.test(target);

test('there are examples of REST', () => expect(targets.length).toBeGreaterThan(20));

test.each(targets.filter(isList))('%s has records', async (target) => {
  const counted = `${target}${target.includes('?') ? '&' : '?'}count=true`;
  const { status, headers, text: body } = await app.request(counted);
  expect([status, status === 200 ? '' : body]).toEqual([200, '']);
  expect(Number(headers['x-total-count'])).toBeGreaterThan(0);
});

test.each(targets.filter((target) => !isList(target)))('%s is answered', async (target) => {
  expect((await app.request(target)).status).toBe(200);
});

test('the example of GraphQL is answered', async () => {
  const [, body = ''] = /graphql -H [^\n]*\\\n +-d '(\{[^']*\})'/.exec(text) ?? [];
  const headers = { 'Content-Type': 'application/json' };
  const { status, json } = await app.request('/graphql', { method: 'POST', headers, body });
  expect([status, json.errors]).toEqual([200, undefined]);
});
