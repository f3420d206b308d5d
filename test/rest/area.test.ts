// `bbox` and `near` over HTTP, by REST and GraphQL: what they answer, what pages they go with, and what is refused.

import { nextLink, startApp, type TestApp, type TestLog, whole } from '../support/app.js';
import { badParameter, expectProblem, problem } from '../support/problems.js';

const LOG: TestLog = {
  spots: [
    { id: 'bay', name: 'North bay', lat: 59.3721, lng: 17.0288, accuracyM: 10 },
    { id: 'cape', name: 'Cape', lat: 59.3721, lng: 17.0464 },
    { id: 'fiji', name: 'Taveuni', lat: -16.85, lng: 179.97 },
    { id: 'reef', name: 'Rainbow reef', lat: -16.8, lng: -179.95 },
    { id: 'half', name: 'No longitude', lat: 59.3721 },
    { id: 'none', name: 'Somewhere' },
  ],
  catches: [
    { id: 'a', caughtAt: '2026-05-01T06:30:00.000Z', species: 'Pike', lat: 59.3721, lng: 17.0288 },
    { id: 'b', caughtAt: '2026-05-02T06:30:00.000Z', species: 'Perch', lat: 59.3722, lng: 17.0289 },
    { id: 'c', caughtAt: '2026-05-03T06:30:00.000Z', species: 'Pike', lat: 59.3721, lng: 17.0464 },
    { id: 'd', caughtAt: '2026-05-04T06:30:00.000Z', species: 'Pike' },
  ],
};

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ records: LOG });
});
afterAll(() => app.close());

const BOX =
  'west, south, east and north in degrees: -180 to 180 east, -90 to 90 north, and south not above north';
const CIRCLE = 'latitude (-90 to 90), longitude (-180 to 180) and more than 0, at most 20016 km';
const NUMBER = 'a number, such as 12.5';

const idsAt = async (target: string): Promise<string> =>
  (await app.get(target)).map(({ id }: { id: string }) => id).join(' ');

test('a box answers whole records', async () => {
  const [bay] = LOG.spots ?? [];
  expect(await app.get('/api/v1/spots?bbox=17,59,17.03,60')).toEqual([whole('spots', bay ?? {})]);
  expect(await app.get('/api/v1/spots?near=59.3721,17.0288,0.5')).toEqual([whole('spots', bay ?? {})]);
});

test.each([
  ['spots?sort=id&bbox=17,59,18,60', 'bay cape'],
  ['spots?sort=id&bbox=17.0288,59.3721,17.0464,59.3721', 'bay cape'],
  ['spots?sort=id&bbox=179,-17,-179,-16', 'fiji reef'],
  ['spots?sort=id&bbox=-180,-90,180,90', 'bay cape fiji reef'],
  ['spots?sort=id&bbox=-1.8e2,-90.0,180,9e1', 'bay cape fiji reef'],
  ['spots?sort=id&bbox=0,0,1,1', ''],
  ['spots?sort=id&near=59.3721,17.0288,1', 'bay cape'],
  ['spots?sort=id&near=59.3721,17.0288,0.99', 'bay'],
  ['spots?sort=id&near=-16.8,180,10', 'fiji reef'],
  ['spots?sort=id&near=90,0,20016', 'bay cape fiji reef'],
  ['spots?sort=id&near=0,0,1', ''],
  ['spots?sort=id&near=59.3721%2C17.0288%2C1', 'bay cape'],
  ['catches?near=59.3721,17.0288,1', 'c b a'],
  ['catches?near=59.3721,17.0288,1&species=pike&sort=caughtAt', 'a c'],
  ['catches?near=59.3721,17.0288,1&bbox=17.04,59,18,60', 'c'],
  ['catches?bbox=17,59,18,60&q=pike&caughtAt[lt]=2026-05-02', 'a'],
  ['catches?bbox=17,59,18,60&lat[gt]=59.3721', 'b'],
])('/%s finds %j', async (search, expected) => {
  expect(await idsAt(`/api/v1/${search}`)).toBe(expected);
});

