// Reads the tables of a Markdown file of docs/, however they are padded, so that tests can hold them to the code.

import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

/** The body of the table with these column names, cells as they are written. Throws where there is no such table. */
export function readTable(file: string, columns: readonly string[]): string[][] {
  const lines = readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8').split('\n');
  const start = lines.findIndex((line) => line.startsWith('|') && isDeepStrictEqual(readRow(line), columns));
  if (start < 0) throw new Error(`docs/${file} has no table with the columns ${columns.join(', ')}`);
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  return lines.slice(start + 2, end < 0 ? lines.length : end).map(readRow);
}

const readRow = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

/** A cell without its code marks. */
export const plain = (cell: string | undefined): string => (cell ?? '').replaceAll('`', '');
