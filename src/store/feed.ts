// What both adapters' feeds of changes share: cursors that belong to one owner in one database, and walks of whole collections.

import { createHash } from 'node:crypto';
import type { Resource } from '../model/model.js';
import {
  type Change,
  type Condition,
  CursorTooOld,
  InvalidPosition,
  type Owner,
  type Query,
  type RecordKey,
  type Records,
} from './port.js';

/** Raised when the form of a cursor changes, so that those of another Creel are too old and not misread. */
const VERSION = 2;

/** Whose log, and in which database: a cursor is only good there. */
export interface Log {
  /** A text that no other database has, nor this one after it was made anew. */
  readonly database: string;
  readonly owner: Owner;
}

/** What a feed is asked for. */
export interface Asked {
  readonly resources: readonly Resource[];
  readonly since: string | null;
  readonly batchSize: number;
}

/** The cursor of a place in a log. The id of the owner cannot be read from it. */
export function writeFeedCursor(log: Log, place: readonly (string | number)[]): string {
  return JSON.stringify([VERSION, log.database, fingerprint(log), ...place]);
}

/** The place that a cursor stands for. Throws InvalidPosition, or CursorTooOld for the cursor of another database. */
export function readFeedCursor(log: Log, cursor: string): readonly unknown[] {
  const parts = parse(cursor);
  if (!Array.isArray(parts) || typeof parts[0] !== 'number') throw new InvalidPosition();
  const [version, database, owner, ...place] = parts;
  if (version !== VERSION || database !== log.database) throw new CursorTooOld();
  if (owner !== fingerprint(log)) throw new InvalidPosition();
  return place;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function fingerprint({ database, owner }: Log): string {
  const text = JSON.stringify([database, owner]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

/** The names of everything that a record holds. */
const allFields = (resource: Resource): string[] => resource.fields.map(({ name }) => name);

/** The records that match, collection by collection, in batches. Each is read when it is asked for. */
export async function* walk(
  records: Pick<Records, 'find'>,
  resource: Resource,
  where: readonly Condition[],
  batchSize: number,
): AsyncGenerator<Change[]> {
  const sort = [{ field: 'id', descending: false }];
  const select = allFields(resource);
  let after: Query['after'] = null;
  do {
    const page = await records.find(resource, { where, sort, after, limit: batchSize, select });
    if (page.records.length > 0)
      yield page.records.map((record): Change => ({ kind: 'record', resource, record }));
    after = page.next;
  } while (after !== null);
}

/** All records of the collections. */
export async function* walkAll(
  records: Pick<Records, 'find'>,
  resources: readonly Resource[],
  batchSize: number,
): AsyncGenerator<Change[]> {
  for (const resource of resources) yield* walk(records, resource, [], batchSize);
}

/** The records of these keys as they are when they are read: those that are not there are gone. */
export async function* lookUp(
  records: Pick<Records, 'getMany'>,
  keys: readonly RecordKey[],
  batchSize: number,
): AsyncGenerator<Change[]> {
  for (let start = 0; start < keys.length; start += batchSize)
    yield await changesOf(records, keys.slice(start, start + batchSize));
}

async function changesOf(records: Pick<Records, 'getMany'>, keys: readonly RecordKey[]): Promise<Change[]> {
  const resources = [...new Set(keys.map(({ resource }) => resource))];
  const changes: Change[] = [];
  for (const resource of resources) {
    const ids = keys.filter((key) => key.resource === resource).map(({ id }) => id);
    const found = await records.getMany(resource, ids, allFields(resource));
    for (const [index, id] of ids.entries()) {
      const record = found[index];
      changes.push(record ? { kind: 'record', resource, record } : { kind: 'deleted', resource, id });
    }
  }
  return changes;
}
