// Reads a document into a record: only values of the fields' types, and a word to the listener about each that is not.

import { Decimal128, type Document, Double, Int32, Long } from 'mongodb';
import type { Field, Resource, ScalarField, ScalarName } from '../../model/model.js';
import type { OddValueListener, StoredRecord } from '../port.js';
import { readId } from './ids.js';
import { isDay, isInt, isMoment, pathOf } from './value-types.js';

/** Called with the field's path, such as `lineHistory.spooledAt`. */
type Report = (field: string) => void;

/**
 * A reader of documents that gives these fields. Missing and null are null; a value of another type is null and reported;
 * an element of a list that is of another type is left out and reported. A Date is a text `YYYY-MM-DD`: a BSON date is odd.
 */
export function documentReader(
  resource: Resource,
  fields: readonly Field[],
  onOddValue: OddValueListener,
): (document: Document) => StoredRecord {
  return (document) => {
    const id = readId(document._id) ?? '';
    const report: Report = (field) => onOddValue({ resource: resource.name, id, field });
    const record: Record<string, unknown> = {};
    for (const field of fields) record[field.name] = readField(field, document[pathOf(field)], report);
    return record;
  };
}

function readField(field: Field, value: unknown, report: Report): unknown {
  if (value === undefined || value === null) return null;
  if (field.kind === 'scalar') return readOrReport(field, field.name, value, report);
  if (!Array.isArray(value)) {
    report(field.name);
    return null;
  }
  const isElement = field.kind === 'texts' ? isText : isObject;
  const elements = value.filter((element) => isElement(element) || report(field.name));
  if (field.kind === 'texts') return elements;
  return elements.map((element) => readObject(field.name, field.fields, element, report));
}

function readObject(path: string, fields: readonly ScalarField[], value: Document, report: Report): Document {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      readOrReport(field, `${path}.${field.name}`, value[field.name], report),
    ]),
  );
}

function readOrReport({ scalar }: ScalarField, path: string, value: unknown, report: Report): unknown {
  if (value === undefined || value === null) return null;
  const read = READERS[scalar](value);
  if (read === null) report(path);
  return read;
}

const isText = (value: unknown): boolean => typeof value === 'string';

/** BSON's own types are objects of classes; an embedded document is a plain one. */
const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const READERS: Readonly<Record<ScalarName, (value: unknown) => unknown>> = {
  ID: readId,
  String: (value) => (isText(value) ? value : null),
  Boolean: (value) => (typeof value === 'boolean' ? value : null),
  Int: (value) => readNumber(value, isInt),
  Float: (value) => readNumber(value, Number.isFinite),
  DateTime: (value) => (value instanceof Date && isMoment(value) ? value.toISOString() : null),
  Date: (value) => (typeof value === 'string' && isDay(value) ? value : null),
};

/** A number of any of BSON's four types, rounded to a double. */
function readNumber(value: unknown, isValid: (number: number) => boolean): number | null {
  const number = toNumber(value);
  return number !== null && isValid(number) ? number : null;
}

function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (value instanceof Long) return value.toNumber();
  if (value instanceof Decimal128) return Number(value.toString());
  return value instanceof Double || value instanceof Int32 ? value.valueOf() : null;
}
