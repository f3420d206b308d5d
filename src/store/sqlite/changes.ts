// The log of changes in the embedded store: kept by triggers, so that a write of any process or tool is in it.

import { randomBytes } from 'node:crypto';
import type Database from 'libsql';
import { CHANGES_MAX } from '../../model/limits.js';
import type { Resource } from '../../model/model.js';
import { type Asked, type Log, lookUp, readFeedCursor, walkAll, writeFeedCursor } from '../feed.js';
import { type ChangeFeed, CursorTooOld, InvalidPosition, type RecordKey, type Records } from '../port.js';
import { type Cell, ROW } from './columns.js';
import { trigramsOf } from './indexes.js';

/**
 * `_changes` says which record was written or removed, numbered for each owner. What lay in a table before its triggers
 * is not in it: no cursor is older. `_epochs` holds a random mark for each write of Creel, with the number that came
 * before it: a file that went back to a backup does not have the marks of what was lost. The mark of owner 0, nobody, is
 * that of the file itself.
 */
export const CHANGES_STEP = `
  CREATE TABLE "_changes" (
    "owner" INTEGER NOT NULL, "seq" INTEGER NOT NULL, "collection" TEXT NOT NULL, "id" TEXT NOT NULL,
    PRIMARY KEY ("owner", "seq")
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE "_epochs" (
    "owner" INTEGER NOT NULL, "from" INTEGER NOT NULL, "mark" TEXT NOT NULL, PRIMARY KEY ("owner", "from")
  ) STRICT, WITHOUT ROWID;
  INSERT INTO "_epochs" VALUES (0, 0, lower(hex(randomblob(12))))`;

/** When a trigger is fired, and which row it logs; a row that is given another id or owner is gone where it was. */
const TRIGGERS = [
  { name: 'insert', event: 'INSERT', row: 'NEW' },
  { name: 'update', event: 'UPDATE', row: 'NEW' },
  {
    name: 'rename',
    event: 'UPDATE',
    row: 'OLD',
    when: 'WHEN (OLD."_owner", OLD."id") IS NOT (NEW."_owner", NEW."id")',
  },
  { name: 'delete', event: 'DELETE', row: 'OLD', more: (resource: Resource) => forget(resource) },
];

/** The number of a row that another tool removed is given again, and must not find the texts of the one before. */
const forget = (resource: Resource): string =>
  `DELETE FROM ${trigramsOf(resource)} WHERE rowid = OLD.${ROW};`;

/** Puts a table's triggers in place. They only append, so that a write of many records becomes little slower. */
export function createTriggers(database: Database.Database, resource: Resource): void {
  const { name: table } = resource;
  for (const { name, event, row, when = '', more } of TRIGGERS)
    database.exec(
      `CREATE TRIGGER IF NOT EXISTS "${triggerName(table, name)}" AFTER ${event} ON "${table}" ${when}
       BEGIN INSERT INTO "_changes" VALUES (
         ${row}."_owner", ifnull((SELECT max("seq") FROM "_changes" WHERE "owner" = ${row}."_owner"), 0) + 1, '${table}', ${row}."id"
       ); ${more?.(resource) ?? ''} END`,
    );
}

const triggerName = (table: string, event: string): string => `_changes_${table}_${event}`;

/** Whether a table has its triggers; the last that is made tells. */
export function hasTriggers(database: Database.Database, { name }: Resource): boolean {
  const found = database.prepare('SELECT 1 FROM sqlite_schema WHERE type = ? AND name = ?').raw(true);
  return found.all('trigger', triggerName(name, 'delete')).length > 0;
}

/** Runs a query. */
export type Rows = (sql: string, values: readonly Cell[]) => Cell[][];

/** Does a write of an owner's records, marks it in the log and shortens the log. To be called in a transaction. */
export function logged<T>(database: Database.Database, owner: string, write: () => T): T {
  const rows: Rows = (sql, values) => database.prepare(sql).raw(true).all(values) as Cell[][];
  const run = (sql: string, ...values: readonly Cell[]) => database.prepare(sql).run(...values);
  const before = rangeOf(rows, numberOf(rows, owner)).newest;
  const result = write();
  const number = numberOf(rows, owner);
  const { oldest, newest } = rangeOf(rows, number);
  if (newest === before) return result;
  run('INSERT INTO "_epochs" VALUES (?, ?, ?)', number, before, randomBytes(12).toString('hex'));
  const last = newest - CHANGES_MAX;
  if (oldest <= last) {
    run('DELETE FROM "_changes" WHERE "owner" = ? AND "seq" <= ?', number, last);
    run(
      `DELETE FROM "_epochs" WHERE "owner" = ?1
       AND "from" < (SELECT max("from") FROM "_epochs" WHERE "owner" = ?1 AND "from" < ?2)`,
      ...[number, last],
    );
  }
  return result;
}

