// The log of changes in the embedded store's file: whoever writes, whatever file it was, and wherever it went back to.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { CHANGES_MAX } from '../../src/model/limits.js';
import { CursorTooOld, type Records, type Store } from '../../src/store/port.js';
import { openSqliteStore } from '../../src/store/sqlite/open.js';
import { contractModel as model, OWNER, things, toWrites } from './fixture.js';

let dataDir: string;
let file: string;
let store: Store;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'creel-changes-'));
  file = join(dataDir, 'creel.db');
  store = openSqliteStore({ dataDir, model });
});
afterEach(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true });
});

const records = (): Records => store.bind({ kind: 'one', id: OWNER });
const sole = (): Records => store.bind({ kind: 'every' });
const write = (...ids: readonly string[]) => store.write(OWNER, toWrites(ids.map((id) => ({ id }))));

async function feed(since: string | null, from = records()) {
  const { cursor, batches } = await from.changes(model.resources, since, 100);
  const names = [];
  for await (const batch of batches)
    for (const change of batch) names.push(change.kind === 'record' ? change.record.id : `-${change.id}`);
  return { cursor, names };
}

/** Does something to the file as any SQLite tool can. */
function outside(sql: string): void {
  const database = new Database(file);
  database.exec(sql);
  database.close();
}

test('what another tool writes, changes, renames and deletes is told', async () => {
  await write('a', 'b', 'c');
  const { cursor } = await feed(null);
  outside(`INSERT INTO things (_owner, id, _search) VALUES (1, 'd', '');
    UPDATE things SET text = 'new' WHERE id = 'a';
    UPDATE things SET id = 'e' WHERE id = 'b';
    DELETE FROM things WHERE id = 'c'`);
  expect((await feed(cursor)).names.sort()).toEqual(['-b', '-c', 'a', 'd', 'e']);
});

test('a record that moves to another owner is gone here and new there', async () => {
  await write('a');
  const { cursor } = await feed(null);
  outside(`INSERT INTO _owners (id) VALUES ('stranger'); UPDATE things SET _owner = 2`);
  expect((await feed(cursor)).names).toEqual(['-a']);
});

test('a row that makes way for another one of its number is gone', async () => {
  await write('a', 'b');
  const { cursor } = await feed(null);
  outside(
    `INSERT OR REPLACE INTO things (_row, _owner, id, _search) SELECT _row, 1, 'c', '' FROM things WHERE id = 'a'`,
  );
  const next = await feed(cursor);
  outside(`UPDATE OR REPLACE things SET _row = (SELECT _row FROM things WHERE id = 'b') WHERE id = 'c'`);
  expect([next.names.sort(), (await feed(next.cursor)).names.sort()]).toEqual([
    ['-a', 'c'],
    ['-b', 'c'],
  ]);
});

test.each([
  ['a table', 'DROP TABLE things; DROP TABLE things_trigrams'],
  ['a trigger', `DROP TRIGGER _changes_things_update; UPDATE things SET text = 'unseen'`],
])('a cursor of before another tool dropped %s is too old', async (_what, sql) => {
  await write('a');
  const { cursor } = await feed(null);
  await store.close();
  outside(sql);
  store = openSqliteStore({ dataDir, model });
  await expect(feed(cursor)).rejects.toBeInstanceOf(CursorTooOld);
  const { cursor: after } = await feed(null);
  await write('b');
  expect((await feed(after)).names).toEqual(['b']);
});

test('more changes than are remembered are too old also where another tool made them', async () => {
  await write('a');
  const { cursor } = await feed(null);
  outside(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${CHANGES_MAX})
    INSERT INTO others (_owner, id, _search) SELECT 1, 'n' || i, '' FROM n`);
  expect((await feed(cursor)).names).toHaveLength(CHANGES_MAX);
  outside(`UPDATE things SET text = 'one more'`);
  await expect(feed(cursor)).rejects.toBeInstanceOf(CursorTooOld);
});

test('the only owner of a file is told that all records are gone, and what comes then, as is one of a file without any', async () => {
  const empty = await feed(null, sole());
  await write('a');
  const one = await feed(empty.cursor, sole());
  await store.remove(OWNER, [{ resource: things, id: 'a' }]);
  const none = await feed(one.cursor, sole());
  await write('b');
  const again = await feed(none.cursor, sole());
  expect([empty, one, none, again].map(({ names }) => names)).toEqual([[], ['a'], ['-a'], ['b']]);
  await store.remove(OWNER, [{ resource: things, id: 'b' }]);
  await store.write('stranger', toWrites([{ id: 's' }]));
  await expect(feed(again.cursor, sole())).rejects.toBeInstanceOf(CursorTooOld);
});

test.each([
  ['the log', 3],
  ['its marks', 4],
])('a file of before %s is brought up, and keeps a log from then on', async (_what, version) => {
  await write('a', 'b');
  await store.close();
  const old = '(owner INTEGER, seq INTEGER, collection TEXT, id TEXT)';
  const triggers = model.resources.flatMap(({ name }) =>
    ['insert', 'update', 'rename', 'delete', 'replace', 'renumber'].map(
      (event) => `_changes_${name}_${event}`,
    ),
  );
  outside(
    `${triggers.map((name) => `DROP TRIGGER ${name};`).join('')} DROP TABLE _changes; DROP TABLE _log;`,
  );
  if (version === 4)
    outside(`CREATE TABLE _changes ${old}; CREATE TABLE _epochs (mark TEXT);
      CREATE TRIGGER _changes_things_delete AFTER DELETE ON things BEGIN
        INSERT INTO _changes VALUES (OLD._owner, 1, 'things', OLD.id); END`);
  outside(`PRAGMA user_version = ${version}`);
  store = openSqliteStore({ dataDir, model });
  const { cursor, names } = await feed(null);
  expect(names).toEqual(['a', 'b']);
  await store.remove(OWNER, [{ resource: things, id: 'a' }]);
  expect((await feed(cursor)).names).toEqual(['-a']);
});

const byTool = (...ids: readonly string[]): void => {
  for (const id of ids) outside(`INSERT INTO things (_owner, id, _search) VALUES (1, '${id}', '')`);
};

test.each([
  ['at once', write, []],
  ['after other writes', write, ['x', 'y', 'z']],
  ['after as many writes of another tool', byTool, ['x', 'y']],
])('a cursor of after the backup that was restored is too old: %s', async (_when, add, ids) => {
  await write('a');
  const kept = await feed(null);
  const backup = mkdtempSync(join(dataDir, 'backup-'));
  outside(`VACUUM INTO '${join(backup, 'creel.db')}'`);
  await add('b', 'c');
  const lost = await feed(null);
  await store.close();
  file = join(backup, 'creel.db');
  store = openSqliteStore({ dataDir: backup, model });
  for (const id of ids) await add(id);
  await expect(feed(lost.cursor)).rejects.toBeInstanceOf(CursorTooOld);
  expect((await feed(kept.cursor)).names).toEqual(ids);
});
