// Reads the rows of a CSV file (RFC 4180) as it comes; semicolons and tabs separate as well as commas.

import { Readable } from 'node:stream';
import { type CsvError, type InfoRecord, parse } from 'csv-parse';
import { RECORD_MAX } from './file-record.js';
import { BadFile } from './problems.js';

/** The cells of a row, and the line that it begins at. */
type Row = readonly string[] & { readonly line: number };

const SEPARATORS = [',', ';', '\t'] as const;

/** The separator that the first line has most of, outside of quotes; and the text as it was. */
export function findSeparator(pieces: Iterable<string>): { separator: string; all: Iterable<string> } {
  const { head, all } = firstLine(pieces);
  const header = head.replace(/"[^"]*"/g, '');
  const count = (separator: string): number => header.split(separator).length;
  const separator = SEPARATORS.reduce((best, other) => (count(other) > count(best) ? other : best));
  return { separator, all };
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

/**
 * Every row that is not blank, with the line that it begins at. Throws BadFile where a quote is in the wrong place or never
 * closed.
 */
export async function* readRows(pieces: Iterable<string>, delimiter: string): AsyncGenerator<Row> {
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
