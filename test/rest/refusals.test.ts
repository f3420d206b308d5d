// Wrong parameters, operators, values and ids: each is a 4xx problem that names what is wrong and what is allowed.

import { startApp, type TestApp } from '../support/app.js';
import { badParameter, expectProblem, problem } from '../support/problems.js';
import { smallLog } from '../support/small-log.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ records: smallLog });
});
afterAll(() => app.close());

const ROD_FIELDS = [
  'id',
  ...[
    'name',
    'brand',
    'model',
    'serialNumber',
    'type',
    'lengthCm',
    'power',
    'action',
    'castMinG',
    'castMaxG',
  ],
  ...['pieces', 'purchasedOn', 'createdAt', 'updatedAt', 'notes', 'tags', 'photos'],
];
const SORTABLE = ROD_FIELDS.filter((name) => name !== 'tags' && name !== 'photos');
const ROD_PARAMETERS = [
  ...ROD_FIELDS.filter((name) => name !== 'photos'),
  ...['updatedSince', 'q', 'tz', 'sort', 'limit', 'cursor', 'count', 'fields', 'format', 'units', 'bom'],
];

describe('a name that is not known', () => {
  test.each([
    ['nonsense=1', 'nonsense'],
    ['nonsense', 'nonsense'],
    ['Name=x', 'Name', '; did you mean name?'],
    ['%20name=x', ' name', '; did you mean name?'],
    ['=x', ''],
    ['__proto__=x', '__proto__'],
    ['constructor[exists]=true', 'constructor[exists]'],
    ['userId=x', 'userId'],
    ['_owner=x', '_owner'],
    ['$where=1', '$where', '; a filter is a parameter with the name of its field'],
    ['expand=reel', 'expand'],
    ['color[in]=x', 'color[in]'],
    ['[gte]=1', '[gte]'],
    ['photos=x', 'photos'],
    [`${'x'.repeat(150)}=1`, 'x'.repeat(100)],
  ])('?%s is refused, and the parameters are told', async (query, parameter, question = '') => {
    const detail = `rods have no such parameter${question}`;
    const shown = query.startsWith('xx') ? `"${'x'.repeat(60)}…"` : JSON.stringify(parameter);
    expectProblem(
      await app.request(`/api/v1/rods?${query}`),
      problem(400, 'unknown-parameter', `${shown}: ${detail}`, [
        { parameter, detail, allowed: ROD_PARAMETERS },
      ]),
    );
  });

  test.each([
    ['photos[in]=x', 'photos', ['photos[exists]']],
    ['id[contains]=x', 'id', ['id', 'id[ne]', 'id[exists]']],
    ['name[gt]=x', 'name', ['name', 'name[ne]', 'name[contains]', 'name[startsWith]', 'name[exists]']],
    ['name[ne][ne]=x', 'name', ['name', 'name[ne]', 'name[contains]', 'name[startsWith]', 'name[exists]']],
    [
      'tags[]=x',
      'tags',
      ['tags', 'tags[ne]', 'tags[contains]', 'tags[startsWith]', 'tags[exists]'],
      '; did you mean tags?',
    ],
    [
      'pieces[$gt]=1',
      'pieces',
      ['pieces', ...['ne', 'gt', 'gte', 'lt', 'lte', 'exists'].map((operator) => `pieces[${operator}]`)],
      '; did you mean pieces[gt]?',
    ],
  ])(
    '?%s is refused, and the operators of the field are told',
    async (query, field, allowed, question = '') => {
      const parameter = query.split('=')[0] ?? '';
      const detail = `${field} has no such operator${question}`;
      expectProblem(
        await app.request(`/api/v1/rods?${query}`),
        problem(400, 'unknown-parameter', `"${parameter}": ${detail}`, [{ parameter, detail, allowed }]),
      );
    },
  );

  test.each(['limit=1', 'sort=id', 'cursor=x', 'count=true', 'tz=UTC', 'q=x', 'species=x'])(
    '?%s is refused where one record is asked for',
    async (query) => {
      const parameter = query.split('=')[0] ?? '';
      const detail = 'catches have no such parameter';
      expectProblem(
        await app.request(`/api/v1/catches/a?${query}`),
        problem(400, 'unknown-parameter', `"${parameter}": ${detail}`, [
          { parameter, detail, allowed: ['fields', 'format', 'units', 'bom', 'expand'] },
        ]),
      );
    },
  );
});

const FORMATS = ['json', 'ndjson', 'csv'];

