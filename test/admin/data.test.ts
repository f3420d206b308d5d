// My data: what the signed-in user has, and nothing of anybody else's.

import { startApp, type TestApp } from '../support/app.js';
import { readZip } from '../support/read-zip.js';
import { smallLog } from '../support/small-log.js';
import { audited, makeUser, startPanel, Visitor } from './visitor.js';

let app: TestApp;
let open: TestApp;
let ann: Visitor;
let bob: Visitor;
beforeAll(async () => {
  open = await startApp({ records: smallLog });
  app = await startPanel({ BATCH_SIZE: '2' });
  const [annId, bobId] = [(await makeUser(app, 'ann', true)).id, (await makeUser(app, 'bob')).id];
  await app.write(smallLog, annId);
  await app.write({ lures: [{ id: 'l1', name: "bob's", updatedAt: '2026-02-03T04:05:06.000Z' }] }, bobId);
  [ann, bob] = [await Visitor.signedIn(app, 'ann'), await Visitor.signedIn(app, 'bob')];
});
afterAll(() => Promise.all([app.close(), open.close()]));

test('the page counts each collection and says when it changed last', async () => {
  const { text } = await bob.get('/admin/data');
  const rows = [
    ...text.matchAll(/<th scope="row">(\w+)<\/th>\s*<td class="number">(\d+)<\/td>\s*<td>([\s\S]*?)<\/td>/g),
  ];
  const plain = rows.map(([, name, count, changed]) => [
    name,
    count,
    String(changed)
      .replace(/<[^>]*>|\s+$/g, '')
      .trim(),
  ]);
  expect(plain).toEqual(
    ['catches', 'combos', 'lines', 'lures', 'reels', 'rods', 'spots'].map((name) =>
      name === 'lures' ? [name, '1', '3 Feb 2026, 04:05 UTC'] : [name, '0', '–'],
    ),
  );
});

test('every download is the complete list of the API, as a file', async () => {
  for (const name of ['catches', 'combos', 'lines', 'lures', 'reels', 'rods', 'spots']) {
    const { status, headers, text } = await ann.get(`/admin/data/${name}.json`);
    const { text: expected } = await open.request(`/api/v1/${name}`);
    expect([status, text]).toEqual([200, expected]);
    expect(headers['content-disposition']).toBe(`attachment; filename=${name}.json`);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toMatch(/no-store|private, no-cache/);
  }
  expect(audited(app)).toContainEqual({
    audit: 'records-downloaded',
    by: 'ann',
    collection: 'catches',
    format: 'json',
    address: '127.0.0.1',
  });
});

const MAPS = ['geojson', 'gpx'];
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(['combos', 'lines', 'lures', 'reels', 'rods'].map((name) => [name, ['json', 'csv']])),
  catches: ['json', 'csv', ...MAPS, 'ics'],
  spots: ['json', 'csv', ...MAPS],
};

test('the page links each collection in every format that people open', async () => {
  const { text } = await ann.get('/admin/data');
  const links = [
    ...text.matchAll(/<a href="\/admin\/data\/([^"]+)" aria-label="([^"]+)" download>([^<]+)</g),
  ];
  const names = Object.keys(FORMATS).sort();
  expect(links.map(([, file]) => file)).toEqual(
    names.flatMap((name) => FORMATS[name]?.map((format) => `${name}.${format}`)),
  );
  for (const [, file, spoken, label] of links) expect(spoken).toBe(`${file?.split('.')[0]} as ${label}`);
});

test.each(['csv', 'geojson', 'gpx', 'ics'])('a download as %s is what the API answers', async (format) => {
  for (const name of Object.keys(FORMATS)) {
    const { status, headers, text } = await ann.get(`/admin/data/${name}.${format}`);
    if (!FORMATS[name]?.includes(format)) {
      expect([name, status]).toEqual([name, 404]);
      continue;
    }
    const expected = await open.request(
      `/api/v1/${name}?format=${format}${format === 'csv' ? '&bom=true' : ''}`,
    );
    expect([status, text]).toEqual([200, expected.text]);
    expect(text.startsWith('\uFEFF')).toBe(format === 'csv');
    expect(headers['content-type']).toBe(expected.headers['content-type']);
    expect(headers['content-disposition']).toBe(`attachment; filename="${name}.${format}"`);
  }
});

test('what a browser would rather accept does not change a download', async () => {
  const { headers } = await ann.get('/admin/data/catches.json', { Accept: 'text/calendar' });
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
});

test("everything comes as one export of the user's own records, by a link on the page", async () => {
  expect((await bob.get('/admin/data')).text).toContain('href="/admin/data/everything.zip"');
  const { status, headers, body } = await bob.get('/admin/data/everything.zip');
  expect([status, headers['content-type']]).toEqual([200, 'application/zip']);
  expect(headers['content-disposition']).toMatch(/^attachment; filename="creel-\d{4}-\d\d-\d\d\.zip"$/);
  const files = await readZip(body);
  expect(JSON.parse(String(files.get('lures.ndjson')))).toMatchObject({ id: 'l1', name: "bob's" });
  expect(String(files.get('catches.ndjson'))).toBe('');
  expect(audited(app)).toContainEqual({
    audit: 'records-downloaded',
    by: 'bob',
    collection: 'all',
    format: 'zip',
    address: '127.0.0.1',
  });
});

test("a download holds the user's own records only, for administrators too", async () => {
  expect((await bob.get('/admin/data/lures.json')).json).toMatchObject([{ id: 'l1', name: "bob's" }]);
  expect((await bob.get('/admin/data/catches.json')).json).toEqual([]);
  expect((await bob.get('/admin/data/catches.ics')).text).not.toContain('VEVENT');
  expect((await ann.get('/admin/data/lures.json')).text).not.toContain("bob's");
});

const ODD = ['lures', 'lures.', 'lures.xml', 'lures.gpx', 'lures.json.csv', '.csv', 'lures.toString'].map(
  (file) => `/admin/data/${file}`,
);

test('nothing in the address changes whose records they are', async () => {
  for (const path of ['/admin/data/lures.json?userId=x&fields=name', '/admin/data/lures.json?cursor=x'])
    expect((await bob.get(path)).json).toHaveLength(1);
  for (const path of [
    '/admin/data/..%2flures.json',
    '/admin/data/lures%2fl1.json',
    '/admin/data/Lures.json',
    ...ODD,
  ])
    expect((await bob.get(path)).status).toBe(404);
});

test('a download without a session is no download', async () => {
  const { status, headers } = await app.request('/admin/data/catches.json');
  expect([status, headers.location, headers['content-disposition']]).toEqual([
    303,
    '/admin/sign-in',
    undefined,
  ]);
});
