// What a record is called and how large it is, in words, for the formats that people look at.

import type { Resource } from '../../model/model.js';
import type { Column, Item } from './columns.js';

/** How many measures describe a record: a catch is told by its length and weight, not by the weather. */
const MAIN_MEASURES = 2;

/** The first measures of a record, in the order of the schema. */
export function mainMeasures({ fields }: Resource): { name: string; unit: string }[] {
  return fields
    .flatMap((field) =>
      field.kind === 'scalar' && field.unit && !field.coordinate
        ? [{ name: field.name, unit: field.unit }]
        : [],
    )
    .slice(0, MAIN_MEASURES);
}

/** Writes the main measures that are selected and known, such as `82.5 cm` and `4150 g`. */
export function measureTexts(resource: Resource, columns: readonly Column[]): (item: Item) => string[] {
  const shown = selectedOf(columns);
  const measures = mainMeasures(resource).filter(({ name }) => shown.has(name));
  return (item) =>
    measures.flatMap(({ name, unit }) => (item[name] == null ? [] : [`${item[name]} ${unit}`]));
}

/** The names of what is selected of the record itself. */
export const selectedOf = (columns: readonly Column[]): ReadonlySet<string> =>
  new Set(columns.map(({ name }) => name));
