// Cursors are good for the list that they were made for, and refused with 400 everywhere else.

import { nextLink, startApp, type TestApp } from '../support/app.js';
import { expectProblem, problem } from '../support/problems.js';
import { smallLog } from '../support/small-log.js';

const LIST = '/api/v1/catches?species[exists]=true&q=e&sort=-lengthCm,caughtAt&limit=2';

let app: TestApp;
let cursor: string;
beforeAll(async () => {
  app = await startApp({ records: smallLog });
  const next = nextLink(await app.request(LIST)) ?? '';
  cursor = new URL(next, app.url).searchParams.get('cursor') ?? '';
});
afterAll(() => app.close());

const invalidCursor = (reason: string) =>
  problem(400, 'invalid-cursor', `The cursor cannot be used: ${reason}. Start again without it.`, [
    {
      parameter: 'cursor',
      detail: reason,
      allowed: 'the cursor of the page before, with the same sort and conditions',
    },
  ]);

/** A cursor as it lies open: version, fingerprint of the list, values of the sort, id. */
const open = (text: string): unknown[] => JSON.parse(Buffer.from(text, 'base64url').toString());
const close = (parts: unknown): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

test.each([
  ['another limit, other fields', LIST.replace('limit=2', 'limit=1&fields=id')],
  ['no limit and a count', LIST.replace('limit=2', 'count=true')],
  ['the parameters in another order', '/api/v1/catches?q=e&sort=-lengthCm,caughtAt&species[exists]=true'],
])('goes on with %s', async (_fact, list) => {
  const { status } = await app.request(`${list}&cursor=${cursor}`);
  expect(status).toBe(200);
});

test.each([
  ['another sort', LIST.replace('-lengthCm', 'lengthCm')],
  ['fewer sort keys', LIST.replace(',caughtAt', '')],
  ['no sort', LIST.replace('&sort=-lengthCm,caughtAt', '')],
  ['other words', LIST.replace('q=e', 'q=x')],
  ['no words', LIST.replace('&q=e', '')],
  ['another value of a filter', LIST.replace('true', 'false')],
  ['one more filter', `${LIST}&id=a`],
  ['another collection', '/api/v1/lures?limit=2'],
])('is refused with %s', async (_fact, list) => {
  expectProblem(
    await app.request(`${list}&cursor=${cursor}`),
    invalidCursor('it was made for another collection, sort or other conditions'),
  );
});

test.each([
  ['nothing', ''],
  ['a word', 'next'],
  ['a record id', 'a'],
  ['text that is no base64', '%F0%9F%8E%A3'],
  ['a cursor with a character too many', 'CURSOR='],
  ['half a cursor', 'HALF'],
  ['JSON that is no list', close({ id: 'a' })],
  ['null', close(null)],
  ['an empty list', close([])],
  ['a later version', close([2, 'x', [1], 'a'])],
  ['5000 characters', 'A'.repeat(5000)],
])('%s is no cursor', async (_fact, text) => {
  const sent = text === 'HALF' ? cursor.slice(0, cursor.length / 2) : text.replace('CURSOR', cursor);
  expectProblem(await app.request(`${LIST}&cursor=${sent}`), invalidCursor('it is not a cursor of this API'));
});

test.each<[string, (parts: unknown[]) => unknown[]]>([
  ['a value missing', ([version, list, , id]) => [version, list, [1], id]],
  ['a value too many', ([version, list, , id]) => [version, list, [1, '2026-01-01T00:00:00.000Z', 1], id]],
  ['a text for a number', ([version, list, , id]) => [version, list, ['1', null], id]],
  ['a number for a time', ([version, list, , id]) => [version, list, [1, 5], id]],
  ['an object for a number', ([version, list, , id]) => [version, list, [{ $gt: 0 }, null], id]],
  ['values that are no list', ([version, list, , id]) => [version, list, { length: 2 }, id]],
  ['a number for the id', ([version, list, values]) => [version, list, values, 7]],
  ['an object for the id', ([version, list, values]) => [version, list, values, { $ne: null }]],
])('a cursor with %s is damaged', async (_fact, damage) => {
  const parts = open(cursor);
  expect(close(parts)).toBe(cursor);
  expectProblem(await app.request(`${LIST}&cursor=${close(damage(parts))}`), invalidCursor('it is damaged'));
});
