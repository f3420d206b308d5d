// What is answered of a record as columns in the order of the schema, imperial measures beside the metric ones.

import {
  getResource,
  type Model,
  type Resource,
  type ScalarField,
  type ScalarName,
} from '../../model/model.js';
import type { Selection } from '../selection.js';

/** A record as an operation answered it: the members that were selected, and those that the format needs. */
export type Item = Readonly<Record<string, unknown>>;

/** One scalar value. */
export interface ValueColumn {
  readonly kind: 'value';
  readonly name: string;
  readonly scalar: ScalarName;
  /** Its value in an item; null where the item has none. */
  readonly read: (item: Item) => unknown;
}

/** A list of texts. */
export interface TextsColumn {
  readonly kind: 'texts';
  readonly name: string;
}

/** A list of objects, or one linked record, with columns of its own. */
export interface NestedColumn {
  readonly kind: 'objects' | 'record';
  readonly name: string;
  readonly columns: readonly Column[];
}

export type Column = ValueColumn | TextsColumn | NestedColumn;

/** In which units measures are answered: `imperial` adds to the metric ones, and replaces none. */
export type Units = (typeof UNITS)[number];
export const UNITS = ['metric', 'imperial'] as const;

/** The columns of what is selected of a record. */
export function columnsOf(model: Model, resource: Resource, selection: Selection, units: Units): Column[] {
  return resource.members.flatMap((member): Column[] => {
    const { name } = member;
    if (!selection.has(name)) return [];
    const inner = selection.get(name) ?? new Map();
    if (member.kind === 'link') {
      const target = getResource(model, member.typeName);
      return [{ kind: 'record', name, columns: columnsOf(model, target, inner, units) }];
    }
    if (member.kind === 'texts') return [{ kind: 'texts', name }];
    if (member.kind === 'scalar') return valueColumns(member, units);
    const fields = member.fields.filter((field) => inner.has(field.name));
    return [{ kind: 'objects', name, columns: fields.flatMap((field) => valueColumns(field, units)) }];
  });
}

function valueColumns({ name, scalar, imperial }: ScalarField, units: Units): ValueColumn[] {
  const metric: ValueColumn = { kind: 'value', name, scalar, read: (item) => item[name] ?? null };
  if (units === 'metric' || !imperial) return [metric];
  const read = (item: Item) => {
    const value = item[name];
    return typeof value === 'number' ? imperial.convert(value) : null;
  };
  return [metric, { kind: 'value', name: imperial.name, scalar: 'Float', read }];
}

/** An item as its columns show it: their values by name, in their order, and nothing else. */
export function project(columns: readonly Column[], item: Item): Item {
  const shown: Record<string, unknown> = {};
  for (const column of columns) shown[column.name] = shownOf(column, item);
  return shown;
}

function shownOf(column: Column, item: Item): unknown {
  if (column.kind === 'value') return column.read(item);
  const value = item[column.name] ?? null;
  if (column.kind === 'texts' || value === null) return value;
  if (column.kind === 'record') return project(column.columns, value as Item);
  return (value as readonly Item[]).map((inner) => project(column.columns, inner));
}
