// Lists over HTTP: complete by default, in pages where they are asked for, the same records either way.

import { type Answer, nextLink, startApp, type TestApp, whole } from '../support/app.js';

const LISTS = ['lures', 'spots', 'catches', 'rods', 'reels', 'lines', 'combos'];
const BATCH_SIZE = 7;

/** 30 catches, x00 the newest; the last five have no time, and come by id from the greatest down. */
const ids = Array.from({ length: 30 }, (_, index) => `x${String(index).padStart(2, '0')}`);
const timed = ids.slice(0, 25);
const untimed = ids.slice(25);
const newestFirst = [...timed, ...untimed.toReversed()];
const catches = ids.map((id, index) => ({
  id,
  caughtAt: index < 25 ? new Date(Date.UTC(2026, 4, 28 - index)).toISOString() : null,
  species: ['Pike', 'Perch', 'Zander'][index % 3],
}));

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ records: { catches }, config: { BATCH_SIZE: String(BATCH_SIZE) } });
});
afterAll(() => app.close());

const idsOf = (records: readonly { id: string }[]): string[] => records.map(({ id }) => id);

/** Follows `next` to the end; `between` is called after each page. */
async function walk(from: string, on = app, between: (page: number) => Promise<void> = async () => {}) {
  const pages: Answer[] = [];
  for (let target: string | null = from; target !== null; ) {
    const page: Answer = await on.request(target);
    expect(page.status).toBe(200);
    pages.push(page);
    target = nextLink(page);
    await between(pages.length);
  }
  return pages;
}

const idsOfPages = (pages: readonly Answer[]): string[] => pages.flatMap(({ json }) => idsOf(json));

test('a list without limit is every record once, newest first, records without a time last', async () => {
  const answer = await app.request('/api/v1/catches');
  expect(answer.status).toBe(200);
  expect(idsOf(answer.json)).toEqual(newestFirst);
  expect(answer.json).toEqual(
    newestFirst.map((id) => whole('catches', { ...catches.find((one) => one.id === id) })),
  );
});

test('a complete list longer than a batch is streamed: no length ahead, no link, one JSON array', async () => {
  const { headers, text } = await app.request('/api/v1/catches');
  expect(headers).toEqual({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-cache',
    vary: 'Authorization, Accept, Accept-Encoding',
    'transfer-encoding': 'chunked',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[\w.-]{1,64}$/),
    connection: 'close',
    date: expect.any(String),
  });
  expect(text.startsWith('[{"id":"x00",')).toBe(true);
  expect(text.endsWith('}]')).toBe(true);
});

test.each([0, 1, 6, 7, 8, 13, 14, 15, 30])('a complete list of %i records holds each once', async (count) => {
  const wanted = ids.slice(0, count);
  const found = await app.get(`/api/v1/catches?sort=id&fields=id&id=${['none', ...wanted]}`);
  expect(found).toEqual(wanted.map((id) => ({ id })));
});

test.each([1, 2, 7, 29])('pages of %i, followed by their links, are the complete list', async (limit) => {
  const pages = await walk(`/api/v1/catches?limit=${limit}`);
  expect(idsOfPages(pages)).toEqual(newestFirst);
  expect(pages).toHaveLength(Math.ceil(30 / limit));
  for (const { json } of pages.slice(0, -1)) expect(json).toHaveLength(limit);
});

test.each([30, 31, 1000])('a page of %i holds them all and links to no next', async (limit) => {
  const answer = await app.request(`/api/v1/catches?limit=${limit}`);
  expect(idsOf(answer.json)).toEqual(newestFirst);
  expect(answer.headers.link).toBeUndefined();
});

test('the link of a page asks the same question, with the cursor added', async () => {
  const question =
    '/api/v1/catches?species=Pike%2CPerch&tz=Europe%2FStockholm&sort=-species&fields=id&limit=2';
  const next = new URL(nextLink(await app.request(question)) ?? '', app.url);
  const cursor = next.searchParams.get('cursor');
  next.searchParams.delete('cursor');
  expect(next.pathname + next.search).toBe(question);
  expect(cursor).toMatch(/^[\w-]+$/);
});

test('the link is absolute where the public address is known', async () => {
  const other = await startApp({
    records: { catches },
    config: { PUBLIC_URL: 'https://log.example/creel/' },
  });
  const { headers } = await other.request('/api/v1/catches?limit=1');
  await other.close();
  expect(headers.link).toMatch(
    /^<https:\/\/log\.example\/creel\/api\/v1\/catches\?limit=1&cursor=[\w-]+>; rel="next"$/,
  );
});

