// What a token may not read stays out of every answer: other collections, and coordinates that are rounded or hidden.

import type { Answer, TestApp, TestLog } from '../support/app.js';
import { expectProblem, problem } from '../support/problems.js';
import { type Bearer, createBearer, startMultiUser } from './people.js';

const RECORDS: TestLog = {
  spots: [
    { id: 's1', name: 'North bay', lat: 59.37214, lng: -17.02885, accuracyM: 8 },
    { id: 's2', name: 'Far away', lat: -0.004, lng: 179.996, accuracyM: 1500 },
    { id: 's3', name: 'Nowhere' },
  ],
  lures: [{ id: 'l1', name: 'Spinner' }],
  catches: [
    {
      ...{
        id: 'c1',
        species: 'Pike',
        lat: 59.37214,
        lng: -17.02885,
        accuracyM: 300,
        spotId: 's1',
        lureId: 'l1',
      },
      ...{ caughtAt: '2026-05-01T06:30:00.000Z', updatedAt: '2026-05-01T06:30:00.000Z' },
    },
    { id: 'c2', species: 'Perch' },
  ],
};

let app: TestApp;
let few: Bearer;
let rounded: Bearer;
let hidden: Bearer;
beforeAll(async () => {
  app = await startMultiUser({}, RECORDS);
  few = await createBearer(app, { collections: ['spots', 'catches'] });
  rounded = await createBearer(app, { coordinates: 'rounded' });
  hidden = await createBearer(app, { coordinates: 'hidden' });
});
afterAll(() => app.close());

const ask = (target: string, { headers }: Bearer) => app.request(target, { headers });
const query = (text: string, { headers }: Bearer) =>
  app.request('/graphql', {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: text }),
  });

function expect403(
  answer: Answer,
  code: 'collection-not-allowed' | 'field-not-allowed',
  detail: string,
): void {
  expectProblem(answer, problem(403, code, detail));
  expect(answer.headers['www-authenticate']).toBe('Bearer realm="creel", error="insufficient_scope"');
}

describe('a token of two collections', () => {
  const DETAIL = 'This token may not read lures; it may read catches, spots.';

  test.each(['/api/v1/spots', '/api/v1/catches/c1', '/api/v1/catches?expand=spot&count=true'])(
    'reads %s',
    async (target) => {
      expect((await ask(target, few)).status).toBe(200);
    },
  );

  test.each([
    '/api/v1/lures',
    '/api/v1/lures/l1',
    '/api/v1/lures/unknown',
    '/api/v1/lures?limit=1&count=true',
    '/api/v1/catches?expand=lure',
    '/api/v1/catches?fields=id,lure.name',
    '/api/v1/catches/c1?expand=lure',
  ])('is refused %s', async (target) => {
    expect403(await ask(target, few), 'collection-not-allowed', DETAIL);
  });

  test.each([
    '{ lures { items { id } } }',
    '{ lures { page { total } } }',
    '{ lure(id: "l1") { name } }',
    '{ catches { items { id lure { name } } } }',
    '{ catch(id: "c1") { lure { id } } }',
  ])('is refused %s', async (text) => {
    const { json } = await query(text, few);
    // A link is refused in each record, also where it is null: what a token may read does not depend on the log.
    const links = text.includes('items { id lure') ? 2 : 1;
    const refusal = { message: DETAIL, extensions: { code: 'collection-not-allowed' } };
    expect(json.errors).toEqual(Array(links).fill(expect.objectContaining(refusal)));
    expect(JSON.stringify(json)).not.toContain('Spinner');
  });
});

