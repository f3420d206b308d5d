// Units over HTTP: imperial measures beside the metric ones, in every format.

import { startApp, type TestApp } from '../support/app.js';
import { exampleLog } from '../support/example-log.js';

const ID = '665f1c2ab7a4d90c1e0a42f1';
const GPX_HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<gpx xmlns="http://www.topografix.com/GPX/1/1" xmlns:creel="urn:creel:gpx:1" version="1.1" creator="Creel">\n';
const ICS_HEAD = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Creel//Creel//EN\r\n';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ records: exampleLog() });
});
afterAll(() => app.close());

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
  const { text: got } = await app.request(
    `/api/v1/catches/${ID}?fields=lengthCm,weightG&units=imperial&format=${format}`,
  );
  expect(got).toBe(text);
});

test.each([
  ['json', '{"lengthCm":1e+308,"lengthIn":3.9370078740157484e+307,"waterTempC":1e+308,"waterTempF":null}'],
  ['csv', 'lengthCm,lengthIn,waterTempC,waterTempF\r\n1e+308,3.9370078740157484e+307,1e+308,\r\n'],
])('a measure that is too great for a number is missing, and never infinite, in %s', async (format, text) => {
  const huge = await startApp({
    records: { catches: [{ id: 'huge', lengthCm: 1e308, waterTempC: 1e308 }] },
  });
  const { text: got } = await huge.request(
    `/api/v1/catches/huge?fields=lengthCm,waterTempC&units=imperial&format=${format}`,
  );
  expect(got).toBe(text);
  await huge.close();
});

test('units=imperial reaches every measure, also of what is linked, and changes no metric value', async () => {
  const target = `/api/v1/catches/${ID}?expand=lure,combo.rod`;
  const [metric, both] = [await app.get(target), await app.get(`${target}&units=imperial`)];
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
  expect((await app.request(`/api/v1/catches?${search}`)).status).toBe(400);
});
