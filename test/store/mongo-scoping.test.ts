// Nobody can tell what another owner has: on MongoDB, on the server that MONGODB_URI names; says so loudly where it names none.

import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { MongoClient } from 'mongodb';
import { openMongoStore } from '../../src/store/mongo/open.js';
import { describeScoping } from '../scoping/describe-scoping.js';
import { model } from '../support/app.js';

const uri = process.env.MONGODB_URI;

/** A store in a database that nobody uses, which goes with it. */
async function open(server: string) {
  const [, base = '', options = ''] = /^([^/]*\/\/[^/?]*)(?:\/[^?]*)?(\?.*)?$/.exec(server) ?? [];
  const url = `${base}/creel-test-${randomUUID()}${options}`;
  const store = await openMongoStore({
    url,
    ownerField: 'userId',
    queryTimeoutMs: 120_000,
    everyOwner: false,
    onOddValue: () => {},
    model,
  });
  const cleanUp = async (): Promise<void> => {
    await store.close();
    const client = await MongoClient.connect(url);
    await client.db().dropDatabase();
    await client.close();
  };
  return { store, cleanUp };
}

if (uri) {
  describeScoping('MongoDB', () => open(uri), { sharedIds: false, runs: 150, every: 3 });
} else {
  // Not console.error, which a runner may hold back.
  writeSync(2, '\n*** Scoping on MongoDB NOT RUN: set MONGODB_URI ***\n\n');
  test('scoping on MongoDB is only tested where MONGODB_URI names a server', () => {});
}
