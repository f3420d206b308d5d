// Columns as flat cells, one value each: what is nested has a dotted name, and a list is one text.

import type { Column, Item } from './columns.js';

/** One value of a record, such as `species`, `lure.name` or `photos.url`. */
export interface Cell {
  readonly name: string;
  /** A text, a number or a boolean; null where the item has none. */
  readonly read: (item: Item) => unknown;
}

/** The cells of columns, in their order. */
export function cellsOf(columns: readonly Column[]): Cell[] {
  return columns.flatMap((column): Cell[] => {
    const { name } = column;
    if (column.kind === 'value') return [column];
    if (column.kind === 'texts') return [{ name, read: (item) => join(list(item[name])) }];
    return cellsOf(column.columns).map((inner) => ({
      name: `${name}.${inner.name}`,
      read:
        column.kind === 'record'
          ? (item) => (item[name] ? inner.read(item[name] as Item) : null)
          : (item) => join(list(item[name]).map((object) => inner.read(object as Item))),
    }));
  });
}

const list = (value: unknown): readonly unknown[] => (value ?? []) as readonly unknown[];

/** Values in one text, so that the n-th of each cell belongs to the same object; null where there is none. */
function join(values: readonly unknown[]): unknown {
  if (values.length <= 1) return values[0] ?? null;
  return values.every((value) => value === null) ? null : values.map((value) => value ?? '').join('; ');
}
