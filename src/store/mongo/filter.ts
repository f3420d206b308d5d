// Compiles conditions to MongoDB filters. A value only ever becomes a value or an escaped pattern, never an operator.

import { Decimal128, type Document } from 'mongodb';
import type { Field, Resource, ScalarField } from '../../model/model.js';
import type { Operator } from '../../model/operators.js';
import type { Condition, FieldCondition, Scalar } from '../port.js';
import { compileArea } from './area.js';
import { idSpellings } from './ids.js';
import { containing, equalTo, startingWith } from './text-pattern.js';
import { hasValue, pathOf } from './value-types.js';

/** All conditions as filters, each of which must hold. A value that is not of its field's type counts as missing. */
export function compileWhere(resource: Resource, where: readonly Condition[]): Document[] {
  return where.flatMap((condition) => {
    if (condition.kind === 'words') return condition.words.map((word) => anyText(resource, containing(word)));
    return condition.kind === 'field'
      ? [compileField(resource, condition)]
      : compileArea(resource, condition);
  });
}

/** Holds where some text field of the record matches the pattern. */
function anyText(resource: Resource, pattern: string): Document {
  const fields = resource.textFields.flatMap((name) => resource.field.get(name) ?? []);
  return fields.length > 0
    ? { $or: fields.map((field) => textMatches(field, pattern)) }
    : { _id: { $in: [] } };
}

function compileField(resource: Resource, { field: name, operator, value }: FieldCondition): Document {
  const field = resource.field.get(name);
  if (!field) throw new Error(`${resource.name} has no field ${name}`);
  if (operator === 'exists') return value === true ? hasValue(field) : { $nor: [hasValue(field)] };
  if (operator === 'ne') return { $nor: [equalsAny(field, value as readonly Scalar[])] };
  if (operator === 'in') return equalsAny(field, value as readonly Scalar[]);
  if (operator === 'contains') return textMatches(field, containing(String(value)));
  if (operator === 'startsWith') return textMatches(field, startingWith(String(value)));
  return compare(field, operator, value as Scalar);
}

/** A pattern on a text, or on some element of a list of texts. */
function textMatches(field: Field, pattern: string): Document {
  if (field.kind === 'texts') return { [field.name]: { $elemMatch: { $type: 'string', $regex: pattern } } };
  return { $and: [hasValue(field), { [field.name]: { $regex: pattern } }] };
}

function equalsAny(field: Field, values: readonly Scalar[]): Document {
  if (field.kind !== 'scalar' || field.scalar === 'String')
    return { $or: values.map((value) => textMatches(field, equalTo(String(value)))) };
  return {
    $and: [hasValue(field), { [pathOf(field)]: { $in: values.flatMap((value) => spellings(field, value)) } }],
  };
}

type Comparison = Extract<Operator, 'gt' | 'gte' | 'lt' | 'lte'>;

/**
 * A range. 2.1 can lie in a document as a double or as a decimal, and MongoDB holds one of them for the greater: what is
 * greater than 2.1 is greater than both, what is greater or equal is so to either.
 */
function compare(field: Field, operator: Comparison, value: Scalar): Document {
  if (field.kind !== 'scalar') throw new Error(`${field.name} has no order`);
  const bounds = spellings(field, value).map((bound) => ({ [pathOf(field)]: { [`$${operator}`]: bound } }));
  if (bounds.length === 1 || operator === 'gt' || operator === 'lt')
    return { $and: [hasValue(field), ...bounds] };
  return { $and: [hasValue(field), { $or: bounds }] };
}

/** Every way in which a document can hold this value of the field's type. Throws TypeError where it is of another type. */
function spellings(field: ScalarField, value: Scalar): unknown[] {
  if (field.scalar === 'ID') return idSpellings(String(value));
  if (field.scalar === 'DateTime') return [readMoment(value)];
  const type = typeof value;
  const wanted = { Int: 'number', Float: 'number', Boolean: 'boolean', Date: 'string', String: 'string' }[
    field.scalar
  ];
  if (type !== wanted) throw new TypeError(`${field.name} is of type ${field.scalar}, not ${type}`);
  const isFraction = type === 'number' && !Number.isInteger(value);
  return isFraction ? [value, Decimal128.fromString(String(value))] : [value];
}

function readMoment(value: Scalar): Date {
  const moment = new Date(String(value));
  if (Number.isNaN(moment.getTime())) throw new TypeError('a DateTime that is no moment');
  return moment;
}
