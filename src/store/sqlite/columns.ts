// How a record lies in a row: one column for each field, named like it, so that the file can be read by any SQLite tool.

import type { Field, Resource } from '../../model/model.js';
import type { StoredRecord } from '../port.js';
import { foldText } from '../text.js';

/** What libsql binds and returns. */
export type Cell = string | number | null;

/** Columns that are no field: the row's number, the owner's number, and the folded text that `q` looks into. */
export const ROW = '"_row"';
export const OWNER = '"_owner"';
export const SEARCH = '"_search"';

/** The rows of the owner with this number: an owner's rows lie together, and are numbered from `first` on. */
export const rowsOf = (owner: number): { first: number; last: number } => ({
  first: owner * 2 ** 32,
  last: owner * 2 ** 32 + (2 ** 32 - 1),
});

/** A field's column, quoted. Names come from the schema, never from a request. */
export const column = (field: string): string => `"${field}"`;

/** The column type of a field in a STRICT table: SQLite itself refuses a value of another type. */
export function columnType(field: Field): 'TEXT' | 'INTEGER' | 'REAL' {
  if (field.kind !== 'scalar') return 'TEXT';
  if (field.scalar === 'Float') return 'REAL';
  return field.scalar === 'Int' || field.scalar === 'Boolean' ? 'INTEGER' : 'TEXT';
}

/** The cells of a record in the order of the resource's fields. Lists are kept as JSON. */
export function toCells(resource: Resource, record: StoredRecord): Cell[] {
  return resource.fields.map((field) => toCell(field, record[field.name]));
}

function toCell(field: Field, value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (field.kind !== 'scalar') return JSON.stringify(value);
  return typeof value === 'boolean' ? Number(value) : (value as Cell);
}

/** The text that `q` looks into: all text fields folded, a line each. */
export function toSearchText(resource: Resource, record: StoredRecord): string {
  const texts = resource.textFields.flatMap((name) => record[name] ?? []);
  return foldText(texts.join('\n'));
}

/** A reader of rows that hold these fields in this order. */
export function rowReader(fields: readonly Field[]): (row: readonly Cell[]) => StoredRecord {
  const plan = fields.map((field) => ({ name: field.name, convert: converter(field) }));
  return (row) => {
    const record: Record<string, unknown> = {};
    for (let index = 0; index < plan.length; index++) {
      const cell = row[index] ?? null;
      const { name, convert } = plan[index] as (typeof plan)[number];
      record[name] = cell === null || !convert ? cell : convert(cell);
    }
    return record;
  };
}

function converter(field: Field): ((cell: Cell) => unknown) | null {
  if (field.kind !== 'scalar') return readList;
  return field.scalar === 'Boolean' ? (cell) => cell === 1 : null;
}

/** The list in a cell; null where another tool wrote what is none, which must not fail every list that the record is in. */
function readList(cell: Cell): unknown[] | null {
  try {
    const list: unknown = JSON.parse(String(cell));
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}
