// Reads the records of a .csv file by its header.

import type { Resource } from '../model/model.js';
import { findSeparator, readRows } from './csv-rows.js';
import { DecimalMark } from './decimal-mark.js';
import { columnName, readColumn, unknownFields } from './field-names.js';
import type { FileRecord } from './file-record.js';
import { BadFile, type Refusal, show } from './problems.js';
import type { ReadOptions } from './read-record.js';

/**
 * Every record with the line its row begins at. Rows of nothing but empty cells are passed over, as spreadsheets
 * leave them. Throws BadFile where the header or the quoting is wrong.
 */
export async function* readCsvFile(
  pieces: Iterable<string>,
  resource: Resource,
  options: ReadOptions,
): AsyncGenerator<FileRecord> {
  const { separator, all } = findSeparator(pieces);
  const mark = new DecimalMark(separator);
  const collection = resource.name;
  let columns: readonly string[] | null = null;
  for await (const cells of readRows(all, separator)) {
    const { line } = cells;
    if (columns === null) {
      columns = readHeader(line, cells, resource, options);
    } else if (cells.some((cell) => cell.trim() !== '')) {
      const problem = rowProblem(columns, cells);
      if (problem) yield { kind: 'refused', line, collection, problem };
      else
        yield {
          kind: 'raw',
          line,
          collection,
          raw: { form: 'row', columns, cells, readNumber: mark.at(line) },
        };
    }
  }
  if (columns === null) throw BadFile.at(null, 'is empty: the first line names the fields');
  mark.end();
}

/** The names of the columns as the schema has them; an unnamed one stays so. */
function readHeader(
  line: number,
  cells: readonly string[],
  resource: Resource,
  options: ReadOptions,
): string[] {
  const titles = cells.map((title) => title.trim());
  const columns = titles.map((title) => columnName(resource, title, options.ownerField));
  const refusals: Omit<Refusal, 'file'>[] = [];
  const unknown: string[] = [];
  for (const [index, name] of columns.entries()) {
    if (name === '') continue;
    const meaning = readColumn(resource, name, options.ownerField);
    if (meaning.kind === 'unknown' && !options.ignoreUnknown) unknown.push(name);
    if (meaning.kind === 'imperial' && !columns.includes(meaning.metric.name) && !options.ignoreUnknown) {
      const problem = `${show(titles[index])} is not read; give ${meaning.metric.name}`;
      refusals.push({ line, field: titles[index] ?? name, problem });
    }
    if (columns.indexOf(name) < index)
      refusals.push({ line, field: null, problem: `${show(name)} is the name of two columns` });
  }
  if (columns.every((name) => name === ''))
    refusals.push({ line, field: null, problem: 'the first line names no field' });
  refusals.unshift(...unknownFields(resource, unknown).map((found) => ({ line, ...found })));
  if (refusals.length > 0) throw new BadFile(refusals);
  return columns;
}

function rowProblem(columns: readonly string[], cells: readonly string[]): string | null {
  if (cells.length !== columns.length)
    return `the row has ${cells.length} cells, the header has ${columns.length}`;
  const stray = columns.findIndex((name, index) => name === '' && cells[index]?.trim() !== '');
  return stray < 0 ? null : `column ${stray + 1} has a value but no name`;
}
