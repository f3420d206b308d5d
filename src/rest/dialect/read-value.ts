// Reads one text of a query string as a value of a type: exactly, or not at all.

import { invalidParameter, quote } from '../../errors.js';
import { FILTER_TEXT_MAX, FILTER_VALUES_MAX, ID_LENGTH_MAX } from '../../model/limits.js';
import type { ScalarName } from '../../model/model.js';
import { DATE_PATTERN, DATE_TIME_PATTERN, readDate, readDateTime } from '../../model/time.js';
import type { Scalar } from '../../store/port.js';

/** What a JSON Schema says of a value as a URL writes it. */
export interface ValueSchema {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** In a form that every dialect of regular expressions reads alike. */
  readonly pattern?: string;
}

interface TypeInfo {
  /** What is allowed, for a person. */
  readonly allowed: string;
  /** The value, or null where the text is none. `zone` is the IANA name that local times are read in. */
  readonly read: (text: string, zone: string) => Scalar | null;
  /** The same for a program. */
  readonly schema: ValueSchema;
}

const INT_MAX = 2 ** 31;
/** Text without U+0000. */
const CLEAN = '^[^\\x00]+$';
/** The same among several values, where a comma is written `\,`. */
const CLEAN_IN_LIST = '^(?:[^,\\\\\\x00]|\\\\[^\\x00])*\\\\?$';

const TYPES: Readonly<Record<ScalarName, TypeInfo>> = {
  ID: {
    allowed: `an id of 1 to ${ID_LENGTH_MAX} characters`,
    read: (text) => (text.length <= ID_LENGTH_MAX ? cleanText(text) : null),
    schema: { minLength: 1, maxLength: ID_LENGTH_MAX, pattern: CLEAN },
  },
  String: {
    allowed: `text of 1 to ${FILTER_TEXT_MAX} characters; \`[exists]=false\` finds missing values`,
    read: (text) => cleanText(text),
    schema: { minLength: 1, maxLength: FILTER_TEXT_MAX, pattern: CLEAN },
  },
  Int: {
    allowed: 'a whole number, such as 3',
    read: (text) => readInt(text),
    schema: { minimum: -INT_MAX, maximum: INT_MAX - 1 },
  },
  Float: {
    allowed: 'a number, such as 12.5',
    read: (text) => readFloat(text),
    schema: {},
  },
  Boolean: {
    allowed: 'true or false',
    read: (text) => (text === 'true' ? true : text === 'false' ? false : null),
    schema: {},
  },
  DateTime: {
    allowed:
      'a time such as 2026-05-01T06:30:00Z (a + of an offset is written %2B), or a day such as 2026-05-01',
    read: (text, zone) => readDateTime(text, zone),
    schema: { pattern: DATE_TIME_PATTERN },
  },
  Date: {
    allowed: 'a day such as 2026-05-01',
    read: (text) => readDate(text),
    schema: { pattern: DATE_PATTERN },
  },
};

/** What readValue, or readValues of each value, takes. */
export function valueSchema(type: ScalarName, list: boolean): ValueSchema {
  const { schema } = TYPES[type];
  return list && schema.pattern === CLEAN ? { ...schema, pattern: CLEAN_IN_LIST } : schema;
}

/** One value. Throws `invalid-parameter`. */
export function readValue(parameter: string, type: ScalarName, text: string, zone: string): Scalar {
  const { read, allowed } = TYPES[type];
  const value = read(text, zone);
  if (value === null) throw invalidParameter(parameter, `${quote(text)} is not allowed`, allowed);
  return value;
}

/** A list of values, separated by commas; `\,` is a comma and `\\` a backslash within a value. */
export function readValues(parameter: string, type: ScalarName, text: string, zone: string): Scalar[] {
  const parts = splitList(text);
  if (parts.length > FILTER_VALUES_MAX)
    throw invalidParameter(parameter, `${parts.length} values are given`, `1 to ${FILTER_VALUES_MAX} values`);
  return parts.map((part) => readValue(parameter, type, part, zone));
}

/** Splits at commas that no backslash stands before. */
export function splitList(text: string): string[] {
  if (!text.includes('\\')) return text.split(',');
  const parts: string[] = [];
  let part = '';
  for (const [token] of text.matchAll(/\\[\\,]|./gs)) {
    if (token === ',') {
      parts.push(part);
      part = '';
    } else part += token.length === 2 ? token.charAt(1) : token;
  }
  return [...parts, part];
}

const cleanText = (text: string): string | null =>
  text === '' || text.length > FILTER_TEXT_MAX || text.includes('\u0000') ? null : text;

function readInt(text: string): number | null {
  const value = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return value >= -INT_MAX && value < INT_MAX ? value : null;
}

function readFloat(text: string): number | null {
  const value = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}