test('pages and the count keep to the area, and a cursor fits no other', async () => {
  const search = 'near=59.3721,17.0288,1&limit=2&fields=id';
  const first = await app.request(`/api/v1/catches?${search}&count=true`);
  expect(first.json).toEqual([{ id: 'c' }, { id: 'b' }]);
  expect(first.headers['x-total-count']).toBe('3');
  const next = nextLink(first) ?? '';
  const last = await app.request(next);
  expect(last.json).toEqual([{ id: 'a' }]);
  expect(nextLink(last)).toBeNull();
  for (const other of ['near=59.3721,17.0288,2', 'bbox=17,59,18,60', 'species=Pike']) {
    const { status, json } = await app.request(next.replace(/near=[^&]+/, other));
    expect([status, json.code]).toEqual([400, 'invalid-cursor']);
  }
});

test.each([
  ['bbox=', 'bbox', '"" is not allowed', NUMBER],
  ['bbox=17,59,18', 'bbox', '3 numbers are given, and not 4', BOX],
  ['bbox=17', 'bbox', '1 number is given, and not 4', BOX],
  ['bbox=17,59,18,60,0', 'bbox', '5 numbers are given, and not 4', BOX],
  ['bbox=17,59,100,18,60,100', 'bbox', '6 numbers are given, and not 4', BOX],
  ['bbox=17,59,18,', 'bbox', '"" is not allowed', NUMBER],
  ['bbox=17,59,18,x', 'bbox', '"x" is not allowed', NUMBER],
  ['bbox=17,%2059,18,60', 'bbox', '" 59" is not allowed', NUMBER],
  ['bbox=NaN,59,18,60', 'bbox', '"NaN" is not allowed', NUMBER],
  ['bbox=17,59,1e999,60', 'bbox', '"1e999" is not allowed', NUMBER],
  ['bbox=17;59;18;60', 'bbox', '"17;59;18;60" is not allowed', NUMBER],
  ['bbox=-180.1,59,18,60', 'bbox', 'west -180.1 is not allowed', BOX],
  ['bbox=17,59,181,60', 'bbox', 'east 181 is not allowed', BOX],
  ['bbox=17,-90.5,18,60', 'bbox', 'south -90.5 is not allowed', BOX],
  ['bbox=17,59,18,91', 'bbox', 'north 91 is not allowed', BOX],
  ['bbox=17,60,18,59', 'bbox', 'south 60 is above north 59', BOX],
  ['near=', 'near', '"" is not allowed', NUMBER],
  ['near=59,17', 'near', '2 numbers are given, and not 3', CIRCLE],
  ['near=59,17,1,1', 'near', '4 numbers are given, and not 3', CIRCLE],
  ['near=59,17,1km', 'near', '"1km" is not allowed', NUMBER],
  ['near=59,17,Infinity', 'near', '"Infinity" is not allowed', NUMBER],
  ['near=90.1,17,1', 'near', 'latitude 90.1 is not allowed', CIRCLE],
  ['near=59,-181,1', 'near', 'longitude -181 is not allowed', CIRCLE],
  ['near=59,17,0', 'near', 'km 0 is not allowed', CIRCLE],
  ['near=59,17,-1', 'near', 'km -1 is not allowed', CIRCLE],
  ['near=59,17,20017', 'near', 'km 20017 is not allowed', CIRCLE],
])('?%s is refused', async (query, parameter, detail, allowed) => {
  for (const collection of ['spots', 'catches'])
    for (const more of ['', '&limit=1&count=true'])
      expectProblem(
        await app.request(`/api/v1/${collection}?${query}${more}`),
        badParameter(parameter, detail, allowed),
      );
});

test('an area is asked for once, of a list, of records that have a position', async () => {
  const twice = await app.request('/api/v1/spots?near=59,17,1&near=59,17,2');
  expect([twice.status, twice.json.code]).toEqual([400, 'repeated-parameter']);
  for (const target of [
    'lures?bbox=17,59,18,60',
    'spots/bay?near=59,17,1',
    'catches?bbox[in]=1',
    'spots?bBox=1',
  ]) {
    const { status, json } = await app.request(`/api/v1/${target}`);
    expect([target, status, json.code]).toEqual([target, 400, 'unknown-parameter']);
  }
});

