// Decides what an import changes: a record that is in the store as it is in the log is not written again.

import type { Resource } from '../model/model.js';
import type { Records, RecordWrite, StoredRecord } from '../store/port.js';
import { canonicalContent } from './record-id.js';

export interface WritePlan {
  readonly writes: readonly RecordWrite[];
  readonly unchanged: number;
}

/** Records that are looked up in the store at once. */
const LOOKUP_SIZE = 500;

/**
 * The writes that bring the store to what the log says. A record without times of its own keeps those that it has in
 * the store; a new one was created `now`. A changed one was updated `now`, unless the log has a later time for it than
 * the store: else nobody who asks what was updated since would be told of the change.
 */
export async function planWrites(
  placed: readonly RecordWrite[],
  records: Records,
  now: Date,
): Promise<WritePlan> {
  const writes: RecordWrite[] = [];
  let unchanged = 0;
  for (const [resource, group] of groupByResource(placed)) {
    const select = resource.fields.map(({ name }) => name);
    for (const batch of batches(group)) {
      const ids = batch.map(({ record }) => record.id);
      const stored = await records.getMany(resource, ids, select);
      for (const [index, { record }] of batch.entries()) {
        const old = stored[index] ?? null;
        if (old && isEqual(resource, old, withTimesOf(record, old))) unchanged += 1;
        else writes.push({ resource, record: withTimes(record, old, now) });
      }
    }
  }
  return { writes, unchanged };
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
