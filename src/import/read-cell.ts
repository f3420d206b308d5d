// Reads cells of a CSV file into the values that JSON would have for them.

import type { Field, ScalarField } from '../model/model.js';
import type { ReadNumber } from './decimal-mark.js';
import { BadJson, JsonReader } from './json-reader.js';
import { BadValue, show } from './problems.js';

/** How mongoexport writes an id into CSV. */
const OBJECT_ID = /^ObjectId\(([0-9a-f]{24})\)$/;
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);
/** What is between the values of a list. */
const SEPARATOR = '; ';
/** A text that a spreadsheet could take for a formula, with the apostrophe that keeps it from that (OWASP, CSV injection). */
const GUARDED = /^'[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/**
 * The value that a cell stands for; an empty cell is null. What does not look like its type is given back as text,
 * for the type's own reader to refuse. A list of texts is joined by `; ` or is a JSON list; a list of objects is a
 * JSON list. Throws BadValue for a JSON list that is not JSON, and what `readNumber` throws.
 */
export function readCell(field: Field, cell: string, readNumber: ReadNumber): unknown {
  if (cell.trim() === '') return null;
  if (field.kind === 'objects') return readJson(cell);
  if (field.kind === 'texts') return readTexts(cell);
  return readScalarCell(field, isTextual(field) ? withoutGuard(cell) : cell, readNumber);
}

/** One column of a list of objects, `photos.url`: its part and its cell. */
export interface PartCell {
  readonly name: string;
  readonly part: ScalarField;
  readonly cell: string;
}

/**
 * The objects whose parts stand in these cells: each is joined by `; `, and the n-th values make the n-th object. A cell
 * that is empty has no value for any of them. Throws BadValue where the cells have not the same number of values.
 */
export function readParts(cells: readonly PartCell[], readNumber: ReadNumber): Record<string, unknown>[] {
  const lists = cells.map(({ name, part, cell }) => {
    return { name, part, values: withoutGuard(cell).split(SEPARATOR) };
  });
  const [first] = lists;
  const other = lists.find(({ values }) => values.length !== first?.values.length);
  if (first && other)
    throw new BadValue(
      `${first.name} has ${first.values.length} values and ${other.name} ${other.values.length}: ` +
        `values are joined by ${show(SEPARATOR)}, and those that hold it can only be given as JSON`,
    );
  return (first?.values ?? []).map((_, index) =>
    Object.fromEntries(
      lists.map(({ part, values }) => [part.name, readScalarCell(part, values[index] ?? '', readNumber)]),
    ),
  );
}

function readScalarCell({ scalar }: ScalarField, cell: string, readNumber: ReadNumber): unknown {
  const trimmed = cell.trim();
  if (trimmed === '') return null;
  if (scalar === 'ID') return OBJECT_ID.exec(trimmed)?.[1] ?? trimmed;
  if (scalar === 'String') return cell;
  if (scalar === 'Boolean') return BOOLEANS.get(trimmed.toLowerCase()) ?? cell;
  if (scalar === 'Int' || scalar === 'Float') return readNumber(trimmed) ?? cell;
  return trimmed;
}

const isTextual = ({ scalar }: ScalarField): boolean => scalar === 'String' || scalar === 'ID';

const withoutGuard = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);

/** A text can begin with a bracket too: what begins as a list of texts in JSON does has to be one, the rest if it can. */
function readTexts(cell: string): unknown {
  if (!/^\s*\[/.test(cell)) return splitTexts(withoutGuard(cell));
  try {
    return readJson(cell);
  } catch (error) {
    if (/^\s*\[\s*"/.test(cell)) throw error;
    return splitTexts(cell);
  }
}

const splitTexts = (text: string): string[] => text.split(SEPARATOR).filter((item) => item.trim() !== '');

function readJson(cell: string): unknown {
  const reader = new JsonReader([cell]);
  try {
    const value = reader.value();
    reader.end();
    return value;
  } catch (error) {
    if (!(error instanceof BadJson)) throw error;
    throw new BadValue(`${show(cell)} is not a list in JSON`);
  }
}