test('a walk keeps its place while records are added before and behind it', async () => {
  const growing = await startApp({ records: { catches } });
  const added = (page: number) => [
    { id: `newer${page}`, caughtAt: '2027-01-01T00:00:00.000Z' },
    { id: `older${page}`, caughtAt: '2020-01-01T00:00:00.000Z' },
  ];
  const pages = await walk('/api/v1/catches?limit=4', growing, async (page) => {
    if (page <= 3) await growing.write({ catches: added(page) });
  });
  await growing.close();
  const seen = idsOfPages(pages);
  expect(seen.filter((id) => id.startsWith('x'))).toEqual(newestFirst);
  expect(seen.filter((id) => !id.startsWith('x'))).toEqual(['older3', 'older2', 'older1']);
});

test('a complete list may start behind a cursor', async () => {
  const next = new URL(nextLink(await app.request('/api/v1/catches?limit=3')) ?? '', app.url);
  next.searchParams.delete('limit');
  expect(idsOf(await app.get(next.pathname + next.search))).toEqual(newestFirst.slice(3));
});

test.each([
  ['lengthCm,id', false],
  ['-lengthCm', true],
])('sort=%s puts records without a value last', async (sort, descending) => {
  await app.write({ rods: [5, null, 7, null, 5].map((lengthCm, index) => ({ id: `y${index}`, lengthCm })) });
  const list = `/api/v1/rods?sort=${sort}&id=y0,y1,y2,y3,y4&fields=id`;
  expect(idsOf(await app.get(list))).toEqual(
    descending ? ['y2', 'y4', 'y0', 'y3', 'y1'] : ['y0', 'y4', 'y2', 'y1', 'y3'],
  );
  expect(idsOfPages(await walk(`${list}&limit=1`))).toEqual(idsOf(await app.get(list)));
});

test.each(LISTS.filter((name) => name !== 'catches'))(
  '%s come by createdAt, newest first, then those without',
  async (name) => {
    const record = (id: string, createdAt: string | null) => ({ id, createdAt, updatedAt: null });
    await app.write({
      [name]: [
        record('1', '2026-01-02T00:00:00.000Z'),
        record('2', null),
        record('3', '2026-01-03T00:00:00.000Z'),
        record('4', '2026-01-02T00:00:00.000Z'),
      ],
    });
    const found = await app.get(`/api/v1/${name}?id=1,2,3,4`);
    expect(idsOf(found)).toEqual(['3', '4', '1', '2']);
    expect(found[3]).toEqual(whole(name, { id: '2' }));
  },
);

test('every list of an empty log is an empty array', async () => {
  const empty = await startApp();
  const texts = await Promise.all(LISTS.map(async (name) => (await empty.request(`/api/v1/${name}`)).text));
  await empty.close();
  expect(texts).toEqual(LISTS.map(() => '[]'));
});

test.each([
  ['/api/v1/catches?count=true', '30', 30],
  ['/api/v1/catches?count=true&limit=4', '30', 4],
  ['/api/v1/catches?count=true&limit=4&species=perch', '10', 4],
  ['/api/v1/catches?count=true&species=Eel', '0', 0],
  ['/api/v1/catches?count=false', undefined, 30],
])('%s tells how many match in X-Total-Count: %s', async (target, total, length) => {
  const { headers, json } = await app.request(target);
  expect(headers['x-total-count']).toBe(total);
  expect(json).toHaveLength(length);
});

test('the count is that of the whole list on every page', async () => {
  const pages = await walk('/api/v1/catches?count=true&limit=11');
  expect(pages.map(({ headers }) => headers['x-total-count'])).toEqual(['30', '30', '30']);
});

test.each([
  '/api/v1/catches',
  '/api/v1/catches?count=true&limit=3',
  '/api/v1/catches?limit=30',
  '/api/v1/catches/x07',
  '/api/v1/catches/nobody',
  '/api/v1/catches?nonsense=1',
])('HEAD %s is the GET without its body', async (target) => {
  const headers = { 'X-Request-Id': 'fixed' };
  const get = await app.request(target, { headers });
  const head = await app.request(target, { method: 'HEAD', headers });
  const { date: _got, 'transfer-encoding': streamed, ...expected } = get.headers;
  const { date: _head, 'transfer-encoding': _chunked, ...found } = head.headers;
  expect({ status: head.status, headers: found, text: head.text }).toEqual({
    status: get.status,
    headers: expected,
    text: '',
  });
  expect(get.text.length).toBeGreaterThan(0);
  expect(streamed !== undefined).toBe(get.headers['content-length'] === undefined);
});
