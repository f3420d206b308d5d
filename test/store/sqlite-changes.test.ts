// The log of changes in the embedded store's file: whoever writes, whatever file it was, and wherever it went back to.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
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
const write = (...ids: readonly string[]) => store.write(OWNER, toWrites(ids.map((id) => ({ id }))));

async function feed(since: string | null) {
  const { cursor, batches } = await records().changes(model.resources, since, 100);
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

test('a file of before the log is brought up, and keeps a log from then on', async () => {
  await write('a', 'b');
  await store.close();
  outside(`DROP TABLE _changes; DROP TABLE _epochs;
    DROP TRIGGER _changes_things_insert; DROP TRIGGER _changes_things_update; DROP TRIGGER _changes_things_rename;
    DROP TRIGGER _changes_things_delete; DROP TRIGGER _changes_others_insert; DROP TRIGGER _changes_others_update;
    DROP TRIGGER _changes_others_rename; DROP TRIGGER _changes_others_delete; PRAGMA user_version = 3`);
  store = openSqliteStore({ dataDir, model });
  const { cursor, names } = await feed(null);
  expect(names).toEqual(['a', 'b']);
  await store.remove(OWNER, [{ resource: things, id: 'a' }]);
  expect((await feed(cursor)).names).toEqual(['-a']);
});

test.each([
  ['at once', []],
  ['after other writes', ['x', 'y', 'z']],
])('a cursor of after the backup that was restored is too old: %s', async (_when, ids) => {
  await write('a');
  const kept = await feed(null);
  const backup = mkdtempSync(join(dataDir, 'backup-'));
  outside(`VACUUM INTO '${join(backup, 'creel.db')}'`);
  await write('b', 'c');
  const lost = await feed(null);
  await store.close();
  store = openSqliteStore({ dataDir: backup, model });
  for (const id of ids) await write(id);
  await expect(records().changes(model.resources, lost.cursor, 100)).rejects.toBeInstanceOf(CursorTooOld);
  expect((await feed(kept.cursor)).names).toEqual(ids);
});
