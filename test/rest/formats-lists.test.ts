// Lists in every format: complete however they are read, and obedient to what was asked for.

import fc from 'fast-check';
import { FORMATS } from '../../src/rest/formats/formats.js';
import { model, nextLink, startApp, type TestApp, type TestLog } from '../support/app.js';
import { exampleLog } from '../support/example-log.js';
import { interceptStore } from '../support/intercepted-store.js';
import { anyText, formatOf } from '../support/layouts.js';
import { readFormat } from '../support/read-formats.js';

/** Ids and texts that every format has to write with care. */
const ODD_ID = '=1,"2";<&>å\\/%41';
const ODD = 'Said "yes",\r\nthen <left> & \\n; \u0007 🎣 '.repeat(4);

const day = (date: number) => `2026-05-${date}T06:30:00.000Z`;
const place = (n: number) => ({ lat: 59 + n / 8, lng: 17 - n / 16 });

/** Nine catches, newest first; some have no place or moment, and some have what a format cannot show as it is. */
const catches = [
  { id: 'a', caughtAt: day(21), species: 'Pike', lengthCm: 82.5, lureId: 'l1', ...place(0) },
  { id: 'b', caughtAt: day(20), species: 'Perch', lengthCm: 31, lureId: 'l2', ...place(1) },
  { id: 'c', caughtAt: day(19), species: 'Pike', lengthCm: 60, tags: ['dawn', '-1'], ...place(2) },
  { id: 'd', caughtAt: day(18), species: '=HYPERLINK("x")', notes: ODD, ...place(3) },
  { id: ODD_ID, caughtAt: day(17), species: ODD, tags: [ODD, '@x'], lureId: 'gone', ...place(4) },
  { id: 'e', caughtAt: day(16), lat: 95, lng: 17 },
  { id: 'f', caughtAt: day(15), species: '', notes: '', tags: [], photos: [], lat: 59 },
  { id: 'g', caughtAt: day(14), species: 'Pike', lengthCm: -3.5, lureId: 'l1' },
  { id: 'h', species: 'Pike', lengthCm: 1e-7, lat: 1e-7, lng: 180 },
];
const LOG: TestLog = {
  ...exampleLog(),
  catches,
  lures: ['l1', 'l2', 'l3', 'l4', 'l5'].map((id, index) => ({ id, name: `+${index}`, tags: ['x; y', 'z'] })),
};

let batched: TestApp;
let whole: TestApp;
beforeAll(async () => {
  batched = await startApp({ records: LOG, config: { BATCH_SIZE: '2' } });
  whole = await startApp({ records: LOG });
});
afterAll(() => Promise.all([batched.close(), whole.close()]));

const BY_NAME = FORMATS.map(({ name }) => name);
const ask = async (format: string, search: string) => {
  const answer = await whole.request(`/api/v1/catches?format=${format}&${search}`);
  expect({ status: answer.status, error: answer.json?.detail }).toMatchObject({ status: 200 });
  return answer;
};

/** The ids of the catches that a format can show: those with a place in GPX, those with a moment in iCalendar. */
const shownBy = (format: string): string[] =>
  catches
    .map(({ id }) => id)
    .filter((id) => {
      if (format === 'gpx') return !['e', 'f', 'g'].includes(id);
      return format !== 'ics' || id !== 'h';
    })
    // A cell that begins as a formula does is guarded.
    .map((id) => (format === 'csv' && id === ODD_ID ? `'${id}` : id));

describe.each(BY_NAME)('%s', (format) => {
  test('shows every catch that it can show, newest first', async () => {
    const { ids } = readFormat(format, (await ask(format, '')).text);
    expect(ids).toEqual(shownBy(format));
  });

  test('a streamed list is, byte for byte, the one that is written at once', async () => {
    for (const { name } of model.resources.filter((resource) => formatOf(format).offers(resource)))
      for (const more of ['', '&units=imperial&bom=true', '&fields=id,notes,tags']) {
        const target = `/api/v1/${name}?format=${format}${more}`;
        const [streamed, expected] = await Promise.all([batched.request(target), whole.request(target)]);
        expect([name, streamed.status, streamed.text]).toEqual([name, 200, expected.text]);
        if (name === 'catches') expect(streamed.headers['transfer-encoding']).toBe('chunked');
      }
  });

  test('pages hold the records of the complete list, each a document of its own', async () => {
    const search = 'expand=lure&sort=species,-lengthCm&units=imperial';
    const complete = readFormat(format, (await ask(format, search)).text);
    const seen: unknown[] = [];
    let target: string | null = `/api/v1/catches?${search}&limit=2&format=${format}`;
    for (let page = 1; target !== null; page++) {
      const answer = await whole.request(target);
      const { records } = readFormat(format, answer.text);
      seen.push(...records);
      target = nextLink(answer);
      const asked = new URLSearchParams(target?.split('?')[1]);
      expect([page, asked.get('format'), asked.get('units')]).toEqual(
        target === null ? [5, null, null] : [page, format, 'imperial'],
      );
    }
    expect(seen).toEqual(complete.records);
  });

  test('counts all records that match, also those that it cannot show', async () => {
    const { headers } = await ask(format, 'count=true&limit=1&lureId=l1');
    expect(headers['x-total-count']).toBe('2');
    expect((await ask(format, 'count=true')).headers['x-total-count']).toBe('9');
  });

  test('a list that fails on the way is cut off', async () => {
    let reads = 0;
    const failing = await startApp({
      records: LOG,
      config: { BATCH_SIZE: '2', LOG_LEVEL: 'silent' },
      wrap: (store) =>
        interceptStore(store, ({ method }) => {
          if (method === 'find' && ++reads > 2) throw new Error('The disk is gone');
        }),
    });
    await expect(failing.request(`/api/v1/catches?format=${format}`)).rejects.toThrow('aborted');
    await failing.close();
  });
});