describe('GraphQL', () => {
  const list = (args: string) =>
    `{ spots(sort: [{ field: id }], ${args}) { items { id } page { total next } } }`;

  test.each([
    ['bbox: { west: 17, south: 59, east: 18, north: 60 }', ['bay', 'cape']],
    ['bbox: { west: 179, south: -17, east: -179, north: -16 }', ['fiji', 'reef']],
    ['near: { latitude: 59.3721, longitude: 17.0288, km: 0.5 }', ['bay']],
    ['near: { latitude: 59.3721, longitude: 17.0288, km: 1 }, q: "cape"', ['cape']],
    [
      'near: { latitude: 0, longitude: 0, km: 20016 }, bbox: { west: 0, south: 0, east: 180, north: 90 }',
      ['bay', 'cape'],
    ],
    ['near: null, bbox: null, where: { lng: { exists: false } }', ['half', 'none']],
  ])('%s', async (args, ids) => {
    const items = ids.map((id) => ({ id }));
    expect((await app.graphql(list(args))).json).toEqual({
      data: { spots: { items, page: { total: ids.length, next: null } } },
    });
  });

  test.each([
    ['bbox: { west: -181, south: 59, east: 18, north: 60 }', 'bbox', 'west -181 is not allowed', BOX],
    ['bbox: { west: 17, south: 60, east: 18, north: 59 }', 'bbox', 'south 60 is above north 59', BOX],
    ['bbox: { west: 17, south: 59, east: 18, north: 1e999 }', 'bbox', 'north Infinity is not allowed', BOX],
    ['near: { latitude: 91, longitude: 0, km: 1 }', 'near', 'latitude 91 is not allowed', CIRCLE],
    ['near: { latitude: 0, longitude: 181, km: 1 }', 'near', 'longitude 181 is not allowed', CIRCLE],
    ['near: { latitude: 0, longitude: 0, km: 0 }', 'near', 'km 0 is not allowed', CIRCLE],
    ['near: { latitude: 0, longitude: 0, km: 1e999 }', 'near', 'km Infinity is not allowed', CIRCLE],
  ])('refuses %s', async (args, parameter, detail, allowed) => {
    const { json } = await app.graphql(list(args));
    expect(json.data).toBeNull();
    expect(json.errors).toEqual([
      expect.objectContaining({
        message: `${parameter}: ${detail}`,
        extensions: { code: 'invalid-parameter', errors: [{ parameter, detail, allowed }] },
      }),
    ]);
  });

  test.each([
    [
      '{ lures(bbox: { west: 1, south: 1, east: 2, north: 2 }) { items { id } } }',
      'Unknown argument "bbox" on field "Query.lures".',
    ],
    [
      '{ spots(near: { latitude: 1, longitude: 1 }) { items { id } } }',
      'Field "Circle.km" of required type "Float!" was not provided.',
    ],
    [
      '{ spots(bbox: [1, 1, 2, 2]) { items { id } } }',
      'Expected value of type "BoundingBox", found [1, 1, 2, 2].',
    ],
    [
      '{ spots(near: { latitude: "1", longitude: 1, km: 1 }) { items { id } } }',
      'Float cannot represent non numeric value: "1"',
    ],
  ])('refuses %s', async (query, message) => {
    const { status, json } = await app.graphql(query);
    expect([status, json.errors[0].message, json.errors[0].extensions.code]).toEqual([
      400,
      message,
      'invalid-query',
    ]);
  });
});

test('a by-id path knows no area, and says what it knows', async () => {
  expectProblem(
    await app.request('/api/v1/spots/bay?bbox=17,59,18,60'),
    problem(400, 'unknown-parameter', '"bbox": spots have no such parameter', [
      {
        parameter: 'bbox',
        detail: 'spots have no such parameter',
        allowed: expect.arrayContaining(['fields', 'format']),
      },
    ]),
  );
});
