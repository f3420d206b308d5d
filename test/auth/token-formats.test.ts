// What a token may not read stays out of every format: other collections, other owners, exact or hidden coordinates.

import { FORMATS } from '../../src/rest/formats/formats.js';
import { model, type TestApp, type TestLog } from '../support/app.js';
import { expectProblem, problem } from '../support/problems.js';
import { readFormat } from '../support/read-formats.js';
import { type Bearer, createBearer, startMultiUser } from './people.js';

const EXACT = { lat: 59.37214, lng: -17.02885 };
const RECORDS: TestLog = {
  spots: [{ id: 's1', name: 'North bay', ...EXACT, accuracyM: 8, createdAt: '2026-05-01T06:30:00.000Z' }],
  lures: [{ id: 'l1', name: 'Spinner' }],
  catches: ['c1', 'c2', 'c3'].map((id, index) => ({
    ...{ id, species: 'Pike', ...EXACT, accuracyM: 300, spotId: 's1', lureId: 'l1' },
    caughtAt: `2026-05-0${3 - index}T06:30:00.000Z`,
  })),
};
const OTHERS: TestLog = {
  catches: [{ id: 'theirs', species: 'Secretfish', lat: 12.3456, lng: 65.4321, spotId: 'their-spot' }],
  spots: [{ id: 'their-spot', name: 'Secret bay', lat: 12.3456, lng: 65.4321 }],
};

let app: TestApp;
const tokens: Record<string, Bearer> = {};
beforeAll(async () => {
  app = await startMultiUser({ BATCH_SIZE: '2' }, RECORDS);
  await app.write(OTHERS, 'somebody-else');
  tokens.exact = await createBearer(app);
  tokens.few = await createBearer(app, { collections: ['spots', 'catches'] });
  tokens.rounded = await createBearer(app, { coordinates: 'rounded' });
  tokens.hidden = await createBearer(app, { coordinates: 'hidden' });
});
afterAll(() => app.close());

const ask = (target: string, token: string, headers: Readonly<Record<string, string>> = {}) =>
  app.request(target, { headers: { ...headers, ...tokens[token]?.headers } });

