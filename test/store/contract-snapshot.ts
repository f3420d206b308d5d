// The part of the store contract about snapshots: what they hold, for whom, and how many there are.

import { type Records, SNAPSHOTS_MAX, type Store, TooManySnapshots } from '../../src/store/port.js';
import { contractModel, matching, type OpenedStore, type OpenStore, OWNER, toWrites } from './fixture.js';

export function describeSnapshot(open: OpenStore): void {
  describe('snapshots', () => {
    let opened: OpenedStore;
    let store: Store;
    const owner = { kind: 'one', id: OWNER } as const;
    const idsIn = (records: Records): Promise<string[]> => matching(records);

    beforeEach(async () => {
      opened = await open(contractModel);
      store = opened.store;
      await store.write(OWNER, toWrites([{ id: 'a', text: 'old' }, { id: 'b' }]));
      await store.write('stranger', toWrites([{ id: 'theirs' }]));
    });
    afterEach(() => opened.cleanUp());

    test('hold the records of their owner and nobody else', async () => {
      const snapshot = await store.snapshot(owner);
      expect(await idsIn(snapshot.records)).toEqual(['a', 'b']);
      await snapshot.close();
    });

    test('do not show what is written later, where they are of one moment', async () => {
      const snapshot = await store.snapshot(owner);
      const [thing] = contractModel.resources;
      if (!thing) throw new Error('no resource');
      await store.write(OWNER, toWrites([{ id: 'a', text: 'new' }, { id: 'c' }]));
      const [record] = await snapshot.records.getMany(thing, ['a'], ['text']);
      expect([await idsIn(snapshot.records), record?.text]).toEqual(
        snapshot.pointInTime && opened.holdsMoments ? [['a', 'b'], 'old'] : [['a', 'b', 'c'], 'new'],
      );
      await snapshot.close();
      const later = await store.snapshot(owner);
      expect(await idsIn(later.records)).toEqual(['a', 'b', 'c']);
      await later.close();
    });

    test('are of one moment in the embedded store', async () => {
      const snapshot = await store.snapshot(owner);
      expect(snapshot.pointInTime || snapshot.kind === 'mongodb').toBe(true);
      await snapshot.close();
    });

    test('can be closed twice, and taken again and again', async () => {
      for (let round = 0; round < SNAPSHOTS_MAX * 2; round++) {
        const snapshot = await store.snapshot(owner);
        expect(await idsIn(snapshot.records)).toEqual(['a', 'b']);
        await snapshot.close();
        await snapshot.close();
      }
    });

    test(`are ${SNAPSHOTS_MAX} at a time`, async () => {
      const open = await Promise.all(Array.from({ length: SNAPSHOTS_MAX }, () => store.snapshot(owner)));
      await expect(store.snapshot(owner)).rejects.toThrow(TooManySnapshots);
      for (const { records } of open) expect(await idsIn(records)).toEqual(['a', 'b']);
      await open[0]?.close();
      await (await store.snapshot(owner)).close();
      for (const snapshot of open) await snapshot.close();
    });
  });
}
