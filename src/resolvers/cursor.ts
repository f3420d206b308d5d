// Cursors: an opaque text for a place in one sorted and filtered list, refused in any other.

import { createHash } from 'node:crypto';
import { ApiError } from '../errors.js';
import { CURSOR_LENGTH_MAX } from '../model/limits.js';
import type { Resource, ScalarName } from '../model/model.js';
import type { Position, Query, Records, Scalar } from '../store/port.js';

/** What a cursor is made for: it is refused where any of these differ. */
type List = Pick<Query, 'where' | 'sort'>;

/** Raised when the form of a cursor changes, so that old ones are refused and not misread. */
const VERSION = 1;

/** A cursor is part of a URL. One that would be longer, as a text of a record is, says whose values they are instead. */
const WITH_VALUES_MAX = 1024;

/** The values of a position, told by the record that has them. */
interface Holder {
  readonly record: string;
  readonly digest: string;
}

/** The cursor of the page that begins behind a position, which is that of the record with the id `record`. */
export function writeCursor(
  resource: Resource,
  list: List,
  { values, id }: Position,
  record: string,
): string {
  const write = (told: Position['values'] | Holder): string =>
    Buffer.from(JSON.stringify([VERSION, fingerprint(resource, list), told, id])).toString('base64url');
  const cursor = write(values);
  return cursor.length <= WITH_VALUES_MAX ? cursor : write({ record, digest: digestOf(values) });
}

/**
 * The position that a cursor stands for. Throws `invalid-cursor`: also where it does not hold the values and the record that
 * does has changed since, as the place could not be found again.
 */
export async function readCursor(
  records: Pick<Records, 'getMany'>,
  resource: Resource,
  list: List,
  cursor: string,
): Promise<Position> {
  const parts = decode(cursor);
  if (!Array.isArray(parts) || parts[0] !== VERSION || parts.length !== 4)
    throw invalidCursor('it is not a cursor of this API');
  const [, made, told, id] = parts as [number, unknown, unknown, unknown];
  if (made !== fingerprint(resource, list))
    throw invalidCursor('it was made for another collection, sort or other conditions');
  const keys = list.sort.filter((key) => key.field !== 'id');
  const values = isHolder(told) ? await valuesOf(records, resource, keys, told) : told;
  if (!Array.isArray(values) || typeof id !== 'string' || values.length !== keys.length)
    throw invalidCursor('it is damaged');
  const fits = keys.every(({ field }, index) => isOfType(resource, field, values[index]));
  if (!fits) throw invalidCursor('it is damaged');
  return { values: values as (Scalar | null)[], id };
}

function isHolder(told: unknown): told is Holder {
  const { record, digest } = (told ?? {}) as Partial<Record<keyof Holder, unknown>>;
  return typeof record === 'string' && typeof digest === 'string';
}

async function valuesOf(
  records: Pick<Records, 'getMany'>,
  resource: Resource,
  keys: List['sort'],
  { record: id, digest }: Holder,
): Promise<unknown[]> {
  const names = keys.map(({ field }) => field);
  const [record] = await records.getMany(resource, [id], names);
  const values = names.map((name) => record?.[name] ?? null);
  if (!record || digestOf(values) !== digest)
    throw invalidCursor('the last record of the page before has changed since');
  return values;
}

/** The error of a cursor that cannot be used; also where a store cannot read the id in it. */
export function invalidCursor(reason: string): ApiError {
  const allowed = 'the cursor of the page before, with the same sort and conditions';
  return new ApiError('invalid-cursor', `The cursor cannot be used: ${reason}. Start again without it.`, {
    errors: [{ parameter: 'after', detail: reason, allowed }],
  });
}

function decode(cursor: string): unknown {
  if (cursor.length > CURSOR_LENGTH_MAX || !/^[\w-]+$/.test(cursor)) return null;
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
}

const fingerprint = (resource: Resource, { where, sort }: List): string =>
  digestOf([resource.name, where, sort]);

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);
}

const JSON_TYPES: Readonly<Record<ScalarName, string>> = {
  ID: 'string',
  String: 'string',
  DateTime: 'string',
  Date: 'string',
  Int: 'number',
  Float: 'number',
  Boolean: 'boolean',
};

function isOfType(resource: Resource, name: string, value: unknown): boolean {
  const field = resource.field.get(name);
  return value === null || (field?.kind === 'scalar' && typeof value === JSON_TYPES[field.scalar]);
}
