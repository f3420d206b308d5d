// The records that a token with limits may read: some collections only, coordinates rounded or hidden.

import { ApiError } from '../errors.js';
import type { Resource } from '../model/model.js';
import {
  type Change,
  type ChangeFeed,
  type Condition,
  type FoundPage,
  InvalidPosition,
  type Query,
  type Records,
  type StoredRecord,
} from '../store/port.js';
import type { Access } from './viewer.js';

/** Two decimals of a degree are about a kilometre. */
const DEGREE_STEPS = 100;
/** How far rounding moves a position at most, in metres: half the diagonal of such a cell, at the equator. */
const ROUNDING_MOVES_M = 790;
/** The accuracy of a rounded position is told in steps of this many metres. */
const ACCURACY_STEP_M = 1000;

/** The records as far as the access goes; the same object where there is no limit. */
export function restrictRecords(records: Records, access: Access): Records {
  if (access.collections === null && access.coordinates === 'exact') return records;
  return new RestrictedRecords(records, access);
}

class RestrictedRecords implements Records {
  readonly #records: Records;
  readonly #access: Access;

  constructor(records: Records, access: Access) {
    this.#records = records;
    this.#access = access;
  }

  async find(resource: Resource, query: Query): Promise<FoundPage> {
    this.checkReadable(resource);
    this.#checkConditions(resource, query.where);
    // A sort would tell the order of what is hidden, and a cursor its value.
    for (const key of query.sort) this.#checkField(resource, key.field);
    const { records, next } = await this.#records.find(resource, query);
    return { records: records.map((record) => this.#blur(resource, record)), next };
  }

  async getMany(resource: Resource, ids: readonly string[], select: readonly string[]) {
    this.checkReadable(resource);
    const records = await this.#records.getMany(resource, ids, select);
    return records.map((record) => record && this.#blur(resource, record));
  }

  async count(resource: Resource, where: readonly Condition[]): Promise<number> {
    this.checkReadable(resource);
    this.#checkConditions(resource, where);
    return this.#records.count(resource, where);
  }

  /** A cursor says how exact the coordinates of the copy are: with others the copy would be neither the one nor the other. */
  async changes(
    resources: readonly Resource[],
    since: string | null,
    batchSize: number,
  ): Promise<ChangeFeed> {
    for (const resource of resources) this.checkReadable(resource);
    const { coordinates } = this.#access;
    const mark = coordinates === 'exact' ? '' : `${coordinates} `;
    if (since !== null && !since.startsWith(mark)) throw new InvalidPosition();
    const feed = await this.#records.changes(resources, since?.slice(mark.length) ?? null, batchSize);
    return { ...feed, cursor: mark + feed.cursor, batches: this.#blurAll(feed.batches) };
  }

  async *#blurAll(batches: ChangeFeed['batches']): AsyncGenerator<Change[]> {
    for await (const batch of batches)
      yield batch.map((change) =>
        change.kind === 'record' ? { ...change, record: this.#blur(change.resource, change.record) } : change,
      );
  }

  checkReadable({ name }: Resource): void {
    const { collections } = this.#access;
    if (collections === null || collections.includes(name)) return;
    throw forbidden(
      'collection-not-allowed',
      `This token may not read ${name}; it may read ${collections.join(', ')}.`,
    );
  }

  #checkConditions(resource: Resource, where: readonly Condition[]): void {
    for (const condition of where)
      if (condition.kind === 'field') this.#checkField(resource, condition.field);
      else if (condition.kind !== 'words') this.#checkExact(condition.kind);
  }

  #checkField(resource: Resource, name: string): void {
    if (resource.coordinates.has(name)) this.#checkExact(name);
  }

  #checkExact(name: string): void {
    if (this.#access.coordinates === 'exact') return;
    throw forbidden(
      'field-not-allowed',
      `This token may not filter or sort by ${name}: it may not read exact coordinates.`,
    );
  }

  #blur(resource: Resource, record: StoredRecord): StoredRecord {
    if (this.#access.coordinates === 'exact' || resource.coordinates.size === 0) return record;
    const blurred: Record<string, unknown> = { ...record };
    for (const [name, role] of resource.coordinates) {
      const value = record[name];
      if (typeof value !== 'number') continue;
      if (this.#access.coordinates === 'hidden') blurred[name] = null;
      else if (role === 'accuracy') blurred[name] = roundedAccuracy(value);
      else blurred[name] = Math.round(value * DEGREE_STEPS) / DEGREE_STEPS;
    }
    return blurred;
  }
}

/** What is true of a position that was rounded, and tells little of what was true before. */
const roundedAccuracy = (metres: number): number =>
  Math.ceil((Math.max(metres, 0) + ROUNDING_MOVES_M) / ACCURACY_STEP_M) * ACCURACY_STEP_M;

/** RFC 6750 section 3.1: the token is good, but not for this. */
function forbidden(code: 'collection-not-allowed' | 'field-not-allowed', detail: string): ApiError {
  return new ApiError(code, detail, {
    headers: { 'WWW-Authenticate': 'Bearer realm="creel", error="insufficient_scope"' },
  });
}
