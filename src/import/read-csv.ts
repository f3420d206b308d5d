// Reads the records of a .csv file (RFC 4180) by its header; semicolons and tabs separate as well as commas.

import { type CsvError, type InfoRecord, parse } from 'csv-parse/sync';
import type { Resource } from '../model/model.js';
import { readColumn, unknownField } from './field-names.js';
import type { FileRecord } from './file-record.js';
import { BadFile, type Refusal, show } from './problems.js';
import type { ReadOptions } from './read-record.js';

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Every record with the line its row begins at. Rows of nothing but empty cells are passed over, as spreadsheets
 * leave them. Throws BadFile where the header or the quoting is wrong.
 */
export function* readCsvFile(text: string, resource: Resource, options: ReadOptions): Generator<FileRecord> {
  const [header, ...rows] = readRows(text);
  if (!header) throw BadFile.at(null, 'is empty: the first line names the fields');
  const columns = header.cells.map((name) => name.trim());
  checkHeader(header.line, columns, resource, options);
  for (const { line, cells } of rows) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    const problem = rowProblem(columns, cells);
    const collection = resource.name;
    if (problem) yield { kind: 'refused', line, collection, problem };
    else yield { kind: 'raw', line, collection, raw: { form: 'row', columns, cells } };
  }
}

function checkHeader(
  line: number,
  columns: readonly string[],
  resource: Resource,
  options: ReadOptions,
): void {
  const refusals: Omit<Refusal, 'file'>[] = [];
  for (const [index, name] of columns.entries()) {
    if (name === '') continue;
    const meaning = readColumn(resource, name, options.ownerField);
    if (meaning.kind === 'unknown' && !options.ignoreUnknown)
      refusals.push({ line, field: name, problem: unknownField(resource, name) });
    if (meaning.kind === 'imperial' && !columns.includes(meaning.metric.name) && !options.ignoreUnknown)
      refusals.push({ line, field: name, problem: `${show(name)} is not read; give ${meaning.metric.name}` });
    if (columns.indexOf(name) < index)
      refusals.push({ line, field: null, problem: `${show(name)} is the name of two columns` });
  }
  if (columns.every((name) => name === ''))
    refusals.push({ line, field: null, problem: 'the first line names no field' });
  if (refusals.length > 0) throw new BadFile(refusals);
}

function rowProblem(columns: readonly string[], cells: readonly string[]): string | null {
  if (cells.length !== columns.length)
    return `the row has ${cells.length} cells, the header has ${columns.length}`;
  const stray = columns.findIndex((name, index) => name === '' && cells[index]?.trim() !== '');
  return stray < 0 ? null : `column ${stray + 1} has a value but no name`;
}

function readRows(text: string): Row[] {
  // The parser counts bytes, so it is given bytes. Its own count of lines is wrong for a \r\n within quotes.
  const bytes = Buffer.from(text);
  const lines = new LineCounter(bytes);
  const rows: Row[] = [];
  try {
    parse(bytes, {
      delimiter: findDelimiter(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      relax_column_count: true,
      on_record: (cells: string[], { bytes: end }: InfoRecord) => {
        rows.push({ line: lines.firstAfterLast(), cells });
        lines.endAt(end);
        return null;
      },
    });
  } catch (error) {
    if (!isCsvError(error)) throw error;
    const problem = PROBLEMS[error.code] ?? 'is not CSV';
    throw BadFile.at(lines.firstAfterLast(), `the row that begins here ${problem}`);
  }
  return rows;
}

const isCsvError = (error: unknown): error is CsvError => error instanceof Error && 'code' in error;

const PROBLEMS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'opens a quote that is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'has text behind a closing quote (a quote within quotes is written twice)',
  INVALID_OPENING_QUOTE: 'has a quote within a cell that does not begin with one',
};

const SEPARATORS = [',', ';', '\t'] as const;

/** The separator that the first line has most of, outside of quotes. */
function findDelimiter(text: string): string {
  const header = (/^[^\r\n]*/.exec(text.trimStart())?.[0] ?? '').replace(/"[^"]*"/g, '');
  const count = (separator: string): number => header.split(separator).length;
  return SEPARATORS.reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}

const [CR, LF] = [13, 10];

/** Counts lines along a file in which rows may span several. */
class LineCounter {
  #line = 1;
  #at = 0;

  constructor(readonly bytes: Buffer) {}

  /** The line of the first character that is not a line break, behind the last row. */
  firstAfterLast(): number {
    let at = this.#at;
    while (this.bytes[at] === CR || this.bytes[at] === LF) at += 1;
    this.endAt(at);
    return this.#line;
  }

  /** Goes on to where a row ends. */
  endAt(end: number): void {
    for (; this.#at < end; this.#at += 1) {
      const byte = this.bytes[this.#at];
      if (byte === LF || (byte === CR && this.bytes[this.#at + 1] !== LF)) this.#line += 1;
    }
  }
}
