// Lists by more conditions than anybody would write, each of which matches more records than are looked up one by one.

import { filterTypeOf } from '../../src/model/model.js';
import { OPERATORS_OF } from '../../src/model/operators.js';
import { resourceOf, startApp, type TestApp } from '../support/app.js';

const catches = Array.from({ length: 2500 }, (_, index) => ({
  id: `c${String(index).padStart(4, '0')}`,
  species: 'Pike',
  lengthCm: index,
}));
const NE = { Int: '-1', Float: '-1', Boolean: 'true', DateTime: '2001-01-01', Date: '2001-01-01' };

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ records: { catches } });
});
afterAll(() => app.close());

/** A condition on every field, which every record meets. */
const everyField = resourceOf('catches').fields.map((field) => {
  const type = filterTypeOf(field);
  if (!OPERATORS_OF[type].includes('ne')) return `${field.name}[exists]=false`;
  return `${field.name}[ne]=${{ ...NE, List: '', ID: 'none', String: 'none' }[type]}`;
});

test.each(['', '&sort=id', '&sort=species,-lengthCm', '&sort=notes'])(
  'a condition on every field is met by all (%s)',
  async (sort) => {
    const target = `/api/v1/catches?${everyField.join('&')}&lengthCm[lt]=2400&fields=id&count=true${sort}`;
    const whole = await app.request(target);
    expect([whole.status, whole.headers['x-total-count'], whole.json.length]).toEqual([200, '2400', 2400]);
    const page = await app.request(`${target}&limit=7`);
    expect(page.json).toEqual(whole.json.slice(0, 7));
  },
);

test('conditions that few records meet together are looked for in all of them', async () => {
  const target = `/api/v1/catches?${everyField.join('&')}&lengthCm[lte]=2200&lengthCm[gte]=2199&count=true`;
  const { status, headers, json } = await app.request(`${target}&sort=lengthCm&fields=id`);
  expect([status, headers['x-total-count'], json]).toEqual([200, '2', [{ id: 'c2199' }, { id: 'c2200' }]]);
});
