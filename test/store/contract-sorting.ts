// The contract of sorts and pages: nulls last in both directions, the id as tie-break, every record once.

import type { Records } from '../../src/store/port.js';
import {
  contractModel,
  idsOf,
  type OpenedStore,
  type OpenStore,
  OWNER,
  query,
  sortBy,
  things,
  toWrites,
  walk,
} from './fixture.js';
import { expectedList, type TestRecord } from './reference.js';

const pick = <T>(values: readonly T[], index: number): T | null =>
  values[index % (values.length + 2)] ?? null;

/** Records with ties, nulls and missing values in every field. The ids are in no order. */
const SAMPLE: readonly TestRecord[] = Array.from({ length: 60 }, (_, index) => ({
  id: `r${String((index * 37) % 60).padStart(2, '0')}`,
  at: pick(['2026-05-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z', '1960-06-01T12:00:00.500Z'], index),
  text: pick(['Pike', 'pike', 'Äsche', 'perch', '𐐀', '\uffff'], index),
  whole: pick([0, -1, 2_000_000_000, 7], index),
  number: pick([0.5, -0.5, 1e300, 0, 0.1], index),
  flag: pick([true, false], index),
  day: pick(['2026-01-01', '2025-12-31', '0001-01-01'], index),
  linkId: pick(['s1', 's2', 'S1'], index),
  ...(index % 3 === 0 ? {} : { other: pick(['x', 'y'], index) }),
}));

export function describeSorting(open: OpenStore): void {
  describe('sorts and pages', () => {
    let opened: OpenedStore;
    let records: Records;

    beforeAll(async () => {
      opened = await open(contractModel);
      await opened.store.write(OWNER, toWrites(SAMPLE));
      records = opened.store.bind({ kind: 'one', id: OWNER });
    });
    afterAll(() => opened.cleanUp());

    const keys = things.sortable.flatMap((field) => [field, `-${field}`]);
    const several = [
      ['flag', '-text'],
      ['-flag', 'number', '-whole'],
      ['day', 'linkId', '-at', 'other'],
      ['-at', '-id'],
      ['at', '-id'],
      ['-linkId', 'id'],
      ['text', 'flag', '-id'],
      ['-id', 'text'],
      ['text', '-text'],
    ];

    test.each([...keys.map((key) => [key]), ...several].map((sort) => [sort.join(','), sort] as const))(
      'sort=%s puts nulls last, breaks ties by id, and pages of any size make up the whole list',
      async (_, names) => {
        const sort = sortBy(...names);
        const expected = idsOf(expectedList(things, SAMPLE, { where: [], sort }));
        expect(idsOf((await records.find(things, query({ sort }))).records)).toEqual(expected);
        expect(idsOf(await walk(records, { sort, limit: 7 }))).toEqual(expected);
      },
    );

    test('a page of one record each loses none', async () => {
      const sort = sortBy('-text');
      const expected = idsOf(expectedList(things, SAMPLE, { where: [], sort }));
      expect(idsOf(await walk(records, { sort, limit: 1 }))).toEqual(expected);
    });

    test('the last page says that nothing follows, even if it is full', async () => {
      expect((await records.find(things, query({ limit: 59 }))).next).not.toBeNull();
      expect((await records.find(things, query({ limit: 60 }))).next).toBeNull();
      expect((await records.find(things, query({ limit: 61 }))).next).toBeNull();
    });

    test('a list without records is one empty page', async () => {
      const nobody = opened.store.bind({ kind: 'one', id: 'nobody' });
      expect(await nobody.find(things, query({ sort: sortBy('-at') }))).toEqual({ records: [], next: null });
    });

    test.each(['-at', 'text', 'id', '-number'])(
      'a walk by %s gives every record once, in order, while records are added',
      async (key) => {
        const owner = `adding ${key}`;
        const mine = SAMPLE.map((record) => ({ ...record, id: `${key} ${record.id}` }));
        await opened.store.write(owner, toWrites(mine));
        const sort = sortBy(key);
        const added = (page: number): TestRecord[] => [
          { id: `${key} ${page}`, at: '1900-01-01T00:00:00.000Z', text: 'A', number: -9 },
          { id: `${key} z${page}`, at: '2100-01-01T00:00:00.000Z', text: 'z', number: 1e301 },
        ];
        const found = await walk(
          opened.store.bind({ kind: 'one', id: owner }),
          { sort, limit: 7, select: ['at', 'text', 'number', 'id'] },
          async (page) => void (await opened.store.write(owner, toWrites(added(page)))),
        );
        expect(new Set(idsOf(found)).size).toBe(found.length);
        expect(found).toEqual(expectedList(things, found, { where: [], sort }));
        const old = new Set(idsOf(mine));
        expect(idsOf(found).filter((id) => old.has(id))).toEqual(
          idsOf(expectedList(things, mine, { where: [], sort })),
        );
      },
    );
  });
}
