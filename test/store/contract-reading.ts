// The contract of reading: what is selected, by which ids, and of whom.

import { readModel } from '../../src/model/read-schema.js';
import type { Records } from '../../src/store/port.js';
import {
  ALL,
  condition,
  contractModel,
  idsOf,
  type OpenedStore,
  type OpenStore,
  OWNER,
  others,
  query,
  selected,
  sortBy,
  things,
  toWrites,
} from './fixture.js';
import type { TestRecord } from './reference.js';

const FULL: TestRecord = {
  id: 'full',
  at: '2026-05-01T06:30:00.123Z',
  text: 'Pike',
  other: '',
  whole: -2147483648,
  number: 0.1,
  flag: false,
  day: '2024-02-29',
  linkId: '665f1c2ab7a4d90c1e0a42f1',
  labels: ['b', 'a', 'b', ''],
  parts: [
    {
      text: 'one',
      at: '2026-05-01T06:30:00.000Z',
      linkId: '665f1c2ab7a4d90c1e0a42f2',
      number: 2,
      flag: true,
    },
    { text: null, at: null, linkId: null, number: null, flag: null },
  ],
};

export function describeReading(open: OpenStore): void {
  describe('reading', () => {
    let opened: OpenedStore;
    let records: Records;
    const bind = (id: string): Records => opened.store.bind({ kind: 'one', id });

    beforeAll(async () => {
      opened = await open(contractModel);
      await opened.store.write(OWNER, [
        ...toWrites([FULL, { id: 'bare' }, { id: 'empty', labels: [], parts: [] }]),
        ...toWrites([{ id: 'full', text: 'of the other collection' }], others),
      ]);
      await opened.store.write('stranger', toWrites([{ id: 'theirs', text: 'Pike' }]));
      records = bind(OWNER);
    });
    afterAll(() => opened.cleanUp());

    test('a record comes back as it was written, with null for what it has not', async () => {
      const found = await records.find(things, query({ select: ALL }));
      expect(found.records).toEqual([
        selected({ id: 'bare' }, ALL),
        selected({ id: 'empty', labels: [], parts: [] }, ALL),
        FULL,
      ]);
    });

    test('every field of every record type of the schema comes back as its example says', async () => {
      const model = readModel();
      const { store, cleanUp } = await open(model);
      try {
        for (const resource of model.resources) {
          const example = Object.fromEntries(resource.fields.map((field) => [field.name, field.example]));
          const record = { ...example, id: String(example.id) };
          await store.write(OWNER, [{ resource, record }]);
          const mine = store.bind({ kind: 'one', id: OWNER });
          const select = resource.fields.map((field) => field.name);
          const [found] = (await mine.find(resource, query({ select }))).records;
          expect(found).toEqual(record);
          const noNulls = Object.entries(record).filter(([, value]) => value !== null).length;
          expect(noNulls).toBe(select.length);
          for (const sort of resource.sortable)
            expect((await mine.find(resource, query({ sort: sortBy(sort) }))).records).toHaveLength(1);
        }
      } finally {
        await cleanUp();
      }
    });

    test('what is selected is there, alone or with more, and the sort needs not be selected', async () => {
      const [, , full] = (
        await records.find(things, query({ sort: sortBy('text', 'id'), select: ['number', 'parts'] }))
      ).records;
      expect(selected({ id: 'x', ...full }, ['number'])).toEqual({ number: null });
      for (const name of ALL) {
        const where = [condition('id', 'in', ['full'])];
        const { records: found } = await records.find(
          things,
          query({ sort: sortBy('-at'), select: [name], where }),
        );
        expect(found[0]?.[name]).toEqual(FULL[name]);
      }
    });

    test('records by their ids come in the order asked for, null for unknown ones, twice if asked twice', async () => {
      const found = await records.getMany(
        things,
        ['empty', 'nope', 'full', 'bare', 'full', ''],
        ['id', 'text'],
      );
      expect(found.map((record) => record?.id ?? null)).toEqual([
        'empty',
        null,
        'full',
        'bare',
        'full',
        null,
      ]);
      expect(found[2]?.text).toBe('Pike');
      expect(await records.getMany(things, [], ['id'])).toEqual([]);
      expect((await records.getMany(things, ['full'], ALL))[0]).toEqual(FULL);
    });

    test('a thousand ids are asked for at once', async () => {
      const ids = Array.from({ length: 1000 }, (_, index) => `no ${index}`);
      const found = await records.getMany(things, [...ids, 'full'], ['id']);
      expect(found).toHaveLength(1001);
      expect(found.at(-1)?.id).toBe('full');
    });

    test('an id is compared exactly, also where it looks like an operator or an ObjectId', async () => {
      const ids = [
        'FULL',
        'full ',
        '{"$gt":""}',
        '$ne',
        '665f1c2ab7a4d90c1e0a42f1',
        "' OR 1=1 --",
        '*',
        '\u0000',
      ];
      expect(await records.getMany(things, ids, ['id'])).toEqual(ids.map(() => null));
    });

    test('collections do not mix', async () => {
      const found = await records.find(others, query({ select: ['id', 'text'] }));
      expect(found.records).toEqual([{ id: 'full', text: 'of the other collection' }]);
    });

    test("another owner's records are neither listed, nor counted, nor found by id", async () => {
      expect(idsOf((await records.find(things, query({}))).records)).toEqual(['bare', 'empty', 'full']);
      expect(await records.count(things, [])).toBe(3);
      expect(await records.getMany(things, ['theirs'], ['id'])).toEqual([null]);
      expect(await records.count(things, [condition('id', 'in', ['theirs'])])).toBe(0);
      expect(await bind('stranger').count(things, [])).toBe(1);
      expect(await bind('stranger').getMany(things, ['full', 'theirs'], ['text'])).toEqual([
        null,
        expect.objectContaining({ text: 'Pike' }),
      ]);
    });

    test.each(['', 'nobody', 'OWNER-ONE', 'owner', '*', '{"$ne":null}', '$ne', "' OR 1=1 --", '.*'])(
      'the owner %j has no records',
      async (id) => {
        expect(await bind(id).count(things, [])).toBe(0);
        expect((await bind(id).find(things, query({}))).records).toEqual([]);
        expect((await bind(id).find(things, query({ sort: sortBy('at', 'text') }))).records).toEqual([]);
        expect(await bind(id).getMany(things, ['full'], ['id'])).toEqual([null]);
      },
    );

    test('where there is one owner, "every owner" is that one', async () => {
      const { store, cleanUp } = await open(contractModel);
      try {
        expect(await store.owners()).toEqual([]);
        expect(await store.bind({ kind: 'every' }).count(things, [])).toBe(0);
        await store.write(OWNER, toWrites([FULL, { id: 'bare' }]));
        expect(await store.owners()).toEqual([OWNER]);
        const every = store.bind({ kind: 'every' });
        expect(idsOf((await every.find(things, query({ sort: sortBy('-text') }))).records)).toEqual([
          'full',
          'bare',
        ]);
        expect(await every.count(things, [condition('text', 'in', ['pike'])])).toBe(1);
        expect((await every.getMany(things, ['full'], ALL))[0]).toEqual(FULL);
      } finally {
        await cleanUp();
      }
    });

    test('the owners are told as none, one or several', async () => {
      expect([...(await opened.store.owners())].sort()).toEqual([OWNER, 'stranger']);
    });

    test('the store answers a ping and has a label', async () => {
      await opened.store.ping();
      expect(opened.store.label).toMatch(/^(sqlite|mongodb) /);
    });

    test('indexes can be created twice', async () => {
      expect(await opened.store.createIndexes()).toEqual(await opened.store.createIndexes());
      expect(await records.count(things, [])).toBe(3);
    });
  });
}
