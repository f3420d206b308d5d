// CSV: a table with a header row, for spreadsheets and for tools that read tables.

import { type Options, stringify } from 'csv-stringify/sync';
import { cellsOf } from './cells.js';
import { type Encoder, encode, type Format, type Layout } from './format.js';

/**
 * RFC 4180. A text that a spreadsheet could take for a formula begins with `'`, as OWASP advises against CSV injection;
 * numbers and times stay as they are.
 */
const OPTIONS: Options = {
  record_delimiter: 'windows',
  // A line feed or a CR alone has to be quoted as well as the two together.
  quote_record_delimiter: true,
  escape_formulas: true,
  cast: { boolean: (value) => String(value) },
};

function csvEncoder({ columns, bom }: Layout): Encoder {
  const cells = cellsOf(columns);
  // A row of one empty cell would be an empty line, which many readers skip.
  const options = { ...OPTIONS, quoted_empty: cells.length === 1 };
  return {
    head: () => (bom ? '\uFEFF' : '') + stringify([cells.map(({ name }) => name)], options),
    records: (items) =>
      stringify(
        items.map((item) => cells.map((cell) => cell.read(item))),
        options,
      ),
    tail: () => '',
  };
}

export const csv: Format = {
  name: 'csv',
  mediaType: 'text/csv',
  contentType: 'text/csv; charset=utf-8; header=present',
  description: 'CSV: a table with a header row; what is nested has dotted columns (RFC 4180)',
  isFile: true,
  offers: () => true,
  needs: () => [],
  list: csvEncoder,
  record: (layout, item) => encode(csvEncoder(layout), [item]),
};
