// The contract of the feed of changes and of removing: a copy that is kept by feeds is the log, wherever it was when.

import fc from 'fast-check';
import type { Resource } from '../../src/model/model.js';
import { CursorTooOld, InvalidPosition, type Records } from '../../src/store/port.js';
import {
  ALL,
  contractModel,
  type OpenedStore,
  type OpenStore,
  OWNER,
  others,
  selected,
  things,
  toWrites,
  walk,
} from './fixture.js';
import type { TestRecord } from './reference.js';

/** A line of a feed: `things a`, or `-things a` of what is gone. */
async function feed(
  records: Records,
  since: string | null,
  resources: readonly Resource[] = contractModel.resources,
  batchSize = 100,
) {
  const { cursor, deletions, batches } = await records.changes(resources, since, batchSize);
  const changes = [];
  for await (const batch of batches) {
    expect(batch.length).toBeLessThanOrEqual(batchSize);
    changes.push(...batch);
  }
  const names = changes.map((change) =>
    change.kind === 'record'
      ? `${change.resource.name} ${change.record.id}`
      : `-${change.resource.name} ${change.id}`,
  );
  return { cursor, deletions, changes, names: names.sort() };
}

/** A copy of a log, as a client keeps it. */
class Copy {
  readonly #records = new Map<string, unknown>();
  #cursor: string | null = null;

  async sync(records: Records): Promise<void> {
    const { cursor, changes } = await feed(records, this.#cursor, contractModel.resources, 3);
    for (const change of changes) {
      const id = change.kind === 'record' ? String(change.record.id) : change.id;
      if (change.kind === 'record') this.#records.set(`${change.resource.name} ${id}`, change.record);
      else this.#records.delete(`${change.resource.name} ${id}`);
    }
    this.#cursor = cursor;
  }

  list({ name }: Resource): unknown[] {
    const own = [...this.#records].filter(([key]) => key.startsWith(`${name} `));
    return own.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, record]) => record);
  }
}

const id = fc.constantFrom('a', 'b', 'c', '665f1c2ab7a4d90c1e0a42f1');
const step = fc.oneof(
  fc.record({
    kind: fc.constant('write' as const),
    ids: fc.uniqueArray(id, { minLength: 1 }),
    text: fc.nat(2),
  }),
  fc.record({ kind: fc.constant('remove' as const), id }),
  fc.record({ kind: fc.constant('sync' as const) }),
);

