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
 * the store; a new one was created `now`, a changed one updated `now`.
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
        const kept = old ? { createdAt: old.createdAt, updatedAt: old.updatedAt, ...record } : record;
        if (old && isEqual(resource, old, kept)) unchanged += 1;
        else writes.push({ resource, record: withTimes(record, old, now) });
      }
    }
  }
  return { writes, unchanged };
}

function withTimes(
  record: RecordWrite['record'],
  old: StoredRecord | null,
  now: Date,
): RecordWrite['record'] {
  const time = now.toISOString();
  return {
    ...record,
    createdAt: record.createdAt ?? old?.createdAt ?? time,
    updatedAt: record.updatedAt ?? time,
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

/** A list in parts that can be looked up at once. */
export function* batches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += LOOKUP_SIZE)
    yield items.slice(start, start + LOOKUP_SIZE);
}
