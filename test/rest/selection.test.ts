// What of a record is answered: fields, expanded links, and nothing more read from the store than that.

import { startApp, type TestApp, whole } from '../support/app.js';
import { type Call, interceptStore } from '../support/intercepted-store.js';
import { smallLog } from '../support/small-log.js';

const calls: Call[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    records: smallLog,
    wrap: (store) =>
      interceptStore(store, (call) => {
        calls.push(call);
      }),
  });
});
beforeEach(() => {
  calls.length = 0;
});
afterAll(() => app.close());

const stored = (collection: string, id: string) => {
  const record = smallLog[collection]?.find((one) => one.id === id);
  if (!record) throw new Error(`no ${id} in ${collection}`);
  return whole(collection, record);
};

/** What each call was made for: `find catches: id,species`. */
const reads = () =>
  calls.map((call) => {
    if (call.method === 'count' || call.method === 'changes') return `${call.method} ${call.collection}`;
    const select = call.method === 'find' ? call.query.select : call.select;
    return `${call.method} ${call.collection}: ${select.join()}`;
  });

test.each(Object.keys(smallLog))(
  'a record of %s has every field and no link, missing ones null',
  async (name) => {
    const [first] = smallLog[name] ?? [];
    const record = await app.get(`/api/v1/${name}/${first?.id}`);
    expect(record).toEqual(whole(name, first ?? {}));
    expect(Object.keys(record)).toEqual(Object.keys(whole(name, {})));
  },
);

test('every record of a list is the record by its id, letter by letter', async () => {
  const list = await app.get('/api/v1/catches');
  expect(list).toHaveLength(7);
  for (const record of list)
    expect((await app.request(`/api/v1/catches/${record.id}`)).text).toBe(JSON.stringify(record));
});

test('fields answers only these, in the order of the schema', async () => {
  const { text } = await app.request('/api/v1/catches?id=a,g&fields=lengthCm,species,id');
  expect(text).toBe(
    '[{"id":"a","species":"Pike","lengthCm":82.5},{"id":"g","species":null,"lengthCm":null}]',
  );
  expect(reads()).toEqual(['find catches: id,species,lengthCm']);
});

test('fields of a record by id are read and answered alone', async () => {
  expect((await app.request('/api/v1/catches/a?fields=species')).text).toBe('{"species":"Pike"}');
  expect(reads()).toEqual(['getMany catches: species']);
});

test('a field named twice is answered once', async () => {
  expect(await app.get('/api/v1/catches/a?fields=species,id,species')).toEqual({ id: 'a', species: 'Pike' });
});

test('without fields the store is asked for every field once, and for no link', async () => {
  await app.get('/api/v1/catches');
  expect(reads()).toEqual([`find catches: ${Object.keys(whole('catches', {})).join()}`]);
});

test('a dotted field is a field of the linked record, read by the id that links', async () => {
  expect(await app.get('/api/v1/catches/a?fields=id,lure.name,lure.brand')).toEqual({
    id: 'a',
    lure: { name: 'Perch crank', brand: 'Rapala' },
  });
  expect(reads()).toEqual(['getMany catches: id,lureId', 'getMany lures: name,brand']);
});

test('a dotted field goes two links deep', async () => {
  expect(await app.get('/api/v1/catches/a?fields=combo.rod.name,combo.name')).toEqual({
    combo: { name: 'Perch stick', rod: { name: 'Light' } },
  });
  expect(reads()).toEqual(['getMany catches: comboId', 'getMany combos: name,rodId', 'getMany rods: name']);
});

test('a dotted field of an embedded list answers only that of each entry', async () => {
  expect(await app.get('/api/v1/reels/e1?fields=lineHistory.lineId,lineHistory.removedAt')).toEqual({
    lineHistory: [
      { lineId: 'n0', removedAt: '2026-01-01T12:00:00.000Z' },
      { lineId: 'n1', removedAt: null },
    ],
  });
});

test('an embedded list named whole has all that its entries hold', async () => {
  expect(await app.get('/api/v1/catches/c?fields=photos,tags')).toEqual({
    tags: ['Dawn'],
    photos: [{ url: 'https://photos.example/c.jpg', caption: null }],
  });
});

test('a link in fields is the whole linked record', async () => {
  expect(await app.get('/api/v1/catches/a?fields=spot')).toEqual({ spot: stored('spots', 's1') });
});

test('expand puts linked records beside their ids, in the order of the schema', async () => {
  const record = await app.get('/api/v1/catches/a?expand=combo,spot,lure');
  expect(record).toEqual({
    ...stored('catches', 'a'),
    spot: stored('spots', 's1'),
    lure: stored('lures', 'l1'),
    combo: stored('combos', 'c1'),
  });
  expect(Object.keys(record).filter((name) => /^(spot|lure|combo)/.test(name))).toEqual([
    'spotId',
    'spot',
    'lureId',
    'lure',
    'comboId',
    'combo',
  ]);
});

test('expand goes two links deep, each record on the way whole', async () => {
  expect(await app.get('/api/v1/catches/a?expand=combo.rod,combo.line')).toEqual({
    ...stored('catches', 'a'),
    combo: { ...stored('combos', 'c1'), rod: stored('rods', 'r1'), line: stored('lines', 'n1') },
  });
});

test('expand adds to fields', async () => {
  expect(await app.get('/api/v1/combos/c1?fields=id&expand=reel.currentLine')).toEqual({
    id: 'c1',
    reel: { ...stored('reels', 'e1'), currentLine: stored('lines', 'n1') },
  });
});

test('an expanded list reads each linked collection once, for different ids', async () => {
  const list = await app.get('/api/v1/catches?fields=id&expand=combo.rod&sort=id');
  expect(list.map((record: { combo: { rod: unknown } | null }) => record.combo?.rod ?? null)).toEqual([
    stored('rods', 'r1'),
    ...Array(6).fill(null),
  ]);
  expect(calls.map((call) => (call.method === 'getMany' ? call.ids : call.method))).toEqual([
    'find',
    ['c1', 'c2'],
    ['r1', 'nowhere'],
  ]);
});

test('a link to a record that is gone is null, and so is one that is not set', async () => {
  expect(await app.get('/api/v1/catches?id=b,g&sort=id&fields=id,spotId,spot')).toEqual([
    { id: 'b', spotId: 'gone', spot: null },
    { id: 'g', spotId: null, spot: null },
  ]);
  expect(await app.get('/api/v1/combos/c2?fields=rodId,rod.name,reel.name')).toEqual({
    rodId: 'nowhere',
    rod: null,
    reel: null,
  });
});

test('what is sorted and filtered by need not be answered', async () => {
  expect(await app.get('/api/v1/catches?species=pike&sort=-lengthCm&fields=id')).toEqual([
    { id: 'a' },
    { id: 'b' },
  ]);
});

test.each(['fields=combo.reel.currentLine.name', 'expand=combo.reel.currentLine'])(
  '%s is refused, as it follows three links',
  async (query) => {
    const [parameter, path] = query.split('=') as [string, string];
    const { status, json } = await app.request(`/api/v1/catches?${query}`);
    expect({ status, json }).toEqual({
      status: 400,
      json: {
        type: '/errors#invalid-parameter',
        title: 'A parameter has a value that is not allowed',
        status: 400,
        detail: `${parameter}: "${path}" goes too deep`,
        code: 'invalid-parameter',
        requestId: expect.any(String),
        errors: [{ parameter, detail: `"${path}" goes too deep`, allowed: 'at most 2 links' }],
      },
    });
    expect(calls).toEqual([]);
  },
);
