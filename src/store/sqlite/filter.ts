// Compiles conditions to SQL. Every value is a bound parameter; only names of the schema become text.

import type { Field, Resource } from '../../model/model.js';
import type { Operator } from '../../model/operators.js';
import type { Condition, FieldCondition, Scalar } from '../port.js';
import { caseVariants, foldText } from '../text.js';
import { compileArea } from './area.js';
import { type Cell, column, SEARCH } from './columns.js';
import { hasElements, POSITION_INDEX, SEARCH_INDEX } from './indexes.js';

/** A piece of SQL and the values of its `?`, in order. */
export interface Fragment {
  readonly sql: string;
  readonly values: readonly Cell[];
}

/** A condition: it reads no column but those of one index, so that a scan of that index can tell what matches. */
export interface Term extends Fragment {
  readonly index: string;
  /** Trigrams that every match holds, as a query of FTS5; null where the text is too short, or the condition on no text. */
  readonly trigrams: string | null;
}

/** All conditions as terms to be joined by AND. */
export function compileWhere(resource: Resource, where: readonly Condition[]): Term[] {
  return where.map((condition) => {
    if (condition.kind === 'words') return compileWords(condition.words);
    if (condition.kind === 'field') return compileField(resource, condition);
    return { ...compileArea(resource, condition), index: POSITION_INDEX, trigrams: null };
  });
}

function compileWords(words: readonly string[]): Term {
  const values = words.map(foldText);
  const trigrams = values.flatMap((word) => trigramsOfAny([word]) ?? []).join(' AND ');
  const sql = values.map(() => `instr(${SEARCH}, ?) > 0`).join(' AND ');
  return { sql, values, index: SEARCH_INDEX, trigrams: trigrams || null };
}

function compileField(resource: Resource, { field: name, operator, value }: FieldCondition): Term {
  const field = resource.field.get(name);
  if (!field) throw new Error(`${resource.name} has no field ${name}`);
  const isSought = isText(field) && ['in', 'contains', 'startsWith'].includes(operator);
  const trigrams = isSought ? trigramsOfAny([value].flat().map((text) => foldText(String(text)))) : null;
  return { ...compileOperator(field, operator, value), index: name, trigrams };
}

function compileOperator(field: Field, operator: Operator, value: FieldCondition['value']): Fragment {
  if (operator === 'exists') return { sql: exists(field, value === true), values: [] };
  if (field.kind === 'texts') return compileTexts(field, operator, value);
  return compare(column(field.name), isText(field), operator, value);
}

function exists(field: Field, wanted: boolean): string {
  if (field.kind !== 'scalar') return `${hasElements(field)} = ${wanted ? 1 : 0}`;
  return `${column(field.name)} IS ${wanted ? 'NOT ' : ''}NULL`;
}

const isText = (field: Field): boolean =>
  field.kind === 'texts' || (field.kind === 'scalar' && field.scalar === 'String');

/** More trigrams would seldom leave fewer candidates. */
const TRIGRAMS_MAX = 8;

/** Asks for the trigrams of at least one of these folded texts; null if one is too short to have any. */
function trigramsOfAny(texts: readonly string[]): string | null {
  const queries = texts.map((text) => {
    const characters = Array.from(text);
    const trigrams = characters
      .slice(2)
      .map((last, index) => `${characters[index]}${characters[index + 1]}${last}`);
    const distinct = [...new Set(trigrams)].slice(0, TRIGRAMS_MAX);
    return distinct.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');
  });
  return queries.includes('') ? null : queries.map((query) => `(${query})`).join(' OR ');
}

/**
 * On a list of texts a condition asks for one element that matches; `ne` for none that is equal. Taking the JSON apart is
 * slow, so it is first asked whether the text is anywhere in it.
 */
function compileTexts(field: Field, operator: Operator, value: FieldCondition['value']): Fragment {
  const name = column(field.name);
  const inJson = ([value].flat() as string[]).map(
    (text) => `*${globPattern(JSON.stringify(text).slice(1, -1))}*`,
  );
  const element = compare('value', true, operator === 'ne' ? 'in' : operator, value);
  const some =
    `((${inJson.map(() => `${name} GLOB ?`).join(' OR ')})` +
    ` AND EXISTS (SELECT 1 FROM json_each(${name}) WHERE ${element.sql}))`;
  // A missing list makes `some` null, where it stands for false.
  return {
    sql: operator === 'ne' ? `ifnull(${some}, 0) = 0` : some,
    values: [...inJson, ...element.values],
  };
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
