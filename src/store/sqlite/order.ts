// Sorts and keysets as SQL: nulls last in both directions, the id as tie-break, and no page that reads those before it.

import type { Position, Scalar, SortKey } from '../port.js';
import { type Cell, column } from './columns.js';
import type { Fragment } from './filter.js';

/** A part of a sorted list: its condition and its order. Parts come one after the other. */
export interface Phase {
  readonly where: readonly Fragment[];
  readonly orderBy: string;
}

/** The sort's keys up to `id`, with `id` at the end in the direction of the last key. */
export function withTieBreak(sort: readonly SortKey[]): SortKey[] {
  const end = sort.findIndex((key) => key.field === 'id');
  if (end >= 0) return sort.slice(0, end + 1);
  return [...sort, { field: 'id', descending: sort.at(-1)?.descending ?? false }];
}

/**
 * The parts of a list behind a position: records with a value of the first key, then those without. Each part is a range of the
 * index on the first key, which SQLite could not use if one statement had to put nulls last.
 */
export function phases(keys: readonly SortKey[], after: Position | null): Phase[] {
  const [first, ...rest] = keys;
  if (!first || rest.length === 0)
    return [{ where: after ? [behind(keys, after)] : [], orderBy: orderBy(keys) }];
  const name = column(first.field);
  const valued = { where: [isNull(name, false)], orderBy: orderBy(keys, first) };
  const missing = { where: [isNull(name, true)], orderBy: orderBy(rest) };
  if (!after) return [valued, missing];
  const [value = null, ...others] = after.values;
  if (value === null)
    return [{ ...missing, where: [...missing.where, behind(rest, { values: others, id: after.id })] }];
  const bound = { sql: `${name} ${first.descending ? '<=' : '>='} ?`, values: [toCell(value)] };
  return [{ ...valued, where: [bound, behind(keys, after)] }, missing];
}

/** The end of a statement: its order, and how many rows it gives after how many that it skips. */
export const ordered = (order: string, limit: number, offset = 0): Fragment => ({
  sql: `ORDER BY ${order} LIMIT ? OFFSET ?`,
  values: [limit, offset],
});

/** The records before one in the order of a key and the id, among those with a value of the key or those without. */
export function isBefore(
  field: string,
  descending: boolean,
  [value = null, id = null]: readonly Cell[],
): Fragment {
  const comparison = descending ? '>' : '<';
  if (value === null) return { sql: `"id" ${comparison} ?`, values: [id] };
  return { sql: `(${column(field)}, "id") ${comparison} (?, ?)`, values: [value, id] };
}

/** Reads parts one after the other until there are as many rows as wanted. `read` gives up to `left` rows of a part. */
export function inTurn(
  parts: readonly Phase[],
  wanted: number,
  read: (part: Phase, left: number) => Cell[][],
): Cell[][] {
  const rows: Cell[][] = [];
  for (const part of parts) {
    rows.push(...read(part, wanted - rows.length));
    if (rows.length >= wanted) break;
  }
  return rows;
}

/** The condition that a key has this value. */
export const hasValue = (field: string, value: Cell): Fragment =>
  value === null ? isNull(column(field), true) : { sql: `${column(field)} = ?`, values: [value] };

/** The records whose first key comes behind a value, in the order of this key and the id; without a value, all that have one. */
export function behindValue(key: SortKey, value: Cell): Phase {
  const name = column(key.field);
  const where =
    value === null
      ? isNull(name, false)
      : { sql: `${name} ${key.descending ? '<' : '>'} ?`, values: [value] };
  return { where: [where], orderBy: orderBy([key, { field: 'id', descending: key.descending }], key) };
}

const isNull = (name: string, wanted: boolean): Fragment => ({
  sql: `${name} IS ${wanted ? '' : 'NOT '}NULL`,
  values: [],
});

/** `valued` is a key that is known to be there: it is spared the NULLS LAST that would keep SQLite from using an index. */
export function orderBy(keys: readonly SortKey[], valued?: SortKey): string {
  return keys
    .map((key) => {
      const nulls = key === valued || key.field === 'id' || key.descending ? '' : ' NULLS LAST';
      return `${column(key.field)} ${key.descending ? 'DESC' : 'ASC'}${nulls}`;
    })
    .join(', ');
}

/** True of records that come after the position: greater in some key, and equal in all before it. */
function behind(keys: readonly SortKey[], after: Position): Fragment {
  const [key, ...rest] = keys;
  if (!key) return { sql: '0', values: [] };
  const name = column(key.field);
  const comparison = key.descending ? '<' : '>';
  if (key.field === 'id') return { sql: `${name} ${comparison} ?`, values: [after.id] };
  const [value = null, ...others] = after.values;
  const next = behind(rest, { values: others, id: after.id });
  if (value === null) return { sql: `(${name} IS NULL AND ${next.sql})`, values: next.values };
  const cell = toCell(value);
  return {
    sql: `(${name} ${comparison} ? OR ${name} IS NULL OR (${name} = ? AND ${next.sql}))`,
    values: [cell, cell, ...next.values],
  };
}

/** A value of a position as its column has it. */
export const toCell = (value: Scalar | null = null): Cell =>
  typeof value === 'boolean' ? Number(value) : value;
