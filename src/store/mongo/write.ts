// Writes records to MongoDB: in one transaction where the server has transactions, else chunk by chunk in order.

import type { AnyBulkWriteOperation, ClientSession, Db, MongoClient } from 'mongodb';
import { OwnedByAnother, type RecordWrite, type WriteResult } from '../port.js';
import { isDuplicateKey } from './failures.js';
import { idSpellings, isOwner, readId, type StoredDocument, type StoredId, toStoredId } from './ids.js';
import { toDocument } from './write-document.js';

const CHUNK = 1000;

/** Where and whose the records are. */
export interface WriteTarget {
  readonly client: MongoClient;
  readonly database: Db;
  readonly ownerField: string;
  readonly owner: string;
}

/** Adds or replaces the records. Throws OwnedByAnother where an id is another owner's. */
export function writeRecords(target: WriteTarget, writes: Iterable<RecordWrite>): Promise<WriteResult> {
  return inTransaction(target, (session) => writeChunks(target, writes, session));
}

/** Does its work in a transaction, or without a session where the server has none. */
export async function inTransaction<T>(
  { client, database }: WriteTarget,
  work: (session: ClientSession | undefined) => Promise<T>,
): Promise<T> {
  const hello = await database.admin().command({ hello: 1 });
  const hasTransactions = typeof hello.setName === 'string' || hello.msg === 'isdbgrid';
  if (!hasTransactions) return work(undefined);
  return client.withSession(async (session) => {
    // Not withTransaction: it may run its callback again, and the writes can be read only once.
    session.startTransaction({ writeConcern: { w: 'majority' } });
    try {
      const result = await work(session);
      await session.commitTransaction();
      return result;
    } catch (error) {
      if (session.inTransaction()) await session.abortTransaction();
      throw error;
    }
  });
}

async function writeChunks(
  target: WriteTarget,
  writes: Iterable<RecordWrite>,
  session: ClientSession | undefined,
): Promise<WriteResult> {
  let added = 0;
  let replaced = 0;
  for (const chunk of chunksOf(writes)) {
    const result = await writeChunk(target, chunk, session);
    added += result.added;
    replaced += result.replaced;
  }
  return { added, replaced };
}

/** Writes to the same collection that follow each other, at most CHUNK of them. */
function* chunksOf(writes: Iterable<RecordWrite>): Generator<RecordWrite[]> {
  let chunk: RecordWrite[] = [];
  for (const write of writes) {
    if (chunk.length === CHUNK || (chunk[0] && chunk[0].resource !== write.resource)) {
      yield chunk;
      chunk = [];
    }
    chunk.push(write);
  }
  if (chunk.length > 0) yield chunk;
}

async function writeChunk(
  target: WriteTarget,
  chunk: readonly RecordWrite[],
  session: ClientSession | undefined,
): Promise<WriteResult> {
  const [first] = chunk;
  if (!first) return { added: 0, replaced: 0 };
  const collection = target.database.collection<StoredDocument>(first.resource.name);
  const known = await readKnown(target, chunk, session);
  const operations = chunk.map((write) => replacement(target, write, known.get(write.record.id)));
  try {
    const result = await collection.bulkWrite(operations, { ordered: true, ...(session ? { session } : {}) });
    return { added: result.upsertedCount, replaced: result.matchedCount };
  } catch (error) {
    throw isDuplicateKey(error) ? ownedByAnother() : error;
  }
}

/** The id and the owner of a document, as it spells them. */
interface Known {
  readonly _id: StoredId;
  readonly owner: StoredId;
}

/** The documents of a chunk that are there already, by their ids. Throws OwnedByAnother where one is another owner's. */
async function readKnown(
  { database, ownerField, owner }: WriteTarget,
  chunk: readonly RecordWrite[],
  session: ClientSession | undefined,
): Promise<Map<string | null, Known>> {
  const ids = chunk.flatMap(({ record }) => idSpellings(record.id));
  const collection = database.collection<StoredDocument>(chunk[0]?.resource.name ?? '');
  const options = { projection: { [ownerField]: 1 }, ...(session ? { session } : {}) };
  const found = await collection.find({ _id: { $in: ids } }, options).toArray();
  if (found.some((document) => !isOwner(document[ownerField], owner))) throw ownedByAnother();
  return new Map(
    found.map((document) => [readId(document._id), { _id: document._id, owner: document[ownerField] }]),
  );
}

/** A replaced document keeps the spelling of its id and of its owner. */
function replacement(
  { ownerField, owner }: WriteTarget,
  { resource, record }: RecordWrite,
  known: Known | undefined,
): AnyBulkWriteOperation<StoredDocument> {
  const place = known ?? { _id: toStoredId(record.id), owner: toStoredId(owner) };
  const document = toDocument(resource, record, { field: ownerField, id: place.owner });
  return {
    replaceOne: {
      filter: { [ownerField]: place.owner, _id: place._id },
      replacement: { ...document, _id: place._id },
      upsert: true,
    },
  };
}

const ownedByAnother = (): OwnedByAnother =>
  new OwnedByAnother('a record of that id belongs to another owner');
