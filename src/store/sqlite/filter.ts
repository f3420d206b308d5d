// Compiles conditions to SQL. Every value is a bound parameter; only names of the schema become text.

import type { Field, Resource } from '../../model/model.js';
import type { Operator } from '../../model/operators.js';
import type { Condition, FieldCondition, Scalar } from '../port.js';
import { caseVariants, foldText } from '../text.js';
import { compileArea } from './area.js';
import { type Cell, column, SEARCH } from './columns.js';

/** A piece of SQL and the values of its `?`, in order. */
export interface Fragment {
  readonly sql: string;
  readonly values: readonly Cell[];
}

/** All conditions as terms to be joined by AND. */
export function compileWhere(resource: Resource, where: readonly Condition[]): Fragment[] {
  return where.flatMap((condition) => {
    if (condition.kind === 'words')
      return condition.words.map((word) => ({ sql: `instr(${SEARCH}, ?) > 0`, values: [foldText(word)] }));
    return condition.kind === 'field' ? compileField(resource, condition) : compileArea(resource, condition);
  });
}

function compileField(resource: Resource, { field: name, operator, value }: FieldCondition): Fragment {
  const field = resource.field.get(name);
  if (!field) throw new Error(`${resource.name} has no field ${name}`);
  if (operator === 'exists') return exists(field, value === true);
  if (field.kind === 'texts') return compileTexts(field, operator, value);
  return compare(column(name), isCaseless(field), operator, value);
}

const isCaseless = (field: Field): boolean => field.kind === 'scalar' && field.scalar === 'String';

function exists(field: Field, wanted: boolean): Fragment {
  const name = column(field.name);
  const present = field.kind === 'scalar' ? `${name} IS NOT NULL` : `ifnull(${name}, '[]') <> '[]'`;
  return { sql: wanted ? present : `NOT (${present})`, values: [] };
}

/** On a list of texts a condition asks for one element that matches; `ne` for none that is equal. */
function compileTexts(field: Field, operator: Operator, value: FieldCondition['value']): Fragment {
  const { sql, values } = compare('value', true, operator === 'ne' ? 'in' : operator, value);
  const some = `EXISTS (SELECT 1 FROM json_each(${column(field.name)}) WHERE ${sql})`;
  return { sql: operator === 'ne' ? `NOT ${some}` : some, values };
}

const COMPARISONS: Partial<Record<Operator, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

function compare(
  left: string,
  caseless: boolean,
  operator: Operator,
  value: FieldCondition['value'],
): Fragment {
  const comparison = COMPARISONS[operator];
  if (comparison) return { sql: `${left} ${comparison} ?`, values: [toParameter(value as Scalar)] };
  if (operator === 'in') return equalsAny(left, caseless, value as readonly Scalar[]);
  if (operator === 'ne') {
    const { sql, values } = equalsAny(left, caseless, value as readonly Scalar[]);
    return { sql: `(${left} IS NULL OR NOT ${sql})`, values };
  }
  const pattern = globPattern(value as string);
  return { sql: `${left} GLOB ?`, values: [operator === 'contains' ? `*${pattern}*` : `${pattern}*`] };
}

function equalsAny(left: string, caseless: boolean, values: readonly Scalar[]): Fragment {
  if (!caseless)
    return { sql: `${left} IN (${values.map(() => '?').join(', ')})`, values: values.map(toParameter) };
  const sql = values.map(() => `${left} GLOB ?`).join(' OR ');
  return { sql: `(${sql})`, values: values.map((value) => globPattern(String(value))) };
}

const toParameter = (value: Scalar): Cell => (typeof value === 'boolean' ? Number(value) : value);

/** A GLOB pattern for exactly this text in any case: `a*` → `[aA][*]`. */
function globPattern(text: string): string {
  return caseVariants(text)
    .map((variants) => (variants.length > 1 || '*?['.includes(variants) ? `[${variants}]` : variants))
    .join('');
}
