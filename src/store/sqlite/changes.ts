// The log of changes in the embedded store: kept by triggers, so that a write of any process or tool is in it.

import { randomBytes } from 'node:crypto';
import type Database from 'libsql';
import { CHANGE_LOG_MAX } from '../../model/limits.js';
import type { Resource } from '../../model/model.js';
import { type Asked, changesOf, type Log, readFeedCursor, walkAll, writeFeedCursor } from '../feed.js';
import {
  type Change,
  type ChangeFeed,
  CursorTooOld,
  InvalidPosition,
  type RecordKey,
  type Records,
} from '../port.js';
import type { Cell } from './columns.js';

/**
 * `_changes` holds for each record its newest change, numbered for each owner; a record that is not in it has not changed
 * since the log began. `_epochs` holds a random mark for each write of Creel, with the number that came before it: a file
 * that went back to a backup does not have the marks of what was lost. The mark of nobody ('') is that of the file itself.
 */
export const CHANGES_STEP = `
  CREATE TABLE "_changes" (
    "owner" TEXT NOT NULL, "collection" TEXT NOT NULL, "id" TEXT NOT NULL, "seq" INTEGER NOT NULL, "deleted" INTEGER NOT NULL,
    PRIMARY KEY ("owner", "collection", "id")
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX "_changes_seq" ON "_changes" ("owner", "seq");
  CREATE INDEX "_changes_deleted" ON "_changes" ("owner") WHERE "deleted" = 1;
  CREATE TABLE "_epochs" (
    "owner" TEXT NOT NULL, "from" INTEGER NOT NULL, "mark" TEXT NOT NULL, PRIMARY KEY ("owner", "from")
  ) STRICT, WITHOUT ROWID;
  INSERT INTO "_epochs" VALUES ('', 0, lower(hex(randomblob(12))))`;

/** Puts a table's triggers in place. They only add: what lies in the table already is read by the first, full feed. */
export function createTriggers(database: Database.Database, { name }: Resource): void {
  const log = (row: 'OLD' | 'NEW', deleted: 0 | 1, where = ''): string =>
    `INSERT INTO "_changes" ("owner", "collection", "id", "seq", "deleted")
     SELECT ${row}."_owner", '${name}', ${row}."id",
       ifnull((SELECT max("seq") FROM "_changes" WHERE "owner" = ${row}."_owner"), 0) + 1, ${deleted} WHERE true ${where}
     ON CONFLICT ("owner", "collection", "id") DO UPDATE SET "seq" = excluded."seq", "deleted" = excluded."deleted";`;
  const isRenamed = 'AND (OLD."_owner", OLD."id") IS NOT (NEW."_owner", NEW."id")';
  const bodies = {
    insert: log('NEW', 0),
    update: log('OLD', 1, isRenamed) + log('NEW', 0),
    delete: log('OLD', 1),
  };
  for (const [event, body] of Object.entries(bodies))
    database.exec(
      `CREATE TRIGGER IF NOT EXISTS "${triggerName(name, event)}" AFTER ${event.toUpperCase()} ON "${name}" BEGIN ${body} END`,
    );
}

const triggerName = (table: string, event: string): string => `_changes_${table}_${event}`;

/** Whether a table has its triggers; the last that is made tells. */
export function hasTriggers(database: Database.Database, { name }: Resource): boolean {
  const found = database.prepare('SELECT 1 FROM sqlite_schema WHERE type = ? AND name = ?').raw(true);
  return found.all('trigger', triggerName(name, 'delete')).length > 0;
}

/** Runs a statement. */
type Rows = (sql: string, values: readonly Cell[]) => Cell[][];

/**
 * Does a write of an owner's records and marks it in the log. Where the log is full, it begins anew: no cursor of before
 * is good any more. To be called in a transaction.
 */
export function logged<T>(database: Database.Database, owner: string, write: () => T): T {
  const rows: Rows = (sql, values) => database.prepare(sql).raw(true).all(values) as Cell[][];
  const run = (sql: string, ...values: readonly Cell[]) => database.prepare(sql).run(...values);
  const before = newestOf(rows, owner);
  const result = write();
  const newest = newestOf(rows, owner);
  if (newest === before) return result;
  run('INSERT INTO "_epochs" VALUES (?, ?, ?)', owner, before, randomBytes(12).toString('hex'));
  const isFull = (sql: string): boolean => Number(rows(sql, [owner])[0]?.[0]) > CHANGE_LOG_MAX;
  if (
    isFull('SELECT count(*) FROM "_changes" WHERE "owner" = ? AND "deleted" = 1') ||
    isFull('SELECT count(*) FROM "_epochs" WHERE "owner" = ?')
  ) {
    run('DELETE FROM "_epochs" WHERE "owner" = ? AND "from" < ?', owner, before);
    // The newest stays, as the next number follows it.
    run('DELETE FROM "_changes" WHERE "owner" = ? AND "deleted" = 1 AND "seq" < ?', owner, newest);
  }
  return result;
}

