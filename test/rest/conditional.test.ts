// Conditional requests: a client that has an answer already is told so, and gets it only where it has changed.

import { type Answer, startApp, type TestApp } from '../support/app.js';
import { expectProblem, problem } from '../support/problems.js';

const catches = Array.from({ length: 12 }, (_, index) => ({
  id: `c${index}`,
  species: 'Pike',
  caughtAt: `2026-05-${10 + index}T06:00:00.000Z`,
  notes: 'Between the reeds, in the wind. '.repeat(4),
}));

let app: TestApp;
beforeEach(async () => {
  app = await startApp({ records: { catches }, config: { BATCH_SIZE: '10' } });
});
afterEach(() => app.close());

const ask = (target: string, tag?: string, more: Record<string, string> = {}): Promise<Answer> =>
  app.request(target, { headers: { ...(tag === undefined ? {} : { 'If-None-Match': tag }), ...more } });

const tagOf = async (target: string, headers: Record<string, string> = {}): Promise<string> =>
  String((await ask(target, undefined, headers)).headers.etag);

describe.each(['/api/v1/catches/c3', '/api/v1/catches?limit=5', '/api/v1/catches?species=none'])(
  'GET %s',
  (target) => {
    test('has a strong validator, the same each time', async () => {
      const tag = await tagOf(target);
      expect(tag).toMatch(/^"[\w-]{27}"$/);
      expect(await tagOf(target)).toBe(tag);
    });

    test('is 304 without a body for a client that has it, also by one of several tags or a weak one', async () => {
      const tag = await tagOf(target);
      for (const given of [tag, `"x", ${tag}`, `W/${tag}`, '*']) {
        const { status, text, headers } = await ask(target, given);
        expect({ status, text, etag: headers.etag, cache: headers['cache-control'] }).toEqual({
          status: 304,
          text: '',
          etag: tag,
          cache: 'private, no-cache',
        });
      }
    });

    test('is answered in whole to any other tag, and to a client that wants it anew', async () => {
      const tag = await tagOf(target);
      expect((await ask(target, '"other"')).status).toBe(200);
      expect((await ask(target, tag, { 'Cache-Control': 'no-cache' })).status).toBe(200);
    });

    test('HEAD has the headers of GET and no body, and is conditional too', async () => {
      const { date: _date, 'x-request-id': _id, ...got } = (await ask(target)).headers;
      const head = await app.request(target, { method: 'HEAD' });
      expect(head.headers).toMatchObject(got);
      expect(head.text).toBe('');
      const headers = { 'If-None-Match': String(got.etag) };
      expect((await app.request(target, { method: 'HEAD', headers })).status).toBe(304);
    });

    test('has another validator in another format and in another coding', async () => {
      const tags = await Promise.all([
        tagOf(target),
        tagOf(target, { Accept: 'application/x-ndjson' }),
        tagOf(`${target}${target.includes('?') ? '&' : '?'}units=imperial&format=csv`),
      ]);
      expect(new Set(tags).size).toBe(3);
    });
  },
);

test('a record that changes has a new validator, and its pages too', async () => {
  const before = [await tagOf('/api/v1/catches/c3'), await tagOf('/api/v1/catches?limit=9&count=true')];
  await app.write({ catches: [{ ...catches[3], id: 'c3', species: 'Perch' }] });
  expect((await ask('/api/v1/catches/c3', before[0])).json.species).toBe('Perch');
  expect((await ask('/api/v1/catches?limit=9&count=true', before[1])).status).toBe(200);
});

test('a page that gains a next page, or a larger count, is not the same page any more', async () => {
  const [page, counted] = ['/api/v1/catches?limit=12', '/api/v1/catches?limit=12&count=true'];
  const [before, beforeCounted] = [await tagOf(page), await tagOf(counted)];
  await app.write({ catches: [{ id: 'older', caughtAt: '2020-01-01T00:00:00.000Z' }] });
  const after = await ask(page, before);
  expect(after.status).toBe(200);
  expect(after.headers.link).toMatch(/rel="next"/);
  expect((await ask(counted, beforeCounted)).headers['x-total-count']).toBe('13');
});

test('a list that is streamed has no validator, and is answered in whole', async () => {
  const { status, headers, json } = await ask('/api/v1/catches', '"x"');
  expect([status, headers.etag, json.length]).toEqual([200, undefined, 12]);
});

test('If-Match: an answer other than the one that is wanted is a 412', async () => {
  const target = '/api/v1/catches/c3';
  const tag = await tagOf(target);
  const statusOf = async (path: string, wanted: string, more = {}) =>
    (await app.request(path, { headers: { 'If-Match': wanted, ...more } })).status;
  expect(await statusOf(target, tag)).toBe(200);
  expect(await statusOf(target, `"x", ${tag}`)).toBe(200);
  expect(await statusOf(target, '*')).toBe(200);
  expect(await statusOf(target, tag, { 'If-None-Match': tag })).toBe(304);
  expect(await statusOf(target, tag, { Accept: 'text/csv' })).toBe(412);
  expect(await statusOf('/api/v1/catches', tag)).toBe(412);
  expect(await statusOf('/api/v1/catches', '*')).toBe(200);
  for (const wanted of ['"x"', `W/${tag}`, tag.replaceAll('"', ''), ''])
    expectProblem(
      await app.request(target, { headers: { 'If-Match': wanted } }),
      problem(412, 'precondition-failed', 'The answer has none of the validators of If-Match.'),
    );
});

test('an error is never 304', async () => {
  expect((await ask('/api/v1/catches/none', '*')).status).toBe(404);
  expect((await ask('/api/v1/catches?nonsense=1', '*')).status).toBe(400);
});
