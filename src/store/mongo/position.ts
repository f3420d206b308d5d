// The place of a record in a sorted list, as a client's cursor brings it back: nothing in it is trusted.

import { Decimal128, type Document, Long, ObjectId } from 'mongodb';
import type { ScalarField } from '../../model/model.js';
import { InvalidPosition, type Position, type Scalar, type StoredRecord } from '../port.js';
import { readId, type StoredId } from './ids.js';
import { isDay, isInt, isMoment, pathOf } from './value-types.js';

/** A position in MongoDB's own values. */
export interface Place {
  /** For each key the value to compare with: a Date for a DateTime; null where the record has none. */
  readonly values: readonly unknown[];
  readonly id: StoredId;
}

/**
 * The position of a record that was read from this document. Its id is `o:` with the ObjectId's digits or `s:` with the
 * text. Before it stands, with a semicolon, what the value of a sole key leaves open: `o` for a link id that is an
 * ObjectId, `n` with all digits of a number that is no double.
 */
export function toPosition(keys: readonly ScalarField[], record: StoredRecord, document: Document): Position {
  const [first] = keys;
  const mark =
    first && keys.length === 1 && record[first.name] !== null ? markOf(document[pathOf(first)]) : '';
  const id = readId(document._id) ?? '';
  return {
    values: keys.map(({ name }) => (record[name] ?? null) as Scalar | null),
    id: `${mark}${document._id instanceof ObjectId ? 'o' : 's'}:${id}`,
  };
}

function markOf(raw: unknown): string {
  if (raw instanceof ObjectId) return 'o;';
  return raw instanceof Decimal128 || raw instanceof Long ? `n${raw.toString()};` : '';
}

const SPELLING = /^(?:(?:n([-+.0-9A-Za-z]+)|(o));)?(?:o:([0-9a-f]{24})|s:([\s\S]*))$/;

/** Reads a position of a list with these keys. Throws InvalidPosition where this adapter cannot have made it. */
export function readPlace(keys: readonly ScalarField[], { values, id }: Position): Place {
  const [, digits, isObjectId, hex, text] = SPELLING.exec(id) ?? [];
  if (values.length !== keys.length || (hex === undefined && text === undefined)) throw new InvalidPosition();
  const read = keys.map((field, index) => readValue(field, values[index] ?? null));
  const [first] = read;
  if ((digits ?? isObjectId) !== undefined && keys.length !== 1) throw new InvalidPosition();
  if (digits !== undefined) read[0] = readDecimal(digits, first);
  if (isObjectId !== undefined) read[0] = readLinkId(keys[0], first);
  return { values: read, id: hex === undefined ? (text ?? '') : readObjectId(hex) };
}

function readValue(field: ScalarField, value: Scalar | null): unknown {
  if (value === null) return null;
  const isText = typeof value === 'string';
  const checks: Record<ScalarField['scalar'], () => boolean> = {
    ID: () => isText,
    String: () => isText,
    Boolean: () => typeof value === 'boolean',
    Int: () => typeof value === 'number' && isInt(value),
    Float: () => Number.isFinite(value),
    DateTime: () => isText && isMoment(new Date(value)),
    Date: () => isText && isDay(value),
  };
  if (!checks[field.scalar]()) throw new InvalidPosition();
  return field.scalar === 'DateTime' ? new Date(String(value)) : value;
}

function readDecimal(digits: string, value: unknown): Decimal128 {
  if (Number(digits) !== value) throw new InvalidPosition();
  try {
    return Decimal128.fromString(digits);
  } catch {
    throw new InvalidPosition();
  }
}

function readLinkId(field: ScalarField | undefined, value: unknown): ObjectId {
  if (field?.scalar !== 'ID') throw new InvalidPosition();
  return readObjectId(value);
}

function readObjectId(value: unknown): ObjectId {
  if (typeof value !== 'string' || !/^[0-9a-f]{24}$/.test(value)) throw new InvalidPosition();
  return ObjectId.createFromHexString(value);
}
