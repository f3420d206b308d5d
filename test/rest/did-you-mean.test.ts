// A refusal names what may be meant: the nearest names, and what this API calls the parameters of others.

import { startApp, type TestApp } from '../support/app.js';
import { expectProblem, problem } from '../support/problems.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ records: { catches: [{ id: 'a' }] } });
});
afterAll(() => app.close());

/** The question at the end of a refusal; an empty text where none is asked. */
async function question(target: string): Promise<string> {
  const { status, json } = await app.request(`/api/v1/${target}`);
  expect([status, json.code]).toEqual([400, expect.stringMatching(/^(?:unknown|invalid)-parameter$/)]);
  const [{ detail }] = json.errors;
  expect(json.detail.endsWith(detail)).toBe(true);
  return detail.split('; ')[1] ?? '';
}

test.each([
  ['speices=Pike', 'species'],
  ['Species=Pike', 'species'],
  ['length=50', 'lengthCm'],
  ['length_cm=50', 'lengthCm'],
  ['lengthCm_gte=50', 'lengthCm[gte]'],
  ['lengthCm__gte=50', 'lengthCm[gte]'],
  ['lengthCm.gte=50', 'lengthCm[gte]'],
  ['caughtAt[$gte]=2026-01-01', 'caughtAt[gte]'],
  ['species[startswith]=P', 'species[startsWith]'],
  ['species[]=Pike', 'species'],
  ['species[eq]=Pike', 'species'],
  ['lure=a', 'lureId'],
  ['limits=5', 'limit'],
  ['waterTemp=5', 'waterTempC'],
  ['castMin=5', ''],
  ['x=1', ''],
  ['=1', ''],
  ['%E2%82%AC=1', ''],
  [`${'species'.repeat(100)}=1`, ''],
])('the parameter of catches?%s', async (query, name) => {
  expect(await question(`catches?${query}`)).toBe(name && `did you mean ${name}?`);
});

test('all that are nearest are asked about', async () => {
  expect(await question('catches?caughtAt[gtt]=2026-01-01')).toBe(
    'did you mean caughtAt[gt] or caughtAt[gte]?',
  );
  expect(await question('changes?collections=lies')).toBe('did you mean lines?');
});

test.each([
  [['page', 'offset', 'skip', 'per_page', 'pageSize', 'page[size]', '$skip'], 'limit or cursor'],
  [['first', '$top'], 'limit'],
  [['order', 'orderBy', 'sort_by', '$orderby'], 'sort'],
  [['select', '$select'], 'fields'],
  [['include', 'populate'], 'expand'],
  [['search', 'query'], 'q'],
  [['since', 'modified_since'], 'updatedSince'],
  [['total'], 'count'],
  [['timezone'], 'tz or timeZone'],
  [['bounds'], 'bbox'],
  [['radius'], 'near'],
  [['filter[species]', 'where[species]', 'filter.species'], 'species'],
  [['filter[lengthCm][gte]'], 'lengthCm[gte]'],
])('what other APIs call %j', async (names, ours) => {
  for (const name of names)
    expect([name, await question(`catches?${name}=1`)]).toEqual([name, `did you mean ${ours}?`]);
});

test.each(['filter', '$filter', 'where'])('%s leads to the names of the fields', async (name) => {
  expect(await question(`catches?${name}=1`)).toBe('a filter is a parameter with the name of its field');
});

test.each(['page', 'order', 'filter', 'filter[species]', 'since', 'search'])(
  'nothing that is not allowed there is asked about: %s of a record',
  async (name) => {
    expect(await question(`catches/a?${name}=1`)).toBe('');
    expect(await question(`export?${name}=1`)).toBe('');
  },
);

test.each([
  ['catches?sort=lenghtCm', 'lengthCm'],
  ['catches?sort=-length', '-lengthCm'],
  ['catches?sort=caughtAt:desc', '-caughtAt'],
  ['catches?sort=caughtAt%20ASC', 'caughtAt'],
  ['catches?sort=species,caught_at.desc', '-caughtAt'],
  ['catches?sort=colour', ''],
  ['catches?fields=id,specie', 'species'],
  ['catches?fields=lure.nam', 'name'],
  ['catches?fields=photos.link', ''],
  ['catches?expand=lures', 'lure'],
  ['catches?expand=combo.rods', 'rod'],
  ['catches?format=geo-json', 'geojson'],
  ['catches?units=Imperial', 'imperial'],
  ['changes?collections=catch', 'catches'],
  ['changes?collection=catches', 'collections'],
])('the value of %s', async (target, name) => {
  expect(await question(target)).toBe(name && `did you mean ${name}?`);
});

test('nothing else of the answer changes', async () => {
  const detail = 'changes have no such parameter; did you mean since?';
  expectProblem(
    await app.request('/api/v1/changes?sinc=x'),
    problem(400, 'unknown-parameter', `"sinc": ${detail}`, [
      { parameter: 'sinc', detail, allowed: ['since', 'collections'] },
    ]),
  );
  const { json } = await app.request('/api/openapi?format=yml');
  expect(json.errors).toEqual([
    {
      parameter: 'format',
      detail: '"yml" is not offered here; did you mean yaml?',
      allowed: ['json', 'yaml'],
    },
  ]);
});
