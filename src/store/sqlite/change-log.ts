// The log of changes in the embedded store: kept by triggers, so that a write of any process or tool is in it.

import type Database from 'libsql';
import { CHANGES_MAX } from '../../model/limits.js';
import type { Resource } from '../../model/model.js';
import { ROW } from './columns.js';
import { trigramsOf } from './indexes.js';

/** What no other file has, nor the same file after it went back to a backup. Whole, and exact as a JavaScript number. */
const RANDOM = '(random() >> 11)';

/**
 * `_changes` says which record was written or removed, numbered for each owner without a gap. Each entry has a random mark:
 * a file that went back to a backup does not have the marks of what was lost, whoever wrote it. `_log` has the mark of the log
 * itself, which is another one where something may have happened that is not in it.
 */
export const CHANGES_STEP = `
  DROP TABLE IF EXISTS "_changes";
  DROP TABLE IF EXISTS "_epochs";
  CREATE TABLE "_changes" (
    "owner" INTEGER NOT NULL, "seq" INTEGER NOT NULL, "collection" TEXT NOT NULL, "id" TEXT NOT NULL, "mark" INTEGER NOT NULL,
    PRIMARY KEY ("owner", "seq")
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE "_log" ("mark" INTEGER NOT NULL) STRICT;
  INSERT INTO "_log" VALUES (${RANDOM})`;

/** When a trigger is fired, and which record it logs. */
interface Trigger {
  readonly name: string;
  readonly on: string;
  /** The record's key, as a SELECT; nothing where there is nothing to log. */
  readonly key: string;
  readonly more?: string;
}

const keyOf = (row: string): string => `SELECT ${row}."_owner" AS "owner", ${row}."id" AS "id"`;
const isOtherThanNew = (row: string): string =>
  `(${row}."_owner", ${row}."id") IS NOT (NEW."_owner", NEW."id")`;

function triggersOf(resource: Resource): readonly Trigger[] {
  // SQLite fires no trigger for a row that makes way for another one of its number (REPLACE).
  const displaced = `${keyOf('gone')} FROM "${resource.name}" AS gone WHERE gone.${ROW} = NEW.${ROW} AND ${isOtherThanNew('gone')}`;
  // The number of a row that another tool removed is given again, and must not find the texts of the one before.
  const forget = `DELETE FROM ${trigramsOf(resource)} WHERE rowid = OLD.${ROW};`;
  return [
    { name: 'insert', on: 'AFTER INSERT', key: keyOf('NEW') },
    { name: 'update', on: 'AFTER UPDATE', key: keyOf('NEW') },
    // A row that is given another id or owner is gone where it was.
    { name: 'rename', on: 'AFTER UPDATE', key: `${keyOf('OLD')} WHERE ${isOtherThanNew('OLD')}` },
    { name: 'delete', on: 'AFTER DELETE', key: keyOf('OLD'), more: forget },
    { name: 'replace', on: 'BEFORE INSERT', key: displaced },
    { name: 'renumber', on: `BEFORE UPDATE OF ${ROW}`, key: displaced },
  ];
}

/** The triggers of a table by name, as SQLite keeps their text. They only append, so that a write of many records becomes little slower. */
function definitions(resource: Resource): Map<string, string> {
  const { name: table } = resource;
  const last = 'SELECT max("seq") FROM "_changes" WHERE "owner" = k."owner"';
  return new Map(
    triggersOf(resource).map(({ name, on, key, more = '' }) => [
      `_changes_${table}_${name}`,
      `CREATE TRIGGER "_changes_${table}_${name}" ${on} ON "${table}" BEGIN
         INSERT INTO "_changes" SELECT k."owner", ifnull((${last}), 0) + 1, '${table}', k."id", ${RANDOM} FROM (${key}) AS k;
         ${more} END`,
    ]),
  );
}

/** Whether a table has its triggers, just as they are made here. */
export function hasTriggers(database: Database.Database, resource: Resource): boolean {
  const found = database
    .prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?`)
    .raw(true)
    .all(resource.name) as [string, string][];
  const kept = new Map(found);
  return [...definitions(resource)].every(([name, sql]) => kept.get(name) === sql);
}

/** Puts a table's triggers in place. What happened to the table without them is in no log: so that is another one from now on. */
export function createTriggers(database: Database.Database, resource: Resource): void {
  if (hasTriggers(database, resource)) return;
  for (const [name, sql] of definitions(resource)) database.exec(`DROP TRIGGER IF EXISTS "${name}"; ${sql}`);
  database.exec(`UPDATE "_log" SET "mark" = ${RANDOM}`);
}

/** Forgets what an owner's log has before its last CHANGES_MAX changes, but for the mark of the one just before those. */
export function shortenLog(database: Database.Database, owner: string): void {
  database
    .prepare(
      `DELETE FROM "_changes" WHERE "owner" = (SELECT "number" FROM "_owners" WHERE "id" = ?) AND "seq" <
         (SELECT max("seq") FROM "_changes" AS every WHERE every."owner" = "_changes"."owner") - ${CHANGES_MAX}`,
    )
    .run(owner);
}
