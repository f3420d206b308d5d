// Reads the records of a .csv file (RFC 4180) by its header; semicolons and tabs separate as well as commas.

import { Readable } from 'node:stream';
import { type CsvError, type InfoRecord, parse } from 'csv-parse';
import type { Resource } from '../model/model.js';
import { DecimalMark } from './decimal-mark.js';
import { columnName, readColumn, unknownFields } from './field-names.js';
import { type FileRecord, RECORD_MAX } from './file-record.js';
import { BadFile, type Refusal, show } from './problems.js';
import type { ReadOptions } from './read-record.js';

/** The cells of a row, and the line that it begins at. */
type Row = readonly string[] & { readonly line: number };

/**
 * Every record with the line its row begins at. Rows of nothing but empty cells are passed over, as spreadsheets
 * leave them. Throws BadFile where the header or the quoting is wrong.
 */
export async function* readCsvFile(
  pieces: Iterable<string>,
  resource: Resource,
  options: ReadOptions,
): AsyncGenerator<FileRecord> {
  const { head, all } = firstLine(pieces);
  const separator = findSeparator(head);
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

async function* readRows(pieces: Iterable<string>, delimiter: string): AsyncGenerator<Row> {
  // The parser counts bytes, so it is given bytes. Its own count of lines is wrong for a \r\n within quotes.
  const lines = new LineCounter();
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: RECORD_MAX,
    on_record: (cells: string[], { bytes: end }: InfoRecord) => {
      const line = lines.firstAfterLast();
      lines.endAt(end);
      return Object.assign(cells, { line });
    },
  });
  const source = Readable.from(lines.along(pieces), { highWaterMark: 1 });
  source.on('error', (error) => parser.destroy(error));
  try {
    yield* source.pipe(parser);
  } catch (error) {
    if (!isCsvError(error)) throw error;
    const problem = PROBLEMS[error.code] ?? 'is not CSV';
    throw BadFile.at(lines.firstAfterLast(), `the row that begins here ${problem}`);
  } finally {
    source.destroy();
  }
}

const isCsvError = (error: unknown): error is CsvError =>
  error instanceof Error && 'code' in error && String(error.code) in PROBLEMS;

const PROBLEMS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'opens a quote that is never closed',
  CSV_MAX_RECORD_SIZE: `is longer than a record can be (${RECORD_MAX} characters): look for a quote that is never closed`,
  CSV_INVALID_CLOSING_QUOTE: 'has text behind a closing quote (a quote within quotes is written twice)',
  INVALID_OPENING_QUOTE: 'has a quote within a cell that does not begin with one',
};

const SEPARATORS = [',', ';', '\t'] as const;

/** The separator that the first line has most of, outside of quotes. */
function findSeparator(head: string): string {
  const header = head.replace(/"[^"]*"/g, '');
  const count = (separator: string): number => header.split(separator).length;
  return SEPARATORS.reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}

/** The first line that is not blank, and the text as it was. */
function firstLine(pieces: Iterable<string>): { head: string; all: Iterable<string> } {
  const rest = pieces[Symbol.iterator]();
  let start = '';
  const found = () => /^[^\r\n]*(?=[\r\n])/.exec(start.trimStart())?.[0];
  while (found() === undefined && start.length < RECORD_MAX) {
    const { done, value } = rest.next();
    if (done) break;
    start += value;
  }
  const all = (function* () {
    yield start;
    for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
  })();
  return { head: found() ?? start.trimStart(), all };
}

const [CR, LF] = [13, 10];

/** Counts lines along a file in which rows may span several; keeps no more of it than the rows that are being read. */
class LineCounter {
  #line = 1;
  #bytes = Buffer.alloc(0);
  /** Where the kept bytes begin in the file, and how far into them the lines are counted. */
  #start = 0;
  #at = 0;

  /** The text as bytes, which are kept as long as they are needed. */
  *along(pieces: Iterable<string>): Generator<Buffer> {
    for (const piece of pieces) {
      const bytes = Buffer.from(piece);
      this.#bytes = Buffer.concat([this.#bytes.subarray(this.#at), bytes]);
      this.#start += this.#at;
      this.#at = 0;
      yield bytes;
    }
  }

  /** The line of the first character that is not a line break, behind the last row. */
  firstAfterLast(): number {
    let at = this.#at;
    while (this.#bytes[at] === CR || this.#bytes[at] === LF) at += 1;
    this.endAt(this.#start + at);
    return this.#line;
  }

  /** Goes on to where a row ends. */
  endAt(end: number): void {
    for (; this.#start + this.#at < end; this.#at += 1) {
      const byte = this.#bytes[this.#at];
      if (byte === LF || (byte === CR && this.#bytes[this.#at + 1] !== LF)) this.#line += 1;
    }
  }
}