export function describeChanges(open: OpenStore, runs: number): void {
  describe('changes', () => {
    let opened: OpenedStore;
    let mine: Records;
    let theirs: Records;

    beforeEach(async () => {
      opened = await open(contractModel);
      await opened.store.createIndexes();
      mine = opened.store.bind({ kind: 'one', id: OWNER });
      theirs = opened.store.bind({ kind: 'one', id: 'stranger' });
    });
    afterEach(() => opened.cleanUp());

    const write = (records: readonly TestRecord[], owner = OWNER, resource = things) =>
      opened.store.write(owner, toWrites(records, resource));
    const remove = (ids: readonly string[], owner = OWNER, resource = things) =>
      opened.store.remove(
        owner,
        ids.map((one) => ({ resource, id: one })),
      );
    /** Whether the database tells deletions: not so MongoDB without a replica set. */
    const isExact = () => opened.atomic;

    test('a first feed has all records of the collections asked for, whole', async () => {
      await write([{ id: 'a', text: 'one', labels: ['x'] }, { id: 'b' }]);
      await write([{ id: 'o' }], OWNER, others);
      await write([{ id: 's' }], 'stranger');
      const all = await feed(mine, null);
      expect([all.names, all.deletions]).toEqual([
        ['others o', 'things a', 'things b'],
        isExact() ? 'known' : 'unknown',
      ]);
      const some = await feed(mine, null, [things]);
      expect(some.names).toEqual(['things a', 'things b']);
      expect(some.changes[0]).toEqual({
        kind: 'record',
        resource: things,
        record: selected({ id: 'a', text: 'one', labels: ['x'] }, ALL),
      });
    });

    test('a feed has what was added and changed since, each once as it is now, and what is gone', async () => {
      await write([{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd' }]);
      const { cursor } = await feed(mine, null);
      await write([{ id: 'b', text: 'one' }, { id: 'e' }]);
      await write([{ id: 'b', text: 'two' }]);
      await remove(['c', 'd']);
      await write([{ id: 'd', text: 'again' }]);
      await write([{ id: 'o' }], OWNER, others);
      const { names, changes } = await feed(mine, cursor);
      const exact = ['-things c', 'others o', 'things b', 'things d', 'things e'];
      expect(names).toEqual(isExact() ? exact : ['others o', 'things a', 'things b', 'things d', 'things e']);
      const b = changes.find((change) => change.kind === 'record' && change.record.id === 'b');
      expect(b).toEqual({
        kind: 'record',
        resource: things,
        record: selected({ id: 'b', text: 'two' }, ALL),
      });
      if (isExact()) expect((await feed(mine, cursor, [others])).names).toEqual(['others o']);
    });

    test('a feed of nothing new is empty, and its cursor goes on', async () => {
      if (!isExact()) return;
      await write([{ id: 'a' }]);
      const first = await feed(mine, null);
      const second = await feed(mine, first.cursor);
      const third = await feed(mine, second.cursor);
      await write([{ id: 'b' }]);
      expect([second.names, third.names]).toEqual([[], []]);
      for (const { cursor } of [first, second, third])
        expect((await feed(mine, cursor)).names).toEqual(['things b']);
    });

    test('more changes than a batch holds are all told', async () => {
      const { cursor } = await feed(mine, null);
      const many = Array.from({ length: 250 }, (_, index) => ({ id: `r${1000 + index}` }));
      await write(many);
      const { names } = await feed(mine, cursor);
      expect(names).toEqual(many.map((record) => `things ${record.id}`));
    });

    test("nothing of another owner is told, and another owner's cursor is refused", async () => {
      await write([{ id: 'a' }]);
      const { cursor } = await feed(mine, null);
      await write([{ id: 's' }, { id: 't' }], 'stranger');
      await remove(['t'], 'stranger');
      expect((await feed(mine, cursor)).names).toEqual(isExact() ? [] : ['things a']);
      await expect(theirs.changes(contractModel.resources, cursor, 10)).rejects.toBeInstanceOf(
        InvalidPosition,
      );
    });

    test.each(['', 'x', 'null', '[]', '{}', '[1]', '[9,"x","y"]'])(
      'the cursor %j is none',
      async (cursor) => {
        const failure = await mine.changes([things], cursor, 10).catch((error: unknown) => error);
        expect([InvalidPosition, CursorTooOld].some((type) => failure instanceof type)).toBe(true);
      },
    );

    test('the cursor of another database is too old', async () => {
      const another = await open(contractModel);
      try {
        await another.store.createIndexes();
        const { cursor } = await feed(another.store.bind({ kind: 'one', id: OWNER }), null);
        await write([{ id: 'a' }]);
        await expect(mine.changes([things], cursor, 10)).rejects.toBeInstanceOf(CursorTooOld);
      } finally {
        await another.cleanUp();
      }
    });

    test('removing takes all of the records or, where one is not there, none, and says which', async () => {
      await write([{ id: 'a' }, { id: 'b' }, { id: '665f1c2ab7a4d90c1e0a42f1' }]);
      await write([{ id: 's' }], 'stranger');
      expect(await remove(['a', 's', 'nobody'])).toEqual([
        { resource: things, id: 's' },
        { resource: things, id: 'nobody' },
      ]);
      const count = () => Promise.all([mine.count(things, []), theirs.count(things, [])]);
      expect(await count()).toEqual([3, 1]);
      expect(await remove(['a', '665f1c2ab7a4d90c1e0a42f1'])).toEqual([]);
      expect(await count()).toEqual([1, 1]);
      expect(await remove([])).toEqual([]);
    });

    test('an owner whose records are all gone has none', async () => {
      await write([{ id: 'a' }]);
      await write([{ id: 'o' }], OWNER, others);
      await remove(['a']);
      expect(await opened.store.owners()).toEqual([OWNER]);
      await remove(['o'], OWNER, others);
      expect(await opened.store.owners()).toEqual([]);
    });

    test('a copy that is kept by feeds is the log, after any writes and removals', async () => {
      if (!isExact()) return;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          const left = await walk(mine, { select: ['id'] });
          await remove(left.map((record) => record.id));
          const copy = new Copy();
          for (const one of steps) {
            if (one.kind === 'sync') await copy.sync(mine);
            else if (one.kind === 'remove') await remove([one.id]);
            else await write(one.ids.map((key) => ({ id: key, text: `t${one.text}` })));
            await write([{ id: 'theirs', text: JSON.stringify(one) }], 'stranger');
          }
          await copy.sync(mine);
          const list = await walk(mine, { select: ALL });
          const byId = [...list].sort((one, other) => (one.id < other.id ? -1 : 1));
          expect(copy.list(things)).toEqual(byId);
        }),
        { numRuns: runs },
      );
    });
  });
}
