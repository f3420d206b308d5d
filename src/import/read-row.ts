// Tells what the cells of a row stand for: fields, parts of lists, or copies of what is kept elsewhere.

import type { Resource } from '../model/model.js';
import { type ColumnMeaning, readColumn } from './field-names.js';
import type { RawRecord } from './file-record.js';
import { BadValue, show } from './problems.js';
import { type PartCell, readCell, readParts } from './read-cell.js';

/** A name of a record, and its value as JSON would have it, which throws BadValue where it cannot be read. */
export type Member = readonly [name: string, read: () => unknown];

export interface RowMembers {
  readonly members: readonly Member[];
  /** The linked records whose values are left aside, since they are kept in collections of their own: `lure.*`. */
  readonly leftAside: ReadonlySet<string>;
}

/** The members of a row in the order of its columns. Empty cells are left out, whatever their column is called. */
export function readRow(
  resource: Resource,
  { columns, cells, readNumber }: RawRecord & { readonly form: 'row' },
  ownerField: string,
): RowMembers {
  const members: Member[] = [];
  const leftAside = new Set<string>();
  const lists = new Map<string, PartCell[]>();
  const cellOf = (name: string): string => cells[columns.indexOf(name)] ?? '';
  for (const [index, name] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (cell === '') continue;
    const meaning: ColumnMeaning = readColumn(resource, name, ownerField);
    if (meaning.kind === 'part') {
      const list = lists.get(meaning.field.name);
      const part = { name, part: meaning.part, cell };
      if (list) {
        list.push(part);
      } else {
        const parts = [part];
        lists.set(meaning.field.name, parts);
        members.push([meaning.field.name, () => readParts(parts, readNumber)]);
      }
    } else if (meaning.kind === 'linked') {
      leftAside.add(`${meaning.link.name}.*`);
    } else if (meaning.kind === 'imperial' && columns.includes(meaning.metric.name)) {
      // Beside the metric measure it says nothing new.
      const { name: metric } = meaning.metric;
      if (cellOf(metric).trim() === '' && cell.trim() !== '')
        members.push([metric, () => refuseAlone(metric, name, cell)]);
    } else {
      members.push([
        name,
        () => (meaning.kind === 'field' ? readCell(meaning.field, cell, readNumber) : cell),
      ]);
    }
  }
  return { members, leftAside };
}

function refuseAlone(metric: string, imperial: string, cell: string): never {
  throw new BadValue(`it has none, but ${imperial} has ${show(cell)}, which is not read; give ${metric}`);
}
