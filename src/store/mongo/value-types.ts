// What counts as a value of a field's type in MongoDB: the one definition that filters, sorts and reading share.

import type { Document } from 'mongodb';
import type { Field, Resource, ScalarField, ScalarName } from '../../model/model.js';
import { ID_TYPES } from './ids.js';

/** GraphQL's Int has 32 bits. */
const INT: readonly [number, number] = [-(2 ** 31), 2 ** 31 - 1];
const FLOAT: readonly [number, number] = [-Number.MAX_VALUE, Number.MAX_VALUE];
/** The moments that JSON clients can read everywhere: years 0001 to 9999. */
const MOMENT: readonly [Date, Date] = [
  new Date('0001-01-01T00:00:00.000Z'),
  new Date('9999-12-31T23:59:59.999Z'),
];

const LONG_MONTH = '(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])';
const SHORT_MONTH = '(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)';
const FEBRUARY = '02-(?:0[1-9]|1[0-9]|2[0-8])';
const LEAP_YEAR = '(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)';
/** A calendar day that exists, as `YYYY-MM-DD`; the same pattern decides here and in the database. */
const DAY_PATTERN = `^(?:[0-9]{4}-(?:${LONG_MONTH}|${SHORT_MONTH}|${FEBRUARY})|${LEAP_YEAR}-02-29)(?![\\s\\S])`;
const DAY = new RegExp(DAY_PATTERN);

export const isDay = (text: string): boolean => DAY.test(text);
export const isInt = (value: number): boolean =>
  Number.isInteger(value) && value >= INT[0] && value <= INT[1];
export const isMoment = (value: Date): boolean => value >= MOMENT[0] && value <= MOMENT[1];

/** A condition on a path matches a list if it matches an element; a list is no value of a scalar field. */
const NO_LIST = { $not: { $type: 'array' } };

/** Holds of values between two, both inclusive. */
export const within = ([least, most]: readonly unknown[]): Document => ({
  $gte: least,
  $lte: most,
  ...NO_LIST,
});

/** Conditions on a path: those that only values of the type meet. Ranges, so that an index can serve them. */
const CONDITIONS: Readonly<Record<ScalarName, Document>> = {
  ID: { ...ID_TYPES, ...NO_LIST },
  String: { $gte: '', ...NO_LIST },
  Int: within(INT),
  Float: within(FLOAT),
  Boolean: { $in: [false, true], ...NO_LIST },
  DateTime: within(MOMENT),
  Date: { $gte: '', $regex: DAY_PATTERN, ...NO_LIST },
};

/** The place of a field in a document. */
export const pathOf = (field: Pick<Field, 'name'>): string => (field.name === 'id' ? '_id' : field.name);

/** Holds of documents that have a value of the field's type; for a list, at least one element of its elements' type. */
export function hasValue(field: Field): Document {
  const path = pathOf(field);
  if (path === '_id') return { _id: ID_TYPES };
  if (field.kind !== 'scalar')
    return { [path]: { $elemMatch: { $type: field.kind === 'texts' ? 'string' : 'object' } } };
  const condition = { [path]: CONDITIONS[field.scalar] };
  return field.scalar === 'Int' ? { $and: [condition, { $expr: whole(`$${path}`) }] } : condition;
}

/** The value that a document is sorted by where a sort has several keys: null if it is not of the field's type. */
export function sortValue(field: ScalarField): Document {
  const value = `$${pathOf(field)}`;
  const is = (...types: string[]): Document => ({ $in: [{ $type: value }, types] });
  const inside = ([least, most]: readonly unknown[]): Document => ({
    $and: [{ $gte: [value, least] }, { $lte: [value, most] }],
  });
  const orNull = (condition: Document, then: unknown): Document => ({ $cond: [condition, then, null] });
  switch (field.scalar) {
    case 'ID':
      return orNull(is('string', 'objectId'), { $toString: value });
    case 'String':
      return orNull(is('string'), value);
    case 'Boolean':
      return orNull(is('bool'), value);
    case 'DateTime':
      return orNull(is('date'), orNull(inside(MOMENT), value));
    case 'Date':
      return orNull(is('string'), orNull({ $regexMatch: { input: value, regex: DAY_PATTERN } }, value));
    case 'Int':
      return orNull(whole(value), orNull(inside(INT), { $toDouble: value }));
    case 'Float':
      return orNull({ $isNumber: value }, orNull(inside(FLOAT), { $toDouble: value }));
  }
}

/** True of whole numbers. Nested, because `$trunc` fails on what is no number. */
const whole = (value: string): Document => ({
  $cond: [{ $isNumber: value }, { $eq: [{ $trunc: value }, value] }, false],
});

/** The scalar field of that name. Throws where there is none: names come from the model, never from a request. */
export function scalarField(resource: Resource, name: string): ScalarField {
  const field = resource.field.get(name);
  if (field?.kind !== 'scalar') throw new Error(`${resource.name} has no scalar field ${name}`);
  return field;
}
