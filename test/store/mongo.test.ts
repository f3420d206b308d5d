// Runs the store contract on MongoDB, on the server that MONGODB_URI names; says so loudly where it names none.

import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { MongoClient } from 'mongodb';
import type { Model } from '../../src/model/model.js';
import { openMongoStore } from '../../src/store/mongo/open.js';
import { StoreUnavailable } from '../../src/store/port.js';
import { storeContract } from './contract.js';
import { contractModel, type OpenedStore } from './fixture.js';
import { describeMongoArea } from './mongo-area.js';
import { describeMongo } from './mongo-cases.js';

const uri = process.env.MONGODB_URI;

/** The server's address with a database name that nobody uses. */
function freshUrl(server: string): { url: string; database: string } {
  const database = `creel-test-${randomUUID()}`;
  const [, base = '', options = ''] = /^([^/]*\/\/[^/?]*)(?:\/[^?]*)?(\?.*)?$/.exec(server) ?? [];
  return { url: `${base}/${database}${options}`, database };
}

async function open(server: string, model: Model): Promise<OpenedStore> {
  const { url, database } = freshUrl(server);
  const options = {
    ownerField: 'userId',
    queryTimeoutMs: 120_000,
    everyOwner: false,
    onOddValue: () => {},
    model,
  };
  const store = await openMongoStore({ url, ...options });
  const client = await MongoClient.connect(url);
  const hello = await client.db().command({ hello: 1 });
  // SecantusDB names the moment of a snapshot, and reads what is newer all the same.
  const holdsMoments = !('secantusVersion' in (await client.db().admin().buildInfo()));
  const cleanUp = async (): Promise<void> => {
    await store.close();
    await client.db(database).dropDatabase();
    await client.close();
  };
  return { store, cleanUp, atomic: 'setName' in hello || hello.msg === 'isdbgrid', holdsMoments };
}

if (uri) {
  storeContract('MongoDB', (model) => open(uri, model), { runs: 300 });
  describeMongo(() => freshUrl(uri));
  describeMongoArea(() => freshUrl(uri));
} else {
  // Not console.error, which a runner may hold back.
  writeSync(2, '\n*** MongoDB half of the store contract NOT RUN: set MONGODB_URI ***\n\n');
}

test('a server that is not there is told by ping, not by opening, and without the password', async () => {
  const url = 'mongodb://angler:s3cret@127.0.0.1:9/log?serverSelectionTimeoutMS=200';
  const onOddValue = (): void => {};
  const options = {
    ownerField: 'userId',
    queryTimeoutMs: 1000,
    everyOwner: false,
    onOddValue,
    model: contractModel,
  };
  const store = await openMongoStore({ url, ...options });
  const failure = await store.ping().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StoreUnavailable);
  expect(`${failure} ${store.label}`).not.toContain('s3cret');
  expect(store.label).toBe('mongodb 127.0.0.1:9/log');
  await store.close();
});
