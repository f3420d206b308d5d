// Reads one cell of a CSV file into the value that JSON would have for it.

import type { Field } from '../model/model.js';
import { BadJson, JsonReader } from './json-reader.js';
import { BadValue, show } from './problems.js';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
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

/**
 * The value that a cell stands for; an empty cell is null. What does not look like its type is given back as text,
 * for the type's own reader to refuse. A list of texts is joined by `; ` or is a JSON list; a list of objects is a
 * JSON list. Throws BadValue for a JSON list that is not JSON.
 */
export function readCell(field: Field, cell: string): unknown {
  const trimmed = cell.trim();
  if (trimmed === '') return null;
  if (field.kind === 'objects') return readJsonCell(cell);
  if (field.kind === 'texts') return trimmed.startsWith('[') ? readJsonCell(cell) : splitList(cell);
  if (field.scalar === 'ID') return OBJECT_ID.exec(trimmed)?.[1] ?? trimmed;
  if (field.scalar === 'String') return cell;
  if (field.scalar === 'Boolean') return BOOLEANS.get(trimmed.toLowerCase()) ?? cell;
  if (field.scalar === 'Int' || field.scalar === 'Float')
    return NUMBER.test(trimmed) ? Number(trimmed) : cell;
  return trimmed;
}

function splitList(cell: string): string[] {
  const items = cell.split(';').map((item) => item.trim());
  return items.filter((item) => item !== '');
}

function readJsonCell(cell: string): unknown {
  const reader = new JsonReader(cell);
  try {
    const value = reader.value();
    reader.end();
    return value;
  } catch (error) {
    if (!(error instanceof BadJson)) throw error;
    throw new BadValue(`${show(cell)} is not a list in JSON`);
  }
}
