// The feed of changes where MongoDB keeps no log of them: by `updatedAt`, without deletions.

import type { Resource } from '../../model/model.js';
import { type Asked, type Log, readFeedCursor, walk, walkAll, writeFeedCursor } from '../feed.js';
import {
  type Change,
  type ChangeFeed,
  CursorTooOld,
  InvalidPosition,
  type Records,
  type Scalar,
} from '../port.js';

/** How far the clocks of those who write `updatedAt`, and the members of a replica set, may be apart. */
const CLOCKS_APART_MS = 5 * 60_000;

type Reading = Pick<Records, 'find'>;

const UPDATED = 'updatedAt';
/** As the port writes a DateTime. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const START = '0001-01-01T00:00:00.000Z';

/** The feed of the records that say that they were updated; those that do not say when are always in it. */
export async function updatedFeed(records: Reading, log: Log, asked: Asked): Promise<ChangeFeed> {
  const { resources, since, batchSize } = asked;
  const newest = await Promise.all(resources.map((resource) => newestUpdate(records, resource)));
  const from = since === null ? null : readMoment(readFeedCursor(log, since));
  // A moment of the future would hide all changes until then.
  const now = new Date().toISOString();
  const upTo =
    [from ?? START, ...newest]
      .filter((moment) => moment <= now)
      .sort()
      .at(-1) ?? now;
  const cursor = writeFeedCursor(log, ['updatedAt', upTo]);
  if (from === null) return { cursor, deletions: 'unknown', batches: walkAll(records, resources, batchSize) };
  const overlapped = new Date(Math.max(Date.parse(from) - CLOCKS_APART_MS, Date.parse(START))).toISOString();
  return { cursor, deletions: 'unknown', batches: updatedSince(records, resources, overlapped, batchSize) };
}

function readMoment([kind, moment]: readonly unknown[]): string {
  if (kind !== 'updatedAt') throw new CursorTooOld();
  if (typeof moment !== 'string' || !MOMENT.test(moment) || Number.isNaN(Date.parse(moment)))
    throw new InvalidPosition();
  return moment;
}

async function newestUpdate(records: Reading, resource: Resource): Promise<string> {
  if (!resource.field.has(UPDATED)) return START;
  const sort = [{ field: UPDATED, descending: true }];
  const query = { where: [], sort, after: null, limit: 1, select: [UPDATED] };
  const [record] = (await records.find(resource, query)).records;
  return typeof record?.[UPDATED] === 'string' ? record[UPDATED] : START;
}

async function* updatedSince(
  records: Reading,
  resources: readonly Resource[],
  moment: string,
  batchSize: number,
): AsyncGenerator<Change[]> {
  const condition = (operator: 'gte' | 'exists', value: Scalar) =>
    [{ kind: 'field', field: UPDATED, operator, value }] as const;
  for (const resource of resources) {
    if (resource.field.has(UPDATED)) yield* walk(records, resource, condition('gte', moment), batchSize);
    const undated = resource.field.has(UPDATED) ? condition('exists', false) : [];
    yield* walk(records, resource, undated, batchSize);
  }
}