const BY_NAME = FORMATS.map(({ name }) => name);
const GPX_HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<gpx xmlns="http://www.topografix.com/GPX/1/1" xmlns:creel="urn:creel:gpx:1" version="1.1" creator="Creel">\n';
const event = (...lines: readonly string[]) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Creel//Creel//EN'],
    ...['BEGIN:VEVENT', 'UID:c1@creel', 'DTSTAMP:20260503T063000Z', 'DTSTART:20260503T063000Z'],
    ...['SUMMARY:Pike', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n');
const feature = (geometry: unknown, properties: unknown) =>
  JSON.stringify({ type: 'Feature', id: 'c1', geometry, properties });

describe.each([
  [
    'exact',
    {
      json: '{"lat":59.37214,"lng":-17.02885,"accuracyM":300,"spot":{"lat":59.37214}}',
      ndjson: '{"lat":59.37214,"lng":-17.02885,"accuracyM":300,"spot":{"lat":59.37214}}\n',
      csv: 'lat,lng,accuracyM,spot.lat\r\n59.37214,-17.02885,300,59.37214\r\n',
      geojson: feature(
        { type: 'Point', coordinates: [-17.02885, 59.37214] },
        { accuracyM: 300, spot: { lat: 59.37214 } },
      ),
      gpx: `${GPX_HEAD}<wpt lat="59.37214" lon="-17.02885"><name>Pike</name><extensions><creel:accuracyM>300</creel:accuracyM><creel:spot><creel:lat>59.37214</creel:lat></creel:spot></extensions></wpt>\n</gpx>\n`,
      ics: event('DESCRIPTION:accuracyM: 300\\nspot.lat: 59.37214', 'GEO:59.37214;-17.02885'),
    },
  ],
  [
    'rounded',
    {
      json: '{"lat":59.37,"lng":-17.03,"accuracyM":2000,"spot":{"lat":59.37}}',
      ndjson: '{"lat":59.37,"lng":-17.03,"accuracyM":2000,"spot":{"lat":59.37}}\n',
      csv: 'lat,lng,accuracyM,spot.lat\r\n59.37,-17.03,2000,59.37\r\n',
      geojson: feature(
        { type: 'Point', coordinates: [-17.03, 59.37] },
        { accuracyM: 2000, spot: { lat: 59.37 } },
      ),
      gpx: `${GPX_HEAD}<wpt lat="59.37" lon="-17.03"><name>Pike</name><extensions><creel:accuracyM>2000</creel:accuracyM><creel:spot><creel:lat>59.37</creel:lat></creel:spot></extensions></wpt>\n</gpx>\n`,
      ics: event('DESCRIPTION:accuracyM: 2000\\nspot.lat: 59.37', 'GEO:59.37;-17.03'),
    },
  ],
  [
    'hidden',
    {
      json: '{"lat":null,"lng":null,"accuracyM":null,"spot":{"lat":null}}',
      ndjson: '{"lat":null,"lng":null,"accuracyM":null,"spot":{"lat":null}}\n',
      csv: 'lat,lng,accuracyM,spot.lat\r\n,,,\r\n',
      geojson: feature(null, { lat: null, lng: null, accuracyM: null, spot: { lat: null } }),
      gpx: `${GPX_HEAD}<extensions><creel:withoutPosition>1</creel:withoutPosition></extensions>\n</gpx>\n`,
      ics: event(),
    },
  ],
])('a token with %s coordinates', (token, expected) => {
  test.each(Object.entries(expected))('reads a record so as %s', async (format, text) => {
    const target = `/api/v1/catches/c1?fields=lat,lng,accuracyM,spot.lat&format=${format}`;
    expect((await ask(target, token)).text).toBe(text);
  });
});

describe.each(['rounded', 'hidden'])('a token with %s coordinates', (token) => {
  test.each(BY_NAME)('reads no digit more as %s, whatever it asks', async (format) => {
    for (const search of ['', 'expand=spot', 'limit=2&count=true', 'fields=id', 'units=imperial', 'q=pike'])
      for (const path of ['catches', 'catches/c2', 'spots', 'spots/s1']) {
        if (path.includes('/') && /limit|q=/.test(search)) continue;
        if (path.includes('spots') && search === 'expand=spot') continue;
        const answer = await ask(`/api/v1/${path}?format=${format}&${search}`, token);
        const isOffered = format !== 'ics' || !path.includes('spots');
        expect([path, search, answer.status]).toEqual([path, search, isOffered ? 200 : 406]);
        expect(JSON.stringify([answer.text, answer.headers])).not.toMatch(/59\.37\d|17\.02|\b26\.2|984\.2/);
        // A refusal holds no record, and a request id in which anything may stand.
        if (token === 'hidden' && isOffered) expect(answer.text).not.toMatch(/59\.|-17|GEO:|<wpt|"Point"/);
      }
  });

  test.each(BY_NAME)('is refused filters and sorts by them as %s', async (format) => {
    for (const search of ['lat[gte]=59', 'sort=-lng', 'accuracyM[exists]=true']) {
      const { status, json } = await ask(`/api/v1/catches?format=${format}&${search}`, token);
      expect([status, json.code]).toEqual([403, 'field-not-allowed']);
    }
  });

  test.each(BY_NAME)('is not told as %s that a copy made with another token is the same', async (format) => {
    const target = `/api/v1/catches/c1?format=${format}`;
    const { etag } = (await ask(target, 'exact')).headers;
    expect((await ask(target, token, { 'If-None-Match': String(etag) })).status).toBe(200);
  });
});

describe.each(BY_NAME)('as %s', (format) => {
  test('a token of some collections reads those, and is refused the others, also as linked records', async () => {
    const { status, text } = await ask(`/api/v1/catches?format=${format}`, 'few');
    expect([status, readFormat(format, text).ids]).toEqual([200, ['c1', 'c2', 'c3']]);
    const detail = 'This token may not read lures; it may read catches, spots.';
    for (const path of ['catches?expand=lure', 'catches/c1?expand=lure', 'catches?fields=id,lure.name']) {
      const answer = await ask(`/api/v1/${path}&format=${format}`, 'few');
      expectProblem(answer, problem(403, 'collection-not-allowed', detail));
    }
  });

  test("another owner's records are neither in a list, nor found by id, nor linked", async () => {
    const mediaType = FORMATS.find(({ name }) => name === format)?.mediaType ?? '';
    for (const resource of model.resources) {
      const list = await ask(`/api/v1/${resource.name}?count=true&format=${format}`, 'exact');
      const records = RECORDS[resource.name] ?? [];
      expect(list.text).not.toMatch(/theirs|their-spot|Secret|12\.3|65\.4/);
      if (list.status === 200) expect(list.headers['x-total-count']).toBe(String(records.length));
    }
    for (const headers of [{}, { 'If-None-Match': '*' }]) {
      const answer = await ask('/api/v1/catches/theirs', 'exact', { Accept: mediaType, ...headers });
      expectProblem(answer, problem(404, 'record-not-found', 'No record of catches has this id.'));
    }
  });

  test('without a token nothing is answered', async () => {
    const { status, headers, json } = await app.request(`/api/v1/catches?format=${format}`);
    expect([status, headers['content-type'], json.code]).toEqual([
      401,
      'application/problem+json',
      'token-missing',
    ]);
  });
});
