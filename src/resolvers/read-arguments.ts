// Reads the arguments of a list into a query of the store, and refuses what GraphQL's own types let through.

import { invalidParameter } from '../errors.js';
import {
  FILTER_TEXT_MAX,
  FILTER_VALUES_MAX,
  ID_LENGTH_MAX,
  PAGE_MAX,
  SEARCH_WORDS_MAX,
  SORT_KEYS_MAX,
} from '../model/limits.js';
import type { Resource } from '../model/model.js';
import type { Operator } from '../model/operators.js';
import type { Condition, Query, Records, Scalar, SortKey } from '../store/port.js';
import { readCursor } from './cursor.js';
import { type BoundingBox, type Circle, readArea } from './read-area.js';

/** The arguments of a list field, as GraphQL has checked them. */
export interface ListArguments {
  readonly first: number;
  readonly after?: string | null;
  readonly where?: Readonly<Record<string, Readonly<Partial<Record<Operator, unknown>>> | null>> | null;
  readonly sort?: readonly SortKey[] | null;
  readonly q?: string | null;
  readonly bbox?: BoundingBox | null;
  readonly near?: Circle | null;
}

/** The query that the arguments ask for, of these records. Throws `invalid-parameter` or `invalid-cursor`. */
export async function readListArguments(
  records: Records,
  resource: Resource,
  args: ListArguments,
  select: readonly string[],
): Promise<Query> {
  const { first, after, where, sort, q, bbox, near } = args;
  if (first < 1 || first > PAGE_MAX)
    throw invalidParameter('first', `${first} is not allowed`, `a whole number from 1 to ${PAGE_MAX}`);
  const conditions = [...readWhere(where ?? {}), ...readWords(q), ...readArea(bbox, near)];
  const list = { where: conditions, sort: readSort(resource, sort) };
  const position =
    after === null || after === undefined ? null : await readCursor(records, resource, list, after);
  return { ...list, after: position, limit: first, select };
}

/** An id that can be looked up. Throws `invalid-parameter` for one that no store could hold. */
export function readId(id: string): string {
  if (id.length === 0 || id.length > ID_LENGTH_MAX || !isCleanText(id))
    throw invalidParameter('id', 'no id is like this', `1 to ${ID_LENGTH_MAX} characters`);
  return id;
}

function readWhere(where: NonNullable<ListArguments['where']>): Condition[] {
  return Object.entries(where).flatMap(([field, operators]) => {
    if (operators === null) throw nullValue(`where.${field}`);
    return Object.entries(operators).map(([operator, value]) => {
      const path = `where.${field}.${operator}`;
      if (value === null || value === undefined) throw nullValue(path);
      checkValues(path, Array.isArray(value) ? value : [value]);
      return { kind: 'field', field, operator: operator as Operator, value: value as Scalar } as const;
    });
  });
}

const nullValue = (path: string) =>
  invalidParameter(path, 'null is no condition', 'a value; `exists: false` finds missing ones');

function checkValues(path: string, values: readonly unknown[]): void {
  if (values.length === 0 || values.length > FILTER_VALUES_MAX)
    throw invalidParameter(path, `${values.length} values are given`, `1 to ${FILTER_VALUES_MAX} values`);
  for (const value of values)
    if (typeof value === 'string' && (value === '' || value.length > FILTER_TEXT_MAX || !isCleanText(value)))
      throw invalidParameter(path, 'the text is not allowed', TEXT_ALLOWED);
}

const TEXT_ALLOWED = `1 to ${FILTER_TEXT_MAX} characters of Unicode without U+0000`;

/** Neither store can hold or compare U+0000, and half a surrogate pair is no text. */
const isCleanText = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000');

function readWords(q: string | null | undefined): Condition[] {
  if (q === null || q === undefined) return [];
  const words = q.split(/\s+/u).filter((word) => word !== '');
  if (words.length === 0 || words.length > SEARCH_WORDS_MAX)
    throw invalidParameter('q', `${words.length} words are given`, `1 to ${SEARCH_WORDS_MAX} words`);
  checkValues('q', words);
  return [{ kind: 'words', words }];
}

function readSort({ newestBy }: Resource, sort: readonly SortKey[] | null | undefined): SortKey[] {
  if (sort === null || sort === undefined) return [{ field: newestBy, descending: true }];
  const allowed = `1 to ${SORT_KEYS_MAX} different fields`;
  if (sort.length === 0 || sort.length > SORT_KEYS_MAX)
    throw invalidParameter('sort', `${sort.length} keys are given`, allowed);
  const twice = sort.find(({ field }, index) => sort.findIndex((key) => key.field === field) !== index);
  if (twice) throw invalidParameter('sort', `${twice.field} is given twice`, allowed);
  const end = sort.findIndex(({ field }) => field === 'id');
  if (end >= 0 && end < sort.length - 1)
    throw invalidParameter('sort', 'keys behind id change nothing, as ids are unique', 'id as the last key');
  return sort.map(({ field, descending }) => ({ field, descending }));
}