/** The number that the file has for an owner; -1 for one who never had a record. */
function numberOf(rows: Rows, owner: string): number {
  return Number(rows('SELECT "number" FROM "_owners" WHERE "id" = ?', [owner])[0]?.[0] ?? -1);
}

/** The numbers of the log, which have no gap; 1 and 0 where it is empty. */
function rangeOf(rows: Rows, owner: number): { readonly oldest: number; readonly newest: number } {
  const end = (name: 'min' | 'max', none: number): number =>
    Number(rows(`SELECT ${name}("seq") FROM "_changes" WHERE "owner" = ?`, [owner])[0]?.[0] ?? none);
  return { oldest: end('min', 1), newest: end('max', 0) };
}

/** The feed of an owner's changes. What changes while it is read is told by the next one. */
export async function readChanges(
  rows: Rows,
  owner: string,
  records: Pick<Records, 'find' | 'getMany'>,
  { resources, since, batchSize }: Asked,
): Promise<ChangeFeed> {
  const number = numberOf(rows, owner);
  // In one statement: another process may write at any time.
  const [[file, mark, newest] = []] = rows(
    `SELECT (SELECT "mark" FROM "_epochs" WHERE "owner" = 0),
       (SELECT "mark" FROM "_epochs" WHERE "owner" IN (0, ?1) ORDER BY "owner" DESC, "from" DESC LIMIT 1),
       (SELECT max("seq") FROM "_changes" WHERE "owner" = ?1)`,
    [number],
  );
  const upTo = Number(newest ?? 0);
  const log: Log = { database: String(file), owner: { kind: 'one', id: owner } };
  const cursor = writeFeedCursor(log, [String(mark), upTo]);
  if (since === null) return { cursor, deletions: 'known', batches: walkAll(records, resources, batchSize) };
  const place = readPlace(log, since);
  const keys = readKeys(rows, number, resources, place.seq, upTo);
  // Only now, as another process may have shortened the log before the keys were read.
  checkPlace(rows, number, place);
  return { cursor, deletions: 'known', batches: lookUp(records, keys, batchSize) };
}

/** A place in the log: the mark of an epoch, and a number that was the newest in it. */
interface Place {
  readonly mark: string;
  readonly seq: number;
}

function readPlace(log: Log, cursor: string): Place {
  const [mark, seq] = readFeedCursor(log, cursor);
  if (typeof mark !== 'string' || !Number.isSafeInteger(seq)) throw new InvalidPosition();
  return { mark, seq: seq as number };
}

/**
 * Throws CursorTooOld where the log does not reach back to a place, or where it is not the log of the place: it does not
 * have that epoch, or the epoch ended before the number.
 */
function checkPlace(rows: Rows, owner: number, { mark, seq }: Place): void {
  const { oldest, newest } = rangeOf(rows, owner);
  const [epoch] = rows(
    `SELECT (SELECT min("from") FROM "_epochs" AS later
       WHERE later."owner" = ?1 AND (later."from" > epoch."from" OR epoch."owner" = 0))
     FROM "_epochs" AS epoch WHERE epoch."owner" IN (0, ?1) AND epoch."mark" = ?2`,
    [owner, mark],
  );
  const end = Number(epoch?.[0] ?? newest);
  if (!epoch || seq > end || seq < oldest - 1) throw new CursorTooOld();
}

/** The records that changed behind a number, up to another, in the order of their last changes. */
function readKeys(
  rows: Rows,
  owner: number,
  resources: readonly Resource[],
  after: number,
  upTo: number,
): RecordKey[] {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const found = rows(
    `SELECT "collection", "id", max("seq") AS "last" FROM "_changes" WHERE "owner" = ? AND "seq" > ? AND "seq" <= ?
     GROUP BY "collection", "id" ORDER BY "last"`,
    [owner, after, upTo],
  );
  return found.flatMap(([name, id]) => {
    const resource = byName.get(String(name));
    return resource ? [{ resource, id: String(id) }] : [];
  });
}
