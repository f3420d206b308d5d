// The contract of writing: adding and replacing by id, within one owner, all or nothing.

import { OwnedByAnother, type RecordWrite } from '../../src/store/port.js';
import {
  ALL,
  contractModel,
  idsOf,
  type OpenedStore,
  type OpenStore,
  OWNER,
  query,
  selected,
  things,
  toWrites,
  walk,
} from './fixture.js';

export function describeWriting(open: OpenStore): void {
  describe('writing', () => {
    let opened: OpenedStore;

    beforeEach(async () => {
      opened = await open(contractModel);
    });
    afterEach(() => opened.cleanUp());

    const list = async (owner: string): Promise<unknown[]> =>
      walk(opened.store.bind({ kind: 'one', id: owner }), { select: ['id', 'text'] });

    test('a record is added, then replaced as a whole', async () => {
      const { store } = opened;
      const first = { id: 'a', text: 'one', whole: 1, labels: ['x'] };
      expect(await store.write(OWNER, toWrites([first]))).toEqual({ added: 1, replaced: 0 });
      const second = { id: 'a', other: 'two' };
      expect(await store.write(OWNER, toWrites([second, { id: 'b' }]))).toEqual({ added: 1, replaced: 1 });
      const [found] = await store.bind({ kind: 'one', id: OWNER }).getMany(things, ['a'], ALL);
      expect(found).toEqual(selected(second, ALL));
    });

    test('nothing to write is no failure', async () => {
      expect(await opened.store.write(OWNER, [])).toEqual({ added: 0, replaced: 0 });
    });

    test('the last of two writes with one id stays', async () => {
      const twice = toWrites([
        { id: 'a', text: 'one' },
        { id: 'a', text: 'two' },
      ]);
      expect(await opened.store.write(OWNER, twice)).toEqual({ added: 1, replaced: 1 });
      expect(await list(OWNER)).toEqual([{ id: 'a', text: 'two' }]);
    });

    test('more records than one batch holds are all written', async () => {
      const records = Array.from({ length: 2500 }, (_, index) => ({
        id: `r${10_000 + index}`,
        text: `t${index}`,
      }));
      expect(await opened.store.write(OWNER, toWrites(records))).toEqual({ added: 2500, replaced: 0 });
      expect(await list(OWNER)).toEqual(records);
    });

    test('a write that fails half-way leaves nothing, or without transactions a part that is completed later', async () => {
      const { store, atomic } = opened;
      await store.write(OWNER, toWrites([{ id: 'r5', text: 'old' }]));
      const records = Array.from({ length: 1500 }, (_, index) => ({ id: `r${10_000 + index}`, text: 'new' }));
      function* failing(): Generator<RecordWrite> {
        yield* toWrites(records);
        throw new Error('the file ends here');
      }
      await expect(store.write(OWNER, failing())).rejects.toThrow('the file ends here');
      if (atomic) expect(await list(OWNER)).toEqual([{ id: 'r5', text: 'old' }]);
      await store.write(OWNER, toWrites(records));
      expect(await list(OWNER)).toEqual([...records, { id: 'r5', text: 'old' }]);
    });

    test("an id that another owner has is either refused or each owner's own", async () => {
      const { store } = opened;
      await store.write(OWNER, toWrites([{ id: 'a', text: 'mine' }]));
      const theirs = toWrites([
        { id: 'b', text: 'theirs' },
        { id: 'a', text: 'theirs' },
      ]);
      const refused = await store.write('stranger', theirs).then(
        () => false,
        (error) => error instanceof OwnedByAnother,
      );
      expect(await list(OWNER)).toEqual([{ id: 'a', text: 'mine' }]);
      const expected = ['a', 'b'].map((id) => ({ id, text: 'theirs' }));
      expect(await list('stranger')).toEqual(refused ? [] : expected);
    });

    test('ids of every kind come back as they were', async () => {
      const ids = [
        '665f1c2ab7a4d90c1e0a42f1',
        '665F1C2AB7A4D90C1E0A42F2',
        '1',
        '$x',
        'a.b',
        'å',
        '🎣',
        'a b',
        'x'.repeat(128),
      ];
      await opened.store.write(OWNER, toWrites(ids.map((id) => ({ id, linkId: id }))));
      const records = opened.store.bind({ kind: 'one', id: OWNER });
      const found = await records.getMany(things, ids, ['id', 'linkId']);
      expect(found.map((record) => record?.linkId)).toEqual(ids);
      expect(new Set(idsOf((await records.find(things, query({}))).records))).toEqual(new Set(ids));
    });

    test('an owner that looks like an ObjectId has records', async () => {
      const owner = '665f1c2ab7a4d90c1e0a4201';
      await opened.store.write(owner, toWrites([{ id: 'a', text: 'mine' }]));
      expect(await opened.store.write(owner, toWrites([{ id: 'a', text: 'new' }]))).toEqual({
        added: 0,
        replaced: 1,
      });
      expect(await list(owner)).toEqual([{ id: 'a', text: 'new' }]);
      expect(await opened.store.owners()).toEqual([owner]);
    });
  });
}
