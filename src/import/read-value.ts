// Reads one value as JSON has it into a value of its field's type.

import { ID_LENGTH_MAX } from '../model/limits.js';
import type { Field, ObjectListField, ScalarField, ScalarName } from '../model/model.js';
import type { Scalar } from '../store/port.js';
import { unwrapExtended } from './extended-json.js';
import { unknownName } from './field-names.js';
import { BadValue, show } from './problems.js';
import { readDay, readLocal, readMoment } from './read-moment.js';

/**
 * A value of the field's type, or null. A moment without an offset is a local time of the zone, where there is one.
 * Throws BadValue that says what is wrong with it.
 */
export function readValue(field: Field, value: unknown, timeZone?: string): unknown {
  if (field.kind === 'scalar') return readScalar(field, value, timeZone);
  const items = unwrapExtended(value);
  if (items === null || items === undefined) return null;
  if (!Array.isArray(items)) throw new BadValue(`${show(items)} is not a list`);
  return items.map((item, index) =>
    within(`item ${index + 1}`, () =>
      field.kind === 'texts' ? readText(item) : readObject(field, item, timeZone),
    ),
  );
}

function readScalar(field: ScalarField, wrapped: unknown, timeZone?: string): Scalar | null {
  const value = unwrapExtended(wrapped);
  if (value === null || value === undefined) return null;
  const read = READERS[field.scalar](value, timeZone);
  const most = field.scalar === 'Float' ? MOST_DEGREES[field.name] : undefined;
  if (most !== undefined && Math.abs(Number(read)) > most)
    throw new BadValue(`${show(read)} is not from -${most} to ${most}`);
  return read;
}

const MOST_DEGREES: Readonly<Record<string, number>> = { lat: 90, lng: 180 };
/** GraphQL's Int has 32 bits: a greater number could be kept, but never be answered. */
const INT_MAX = 2 ** 31 - 1;

const READERS: Readonly<Record<ScalarName, (value: unknown, timeZone?: string) => Scalar>> = {
  ID: readId,
  String: readText,
  Int: (value) => {
    if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= INT_MAX) return value + 0;
    throw new BadValue(`${show(value)} is not a whole number from -${INT_MAX} to ${INT_MAX}`);
  },
  Float: (value) => {
    if (typeof value === 'number' && Number.isFinite(value)) return value + 0;
    throw new BadValue(`${show(value)} is not a number${commaHint(value)}`);
  },
  Boolean: (value) => {
    if (typeof value === 'boolean') return value;
    throw new BadValue(`${show(value)} is not true or false`);
  },
  DateTime: (value, timeZone) => {
    const text = typeof value === 'string' ? value : '';
    const moment = readMoment(text) ?? (timeZone === undefined ? null : readLocal(text, timeZone));
    if (moment !== null) return moment;
    const hint =
      timeZone === undefined && readLocal(text, 'UTC') !== null ? ' (for local times: --tz ZONE)' : '';
    throw new BadValue(
      `${show(value)} is not a moment with its offset, such as 2026-05-01T06:30:00+02:00${hint}`,
    );
  },
  Date: (value) => {
    const day = typeof value === 'string' ? readDay(value) : null;
    if (day !== null) return day;
    throw new BadValue(`${show(value)} is not a day, such as 2026-05-01`);
  },
};

/** An id: text of 1 to ID_LENGTH_MAX characters; a whole number counts as its digits. Throws BadValue. */
export function readId(value: unknown): string {
  const id = Number.isSafeInteger(value) ? String(value) : value;
  if (typeof id !== 'string') throw new BadValue(`${show(value)} is not an id: text or a whole number`);
  if (id === '' || id.length > ID_LENGTH_MAX)
    throw new BadValue(`${show(id)} is not an id: it has ${id.length} characters, not 1 to ${ID_LENGTH_MAX}`);
  return readText(id);
}

/** Text that every database can keep. Throws BadValue for another type, U+0000 and lone surrogates. */
function readText(value: unknown): string {
  if (typeof value !== 'string') throw new BadValue(`${show(value)} is not text`);
  if (value.includes('\0')) throw new BadValue(`${show(value)} contains the character U+0000`);
  if (/\p{Surrogate}/u.test(value)) throw new BadValue(`${show(value)} contains half a surrogate pair`);
  return value;
}

function readObject(
  { fields }: ObjectListField,
  value: unknown,
  timeZone?: string,
): Readonly<Record<string, Scalar>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadValue(`${show(value)} is not an object`);
  const names = fields.map(({ name }) => name);
  const object: Record<string, Scalar> = {};
  for (const [name, inner] of Object.entries(value)) {
    // Mongoose gives every embedded document an id of its own, which the model does not have.
    if (name === '_id') continue;
    const field = fields.find((found) => found.name === name);
    if (!field) throw new BadValue(unknownName(name, names, 'an item'));
    const read = within(name, () => readScalar(field, inner, timeZone));
    if (read !== null) object[name] = read;
  }
  return object;
}

/** Does something, and says where it was done if the value is bad. */
function within<T>(where: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof BadValue ? new BadValue(`${where}: ${error.message}`) : error;
  }
}

const commaHint = (value: unknown): string =>
  typeof value === 'string' && /^\s*-?\d+,\d+\s*$/.test(value) ? ' (write a point, not a comma)' : '';
