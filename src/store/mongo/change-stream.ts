// The feed of changes from MongoDB's change stream: exact, as far back as the server's log of operations goes.

import { type ChangeStreamDocument, type Db, type Document, MongoServerError, Timestamp } from 'mongodb';
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
  StoreTimeout,
} from '../port.js';
import { guarded } from './failures.js';
import { ownerCondition, readId } from './ids.js';

/** How long the server may look for more at the end of its stream. */
const AWAIT_MS = 20;
/** ChangeStreamHistoryLost, CappedPositionLost, ChangeStreamFatalError, OplogQueryMinTsMissing. Source: error_codes.yml. */
const HISTORY_LOST: ReadonlySet<unknown> = new Set([286, 136, 280, 40576]);

/** Where changes are read, and whose. */
export interface ChangeSource {
  readonly database: Db;
  readonly owner: Owner;
  readonly records: Pick<Records, 'find' | 'getMany'>;
  readonly options: { readonly ownerField: string; readonly queryTimeoutMs: number };
}

/** What is read of an event. */
interface Event extends Document {
  readonly operationType: ChangeStreamDocument['operationType'];
  readonly clusterTime: Timestamp;
  readonly ns: { readonly coll: string };
  readonly documentKey: { readonly _id: unknown };
  readonly fullDocumentBeforeChange?: Document | null;
}

/** The feed of the change stream up to a moment. A cursor of another kind is too old: what it leaves out is not known. */
export async function streamFeed(
  source: ChangeSource,
  log: Log,
  end: Timestamp,
  asked: Asked,
): Promise<ChangeFeed> {
  const { resources, since, batchSize } = asked;
  const cursor = writeFeedCursor(log, ['stream', end.toString()]);
  if (since === null)
    return { cursor, deletions: 'known', batches: walkAll(source.records, resources, batchSize) };
  const [kind, from] = readFeedCursor(log, since);
  if (kind !== 'stream') throw new CursorTooOld();
  if (typeof from !== 'string' || !/^\d{1,20}$/.test(from)) throw new InvalidPosition();
  const keys = await guarded(() => readKeys(source, resources, Timestamp.fromString(from, 10), end));
  return { cursor, deletions: 'known', batches: lookUp(source.records, keys, batchSize) };
}

/** The records that changed behind `from`, up to `end`: each once, and only of the owner. */
async function readKeys(
  { database, owner, options }: ChangeSource,
  resources: readonly Resource[],
  from: Timestamp,
  end: Timestamp,
): Promise<RecordKey[]> {
  // A server that went back to a backup.
  if (from.greaterThan(end)) throw new CursorTooOld();
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const keys = new Map<string, RecordKey>();
  const deadline = performance.now() + options.queryTimeoutMs;
  const stream = database.watch<Document, Event>(
    stages([...byName.keys()], owner, options.ownerField, from),
    {
      startAtOperationTime: from,
      fullDocumentBeforeChange: 'whenAvailable',
      maxAwaitTimeMS: AWAIT_MS,
      batchSize: 1000,
    },
  );
  try {
    // The stream is at its end where it is asked again and has nothing.
    for (let empty = 0; empty < 2; ) {
      if (performance.now() > deadline) throw new StoreTimeout('reading the change stream took too long');
      const event = await stream.tryNext();
      if (!event) {
        empty++;
        continue;
      }
      empty = 0;
      if (event.clusterTime.greaterThan(end)) break;
      const isKnown = event.operationType === 'insert' || event.fullDocumentBeforeChange;
      if (!isKnown || keys.size >= CHANGES_MAX) throw new CursorTooOld();
      const resource = byName.get(event.ns.coll);
      const id = readId(event.documentKey._id);
      if (resource && id !== null) keys.set(`${resource.name} ${id}`, { resource, id });
    }
  } catch (error) {
    throw error instanceof MongoServerError && HISTORY_LOST.has(error.code) ? new CursorTooOld() : error;
  } finally {
    await stream.close();
  }
  return [...keys.values()];
}

/**
 * Lets pass what happened to documents that are or were the owner's. An event without the document as it was before could
 * be of anybody's: that one passes too, as one that is not known.
 */
function stages(
  collections: readonly string[],
  owner: Owner,
  ownerField: string,
  from: Timestamp,
): Document[] {
  const places = ['fullDocument', 'fullDocumentBeforeChange', 'updateDescription.updatedFields'];
  const own =
    owner.kind === 'every'
      ? [{}]
      : places.map((place) => ({ [`${place}.${ownerField}`]: ownerCondition(owner.id) }));
  const unknown = { operationType: { $ne: 'insert' }, fullDocumentBeforeChange: null };
  return [
    {
      $match: {
        'ns.coll': { $in: collections },
        operationType: { $in: ['insert', 'update', 'replace', 'delete'] },
        clusterTime: { $gt: from },
        $or: [...own, unknown],
      },
    },
    {
      $project: {
        ...{ operationType: 1, clusterTime: 1, 'ns.coll': 1, 'documentKey._id': 1 },
        'fullDocumentBeforeChange._id': 1,
      },
    },
  ];
}
