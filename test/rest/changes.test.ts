// The feed of changes over HTTP: whole lines, cursors that fit or are refused, limits of tokens, and what it tells of a copy.

import fc from 'fast-check';
import { CHANGES_MAX } from '../../src/model/limits.js';
import type { RecordKey } from '../../src/store/port.js';
import { createBearer, startMultiUser } from '../auth/people.js';
import { type Answer, model, resourceOf, startApp, type TestApp } from '../support/app.js';
import { createValidator, type Json } from '../support/openapi.js';
import { badParameter, expectProblem, problem } from '../support/problems.js';
import { smallLog } from '../support/small-log.js';

const PATH = '/api/v1/changes';
const OWNER = 'angler';
const key = (collection: string, id: string): RecordKey => ({ resource: resourceOf(collection), id });
const linesOf = ({ text }: Answer): Json[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

let app: TestApp;
beforeEach(async () => {
  app = await startApp({ records: smallLog, config: { BATCH_SIZE: '3' } });
});
afterEach(() => app.close());

/** The lines before the end, and the end. */
async function sync(search = '', headers = {}): Promise<{ changes: Json[]; end: Json }> {
  const answer = await app.request(`${PATH}${search}`, { headers });
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  const lines = linesOf(answer);
  return { changes: lines.slice(0, -1), end: lines.at(-1) };
}
const since = ({ end }: { end: Json }, more = '') => `?since=${end.cursor}${more}`;

test('a first feed has every record just as its list answers it, then the end', async () => {
  const { changes, end } = await sync();
  for (const { name } of model.resources) {
    const list: Json[] = await app.get(`/api/v1/${name}?sort=id`);
    const told = changes.filter(({ collection }) => collection === name);
    expect(told.map(({ record }) => JSON.stringify(record))).toEqual(
      list.map((record) => JSON.stringify(record)),
    );
    expect(told.map(({ type, id }) => [type, id])).toEqual(list.map(({ id }) => ['record', id]));
  }
  expect(end).toEqual({
    type: 'end',
    cursor: expect.stringMatching(/^[\w-]+$/),
    deletions: 'known',
    records: changes.length,
    deleted: 0,
  });
});

test('every line is as the OpenAPI document describes it', async () => {
  const validate = createValidator(await app.get('/api/openapi'));
  const first = await sync();
  await app.store.remove(OWNER, [key('catches', 'a')]);
  const next = await sync(since(first));
  for (const line of [...first.changes, ...next.changes, next.end])
    expect(validate(PATH, 200, 'application/x-ndjson', line)).toEqual([]);
});

test('the next feed has what was added, changed and deleted since, and the one after it nothing', async () => {
  const first = await sync();
  await app.write({ catches: [{ id: 'a', species: 'Zander' }, { id: 'new' }], lures: [{ id: 'l9' }] });
  await app.write({ catches: [{ id: 'a', species: 'Burbot' }] });
  await app.store.remove(OWNER, [key('spots', 's1')]);
  const second = await sync(since(first));
  expect(second.changes.map(({ type, collection, id }) => [type, collection, id]).sort()).toEqual([
    ['deleted', 'spots', 's1'],
    ['record', 'catches', 'a'],
    ['record', 'catches', 'new'],
    ['record', 'lures', 'l9'],
  ]);
  expect(second.changes.find(({ id }) => id === 'a').record).toEqual(await app.get('/api/v1/catches/a'));
  expect(second.end).toMatchObject({ records: 3, deleted: 1, deletions: 'known' });
  expect((await sync(since(second))).changes).toEqual([]);
});

test('a record that is written again as it was is no change', async () => {
  const first = await sync();
  await app.write(smallLog);
  expect((await sync(since(first))).changes).toEqual([]);
});

test('a feed of some collections has only those, and its cursor is good for no others', async () => {
  const some = await sync('?collections=spots,rods');
  expect([...new Set(some.changes.map(({ collection }) => collection))]).toEqual(['rods', 'spots']);
  expect((await sync(since(some, '&collections=rods,spots'))).changes).toEqual([]);
  const answer = await app.request(`${PATH}${since(some)}`);
  const reason = 'it was made for other collections';
  const allowed = 'the cursor of the last line of a feed of the same token and the same collections';
  expectProblem(
    answer,
    problem(400, 'invalid-cursor', `The cursor cannot be used: ${reason}. Start again without it.`, [
      { parameter: 'since', detail: reason, allowed },
    ]),
  );
});

test('HEAD has the headers alone, and OPTIONS says what is offered', async () => {
  const head = await app.request(PATH, { method: 'HEAD' });
  expect([head.status, head.text, head.headers['content-type']]).toEqual([200, '', 'application/x-ndjson']);
  expect(head.headers['cache-control']).toBe('private, no-cache');
  const options = await app.request(PATH, { method: 'OPTIONS' });
  expect([options.status, options.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
  expect((await app.request(PATH, { method: 'POST' })).json.code).toBe('method-not-allowed');
});

test('what cannot be understood is refused with what is allowed', async () => {
  const names = model.resources.map(({ name }) => name);
  expectProblem(
    await app.request(`${PATH}?collections=fish`),
    badParameter('collections', '"fish" is no collection', names),
  );
  const unknown = await app.request(`${PATH}?limit=5`);
  expect([unknown.json.code, unknown.json.errors[0].allowed]).toEqual([
    'unknown-parameter',
    ['since', 'collections'],
  ]);
  expect((await app.request(PATH, { headers: { Accept: 'text/html' } })).json.code).toBe('not-acceptable');
  for (const cursor of ['', 'x', 'bnVsbA', Buffer.from('["catches"]').toString('base64url')])
    expect((await app.request(`${PATH}?since=${cursor}`)).json.code).toBe('invalid-cursor');
});

const TOO_OLD = problem(
  410,
  'cursor-too-old',
  'Not every change since this cursor is known. Start again without it, with a new copy.',
);

test('the cursor of another store is 410', async () => {
  const another = await startApp({ records: smallLog });
  const { cursor } = linesOf(await another.request(PATH)).at(-1);
  await another.close();
  expectProblem(await app.request(`${PATH}?since=${cursor}`), TOO_OLD);
});

test.each([
  ['another form', ([version, ...rest]: Json[]) => [version + 1, ...rest]],
  ['records with other fields', ([version, names, , cursor]: Json[]) => [version, names, 'others', cursor]],
])('the cursor of a Creel that has %s is 410', async (_what, change) => {
  const { cursor } = (await sync()).end;
  const parts = change(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  const other = Buffer.from(JSON.stringify(parts)).toString('base64url');
  expectProblem(await app.request(`${PATH}?since=${other}`), TOO_OLD);
});

test('a cursor that the log does not reach back to is 410, one that it does is answered', async () => {
  const before = await sync();
  await app.write({ rods: [{ id: 'r', name: 'first' }] });
  const after = await sync();
  const many = Array.from({ length: CHANGES_MAX }, (_, index) => ({ id: `n${index}` }));
  await app.write({ lines: many });
  expectProblem(await app.request(`${PATH}${since(before)}`), TOO_OLD);
  expect((await sync(since(after))).end.records).toBe(CHANGES_MAX);
});

test('a token with limits reads only what it may, and its cursor is no other token’s', async () => {
  const guarded = await startMultiUser({}, smallLog);
  try {
    const all = await createBearer(guarded);
    const few = await createBearer(guarded, { collections: ['spots', 'lures'] });
    const hidden = await createBearer(guarded, { coordinates: 'hidden' });
    const ask = (search: string, { headers }: { headers: object }) =>
      guarded.request(`${PATH}${search}`, { headers: { ...headers } });
    const endOf = async (bearer: { headers: object }) => linesOf(await ask('', bearer)).at(-1);

    const read = linesOf(await ask('', few)).slice(0, -1);
    expect([...new Set(read.map(({ collection }) => collection))]).toEqual(['lures', 'spots']);
    expect((await ask('?collections=catches', few)).json.code).toBe('collection-not-allowed');
    const spot = linesOf(await ask('?collections=spots', hidden))[0];
    expect([spot.record.name, spot.record.lat, spot.record.lng]).toEqual(['North bay', null, null]);

    const { cursor } = await endOf(all);
    for (const other of [few, hidden])
      expect((await ask(`?since=${cursor}`, other)).json.code).toBe('invalid-cursor');
    const theirs = await endOf(hidden);
    expect((await ask(`?since=${theirs.cursor}`, all)).json.code).toBe('invalid-cursor');
  } finally {
    await guarded.close();
  }
});

test('owners are told nothing of each other, and cannot use each other’s cursors', async () => {
  const guarded = await startMultiUser({}, smallLog);
  try {
    const anna = await createBearer(guarded);
    const user = await guarded.auth.users.create({
      ...{ name: 'ben', password: null, isAdmin: false, ownerId: 'another' },
    });
    const { secret } = await guarded.auth.tokens.create(user.id, {
      ...{ name: 'test', expiresAt: null, collections: null, coordinates: 'exact' },
    });
    const ben = { headers: { Authorization: `Bearer ${secret}` } };
    const ask = (search: string, { headers }: { headers: object }) =>
      guarded.request(`${PATH}${search}`, { headers: { ...headers } });
    const [first] = linesOf(await ask('', ben));
    expect(first).toMatchObject({ type: 'end', records: 0 });
    await guarded.write({ catches: [{ id: 'theirs' }] });
    await guarded.store.remove(OWNER, [key('catches', 'a')]);
    const [next] = linesOf(await ask(`?since=${first.cursor}`, ben));
    expect(next).toEqual(first);
    expect((await ask(`?since=${first.cursor}`, anna)).json.code).toBe('invalid-cursor');
  } finally {
    await guarded.close();
  }
});

const ID = fc.constantFrom('a', 'b', 'x', 'y');
const NAME = fc.constantFrom('catches', 'lures');
const STEP = fc.oneof(
  fc.record({ write: fc.uniqueArray(ID, { minLength: 1 }), name: NAME, notes: fc.constantFrom('1', '2') }),
  fc.record({ remove: ID, name: NAME }),
  fc.constant('sync' as const),
);

test('a copy kept from the feed always equals the lists', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { maxLength: 10 }), async (steps) => {
      const copy = new Map<string, Json>();
      let cursor = '';
      const keep = async () => {
        const { changes, end } = await sync(cursor);
        for (const { type, collection, id, record } of changes)
          if (type === 'record') copy.set(`${collection} ${id}`, record);
          else copy.delete(`${collection} ${id}`);
        cursor = `?since=${end.cursor}`;
        for (const { name } of model.resources) {
          const list: Json[] = await app.get(`/api/v1/${name}`);
          const kept = [...copy].filter(([at]) => at.startsWith(`${name} `)).map(([, record]) => record);
          const sorted = (records: Json[]) => records.map((record) => JSON.stringify(record)).sort();
          expect(sorted(kept)).toEqual(sorted(list));
        }
      };
      for (const step of steps)
        if (step === 'sync') await keep();
        else if ('remove' in step) await app.store.remove(OWNER, [key(step.name, step.remove)]);
        else await app.write({ [step.name]: step.write.map((id) => ({ id, notes: step.notes })) });
      await keep();
    }),
    { numRuns: 40 },
  );
});
