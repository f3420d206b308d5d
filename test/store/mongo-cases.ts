// What only MongoDB can hold: odd values, ids of two kinds, numbers of four types, other people's documents.

import { type Db, Decimal128, type Document, Double, Int32, Long, MongoClient, ObjectId } from 'mongodb';
import { openMongoStore } from '../../src/store/mongo/open.js';
import {
  InvalidPosition,
  OwnedByAnother,
  type Records,
  type Store,
  StoreTimeout,
} from '../../src/store/port.js';
import {
  ALL,
  condition,
  contractModel,
  idsOf,
  matching,
  query,
  sortBy,
  things,
  toWrites,
  walk,
} from './fixture.js';

const OWNER = 'angler';
const HEX = '665f1c2ab7a4d90c1e0a42f1';

/** The cases, on a fresh database for each. */
export function describeMongo(freshUrl: () => { url: string; database: string }): void {
  describe('MongoDB, on documents that other programs wrote:', () => {
    let client: MongoClient;
    let database: Db;
    let store: Store;
    let records: Records;
    let url: string;
    let odd: { id: string; field: string }[];

    const open = (queryTimeoutMs = 120_000, everyOwner = false): Promise<Store> =>
      openMongoStore({
        url,
        ownerField: 'userId',
        queryTimeoutMs,
        everyOwner,
        onOddValue: ({ id, field }) => void odd.push({ id, field }),
        model: contractModel,
      });

    beforeEach(async () => {
      odd = [];
      url = freshUrl().url;
      client = await MongoClient.connect(url);
      database = client.db();
      store = await open();
      records = store.bind({ kind: 'one', id: OWNER });
    });
    afterEach(async () => {
      await store.close();
      await database.dropDatabase();
      await client.close();
    });

    const insert = (documents: readonly Document[]): Promise<unknown> =>
      database
        .collection<Document>('things')
        .insertMany(documents.map((document) => ({ userId: OWNER, ...document })));

    /** Values of other types than the field's, by field; the list is of the id `odd` and the field. */
    const ODD: readonly (readonly [string, unknown])[] = [
      ['at', '2026-05-01T06:30:00.000Z'],
      ['at', 1777617000000],
      ['at', [new Date()]],
      ['text', 7],
      ['text', ['Pike']],
      ['text', { $gt: '' }],
      ['text', new Date()],
      ['text', /Pike/],
      ['whole', '7'],
      ['whole', 7.5],
      ['whole', Long.fromString('2147483648')],
      ['whole', [7]],
      ['whole', Number.NaN],
      ['number', '82,5'],
      ['number', Number.NaN],
      ['number', Number.POSITIVE_INFINITY],
      ['number', Decimal128.fromString('1E+400')],
      ['number', Decimal128.fromString('NaN')],
      ['number', [1.5]],
      ['number', true],
      ['flag', 1],
      ['flag', 'true'],
      ['flag', [true]],
      ['day', '2026-02-30'],
      ['day', '2026-2-3'],
      ['day', '2026-02-03\n'],
      ['day', '2025-02-29'],
      ['day', new Date('2026-02-03')],
      ['linkId', 7],
      ['linkId', { $ref: 'x' }],
      ['linkId', [new ObjectId(HEX)]],
      ['labels', 'dawn'],
      ['labels', { 0: 'dawn' }],
      ['parts', 'x'],
    ];

    test.each(ODD)(
      'a %s that is %p is null: answered, filtered, sorted, and reported once',
      async (field, value) => {
        const good: Document = {
          at: new Date('2026-05-01'),
          text: 'Pike',
          whole: 7,
          number: 1.5,
          flag: true,
          day: '2026-02-03',
          linkId: new ObjectId(HEX),
          labels: ['dawn'],
          parts: [{}],
        };
        await insert([{ _id: 'a', [field]: value }, { _id: 'b', [field]: good[field] }, { _id: 'c' }]);
        const found = await records.find(things, query({ select: [field] }));
        expect(found.records.map((record) => record[field] !== null)).toEqual([false, true, false]);
        expect(odd).toEqual([{ id: 'a', field }]);
        expect(await matching(records, condition(field, 'exists', true))).toEqual(['b']);
        expect(await matching(records, condition(field, 'exists', false))).toEqual(['a', 'c']);
        if (field === 'parts') return;
        const shown = (found.records[1]?.[field] ?? null) as never;
        const one = Array.isArray(shown) ? shown[0] : shown;
        expect(await matching(records, condition(field, 'in', [one]))).toEqual(['b']);
        expect(await matching(records, condition(field, 'ne', [one]))).toEqual(['a', 'c']);
        for (const operator of ['gte', 'lte'] as const)
          if (typeof one === 'number' || field === 'at' || field === 'day')
            expect(await matching(records, condition(field, operator, one))).toEqual(['b']);
        for (const operator of ['contains', 'startsWith'] as const)
          if (field === 'text' || field === 'labels')
            expect(await matching(records, condition(field, operator, ''))).toEqual(['b']);
        if (field === 'labels') return;
        for (const sort of [sortBy(field), sortBy(field, 'other')]) {
          expect(idsOf(await walk(records, { sort, limit: 1 }))).toEqual(['b', 'a', 'c']);
          expect(idsOf(await walk(records, { sort: sortBy(`-${field}`), limit: 1 }))).toEqual([
            'b',
            'c',
            'a',
          ]);
        }
      },
    );

    test('an odd element of a list is left out and reported, the others stay', async () => {
      await insert([
        {
          _id: 'a',
          labels: ['dawn', 5, null, ['boat'], 'dusk'],
          parts: [
            7,
            { text: 5, at: '2026', linkId: new ObjectId(HEX), number: Long.fromNumber(3) },
            null,
            [],
          ],
        },
        { _id: 'b', labels: [5, ['x']], parts: [null] },
      ]);
      const found = await records.find(things, query({ select: ['labels', 'parts'] }));
      expect(found.records).toEqual([
        {
          id: 'a',
          labels: ['dawn', 'dusk'],
          parts: [{ text: null, at: null, linkId: HEX, number: 3, flag: null }],
        },
        { id: 'b', labels: [], parts: [] },
      ]);
      const fields = odd.filter(({ id }) => id === 'a').map(({ field }) => field);
      expect(fields).toEqual([
        'labels',
        'labels',
        'labels',
        'parts',
        'parts',
        'parts',
        'parts.text',
        'parts.at',
      ]);
      expect(await matching(records, condition('labels', 'exists', true))).toEqual(['a']);
      expect(await matching(records, condition('parts', 'exists', true))).toEqual(['a']);
      expect(await matching(records, condition('labels', 'in', ['boat']))).toEqual([]);
      expect(await matching(records, { kind: 'words', words: ['boat'] })).toEqual([]);
    });

    test('numbers of all four types are numbers', async () => {
      await insert([
        { _id: 'a', number: new Int32(2), whole: new Double(2) },
        { _id: 'b', number: Long.fromString('3'), whole: Long.fromString('3') },
        { _id: 'c', number: Decimal128.fromString('2.10'), whole: Decimal128.fromString('4.0') },
        { _id: 'd', number: 2.1, whole: new Int32(5) },
        { _id: 'e', number: Decimal128.fromString('0.3') },
        { _id: 'f', number: 0.3 },
        { _id: 'g', number: Long.fromString('9007199254740993') },
      ]);
      const found = await records.find(things, query({ select: ['number', 'whole'] }));
      expect(found.records.map((record) => record.number)).toEqual([
        2, 3, 2.1, 2.1, 0.3, 0.3, 9007199254740992,
      ]);
      expect(found.records.map((record) => record.whole)).toEqual([2, 3, 4, 5, null, null, null]);
      expect(odd).toEqual([]);
      const by = (operator: 'gt' | 'gte' | 'lt' | 'lte', value: number): Promise<string[]> =>
        matching(records, condition('number', operator, value));
      expect(await matching(records, condition('number', 'in', [2.1, 0.3]))).toEqual(['c', 'd', 'e', 'f']);
      expect(await by('gt', 2.1)).toEqual(['b', 'g']);
      expect(await by('gte', 2.1)).toEqual(['b', 'c', 'd', 'g']);
      expect(await by('gt', 0.3)).toEqual(['a', 'b', 'c', 'd', 'g']);
      expect(await by('lt', 0.3)).toEqual([]);
      expect(await by('lte', 0.3)).toEqual(['e', 'f']);
      for (const sort of [sortBy('number'), sortBy('-number'), sortBy('number', 'text')]) {
        const found = await walk(records, { sort, limit: 1, select: ['number'] });
        expect(new Set(idsOf(found)).size).toBe(7);
        const numbers = found.map((record) => Number(record.number));
        expect(numbers).toEqual([...numbers].sort((a, b) => (sort[0]?.descending ? b - a : a - b)));
      }
    });

    test.each([
      ['id'],
      ['-id'],
      ['text'],
      ['-text'],
      ['linkId'],
      ['-linkId'],
      ['text', 'flag'],
      ['-flag', 'linkId'],
      ['-linkId', '-text'],
      ['text', '-id'],
    ])('a walk by %s %s loses nothing where ids are of both kinds', async (...sort) => {
      const ids = Array.from({ length: 24 }, (_, index) =>
        index % 2 ? ObjectId.createFromHexString(index.toString(16).padStart(24, 'a')) : `id ${index}`,
      );
      const linkIds = [new ObjectId(HEX), HEX, 'l1', null];
      await insert(
        ids.map((_id, index) => ({
          _id,
          text: index % 3 ? 'tie' : null,
          flag: index % 5 > 1,
          linkId: linkIds[(index >> 1) % 4],
        })),
      );
      const keys = sortBy(...sort.filter(Boolean));
      const whole = idsOf((await records.find(things, query({ sort: keys }))).records);
      expect(new Set(whole)).toEqual(new Set(ids.map(String)));
      for (const limit of [1, 5]) expect(idsOf(await walk(records, { sort: keys, limit }))).toEqual(whole);
    });

    test('an id or a link is found by its text, be it an ObjectId or a text', async () => {
      await insert([
        { _id: new ObjectId(HEX), linkId: HEX },
        { _id: 'b', linkId: new ObjectId(HEX) },
      ]);
      expect(await matching(records, condition('linkId', 'in', [HEX]))).toEqual(['b', HEX]);
      expect(await matching(records, condition('linkId', 'ne', [HEX]))).toEqual([]);
      expect(await matching(records, condition('id', 'in', [HEX]))).toEqual([HEX]);
      expect(await matching(records, condition('id', 'ne', [HEX]))).toEqual(['b']);
      expect(await records.getMany(things, [HEX], ['linkId'])).toEqual([{ id: HEX, linkId: HEX }]);
      expect(await records.getMany(things, [HEX.toUpperCase()], ['id'])).toEqual([null]);
    });

    test('a document whose _id is of another type is no record', async () => {
      await database.collection<Document>('things').insertMany([
        { _id: 7 as never, userId: OWNER },
        { _id: { a: 1 } as never, userId: OWNER },
        { _id: 'a' as never, userId: OWNER },
      ]);
      expect(await matching(records)).toEqual(['a']);
      expect(idsOf(await walk(records, { sort: sortBy('-at'), limit: 1 }))).toEqual(['a']);
    });

    test('an owner is found as a text and as an ObjectId, and no other comes with him', async () => {
      await insert([
        { _id: 'a', userId: HEX },
        { _id: 'b', userId: new ObjectId(HEX) },
        { _id: 'c', userId: 'x' },
        { _id: 'd', userId: null },
      ]);
      const mine = store.bind({ kind: 'one', id: HEX });
      expect(await matching(mine)).toEqual(['a', 'b']);
      expect(idsOf(await walk(mine, { sort: sortBy('at', 'text'), limit: 1 }))).toEqual(['a', 'b']);
      expect(await mine.getMany(things, ['c', 'd', 'b'], ['id'])).toEqual([null, null, { id: 'b' }]);
      expect(await matching(store.bind({ kind: 'every' }))).toEqual(['a', 'b', 'c', 'd']);
      expect([...(await store.owners())].sort()).toEqual([HEX, 'x'].sort());
    });

    test('an operator-shaped value is only a value', async () => {
      await insert([
        { _id: 'a', text: 'Pike', whole: 1, at: new Date(), linkId: 'x', day: '2026-01-01', flag: true },
      ]);
      const shapes = [{ $gt: '' }, { $ne: null }, { $exists: true }, { $regex: '.*' }, /.*/] as unknown[];
      for (const shape of shapes) {
        for (const field of ['whole', 'number', 'flag', 'at', 'day'])
          for (const operator of ['in', 'ne'] as const)
            await expect(
              records.count(things, [condition(field, operator, [shape as never])]),
            ).rejects.toThrow(TypeError);
        for (const field of ['text', 'linkId', 'id', 'labels'])
          for (const operator of ['in', 'contains', 'startsWith'] as const)
            if (operator === 'in' || field === 'text' || field === 'labels')
              expect(
                await matching(
                  records,
                  condition(field, operator, (operator === 'in' ? [shape] : shape) as never),
                ),
              ).toEqual([]);
        expect(() => store.bind({ kind: 'one', id: shape as string })).toThrow(TypeError);
      }
    });

    test('two owners cannot have one id: the second is refused and nothing of him is written', async () => {
      await store.write(OWNER, toWrites([{ id: HEX, text: 'mine' }]));
      const theirs = toWrites([{ id: 'z' }, { id: HEX, text: 'theirs' }]);
      await expect(store.write('stranger', theirs)).rejects.toThrow(OwnedByAnother);
      expect(await matching(store.bind({ kind: 'every' }))).toEqual([HEX]);
    });

    test('a document with a text id is replaced in place, although its text reads like an ObjectId', async () => {
      await insert([{ _id: HEX, text: 'old', ofAnotherProgram: 1 }]);
      expect(await store.write(OWNER, toWrites([{ id: HEX, text: 'new' }]))).toEqual({
        added: 0,
        replaced: 1,
      });
      expect(await database.collection('things').find().toArray()).toEqual([
        { _id: HEX, userId: OWNER, text: 'new' },
      ]);
    });

    test('written documents hold times as dates and links as ObjectIds', async () => {
      const at = '2026-05-01T06:30:00.000Z';
      const record = {
        id: HEX,
        at,
        day: '2026-05-01',
        linkId: HEX,
        labels: ['x'],
        parts: [{ at, linkId: HEX, number: 1 }],
      };
      await store.write(OWNER, toWrites([{ ...record, text: null }]));
      const id = new ObjectId(HEX);
      expect(await database.collection('things').findOne()).toEqual({
        _id: id,
        userId: OWNER,
        at: new Date(at),
        day: '2026-05-01',
        linkId: id,
        labels: ['x'],
        parts: [{ at: new Date(at), linkId: id, number: 1 }],
      });
    });

    test.each([
      'garbage',
      'o:xyz',
      '',
      `o:${HEX.toUpperCase()}`,
      'nNaN;s:a',
      'n5;s:a',
      'n1.5x;s:a',
      `o;o:${HEX}`,
      '{"$gt":""}',
    ])('a position with the id %j is refused', async (id) => {
      await insert([{ _id: 'a', number: 1.5 }]);
      const after = { values: [1.5], id };
      await expect(records.find(things, query({ sort: sortBy('number'), after }))).rejects.toThrow(
        InvalidPosition,
      );
    });

    test('a position whose values are not of the sort is refused', async () => {
      for (const values of [[], ['x'], [1, 2], [true], [{ $gt: 0 } as never], [Number.NaN]])
        await expect(
          records.find(things, query({ sort: sortBy('number'), after: { values, id: 's:a' } })),
        ).rejects.toThrow(InvalidPosition);
    });

    test('only what is selected leaves the database', async () => {
      await insert([{ _id: 'a', text: 'x'.repeat(10), other: 7, whole: '7', number: 1 }]);
      const { records: found } = await records.find(
        things,
        query({ sort: sortBy('number'), select: ['flag'] }),
      );
      expect(found).toEqual([{ id: 'a', number: 1, flag: null }]);
      await records.find(things, query({ sort: sortBy('number', 'flag'), select: ['flag'] }));
      expect(odd).toEqual([]);
    });

    test('a broken document does not fail a list', async () => {
      await insert([
        { _id: 'a', text: 'Pike', more: { deep: [Number.NaN, /x/, new Date(Number.NaN)] } },
        { _id: 'b' },
      ]);
      const found = await records.find(things, query({ select: ALL, sort: sortBy('-at') }));
      expect(idsOf(found.records)).toEqual(['b', 'a']);
    });

    test('a query that takes too long is a StoreTimeout', async () => {
      const documents = Array.from({ length: 20_000 }, (_, index) => ({
        text: `some text ${index}`,
        number: index,
      }));
      await insert(documents);
      const hasty = await open(1);
      await hasty.ping();
      const slow = hasty.bind({ kind: 'one', id: OWNER });
      await expect(slow.count(things, [condition('text', 'contains', 'nothing')])).rejects.toThrow(
        StoreTimeout,
      );
      await expect(slow.find(things, query({ sort: sortBy('other', 'text') }))).rejects.toThrow(StoreTimeout);
      await hasty.close();
    });

    test('the indexes have the owner first, unless records of every owner are read', async () => {
      const keys = async (): Promise<string[]> =>
        (await database.collection('things').indexes()).map(({ key }) => Object.keys(key).join()).sort();
      const fields = ['at', 'day', 'flag', 'linkId', 'number', 'text', 'whole'];
      expect(await store.createIndexes()).toContain('things.userId_1_at_1__id_1');
      expect(await keys()).toEqual(
        ['_id', ...['_id', ...fields.map((field) => `${field},_id`)].map((key) => `userId,${key}`)].sort(),
      );
      await database.collection('things').dropIndexes();
      const every = await open(1000, true);
      await every.createIndexes();
      await every.close();
      expect(await keys()).toEqual(['_id', ...fields.map((field) => `${field},_id`)].sort());
    });
  });
}
