// The file of the embedded store: who can read it, what is in it after closing, and files of earlier versions.

import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import type { Store } from '../../src/store/port.js';
import { openSqliteStore } from '../../src/store/sqlite/open.js';
import { AFTER, NOW, newSession, newToken, newUser } from './accounts-fixture.js';
import { ALL, condition, contractModel, matching, query, things, toWrites } from './fixture.js';

let dataDir: string;
beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'creel-file-')), 'data');
});
afterEach(() => rmSync(join(dataDir, '..'), { recursive: true }));

const open = (): Store => openSqliteStore({ dataDir, model: contractModel });
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const modes = (): Record<string, string> =>
  Object.fromEntries(readdirSync(dataDir).map((name) => [name, modeOf(join(dataDir, name))]));

test('the folder and every file in it are for their user only, while the store is open too', async () => {
  const store = open();
  await store.accounts.createUser(newUser());
  expect(modes()).toEqual({ 'creel.db': '600', 'creel.db-shm': '600', 'creel.db-wal': '600' });
  expect(modeOf(dataDir)).toBe('700');
  await store.close();
});

test('in a folder that others may read, the files are for their user only all the same', async () => {
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  const store = open();
  expect(modes()).toEqual({ 'creel.db': '600', 'creel.db-shm': '600', 'creel.db-wal': '600' });
  await store.close();
});

test('a file whose mode somebody has chosen keeps it', async () => {
  await open().close();
  chmodSync(join(dataDir, 'creel.db'), 0o640);
  const store = open();
  expect(modes()['creel.db']).toBe('640');
  await store.close();
});

test.each(['garbage', '{"a":1}', '', '5'])('a list that another tool wrote as %j is null', async (text) => {
  const store = open();
  await store.write(
    'one',
    toWrites([
      { id: 'a', text: 'kept', labels: ['x'] },
      { id: 'b', labels: ['y'] },
    ]),
  );
  const tool = new Database(join(dataDir, 'creel.db'));
  tool.prepare(`UPDATE things SET labels = ? WHERE id = 'a'`).run(text);
  tool.close();
  const { records } = await store.bind({ kind: 'one', id: 'one' }).find(things, query({ select: ALL }));
  expect(records.map(({ id, text: kept, labels }) => [id, kept, labels])).toEqual([
    ['a', 'kept', null],
    ['b', null, ['y']],
  ]);
  await store.close();
});

test('users, tokens, sessions and usage are there when the store is opened again', async () => {
  const user = newUser({ isAdmin: true, lastSignInAt: AFTER });
  const token = newToken(user.id, { collections: ['spots'], coordinates: 'hidden', expiresAt: AFTER });
  const session = newSession(user.id);
  const use = { tokenId: token.id, day: '2026-05-01', requests: 1, records: 1000 };
  const first = open();
  await first.accounts.createUser(user);
  await first.accounts.createToken(token, 50, NOW);
  await first.accounts.createSession(session);
  await first.accounts.addUsage([{ ...use, lastUsedAt: NOW }]);
  await first.close();

  const second = open();
  expect(await second.accounts.listUsers()).toEqual([user]);
  expect(await second.accounts.listTokens(user.id)).toEqual([{ ...token, lastUsedAt: NOW }]);
  expect(await second.accounts.listSessions(user.id)).toEqual([session]);
  expect(await second.accounts.listUsage(user.id, '2026-01-01')).toEqual([use]);
  await second.close();
});

test('a file from before there were accounts gains them, and keeps what it has', async () => {
  mkdirSync(dataDir);
  const database = new Database(join(dataDir, 'creel.db'));
  database.exec(
    `CREATE TABLE "_owners" ("id" TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;
     INSERT INTO "_owners" VALUES ('angler'); PRAGMA user_version = 1;
     CREATE TABLE "others" ("_owner" TEXT NOT NULL, "id" TEXT NOT NULL, "_search" TEXT NOT NULL, PRIMARY KEY ("_owner", "id"));
     INSERT INTO "others" VALUES ('angler', 'a', '')`,
  );
  database.close();
  const store = open();
  const user = newUser();
  expect(await store.owners()).toEqual(['angler']);
  expect(await store.accounts.createUser(user)).toBe(true);
  expect(await store.accounts.listUsers()).toEqual([user]);
  await store.close();
});

