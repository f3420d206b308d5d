// Lists sorted by texts that are longer than a cursor, or a URL, can be.

import { nextLink, startApp, type TestApp } from '../support/app.js';
import { expectProblem, problem } from '../support/problems.js';

const long = (end: string): string => 'Between the reeds. '.repeat(1000) + end;
const catches = [
  ...['d', 'b', 'a', 'c'].map((id) => ({ id, species: 'Pike', notes: long(id) })),
  { id: 'e', species: 'Pike', notes: long('a') },
  { id: 'f', species: 'Pike', notes: null },
];
const SORTED = ['a', 'e', 'b', 'c', 'd', 'f'];
const LIST = '/api/v1/catches?fields=id&limit=1';

let app: TestApp;
beforeEach(async () => {
  app = await startApp({ records: { catches }, config: { BATCH_SIZE: '2' } });
});
afterEach(() => app.close());

const idsOf = (records: readonly { id: string }[]): string[] => records.map(({ id }) => id);

test.each(['sort=notes', 'sort=species,notes', 'sort=notes,-lengthCm,id'])(
  '%s walks every record once, by links that can be followed',
  async (sort) => {
    const seen: string[] = [];
    for (let link: string | null = `${LIST}&${sort}`; link !== null; ) {
      expect(link.length).toBeLessThan(1200);
      const answer = await app.request(link);
      seen.push(...idsOf(answer.json));
      link = nextLink(answer);
    }
    expect(seen).toEqual(SORTED);
    expect(idsOf(await app.get(`/api/v1/catches?fields=id&${sort}`))).toEqual(SORTED);
  },
);

const CHANGED = problem(
  400,
  'invalid-cursor',
  'The cursor cannot be used: the last record of the page before has changed since. Start again without it.',
  [
    {
      parameter: 'cursor',
      detail: 'the last record of the page before has changed since',
      allowed: 'the cursor of the page before, with the same sort and conditions',
    },
  ],
);

test('a place is kept while others change, and refused where the record that holds it did', async () => {
  const link = nextLink(await app.request(`${LIST}&sort=notes`)) ?? '';
  await app.write({ catches: [{ id: 'aa', notes: long('aa') }, { id: 'b' }] });
  expect(idsOf((await app.request(link)).json)).toEqual(['e']);
  await app.write({ catches: [{ id: 'a', notes: long('z') }] });
  expectProblem(await app.request(link), CHANGED);
});

test('a cursor cannot be told by a record of another owner, though its text is the same', async () => {
  const two = await startApp({ records: { catches }, config: { OWNER_ID: 'angler' } });
  await two.write({ catches: [{ id: 'theirs', notes: long('a') }] }, 'stranger');
  const link = nextLink(await two.request(`${LIST}&sort=notes`)) ?? '';
  const cursor = new URL(link, two.url).searchParams.get('cursor') ?? '';
  const [version, list, told, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  const by = (record: string): string =>
    Buffer.from(JSON.stringify([version, list, { ...told, record }, id])).toString('base64url');
  const ask = (record: string) => two.request(`${LIST}&sort=notes&cursor=${by(record)}`);
  expect((await ask('e')).status).toBe(200);
  expectProblem(await ask('theirs'), CHANGED);
  await two.close();
});