describe('what is asked for is what is answered', () => {
  const GPX_HEAD =
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<gpx xmlns="http://www.topografix.com/GPX/1/1" xmlns:creel="urn:creel:gpx:1" version="1.1" creator="Creel">\n';
  const ICS_HEAD = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Creel//Creel//EN\r\n';

  test.each([
    [
      'json',
      '[{"id":"a","lengthCm":82.5,"lure":{"name":"+0","tags":["x; y","z"]}},' +
        '{"id":"g","lengthCm":-3.5,"lure":{"name":"+0","tags":["x; y","z"]}}]',
    ],
    [
      'ndjson',
      '{"id":"a","lengthCm":82.5,"lure":{"name":"+0","tags":["x; y","z"]}}\n' +
        '{"id":"g","lengthCm":-3.5,"lure":{"name":"+0","tags":["x; y","z"]}}\n',
    ],
    ['csv', "id,lengthCm,lure.name,lure.tags\r\na,82.5,'+0,x; y; z\r\ng,-3.5,'+0,x; y; z\r\n"],
    [
      'geojson',
      '{"type":"FeatureCollection","features":[' +
        '{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[17,59]},' +
        '"properties":{"id":"a","lengthCm":82.5,"lure":{"name":"+0","tags":["x; y","z"]}}},' +
        '{"type":"Feature","id":"g","geometry":null,' +
        '"properties":{"id":"g","lengthCm":-3.5,"lure":{"name":"+0","tags":["x; y","z"]}}}]}',
    ],
    [
      'gpx',
      `${GPX_HEAD}<wpt lat="59" lon="17"><name>Pike</name><desc>82.5 cm</desc><extensions>` +
        '<creel:id>a</creel:id><creel:lengthCm>82.5</creel:lengthCm>' +
        '<creel:lure><creel:name>+0</creel:name><creel:tags>x; y</creel:tags><creel:tags>z</creel:tags></creel:lure>' +
        '</extensions></wpt>\n' +
        '<extensions><creel:withoutPosition>1</creel:withoutPosition></extensions>\n</gpx>\n',
    ],
    [
      'ics',
      `${ICS_HEAD}${[
        ['a', '20260521T063000Z', '82.5'],
        ['g', '20260514T063000Z', '-3.5'],
      ]
        .map(
          ([id, moment, length]) =>
            `BEGIN:VEVENT\r\nUID:${id}@creel\r\nDTSTAMP:${moment}\r\nDTSTART:${moment}\r\n` +
            `SUMMARY:Pike\\, ${length} cm\r\nDESCRIPTION:lure.name: +0\\nlure.tags: x\\; y\\; z\r\nEND:VEVENT\r\n`,
        )
        .join('')}END:VCALENDAR\r\n`,
    ],
  ])('filters, fields and sort in %s', async (format, text) => {
    const search = 'fields=lure.tags,id,lengthCm,lure.name&species=pike&lureId=l1&sort=-lengthCm';
    expect((await ask(format, search)).text).toBe(text);
  });

  test.each(BY_NAME)('expand shows linked records whole in %s', async (format) => {
    const linked = async (search: string) =>
      JSON.stringify(readFormat(format, (await ask(format, search)).text).records).match(/\+0/g)?.length ?? 0;
    expect([await linked('id=a&expand=lure'), await linked('id=a')]).toEqual([1, 0]);
  });
});

test('whatever a record holds, every format of it is one whole document that tells the same', async () => {
  const number = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }));
  const record = fc.record({
    caughtAt: fc.constantFrom('0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', day(10), null),
    species: fc.option(anyText),
    notes: fc.option(anyText),
    tags: fc.option(fc.array(anyText, { maxLength: 3 })),
    photos: fc.option(fc.array(fc.record({ url: anyText, caption: fc.option(anyText) }), { maxLength: 2 })),
    ...{ lengthCm: number, weightG: number, windMps: number },
    lat: fc.oneof(number, fc.constantFrom(90, -90, 0, -0, 1e-9)),
    lng: fc.oneof(number, fc.constantFrom(180, -180, 0, 1e-9)),
  });
  const app = await startApp({ config: { BATCH_SIZE: '2' } });
  await fc.assert(
    fc.asyncProperty(fc.tuple(record, record, record), async (records) => {
      await app.write({ catches: records.map((one, index) => ({ ...one, id: `r${index}` })) });
      const stored = await app.get('/api/v1/catches');
      const idsOf = (has: (one: Record<string, unknown>) => unknown) =>
        stored.filter(has).map(({ id }: { id: string }) => id);
      const onEarth = ({ lat, lng }: Record<string, unknown>) =>
        typeof lat === 'number' && typeof lng === 'number' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
      for (const format of BY_NAME) {
        const { text } = await app.request(`/api/v1/catches?format=${format}&units=imperial`);
        const shown = { gpx: onEarth, ics: ({ caughtAt }: Record<string, unknown>) => caughtAt }[format];
        expect([format, readFormat(format, text).ids]).toEqual([format, idsOf(shown ?? (() => true))]);
      }
      const lines = (await app.request('/api/v1/catches?format=ndjson')).text;
      expect(readFormat('ndjson', lines).records).toEqual(stored);
    }),
    { numRuns: 25 },
  );
  await app.close();
});
