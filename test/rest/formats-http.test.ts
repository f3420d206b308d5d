// Formats over HTTP: how each is asked for, what it is called, and that no way of asking gives another answer.

import { FORMATS } from '../../src/rest/formats/formats.js';
import { type Answer, model, startApp, type TestApp } from '../support/app.js';
import { BARE_ID, exampleLog } from '../support/example-log.js';
import { readFormat } from '../support/read-formats.js';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8; header=present',
  geojson: 'application/geo+json',
  gpx: 'application/gpx+xml',
  ics: 'text/calendar; charset=utf-8',
};

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ records: exampleLog() });
});
afterAll(() => app.close());

/** Every format of every collection. */
const OFFERED = model.resources.flatMap((resource) =>
  FORMATS.filter((format) => format.offers(resource)).map(
    (format) => [resource.name, format.name, resource, format] as const,
  ),
);

/** An answer without what differs from one request to the next. */
function lasting({ status, headers, text }: Answer) {
  const { date: _date, 'x-request-id': _id, ...kept } = headers;
  return { status, headers: kept, text };
}

describe.each(OFFERED)('%s as %s', (name, format, resource, { mediaType }) => {
  const id = String(resource.field.get('id')?.example);
  const list = `/api/v1/${name}`;
  const record = `${list}/${id}`;
  const byAccept = (target: string, method = 'GET') =>
    app.request(target, { method, headers: { Accept: mediaType } });

  test.each([
    ['list', list, name],
    ['record', record, resource.singular],
  ])('a %s says what it is, and is a file of that name where it is one', async (_kind, target, file) => {
    const { status, headers } = await app.request(`${target}?format=${format}`);
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      CONTENT_TYPES[format],
      ['json', 'ndjson'].includes(format) ? undefined : `attachment; filename="${file}.${format}"`,
    ]);
    expect([headers.vary, headers['cache-control'], headers['x-content-type-options']]).toEqual([
      'Authorization, Accept, Accept-Encoding',
      'private, no-cache',
      'nosniff',
    ]);
    expect(headers.etag).toMatch(/^"[\w-]{27}"$/);
  });

  test.each([
    ['list', list],
    ['record', record],
    ['record with nothing but its id', `${list}/${BARE_ID}`],
    ['page', `${list}?limit=1&units=imperial&count=true&sort=id&fields=id,notes,tags`],
  ])('a %s is the same by Accept and by format=, which goes before Accept', async (_kind, target) => {
    const named = `${target}${target.includes('?') ? '&' : '?'}format=${format}`;
    const expected = lasting(await app.request(named));
    const accepted = lasting(await byAccept(target));
    // The next page is asked for as this one was.
    const asAccepted = (link?: string | string[]) => String(link).replace(`&format=${format}`, '');
    expect(asAccepted(accepted.headers.link)).toBe(asAccepted(expected.headers.link));
    for (const answer of [expected, accepted]) {
      delete answer.headers.link;
      delete answer.headers.etag;
    }
    expect(accepted).toEqual(expected);
    const other = await app.request(named, { headers: { Accept: 'application/json;q=1, text/html' } });
    expect(other.text).toBe(expected.text);
  });

  test('HEAD has the headers of GET, and no body', async () => {
    for (const target of [list, record]) {
      const [got, head] = [await byAccept(target), await byAccept(target, 'HEAD')];
      expect(lasting(head)).toEqual({ ...lasting(got), text: '' });
      expect(Number(head.headers['content-length'])).toBe(got.body.length);
    }
  });

  test('a record is the one of the list, whole or with nothing but its id', async () => {
    const { records, ids } = readFormat(format, (await byAccept(list)).text);
    for (const one of [id, BARE_ID]) {
      const alone = readFormat(format, (await byAccept(`${list}/${one}`)).text, false);
      const at = ids.indexOf(one);
      expect(alone.records).toEqual(at < 0 ? [] : [records[at]]);
    }
    expect(ids).toContain(id);
  });

  test('an unknown id is a problem, whatever is accepted', async () => {
    const { status, headers, json } = await byAccept(`${list}/none`);
    expect([status, headers['content-type'], json.code]).toEqual([
      404,
      'application/problem+json',
      'record-not-found',
    ]);
    expect(headers).not.toHaveProperty('content-disposition');
  });

  test('an empty list is a whole document too', async () => {
    const { status, text } = await byAccept(`${list}?id=none`);
    expect([status, readFormat(format, text).records]).toEqual([200, []]);
  });
});

test.each([
  ['catches', 'json', '[]'],
  ['catches', 'ndjson', ''],
  ['catches', 'csv', 'id,species,lure.name\r\n'],
  ['catches', 'geojson', '{"type":"FeatureCollection","features":[]}'],
  [
    'catches',
    'gpx',
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<gpx xmlns="http://www.topografix.com/GPX/1/1" xmlns:creel="urn:creel:gpx:1" version="1.1" creator="Creel">\n' +
      '</gpx>\n',
  ],
  [
    'catches',
    'ics',
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Creel//Creel//EN\r\n' +
      'BEGIN:X-CREEL-LEFT-OUT\r\nX-CREEL-RECORDS:0\r\n' +
      'COMMENT:Records without caughtAt\\, which are no events: 0\r\n' +
      'END:X-CREEL-LEFT-OUT\r\nEND:VCALENDAR\r\n',
  ],
])('an empty list of %s as %s', async (name, format, text) => {
  const target = `/api/v1/${name}?species=none&fields=id,species,lure.name&format=${format}`;
  expect((await app.request(target)).text).toBe(text);
});

test.each([
  ['text/*', 'text/csv; charset=utf-8; header=present'],
  ['text/html, text/*;q=0.5', 'text/csv; charset=utf-8; header=present'],
  ['application/*', 'application/json; charset=utf-8'],
  ['application/json;q=0.1, text/calendar;q=0.9', 'text/calendar; charset=utf-8'],
  ['text/html, */*;q=0.1', 'application/json; charset=utf-8'],
  ['application/gpx+xml, application/geo+json', 'application/gpx+xml'],
])('Accept: %s is answered as %s', async (Accept, type) => {
  const { status, headers } = await app.request('/api/v1/catches', { headers: { Accept } });
  expect([status, headers['content-type']]).toEqual([200, type]);
});

describe('bom=true', () => {
  const ask = (search: string) => app.request(`/api/v1/catches?${search}`);

  test('begins CSV with a byte order mark, and changes nothing else of it', async () => {
    const plain = await ask('format=csv');
    const marked = await ask('format=csv&bom=true');
    expect(marked.body).toEqual(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), plain.body]));
    expect((await ask('format=csv&bom=false')).text).toBe(plain.text);
    expect(marked.headers.etag).not.toBe(plain.headers.etag);
  });

  test.each(FORMATS.filter(({ name }) => name !== 'csv').map(({ name }) => name))(
    'changes nothing of %s',
    async (format) => {
      expect((await ask(`format=${format}&bom=true`)).text).toBe((await ask(`format=${format}`)).text);
    },
  );
});
