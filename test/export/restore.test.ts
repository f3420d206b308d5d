// An export restored into an empty store exports to the same bytes, whatever the records hold.

import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import fc from 'fast-check';
import type { Field, Resource, ScalarField } from '../../src/model/model.js';
import type { Store, StoredRecord } from '../../src/store/port.js';
import { model, type TestLog } from '../support/app.js';
import { exampleLog } from '../support/example-log.js';
import { interceptStore } from '../support/intercepted-store.js';
import { makeZip, Workshop } from '../support/make-archive.js';
import { readZip } from '../support/read-zip.js';

let shop: Workshop;
beforeAll(() => {
  shop = new Workshop();
});
afterAll(() => shop.close());

const AT = new Date('2026-11-21T12:00:00.000Z');
const LATER = new Date('2026-11-22T12:00:00.000Z');

test('the example log comes back with all it had and nothing more: no times are made up', async () => {
  const first = await shop.export(await shop.store(exampleLog()), AT);
  const empty = await shop.store();
  const report = await shop.restore(empty, first);
  const count = Object.values(exampleLog()).flat().length;
  expect(report).toEqual({ refused: [], refusedCount: 0, written: { added: count, replaced: 0 } });
  expect((await shop.export(empty, AT)).equals(first)).toBe(true);
});

test('an export at another time differs in that time only', async () => {
  const store = await shop.store(exampleLog());
  const [first, second] = [
    await readZip(await shop.export(store, AT)),
    await readZip(await shop.export(store, LATER)),
  ];
  const later = String(second.get('manifest.json')).replace(LATER.toISOString(), AT.toISOString());
  second.set('manifest.json', Buffer.from(later));
  expect([...second]).toEqual([...first]);
});

const text = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', ' ', '\n', '\r\n', '\u2028', '"', '=1', '🎣', 'null'),
  )
  .map((value) => value.replaceAll('\0', ''));
const moment = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
const DEGREES: Readonly<Record<string, number>> = { lat: 90, lng: 180 };

function anyScalar(field: ScalarField): fc.Arbitrary<unknown> {
  const most = DEGREES[field.name] ?? Number.MAX_VALUE;
  const values: Record<ScalarField['scalar'], fc.Arbitrary<unknown>> = {
    ID: text.filter((value) => value !== '' && value.length <= 128),
    String: text,
    Int: fc.integer({ min: -(2 ** 31) + 1 }),
    Float: fc.double({ min: -most, max: most, noNaN: true }).map((value) => value + 0),
    Boolean: fc.boolean(),
    DateTime: moment,
    Date: moment.map((value) => value.slice(0, 10)),
  };
  return field.required ? values[field.scalar] : fc.option(values[field.scalar]);
}

function anyValue(field: Field): fc.Arbitrary<unknown> {
  if (field.kind === 'scalar') return anyScalar(field);
  const item = field.kind === 'texts' ? text : anyObject(field.fields);
  return fc.option(fc.array<unknown>(item, { maxLength: 3 }));
}

const anyObject = (fields: readonly ScalarField[]): fc.Arbitrary<object> =>
  fc.record(Object.fromEntries(fields.map((field) => [field.name, anyScalar(field)])));

const anyRecord = ({ fields }: Resource): fc.Arbitrary<StoredRecord & { readonly id: string }> =>
  fc.record(Object.fromEntries(fields.map((field) => [field.name, anyValue(field)]))) as fc.Arbitrary<
    StoredRecord & { readonly id: string }
  >;

const anyLog: fc.Arbitrary<TestLog> = fc.record(
  Object.fromEntries(
    model.resources.map((resource) => [
      resource.name,
      fc.uniqueArray(anyRecord(resource), { maxLength: 3, selector: ({ id }) => id }),
    ]),
  ),
);

test('any log comes back byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(anyLog, async (log) => {
      const first = await shop.export(await shop.store(log), AT);
      const empty = await shop.store();
      expect((await shop.restore(empty, first)).refused).toEqual([]);
      expect((await shop.export(empty, AT)).equals(first)).toBe(true);
    }),
    { numRuns: 12 },
  );
});

test.each([
  ['of one letter', 'a'.repeat(3_000_000)],
  ['longer than any other', 'no end, '.repeat(2_200_000)],
])('a text %s comes back', async (_what, caption) => {
  const photos = [{ url: null, caption }];
  const first = await shop.export(await shop.store({ lures: [{ id: 'l', photos }, { id: 'm' }] }), AT);
  expect(await shop.problems(first)).toEqual([]);
  const empty = await shop.store();
  await shop.restore(empty, first);
  expect((await shop.export(empty, AT)).equals(first)).toBe(true);
});