test('a file whose tables had neither numbers nor trigrams is brought to the new shape, and keeps every record', async () => {
  mkdirSync(dataDir);
  const database = new Database(join(dataDir, 'creel.db'));
  database.exec(
    `CREATE TABLE "_owners" ("id" TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;
     INSERT INTO "_owners" VALUES ('angler'), ('Another');
     CREATE TABLE "things" (
       "_owner" TEXT NOT NULL, "id" TEXT NOT NULL, "at" TEXT, "text" TEXT, "whole" INTEGER, "flag" INTEGER, "labels" TEXT,
       "parts" TEXT, "_search" TEXT NOT NULL, PRIMARY KEY ("_owner", "id")
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX "things_text" ON "things" ("_owner", "text", "id");
     INSERT INTO "things" VALUES
       ('angler', 'b', '2026-05-01T00:00:00.000Z', 'Pike', 2, 1, '["Dawn"]', '[{"text":"x"}]', 'pike' || char(10) || 'dawn'),
       ('angler', 'a', NULL, NULL, NULL, NULL, NULL, NULL, ''),
       ('Another', 'b', NULL, 'Perch', NULL, NULL, NULL, NULL, 'perch');
     PRAGMA user_version = 1`,
  );
  database.close();

  const store = open();
  const records = store.bind({ kind: 'one', id: 'angler' });
  const none = Object.fromEntries(ALL.map((name) => [name, null]));
  const kept = { at: '2026-05-01T00:00:00.000Z', text: 'Pike', whole: 2, flag: true, labels: ['Dawn'] };
  const [a, b] = [
    { ...none, id: 'a' },
    { ...none, ...kept, id: 'b', parts: [{ text: 'x' }] },
  ];
  expect((await records.find(things, query({ select: ALL }))).records).toEqual([a, b]);
  expect(await matching(records, { kind: 'words', words: ['DAWN'] })).toEqual(['b']);
  expect(await matching(records, condition('parts', 'exists', true))).toEqual(['b']);
  expect(
    await matching(store.bind({ kind: 'one', id: 'Another' }), condition('text', 'in', ['perch'])),
  ).toEqual(['b']);
  expect(await store.write('angler', toWrites([{ ...a, text: 'new' }, { id: 'c' }]))).toEqual({
    added: 1,
    replaced: 1,
  });
  expect(await matching(records, condition('text', 'contains', 'NEW'))).toEqual(['a']);
  await store.close();
});

test('a large write builds the indexes anew, and finds, replaces and keeps to its owner like any other', async () => {
  const store = open();
  const many = (text: string) =>
    toWrites(
      Array.from({ length: 6000 }, (_, index) => ({
        id: `${index}`,
        text: `${text} ${index}`,
        whole: index % 3,
      })),
    );
  await store.write('other', toWrites([{ id: '1', text: 'pike 1' }]));
  expect(await store.write('angler', many('perch'))).toEqual({ added: 6000, replaced: 0 });
  expect(await store.write('angler', many('pike'))).toEqual({ added: 0, replaced: 6000 });
  const records = store.bind({ kind: 'one', id: 'angler' });
  expect(await matching(records, condition('text', 'contains', 'perch'))).toEqual([]);
  expect(await matching(records, condition('text', 'in', ['PIKE 5999']))).toEqual(['5999']);
  expect(
    await records.count(things, [{ kind: 'words', words: ['pike'] }, condition('whole', 'in', [2])]),
  ).toBe(2000);
  expect(
    await matching(store.bind({ kind: 'one', id: 'other' }), condition('text', 'startsWith', 'PIKE')),
  ).toEqual(['1']);
  await store.close();
  const database = new Database(join(dataDir, 'creel.db'));
  const indexes = database
    .prepare(`SELECT name FROM pragma_index_list('things') ORDER BY name`)
    .raw(true)
    .all();
  const check = database.prepare('PRAGMA integrity_check').raw(true).all();
  database.close();
  expect(indexes).toEqual([...ALL, '_search'].map((name) => [`things_${name}`]).sort());
  expect(check).toEqual([['ok']]);
});

test('a token is looked up by its hash, the one before too, in indexes', async () => {
  await open().close();
  const database = new Database(join(dataDir, 'creel.db'));
  const plan = database
    .prepare('EXPLAIN QUERY PLAN SELECT "id" FROM "_tokens" WHERE "hash" = ? OR "previousHash" = ?')
    .all('a', 'a') as { detail: string }[];
  database.close();
  expect(plan.map(({ detail }) => detail).filter((detail) => /^SCAN/.test(detail))).toEqual([]);
});
