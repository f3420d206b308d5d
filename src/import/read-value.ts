// Reads one value as JSON has it into a value of its field's type.

import { ID_LENGTH_MAX } from '../model/limits.js';
import type { CoordinateRole, Field, ObjectListField, ScalarField, ScalarName } from '../model/model.js';
import { leastOf } from '../model/units.js';
import type { Scalar } from '../store/port.js';
import { adviceOn } from './advice.js';
import { unwrapExtended } from './extended-json.js';
import { unknownName } from './field-names.js';
import { BadValue, show } from './problems.js';
import { readDay, readLocal, readMoment } from './read-moment.js';

export interface ValueOptions {
  /** The zone that moments without an offset are local times of; without it they are refused. */
  readonly timeZone?: string | undefined;
  /**
   * The moment for which a value has to be possible: no measure is below what there can be of it, and no time more than
   * a year ahead. Without it any value of the type is taken, as a backup has to be.
   */
  readonly possibleAt?: Date | undefined;
}

/** A value of the field's type, or null. Throws BadValue that says what is wrong with it. */
export function readValue(field: Field, value: unknown, options: ValueOptions): unknown {
  if (field.kind === 'scalar') return readScalar(field, value, options);
  const items = unwrapExtended(value);
  if (items === null || items === undefined) return null;
  if (!Array.isArray(items)) throw new BadValue(`${show(items)} is not a list`);
  return items.map((item, index) =>
    within(`item ${index + 1}`, () =>
      field.kind === 'texts' ? readText(item) : readObject(field, item, options),
    ),
  );
}

function readScalar(field: ScalarField, wrapped: unknown, options: ValueOptions): Scalar | null {
  const value = unwrapExtended(wrapped);
  if (value === null || value === undefined) return null;
  const read = READERS[field.scalar](value, field, options.timeZone);
  if (typeof read === 'number') checkNumber(field, read, options);
  else if (field.scalar === 'DateTime' || field.scalar === 'Date') checkTime(String(read), options);
  return read;
}

function checkNumber({ coordinate, unit }: ScalarField, read: number, { possibleAt }: ValueOptions): void {
  const most = coordinate === null ? undefined : MOST_DEGREES[coordinate];
  if (most !== undefined && Math.abs(read) > most)
    throw new BadValue(`${show(read)} is not from -${most} to ${most}`);
  const least = unit === null ? null : leastOf(unit);
  if (possibleAt && least !== null && read < least)
    throw new BadValue(`${show(read)} is less than there can be: at least ${least} ${unit}`);
}

const MOST_DEGREES: Readonly<Partial<Record<CoordinateRole, number>>> = { latitude: 90, longitude: 180 };

function checkTime(read: string, { possibleAt }: ValueOptions): void {
  if (possibleAt && Date.parse(read) > possibleAt.getTime() + YEAR_MS)
    throw new BadValue(`${show(read)} is more than a year ahead`);
}

const YEAR_MS = 366 * 86_400_000;
/** GraphQL's Int has 32 bits: a greater number could be kept, but never be answered. */
const INT_MAX = 2 ** 31 - 1;

type Reader = (value: unknown, field: ScalarField, timeZone?: string) => Scalar;

const READERS: Readonly<Record<ScalarName, Reader>> = {
  ID: readId,
  String: readText,
  Int: (value, field) => {
    if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= INT_MAX) return value + 0;
    throw new BadValue(
      `${show(value)} is not a whole number from -${INT_MAX} to ${INT_MAX}${adviceOn(field, value)}`,
    );
  },
  Float: (value, field) => {
    if (typeof value === 'number' && Number.isFinite(value)) return value + 0;
    throw new BadValue(`${show(value)} is not a number${adviceOn(field, value)}`);
  },
  Boolean: (value) => {
    if (typeof value === 'boolean') return value;
    throw new BadValue(`${show(value)} is not true or false (in a table also yes, no, 1 or 0)`);
  },
  DateTime: (value, field, timeZone) => {
    const text = typeof value === 'string' ? value : '';
    const moment = readMoment(text) ?? (timeZone === undefined ? null : readLocal(text, timeZone));
    if (moment !== null) return moment;
    const isLocal = timeZone === undefined && readLocal(text, 'UTC') !== null;
    const advice = isLocal ? ' (for local times: --tz ZONE)' : adviceOn(field, value);
    throw new BadValue(
      `${show(value)} is not a moment with its offset, such as 2026-05-01T06:30:00+02:00${advice}`,
    );
  },
  Date: (value, field) => {
    const day = typeof value === 'string' ? readDay(value) : null;
    if (day !== null) return day;
    throw new BadValue(`${show(value)} is not a day, such as 2026-05-01${adviceOn(field, value)}`);
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
  if (!value.isWellFormed()) throw new BadValue(`${show(value)} contains half a surrogate pair`);
  return value;
}

function readObject(
  { fields }: ObjectListField,
  value: unknown,
  options: ValueOptions,
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
    const read = within(name, () => readScalar(field, inner, options));
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