function newestOf(rows: Rows, owner: string): number {
  return Number(rows('SELECT max("seq") FROM "_changes" WHERE "owner" = ?', [owner])[0]?.[0] ?? 0);
}

/** The feed of an owner's changes. What changes while it is read is told by the next one. */
export async function readChanges(
  rows: Rows,
  owner: string,
  records: Pick<Records, 'find' | 'getMany'>,
  asked: Asked,
): Promise<ChangeFeed> {
  const { resources, since, batchSize } = asked;
  const log: Log = { database: fileMark(rows), owner: { kind: 'one', id: owner } };
  const from = since === null ? null : readPlace(rows, log, owner, since);
  // In one statement: another process may write at any time.
  const [[mark = '', upTo = 0] = []] = rows(
    `SELECT (SELECT "mark" FROM "_epochs" WHERE "owner" IN ('', ?1) ORDER BY "owner" DESC, "from" DESC LIMIT 1),
       ifnull((SELECT max("seq") FROM "_changes" WHERE "owner" = ?1), 0)`,
    [owner],
  );
  const cursor = writeFeedCursor(log, [String(mark), Number(upTo)]);
  const batches =
    from === null
      ? walkAll(records, resources, batchSize)
      : batchesBetween(rows, owner, records, asked, { from, upTo: Number(upTo) });
  return { cursor, deletions: 'known', batches };
}

function fileMark(rows: Rows): string {
  return String(rows(`SELECT "mark" FROM "_epochs" WHERE "owner" = ''`, [])[0]?.[0]);
}

/** A place in the log: the mark of an epoch, and a number that was the newest in it. */
interface Place {
  readonly mark: string;
  readonly seq: number;
}

function readPlace(rows: Rows, log: Log, owner: string, cursor: string): Place {
  const [mark, seq] = readFeedCursor(log, cursor);
  if (typeof mark !== 'string' || !Number.isSafeInteger(seq)) throw new InvalidPosition();
  const place = { mark, seq: seq as number };
  check(rows, owner, place);
  return place;
}

/** Throws CursorTooOld where the epoch is not in the log, or ended before the number: then the log is not the one of the cursor. */
function check(rows: Rows, owner: string, { mark, seq }: Place): void {
  const [epoch] = rows(
    `SELECT ifnull(
       (SELECT min("from") FROM "_epochs" AS later WHERE later."owner" = ?1 AND (later."from" > epoch."from" OR epoch."owner" = '')),
       ifnull((SELECT max("seq") FROM "_changes" WHERE "owner" = ?1), 0))
     FROM "_epochs" AS epoch WHERE epoch."owner" IN ('', ?1) AND epoch."mark" = ?2`,
    [owner, mark],
  );
  if (!epoch || Number(epoch[0]) < seq) throw new CursorTooOld();
}

/** The changes behind a place, in their order, up to a number. */
async function* batchesBetween(
  rows: Rows,
  owner: string,
  records: Pick<Records, 'getMany'>,
  { resources, batchSize }: Asked,
  { from, upTo }: { readonly from: Place; readonly upTo: number },
): AsyncGenerator<Change[]> {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const names = JSON.stringify([...byName.keys()]);
  for (let seq = from.seq; ; ) {
    const found = rows(
      `SELECT "seq", "collection", "id" FROM "_changes" WHERE "owner" = ? AND "seq" > ? AND "seq" <= ?
       AND +"collection" IN (SELECT value FROM json_each(?)) ORDER BY "seq" LIMIT ?`,
      [owner, seq, upTo, names, batchSize],
    );
    // Another process may have begun the log anew meanwhile.
    check(rows, owner, from);
    if (found.length > 0)
      yield await changesOf(
        records,
        found.flatMap(([, name, id]) => keyOf(byName, name, id)),
      );
    if (found.length < batchSize) return;
    seq = Number(found.at(-1)?.[0]);
  }
}

function keyOf(
  byName: ReadonlyMap<string, Resource>,
  name: Cell | undefined,
  id: Cell | undefined,
): RecordKey[] {
  const resource = byName.get(String(name));
  return resource ? [{ resource, id: String(id) }] : [];
}
