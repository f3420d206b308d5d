// What MongoDB tells of changes beyond the contract, on the server that MONGODB_URI names; says so loudly where it names none.

import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { type Db, MongoClient } from 'mongodb';
import { openMongoStore } from '../../src/store/mongo/open.js';
import { CursorTooOld, InvalidPosition, type Store } from '../../src/store/port.js';
import { model, resourceOf } from '../support/app.js';

const uri = process.env.MONGODB_URI;
const OWNER = 'angler';
const lures = resourceOf('lures');

let client: MongoClient;
let database: Db;
let store: Store;

async function openFresh(server: string): Promise<void> {
  const [, base = '', options = ''] = /^([^/]*\/\/[^/?]*)(?:\/[^?]*)?(\?.*)?$/.exec(server) ?? [];
  const url = `${base}/creel-test-${randomUUID()}${options}`;
  const settings = { ownerField: 'userId', queryTimeoutMs: 120_000, everyOwner: false, onOddValue: () => {} };
  store = await openMongoStore({ url, model, ...settings });
  client = await MongoClient.connect(url);
  database = client.db();
}

async function feed(since: string | null, owner = OWNER) {
  const records = store.bind({ kind: 'one', id: owner });
  const { cursor, deletions, batches } = await records.changes(model.resources, since, 100);
  const names = [];
  for await (const batch of batches)
    for (const change of batch) names.push(change.kind === 'record' ? change.record.id : `-${change.id}`);
  return { cursor, deletions, names };
}

const insert = (...documents: readonly object[]) =>
  database.collection<{ _id: string }>('lures').insertMany(documents as { _id: string }[]);

if (uri) {
  beforeEach(() => openFresh(uri));
  afterEach(async () => {
    await store.close();
    await database.dropDatabase();
    await client.close();
  });

  const hasStreams = async () => 'setName' in (await database.command({ hello: 1 }));
  const day = (n: number) => new Date(Date.UTC(2026, 4, n));

  test('without pre-images it goes by updatedAt, with five minutes to spare, and says so', async () => {
    await insert(
      { _id: 'old', userId: OWNER, updatedAt: day(1) },
      { _id: 'new', userId: OWNER, updatedAt: day(3) },
      { _id: 'undated', userId: OWNER },
    );
    const first = await feed(null);
    expect([first.deletions, [...first.names].sort()]).toEqual(['unknown', ['new', 'old', 'undated']]);
    await insert({ _id: 'late', userId: OWNER, updatedAt: new Date(day(3).getTime() - 200_000) });
    await insert({ _id: 'theirs', userId: 'stranger', updatedAt: day(4) });
    const next = await feed(first.cursor);
    expect([next.deletions, next.names.sort()]).toEqual(['unknown', ['late', 'new', 'undated']]);
  });

  test.each(['x', 5, null, '2026', '+275760-09-13T00:00:00.000Z', '2026-13-45T00:00:00.000Z'])(
    'a cursor of the moment %j is none',
    async (moment) => {
      const { cursor } = await feed(null);
      const forged = JSON.stringify([...JSON.parse(cursor).slice(0, -1), moment]);
      await expect(feed(forged)).rejects.toBeInstanceOf(InvalidPosition);
    },
  );

  test('an updatedAt of the future hides nothing', async () => {
    await insert(
      { _id: 'future', userId: OWNER, updatedAt: new Date('2999-01-01') },
      { _id: 'old', userId: OWNER, updatedAt: day(1) },
    );
    const { cursor } = await feed(null);
    await insert({ _id: 'now', userId: OWNER, updatedAt: new Date() });
    expect((await feed(cursor)).names).toContain('now');
  });

  test('a collection that was made anew makes cursors too old', async () => {
    await insert({ _id: 'a', userId: OWNER });
    const { cursor } = await feed(null);
    await database.dropCollection('lures');
    await insert({ _id: 'b', userId: OWNER });
    await expect(feed(cursor)).rejects.toBeInstanceOf(CursorTooOld);
  });

  test('a cursor of before the server could tell deletions is too old once it can', async () => {
    await insert({ _id: 'a', userId: OWNER });
    const { cursor } = await feed(null);
    await store.createIndexes();
    if (await hasStreams()) await expect(feed(cursor)).rejects.toBeInstanceOf(CursorTooOld);
  });

  test('what other programs write and delete is told, and a record that moves to another owner is gone here', async () => {
    await store.createIndexes();
    if (!(await hasStreams())) return;
    const documents = ['a', 'b', 'c', 'd'].map((_id) => ({ _id, userId: OWNER }));
    await insert(...documents);
    const mine = await feed(null);
    const theirs = await feed(null, 'stranger');
    const collection = database.collection<{ _id: string }>('lures');
    await collection.updateOne({ _id: 'a' }, { $set: { name: 'new' } });
    await collection.updateOne({ _id: 'b' }, { $set: { userId: 'stranger' } });
    await collection.deleteOne({ _id: 'c' });
    const next = await feed(mine.cursor);
    expect([next.deletions, next.names.sort()]).toEqual(['known', ['-b', '-c', 'a']]);
    expect((await feed(theirs.cursor, 'stranger')).names).toEqual(['b']);
  });

  test('a deletion that cannot tell whose it was makes cursors too old', async () => {
    await store.createIndexes();
    if (!(await hasStreams())) return;
    await insert({ _id: 'a', userId: OWNER });
    const { cursor } = await feed(null);
    const keep = (enabled: boolean) =>
      database.command({ collMod: lures.name, changeStreamPreAndPostImages: { enabled } });
    await keep(false);
    await database.collection<{ _id: string }>('lures').deleteOne({ _id: 'a' });
    await keep(true);
    await expect(feed(cursor)).rejects.toBeInstanceOf(CursorTooOld);
  });
} else {
  // Not console.error, which a runner may hold back.
  writeSync(2, '\n*** Changes on MongoDB NOT RUN: set MONGODB_URI ***\n\n');
  test('changes on MongoDB are only tested where MONGODB_URI names a server', () => {});
}
