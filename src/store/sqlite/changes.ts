// The feed of changes in the embedded store, from its log.

import { CHANGES_MAX } from '../../model/limits.js';
import type { Resource } from '../../model/model.js';
import { type Asked, type Log, lookUp, readFeedCursor, walkAll, writeFeedCursor } from '../feed.js';
import {
  type ChangeFeed,
  CursorTooOld,
  InvalidPosition,
  type Owner,
  type RecordKey,
  type Records,
} from '../port.js';
import type { Cell } from './columns.js';

/** Where changes are read, and whose. */
export interface ChangeSource {
  readonly owner: Owner;
  /** The one owner that is read: the same, or the only one that the file has. */
  readonly ownerId: string;
  readonly records: Pick<Records, 'find' | 'getMany'>;
  rows(sql: string, values: readonly Cell[]): Cell[][];
}

/** A place in an owner's log: after the change of this number, which has this mark. 0 is before the first change, and has none. */
interface Place {
  /** The number that the file has for the owner; 0, which is nobody's, before the first write. */
  readonly owner: number;
  readonly seq: number;
  readonly mark: number;
}

/** The feed of an owner's changes. What changes while it is read is told by the next one. */
export async function readChanges(
  source: ChangeSource,
  { resources, since, batchSize }: Asked,
): Promise<ChangeFeed> {
  const { records } = source;
  const { log, newest } = readEnd(source);
  const cursor = writeFeedCursor(log, [newest.owner, newest.seq, newest.mark]);
  if (since === null) return { cursor, deletions: 'known', batches: walkAll(records, resources, batchSize) };
  const place = readPlace(log, since);
  if (place.owner !== 0 && place.owner !== newest.owner) throw new CursorTooOld();
  if (place.seq < newest.seq - CHANGES_MAX) throw new CursorTooOld();
  const keys = readKeys(source, resources, place.seq, newest);
  // Only now, as another process may have shortened the log, or put back a backup, before the keys were read.
  if (!hasPlace(source, { ...place, owner: newest.owner })) throw new CursorTooOld();
  return { cursor, deletions: 'known', batches: lookUp(records, keys, batchSize) };
}

/** Which log it is, and its end. In one statement: another process may write at any time. */
function readEnd({ rows, owner, ownerId }: ChangeSource): { readonly log: Log; readonly newest: Place } {
  const [[log, number, seq, mark] = []] = rows(
    `SELECT (SELECT "mark" FROM "_log"), o."number", c."seq", c."mark"
     FROM (SELECT (SELECT "number" FROM "_owners" WHERE "id" = ?) AS "number") AS o
     LEFT JOIN "_changes" AS c ON c."owner" = o."number"
       AND c."seq" = (SELECT max("seq") FROM "_changes" WHERE "owner" = o."number")`,
    [ownerId],
  );
  const newest = { owner: Number(number ?? 0), seq: Number(seq ?? 0), mark: Number(mark ?? 0) };
  return { log: { database: String(log), owner }, newest };
}

function readPlace(log: Log, cursor: string): Place {
  const numbers = readFeedCursor(log, cursor);
  if (numbers.length !== 3 || !numbers.every(Number.isSafeInteger)) throw new InvalidPosition();
  const [owner, seq, mark] = numbers as [number, number, number];
  return { owner, seq, mark };
}

/** Whether the log reaches back to a place, and is the log of that place. */
function hasPlace({ rows }: ChangeSource, { owner, seq, mark }: Place): boolean {
  if (seq === 0)
    return Number(rows('SELECT min("seq") FROM "_changes" WHERE "owner" = ?', [owner])[0]?.[0] ?? 1) === 1;
  const sql = 'SELECT 1 FROM "_changes" WHERE "owner" = ? AND "seq" = ? AND "mark" = ?';
  return rows(sql, [owner, seq, mark]).length > 0;
}

/** The records that changed behind a number, up to the newest change, in the order of their last changes. */
function readKeys(
  { rows }: ChangeSource,
  resources: readonly Resource[],
  after: number,
  newest: Place,
): RecordKey[] {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const found = rows(
    `SELECT "collection", "id", max("seq") AS "last" FROM "_changes" WHERE "owner" = ? AND "seq" > ? AND "seq" <= ?
     GROUP BY "collection", "id" ORDER BY "last"`,
    [newest.owner, after, newest.seq],
  );
  return found.flatMap(([name, id]) => {
    const resource = byName.get(String(name));
    return resource ? [{ resource, id: String(id) }] : [];
  });
}