test('what is unpacked has no name that it could keep where the process is killed', async () => {
  const store = await shop.store();
  const seen: string[][] = [];
  const spied: Store = {
    ...interceptStore(store, () => {}),
    write(owner, writes) {
      seen.push(readdirSync(tmpdir()).filter((name) => name.startsWith(`creel-${process.pid}-`)));
      return store.write(owner, writes);
    },
  };
  const { written } = await shop.restore(spied, await shop.export(await shop.store(exampleLog())));
  expect([seen, written?.replaced]).toEqual([[[]], 0]);
});

describe('an export with a record that no import would take', () => {
  const log = {
    spots: [
      { id: 'good', name: 'Bay' },
      { id: 'far', lat: 123.5 },
    ],
    lures: [{ id: 'l' }],
  };

  test('is refused as a whole, with the place and what is wrong', async () => {
    const bytes = await shop.export(await shop.store(log));
    const empty = await shop.store();
    expect(await shop.restore(empty, bytes)).toEqual({
      refused: [{ file: 'spots.ndjson', line: 2, field: 'lat', problem: '123.5 is not from -90 to 90' }],
      refusedCount: 1,
      written: null,
    });
    expect(await empty.owners()).toEqual([]);
  });

  test('is restored without it where that is asked for', async () => {
    const bytes = await shop.export(await shop.store(log));
    expect(await shop.restore(await shop.store(), bytes, { skipBad: true })).toMatchObject({
      refusedCount: 1,
      written: { added: 2, replaced: 0 },
    });
  });
});

test('a record with the same id is replaced, and no other is touched', async () => {
  const bytes = await shop.export(await shop.store({ lures: [{ id: 'a', name: 'old' }] }));
  const store = await shop.store({
    lures: [
      { id: 'a', name: 'new', color: 'red' },
      { id: 'b', name: 'kept' },
    ],
  });
  expect(await shop.restore(store, bytes)).toMatchObject({ written: { added: 0, replaced: 1 } });
  const lines = String((await readZip(await shop.export(store))).get('lures.ndjson'))
    .trimEnd()
    .split('\n');
  const found = lines.map((line) => JSON.parse(line)).map(({ id, name, color }) => [id, name, color]);
  expect(found.sort()).toEqual([
    ['a', 'old', null],
    ['b', 'kept', null],
  ]);
});

describe('an export without exact coordinates', () => {
  const exact = {
    spots: [
      { id: 'a', name: 'Bay', lat: 59.3721, lng: 17.0288, accuracyM: 8 },
      { id: 'b', name: 'Pier' },
      { id: 'c', name: 'Reef', lat: 59.5, lng: 17.5 },
    ],
    lures: [{ id: 'l', name: 'old' }],
  };
  const rounded = {
    spots: [
      { id: 'a', name: 'Bay', lat: 59.4, lng: 17 },
      { id: 'b', name: 'Pier', lat: 59.1, lng: 17.1 },
      { id: 'c', name: 'Reef', lat: 59.5, lng: 17.5 },
    ],
    lures: [{ id: 'l', name: 'new' }],
  };
  const hidden = { spots: exact.spots.map(({ id, name }) => ({ id, name })) };
  const exportOf = async (log: TestLog, coordinates: 'rounded' | 'hidden') =>
    shop.export(await shop.store(log), AT, coordinates);

  test.each([
    ['rounded', rounded, 'the position of 1 record'],
    ['hidden', hidden, 'the positions of 2 records'],
  ] as const)('(%s) takes no position away from a store that has it', async (coordinates, log, those) => {
    const store = await shop.store(exact);
    await expect(shop.restore(store, await exportOf(log, coordinates))).rejects.toThrow(
      `its coordinates are ${coordinates}, and would replace ${those} in the store; nothing was imported`,
    );
    expect((await shop.export(store, AT)).equals(await shop.export(await shop.store(exact), AT))).toBe(true);
  });

  test('does where that is asked for', async () => {
    const store = await shop.store(exact);
    const bytes = await exportOf(rounded, 'rounded');
    const { written } = await shop.restore(store, bytes, { overwritePositions: true });
    expect(written).toEqual({ added: 0, replaced: 4 });
    expect((await shop.export(store, AT, 'rounded')).equals(bytes)).toBe(true);
  });

  test('is restored into a store without those records, and again', async () => {
    const store = await shop.store();
    const bytes = await exportOf(rounded, 'rounded');
    expect((await shop.restore(store, bytes)).written).toEqual({ added: 4, replaced: 0 });
    expect((await shop.restore(store, bytes)).written).toEqual({ added: 0, replaced: 4 });
  });
});

test('a damaged file restores nothing', async () => {
  const files = await readZip(await shop.export(await shop.store(exampleLog())));
  files.set('spots.ndjson', Buffer.from(String(files.get('spots.ndjson')).replace('59.3721', '59.3722')));
  const empty = await shop.store();
  await expect(shop.restore(empty, await makeZip(files))).rejects.toThrow(
    'spots.ndjson is not what the manifest says: its SHA-256 differs',
  );
  expect(await empty.owners()).toEqual([]);
});
