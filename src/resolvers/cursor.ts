// Cursors: an opaque text for a place in one sorted and filtered list, refused in any other.

import { createHash } from 'node:crypto';
import { ApiError } from '../errors.js';
import { CURSOR_LENGTH_MAX } from '../model/limits.js';
import type { Resource, ScalarName } from '../model/model.js';
import type { Position, Query, Scalar } from '../store/port.js';

/** What a cursor is made for: it is refused where any of these differ. */
type List = Pick<Query, 'where' | 'sort'>;

/** Raised when the form of a cursor changes, so that old ones are refused and not misread. */
const VERSION = 1;

/** The cursor of the page that begins behind a position. */
export function writeCursor(resource: Resource, list: List, { values, id }: Position): string {
  const parts = [VERSION, fingerprint(resource, list), values, id];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** The position that a cursor stands for. Throws `invalid-cursor`. */
export function readCursor(resource: Resource, list: List, cursor: string): Position {
  const parts = decode(cursor);
  if (!Array.isArray(parts) || parts[0] !== VERSION || parts.length !== 4)
    throw invalidCursor('it is not a cursor of this API');
  const [, made, values, id] = parts as [number, unknown, unknown, unknown];
  if (made !== fingerprint(resource, list))
    throw invalidCursor('it was made for another collection, sort or other conditions');
  const keys = list.sort.filter((key) => key.field !== 'id');
  if (!Array.isArray(values) || typeof id !== 'string' || values.length !== keys.length)
    throw invalidCursor('it is damaged');
  const fits = keys.every(({ field }, index) => isOfType(resource, field, values[index]));
  if (!fits) throw invalidCursor('it is damaged');
  return { values: values as (Scalar | null)[], id };
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

function fingerprint(resource: Resource, { where, sort }: List): string {
  const text = JSON.stringify([resource.name, where, sort]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
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
