// Decides what an import changes: a record that is in the store as it is in the log is not written again.

import { setImmediate } from 'node:timers/promises';
import type { Resource } from '../model/model.js';
import type { Records, RecordWrite, StoredRecord } from '../store/port.js';
import { canonicalContent } from './record-id.js';
import type { Spool, StagedRecord } from './staging.js';

/** Records that are looked up in the store at once. */
const LOOKUP_SIZE = 500;

/**
 * Adds to `planned` the records that bring the store to what the log says; resolves with how many of the log it has
 * already. A record without times of its own keeps those that it has in
 * the store; a new one was created `now`. A changed one was updated `now`, unless the log has a later time for it than
 * the store: else nobody who asks what was updated since would be told of the change.
 */
export async function planWrites(
  writes: Iterable<RecordWrite>,
  records: Records,
  now: Date,
  planned: Spool<StagedRecord>,
): Promise<number> {
  let unchanged = 0;
  for (const batch of batches(writes)) {
    // A store can let go of what a look-up took only when the process comes to rest.
    await setImmediate();
    for (const [resource, group] of groupByResource(batch)) {
      const select = resource.fields.map(({ name }) => name);
      const ids = group.map(({ record }) => record.id);
      const stored = await records.getMany(resource, ids, select);
      for (const [index, { record }] of group.entries()) {
        const old = stored[index] ?? null;
        if (old && isEqual(resource, old, withTimesOf(record, old))) unchanged += 1;
        else planned.add({ collection: resource.name, record: withTimes(record, old, now) });
      }
    }
  }
  return unchanged;
}

/** A record as it would be if nothing but its times had changed: it is as new as the newer of the two. */
function withTimesOf(record: StoredRecord, old: StoredRecord): StoredRecord {
  const { createdAt, updatedAt } = old;
  return { createdAt, ...record, updatedAt: isLater(record, old) ? record.updatedAt : updatedAt };
}

/** Whether a record says that it was updated, and that it was later than the one in the store. */
const isLater = ({ updatedAt }: StoredRecord, old: StoredRecord | null): boolean =>
  typeof updatedAt === 'string' && (typeof old?.updatedAt !== 'string' || updatedAt > old.updatedAt);

function withTimes(
  record: RecordWrite['record'],
  old: StoredRecord | null,
  now: Date,
): RecordWrite['record'] {
  const time = now.toISOString();
  return {
    ...record,
    createdAt: record.createdAt ?? old?.createdAt ?? time,
    updatedAt: isLater(record, old) ? record.updatedAt : time,
  };
}

/** Whether two records are the same in all fields of the model. */
function isEqual(resource: Resource, a: StoredRecord, b: StoredRecord): boolean {
  const [first, second] = [a, b].map((record) =>
    canonicalContent(Object.fromEntries(resource.fields.map(({ name }) => [name, record[name]]))),
  );
  return first === second;
}

/** The records of each collection, in the order of the log. */
export function groupByResource(placed: readonly RecordWrite[]): Map<Resource, RecordWrite[]> {
  const groups = new Map<Resource, RecordWrite[]>();
  for (const found of placed) {
    const group = groups.get(found.resource);
    if (group) group.push(found);
    else groups.set(found.resource, [found]);
  }
  return groups;
}

/** Parts that can be looked up at once; no more than one of them is held. */
export function* batches<T>(items: Iterable<T>): Generator<readonly T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < LOOKUP_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