describe('a value that is not allowed', () => {
  const LIMIT = 'a whole number from 1 to 1000';
  const TIME =
    'a time such as 2026-05-01T06:30:00Z (a + of an offset is written %2B), or a day such as 2026-05-01';
  const NUMBER = 'a number, such as 12.5';
  const WHOLE = 'a whole number, such as 3';
  const TEXT = 'text of 1 to 1000 characters; `[exists]=false` finds missing values';
  const ID = 'an id of 1 to 128 characters';
  const CHOICE = 'true or false';
  const ZONE = 'an IANA name, such as Europe/Stockholm';
  const DAY = 'a day such as 2026-05-01';

  test.each([
    ...['0', '1001', '-1', '1.5', '1e2', '', ' 5', '5 ', '0x10', 'ten', '99999999999'].map((v) => [
      'limit',
      v,
      LIMIT,
    ]),
    ...['', 'x', '1.5', '2147483648', '-2147483649', '1e2', '+1', '1_0'].map((v) => ['pieces', v, WHOLE]),
    ...['', 'x', '1e400', 'Infinity', 'NaN', '.5', '5.', '1,5x', '0x1', '1 '].map((v) => [
      'lengthCm',
      v,
      NUMBER,
    ]),
    ...['', 'x', '5,6'].map((v) => ['lengthCm[gte]', v, NUMBER]),
    ...['', '\u0000', 'a\u0000', 'x'.repeat(1001)].map((v) => ['name', v, TEXT]),
    ...['', '\u0000'].map((v) => ['name[contains]', v, TEXT]),
    ...['', 'x'.repeat(129), '\u0000'].map((v) => ['id', v, ID]),
    ...['', 'yes', '1', 'TRUE', 'true,false'].map((v) => ['name[exists]', v, CHOICE]),
    ...['', 'yes', 'true,true'].map((v) => ['count', v, CHOICE]),
    ...[
      '',
      'yesterday',
      '2026-02-30',
      '2026-13-01',
      '2026-05-01T25:00Z',
      '2026-05-01T06:30:00 02:00',
      '20260501',
    ].map((v) => ['createdAt[gte]', v, TIME]),
    ...['', '2026-W01', '1767225600', '10000-01-01'].map((v) => ['updatedSince', v, TIME]),
    ...['', '2026-05-01T00:00:00Z', '2026-2-1', '2026-02-29'].map((v) => ['purchasedOn', v, DAY]),
  ] as [string, string, string][])('%s=%j is refused', async (parameter, value, allowed) => {
    const shown = value.includes(',') && parameter === 'lengthCm' ? (value.split(',')[1] ?? '') : value;
    const cut = shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
    expectProblem(
      await app.request(`/api/v1/rods?${parameter}=${encodeURIComponent(value)}`),
      badParameter(parameter, `${JSON.stringify(cut)} is not allowed`, allowed),
    );
  });

  test.each([
    ['q=', badParameter('q', '0 words are given', '1 to 10 words')],
    ['q=+%09', badParameter('q', '0 words are given', '1 to 10 words')],
    ['q=a+b+c+d+e+f+g+h+i+j+k', badParameter('q', '11 words are given', '1 to 10 words')],
    ['q=a%00', badParameter('q', '"a\\u0000" is not allowed', TEXT)],
    ['tz=', badParameter('tz', '"" is no time zone', ZONE)],
    ['tz=Mars/Olympus', badParameter('tz', '"Mars/Olympus" is no time zone', ZONE)],
    ['tz=UTC,UTC', badParameter('tz', '"UTC,UTC" is no time zone', ZONE)],
    ['sort=', badParameter('sort', '"" is no field to sort by', SORTABLE)],
    ['sort=-', badParameter('sort', '"" is no field to sort by', SORTABLE)],
    ['sort=--name', badParameter('sort', '"-name" is no field to sort by; did you mean -name?', SORTABLE)],
    ['sort=name,', badParameter('sort', '"" is no field to sort by', SORTABLE)],
    ['sort=tags', badParameter('sort', '"tags" is no field to sort by', SORTABLE)],
    [
      'sort=name+desc',
      badParameter('sort', '"name desc" is no field to sort by; did you mean -name?', SORTABLE),
    ],
    ['sort=toString', badParameter('sort', '"toString" is no field to sort by', SORTABLE)],
    ['sort=name,-name', badParameter('sort', 'name is given twice', '1 to 4 different fields')],
    ['sort=name,brand,model,type,power', badParameter('sort', '5 keys are given', '1 to 4 different fields')],
    [
      'sort=id,name',
      badParameter('sort', 'keys behind id change nothing, as ids are unique', 'id as the last key'),
    ],
    ['fields=', badParameter('fields', 'rods have no field ', ROD_FIELDS)],
    ['fields=id,', badParameter('fields', 'rods have no field ', ROD_FIELDS)],
    ['fields=id,Name', badParameter('fields', 'rods have no field Name; did you mean name?', ROD_FIELDS)],
    [
      'fields=__proto__',
      badParameter('fields', 'rods have no field __proto__; did you mean photos?', ROD_FIELDS),
    ],
    ['fields=__typename', badParameter('fields', 'rods have no field __typename', ROD_FIELDS)],
    ['fields=name.length', badParameter('fields', 'name has no fields of its own', ['name'])],
    ['fields=tags.0', badParameter('fields', 'tags has no fields of its own', ['tags'])],
    ['fields=photos.size', badParameter('fields', 'photos have no field size', ['url', 'caption'])],
    ['fields=photos.', badParameter('fields', 'photos have no field ', ['url', 'caption'])],
    [
      'fields=photos.url.x',
      badParameter('fields', 'photos have no field url.x; did you mean url?', ['url', 'caption']),
    ],
    ['format=', badParameter('format', '"" is no format', FORMATS)],
    ['format=xml', badParameter('format', '"xml" is no format', FORMATS)],
    ['units=us', badParameter('units', '"us" are no units', ['metric', 'imperial'])],
    ['bom=1', badParameter('bom', '"1" is not allowed', 'true or false')],
    ['format=JSON', badParameter('format', '"JSON" is no format; did you mean json?', FORMATS)],
    [`pieces=${Array(101).fill('1')}`, badParameter('pieces', '101 values are given', '1 to 100 values')],
    [`name=${','.repeat(100)}`, badParameter('name', '101 values are given', '1 to 100 values')],
  ])('?%s is refused', async (query, expected) => {
    expectProblem(await app.request(`/api/v1/rods?${query}`), expected);
  });

  test.each([
    ['expand=', 'catches have no link ', ['spot', 'lure', 'combo']],
    ['expand=rod', 'catches have no link rod', ['spot', 'lure', 'combo']],
    ['expand=spotId', 'catches have no link spotId', ['spot', 'lure', 'combo']],
    ['expand=lure,', 'catches have no link ', ['spot', 'lure', 'combo']],
    ['expand=combo.spot', 'combos have no link spot', ['rod', 'reel', 'line']],
    ['expand=lure.name', 'lures have no link name', []],
  ])('?%s is refused, and the links are told', async (query, detail, allowed) => {
    for (const path of ['/api/v1/catches', '/api/v1/catches/a'])
      expectProblem(await app.request(`${path}?${query}`), badParameter('expand', detail, allowed));
  });

  test.each([
    ['name=a&name=b', 'name'],
    ['name=a&name=a', 'name'],
    ['limit=1&limit=1', 'limit'],
    ['name=a&n%61me=b', 'name'],
    ['nonsense=1&nonsense=2', 'nonsense'],
  ])('?%s is refused, as it is given twice', async (query, parameter) => {
    const detail = 'it is given more than once';
    expectProblem(
      await app.request(`/api/v1/rods?${query}`),
      problem(400, 'repeated-parameter', `"${parameter}": ${detail}`, [
        { parameter, detail, allowed: 'once; several values are separated by commas' },
      ]),
    );
  });

  test('the greatest and least values that are allowed are taken', async () => {
    const values = [
      'limit=1000',
      'limit=1',
      'pieces=2147483647,-2147483648',
      'lengthCm=1e308',
      `id=${'x'.repeat(128)}`,
      `name=${'x'.repeat(1000)}`,
      `pieces=${Array(100).fill('1')}`,
      'q=a+b+c+d+e+f+g+h+i+j',
      'sort=name,brand,model,id',
      'createdAt[gte]=0000-01-01',
      'createdAt[gte]=0000-01-01T00:00:00%2B14:00',
      'createdAt[lte]=9999-12-31T23:59:59.999Z',
      'createdAt[lte]=9999-12-31T23:59-12:00',
    ];
    const statuses = await Promise.all(values.map((query) => app.request(`/api/v1/rods?${query}`)));
    expect(statuses.map(({ status }) => status)).toEqual(values.map(() => 200));
  });
});

describe('an id', () => {
  test.each(['nobody', 'A', 'a%20', '%2561', 'a,g', '..a', '$ne', '%7B%22$ne%22:1%7D', 'x'.repeat(128)])(
    '%s that no record has is a 404',
    async (id) => {
      expectProblem(
        await app.request(`/api/v1/catches/${id}`),
        problem(404, 'record-not-found', 'No record of catches has this id.'),
      );
    },
  );

  test.each(['%00', 'a%00', 'x'.repeat(129)])('%s that no record can have is a 400', async (id) => {
    expectProblem(
      await app.request(`/api/v1/catches/${id}`),
      badParameter('id', 'no id is like this', '1 to 128 characters'),
    );
  });

  test('of another collection is a 404', async () => {
    expectProblem(
      await app.request('/api/v1/lures/a'),
      problem(404, 'record-not-found', 'No record of lures has this id.'),
    );
  });
});
