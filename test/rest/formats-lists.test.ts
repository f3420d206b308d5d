// Lists in every format: complete however they are read, and obedient to what was asked for.

import { FORMATS } from '../../src/rest/formats/formats.js';
import { model, nextLink, startApp, type TestApp, type TestLog } from '../support/app.js';
import { exampleLog } from '../support/example-log.js';
import { interceptStore } from '../support/intercepted-store.js';
import { formatOf } from '../support/layouts.js';
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

  test.each([
    ['json', '{"lengthCm":82.5,"lengthIn":32.4803,"weightG":4150,"weightLb":9.1492}'],
    ['ndjson', '{"lengthCm":82.5,"lengthIn":32.4803,"weightG":4150,"weightLb":9.1492}\n'],
    ['csv', 'lengthCm,lengthIn,weightG,weightLb\r\n82.5,32.4803,4150,9.1492\r\n'],
    [
      'geojson',
      '{"type":"Feature","id":"665f1c2ab7a4d90c1e0a42f1",' +
        '"geometry":{"type":"Point","coordinates":[17.0288,59.3721]},' +
        '"properties":{"lengthCm":82.5,"lengthIn":32.4803,"weightG":4150,"weightLb":9.1492}}',
    ],
    [
      'gpx',
      `${GPX_HEAD}<wpt lat="59.3721" lon="17.0288"><name>Pike</name><desc>82.5 cm, 4150 g</desc><extensions>` +
        '<creel:lengthCm>82.5</creel:lengthCm><creel:lengthIn>32.4803</creel:lengthIn>' +
        '<creel:weightG>4150</creel:weightG><creel:weightLb>9.1492</creel:weightLb></extensions></wpt>\n</gpx>\n',
    ],
    [
      'ics',
      `${ICS_HEAD}BEGIN:VEVENT\r\nUID:665f1c2ab7a4d90c1e0a42f1@creel\r\nDTSTAMP:20260502T071540Z\r\n` +
        'DTSTART:20260501T063000Z\r\nSUMMARY:Pike\\, 82.5 cm\\, 4150 g\r\n' +
        'DESCRIPTION:lengthIn: 32.4803\\nweightLb: 9.1492\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
    ],
  ])('units=imperial adds to the metric measures in %s', async (format, text) => {
    const app = await startApp({ records: exampleLog() });
    const id = '665f1c2ab7a4d90c1e0a42f1';
    const { text: got } = await app.request(
      `/api/v1/catches/${id}?fields=lengthCm,weightG&units=imperial&format=${format}`,
    );
    expect(got).toBe(text);
    await app.close();
  });

  test('units=imperial reaches every measure, also of what is linked, and changes no metric value', async () => {
    const app = await startApp({ records: exampleLog() });
    const target = '/api/v1/catches/665f1c2ab7a4d90c1e0a42f1?expand=lure,combo.rod';
    const [metric, both] = [await app.get(target), await app.get(`${target}&units=imperial`)];
    await app.close();
    expect(both).toMatchObject(metric);
    expect(both).toMatchObject({
      ...{ accuracyFt: 26.2467, waterTempF: 52.7, waterDepthFt: 7.874, airTempF: 48.2 },
      ...{ pressureInHg: 29.8843, windMph: 10.0662 },
      lure: { weightOz: 0.2822, lengthIn: 2.7559, minDiveDepthFt: 3.937 },
      combo: { leaderLengthIn: 23.622, rod: { lengthIn: 83.8583, castMinOz: 0.1058 } },
    });
  });

  test.each([
    'fields=lengthIn&units=imperial',
    'lengthIn[gte]=20&units=imperial',
    'sort=lengthIn&units=imperial',
  ])('imperial measures are computed, so %s is refused', async (search) => {
    expect((await whole.request(`/api/v1/catches?${search}`)).status).toBe(400);
  });

  test.each(BY_NAME)('expand shows linked records whole in %s', async (format) => {
    const linked = async (search: string) =>
      JSON.stringify(readFormat(format, (await ask(format, search)).text).records).match(/\+0/g)?.length ?? 0;
    expect([await linked('id=a&expand=lure'), await linked('id=a')]).toEqual([1, 0]);
  });
});
