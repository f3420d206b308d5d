// What of the accounts is MongoDB's own: its indexes, several processes, and servers that do not answer.

import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { MongoClient } from 'mongodb';
import { openMongoStore } from '../../src/store/mongo/open.js';
import { type Store, StoreUnavailable } from '../../src/store/port.js';
import { NOW, newHash, newSession, newToken, newUser } from './accounts-fixture.js';
import { contractModel } from './fixture.js';

const uri = process.env.MONGODB_URI;

const open = (url: string): Promise<Store> =>
  openMongoStore({
    url,
    ownerField: 'userId',
    queryTimeoutMs: 120_000,
    everyOwner: false,
    onOddValue: () => {},
    model: contractModel,
  });

test('a server that is not there is told as such by every call, and without the password', async () => {
  const store = await open('mongodb://angler:s3cret@127.0.0.1:9/log?serverSelectionTimeoutMS=50');
  const { accounts } = store;
  const [user, hash] = [newUser(), newHash()];
  const usage = { tokenId: 'a', day: '2026-05-01', requests: 1, records: 1, lastUsedAt: NOW };
  const calls = [
    () => accounts.createUser(user),
    () => accounts.findUser({ id: user.id }),
    () => accounts.listUsers(),
    () => accounts.updateUser(user.id, {}),
    () => accounts.createToken(newToken(user.id), 50, NOW),
    () => accounts.findToken(hash),
    () => accounts.listTokens(user.id),
    () => accounts.updateToken(user.id, 'a', {}),
    () => accounts.createSession(newSession(user.id)),
    () => accounts.findSession(hash),
    () => accounts.listSessions(user.id),
    () => accounts.touchSession('a', NOW),
    () => accounts.deleteSession(user.id, 'a'),
    () => accounts.deleteSessions(user.id),
    () => accounts.deleteExpiredSessions(NOW),
    () => accounts.addUsage([usage]),
    () => accounts.listUsage(user.id, '2026-05-01'),
  ];
  expect(calls).toHaveLength(Object.keys(accounts).length);
  for (const call of calls) {
    const failure = await call().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect(String(failure)).not.toContain('s3cret');
  }
  await store.close();
});

if (uri) describeServer(uri);
// Not console.error, which a runner may hold back.
else writeSync(2, '\n*** MongoDB half of the accounts NOT RUN: set MONGODB_URI ***\n\n');

function describeServer(server: string): void {
  describe('accounts in MongoDB', () => {
    let client: MongoClient;
    let stores: [Store, Store];

    beforeEach(async () => {
      const [, base = '', options = '?'] = /^([^/]*\/\/[^/?]*)(?:\/[^?]*)?(\?.*)?$/.exec(server) ?? [];
      // As a host may have it who reads records from secondaries: accounts must not be.
      const url = `${base}/creel-test-${randomUUID()}${options}&readPreference=secondaryPreferred&w=1`;
      client = await MongoClient.connect(url);
      stores = [await open(url), await open(url)];
    });
    afterEach(async () => {
      for (const store of stores) await store.close();
      await client.db().dropDatabase();
      await client.close();
    });

    const indexes = async (): Promise<string[]> => {
      const names = ['creel_sessions', 'creel_tokens', 'creel_usage', 'creel_users'];
      const found = names.map(async (name) =>
        (await client.db().collection(name).indexes()).map(
          ({ key, unique, sparse }) =>
            `${name} ${Object.keys(key)}${unique ? ' unique' : ''}${sparse ? ' sparse' : ''}`,
        ),
      );
      return (await Promise.all(found)).flat().filter((index) => !index.includes(' _id'));
    };
    const EXPECTED = [
      'creel_sessions expiresAt',
      'creel_sessions hash unique',
      'creel_sessions userId,createdAt',
      'creel_tokens hash unique',
      'creel_tokens previousHash',
      'creel_tokens slot unique sparse',
      'creel_tokens userId,createdAt',
      'creel_usage tokenId,day',
      'creel_users nameFolded unique',
    ];

    test('the first account makes the indexes', async () => {
      const [{ accounts }] = stores;
      expect(await accounts.listUsers()).toEqual([]);
      expect(await client.db().listCollections().toArray()).toEqual([]);
      await accounts.createUser(newUser());
      expect((await indexes()).sort()).toEqual(EXPECTED);
    });

    test('creating indexes makes them too, and names them', async () => {
      expect(await stores[0].createIndexes()).toEqual(
        expect.arrayContaining(['creel_users.nameFolded_1', 'creel_tokens.slot_1']),
      );
      expect((await indexes()).sort()).toEqual(EXPECTED);
    });

    test('two processes give one name once, and make no more tokens than allowed', async () => {
      const users = [newUser({ name: 'anna' }), newUser({ name: 'ANNA' })] as const;
      const created = await Promise.all(users.map((user, index) => stores[index]?.accounts.createUser(user)));
      expect(created.filter(Boolean)).toHaveLength(1);
      const user = users[created.indexOf(true)] ?? users[0];
      const tokens = Array.from({ length: 40 }, () => newToken(user.id));
      const made = await Promise.all(
        tokens.map((token, index) => stores[index % 2]?.accounts.createToken(token, 10, NOW)),
      );
      expect(made.filter(Boolean)).toHaveLength(10);
      expect(await stores[1].accounts.listTokens(user.id)).toHaveLength(10);
    });

    test('what one process revokes, the other sees at its next look', async () => {
      const user = newUser();
      await stores[0].accounts.createUser(user);
      for (let turn = 0; turn < 20; turn++) {
        const [here, there] = turn % 2 ? stores : stores.toReversed();
        const token = newToken(user.id);
        expect(await here?.accounts.createToken(token, 1, NOW)).toBe(true);
        expect(await there?.accounts.findToken(token.hash)).toEqual(token);
        await there?.accounts.updateToken(user.id, token.id, { revokedAt: NOW });
        expect(await here?.accounts.findToken(token.hash)).toEqual({ ...token, revokedAt: NOW });
      }
    });
  });
}