describe.each([
  ['rounded', { lat: 59.37, lng: -17.03, accuracyM: 1000 }, { lat: 59.37, lng: -17.03, accuracyM: 2000 }],
  ['hidden', { lat: null, lng: null, accuracyM: null }, { lat: null, lng: null, accuracyM: null }],
])('a token with %s coordinates', (kind, spot, caught) => {
  const token = () => (kind === 'rounded' ? rounded : hidden);
  const FIELDS = 'fields=lat,lng,accuracyM';

  test('reads them so in lists, records and links', async () => {
    expect((await ask(`/api/v1/spots/s1?${FIELDS}`, token())).json).toEqual(spot);
    expect((await ask(`/api/v1/catches/c1?${FIELDS}`, token())).json).toEqual(caught);
    expect((await ask(`/api/v1/catches?sort=species&${FIELDS}`, token())).json[1]).toEqual(caught);
    const expanded = (await ask('/api/v1/catches/c1?expand=spot', token())).json;
    expect([expanded.lat, expanded.spot.lat, expanded.spot.lng]).toEqual([spot.lat, spot.lat, spot.lng]);
    expect((await ask('/api/v1/catches/c1?fields=spot.lat', token())).json).toEqual({
      spot: { lat: spot.lat },
    });
  });

  test('reads them so by GraphQL', async () => {
    const { json } = await query(
      '{ catch(id: "c1") { lat lng accuracyM spot { lat lng accuracyM } } }',
      token(),
    );
    expect(json).toEqual({ data: { catch: { ...caught, spot } } });
  });

  test('reads no digit more of any record, whatever it asks', async () => {
    for (const target of [
      '/api/v1/spots',
      '/api/v1/catches?expand=spot',
      '/api/v1/spots?q=bay',
      '/api/v1/spots?limit=1&count=true',
    ])
      expect(JSON.stringify(await ask(target, token()))).not.toMatch(/59\.37\d|17\.02|0\.004|179\.9/);
  });

  test.each([
    'lat=59.37214',
    'lat[gte]=59',
    'lng[lt]=0',
    'lng[exists]=true',
    'accuracyM[ne]=8',
    'sort=lat',
    'sort=name,-lng',
    'sort=accuracyM',
    'q=bay&lat[gte]=59&count=true',
    'bbox=-180,-90,180,90',
    'near=59.37,-17.03,1&limit=1&count=true',
  ])('is refused %s', async (search) => {
    const name = /(lat|lng|accuracyM|bbox|near)/.exec(search)?.[1];
    const detail = `This token may not filter or sort by ${name}: it may not read exact coordinates.`;
    expect403(await ask(`/api/v1/spots?${search}`, token()), 'field-not-allowed', detail);
  });

  test('is refused filters and sorts on them by GraphQL, counts too', async () => {
    for (const args of [
      'where: { lat: { gt: 59 } }',
      'where: { lng: { exists: true } }',
      'sort: [{ field: lat }]',
      'bbox: { west: -180, south: -90, east: 180, north: 90 }',
      'near: { latitude: 59, longitude: -17, km: 20016 }',
    ]) {
      const { json } = await query(`{ spots(${args}) { items { id } page { total next } } }`, token());
      expect([json.data, json.errors[0].extensions]).toEqual([null, { code: 'field-not-allowed' }]);
    }
  });

  test('cannot follow the cursor of a list that somebody sorted by them', async () => {
    const exact = await createBearer(app);
    const { headers } = await ask('/api/v1/spots?sort=lat&limit=1', exact);
    const cursor = /cursor=([^&>]+)/.exec(String(headers.link))?.[1];
    const { json } = await ask(`/api/v1/spots?sort=lat&limit=1&cursor=${cursor}`, token());
    expect(json.code).toBe('field-not-allowed');
    expect((await ask(`/api/v1/spots?limit=1&cursor=${cursor}`, token())).json.code).toBe('invalid-cursor');
  });

  test('gets cursors that hold nothing of them', async () => {
    const { headers } = await ask('/api/v1/spots?limit=1&sort=name', token());
    const cursor = /cursor=([^&>]+)/.exec(String(headers.link))?.[1] ?? '';
    expect(Buffer.from(cursor, 'base64url').toString()).not.toMatch(/59|17\.|179|0\.004/);
  });

  test('finds nothing by words that are in them', async () => {
    for (const words of ['59.37214', '59.37', '17', '1500'])
      expect((await ask(`/api/v1/spots?q=${words}`, token())).json).toEqual([]);
  });

  test('filters and sorts by everything else', async () => {
    const searches = [
      'updatedSince=2026-01-01',
      'species=pike',
      'spotId=s1',
      'sort=-caughtAt&limit=1',
      'q=pike',
    ];
    for (const search of searches)
      expect((await ask(`/api/v1/catches?fields=id&${search}`, token())).json).toEqual([{ id: 'c1' }]);
  });
});

test('what is rounded is still on the globe, and says how far off it may be', async () => {
  const { json } = await ask('/api/v1/spots?sort=name&fields=lat,lng,accuracyM', rounded);
  expect(json).toEqual([
    { lat: 0, lng: 180, accuracyM: 3000 },
    { lat: 59.37, lng: -17.03, accuracyM: 1000 },
    { lat: null, lng: null, accuracyM: null },
  ]);
});
