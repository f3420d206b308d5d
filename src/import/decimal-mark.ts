// Reads the numbers of a table: with a point or, where semicolons or tabs separate the cells, with a comma; never with both.

import { BadFile, BadValue, show } from './problems.js';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const WITH_COMMA = /^[+-]?(?:\d+,\d*|,\d+)(?:[eE][+-]?\d+)?$/;
/** A number whose mark can be one of thousands. */
const DOUBTFUL = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;

/** A cell as a number; null where it is none. Throws BadValue where its mark is not that of the numbers before. */
export type ReadNumber = (cell: string) => number | null;

/**
 * A spreadsheet separates cells by semicolons or tabs where its user's decimal mark can be the comma, and `1.234` a
 * thousand and more. So the first mark of a file holds for all of it, and has to be certain by one number at least.
 */
export class DecimalMark {
  readonly #separator: string;
  #first: { readonly mark: '.' | ','; readonly cell: string; readonly line: number } | null = null;
  #isCertain: boolean;

  constructor(separator: string) {
    this.#separator = separator;
    this.#isCertain = separator === ',';
  }

  /** The reader of the numbers of a row. */
  at(line: number): ReadNumber {
    return (cell) => {
      const isComma = this.#separator !== ',' && WITH_COMMA.test(cell);
      const number = isComma || NUMBER.test(cell) ? Number(cell.replace(',', '.')) : null;
      const mark = isComma ? ',' : '.';
      if (number === null || !cell.includes(mark)) return number;
      this.#first ??= { mark, cell, line };
      if (this.#first.mark !== mark) {
        const { cell: before, line: where } = this.#first;
        throw new BadValue(
          `${show(cell)} has another decimal mark than ${show(before)} in line ${where}: write all numbers alike, without separators of thousands`,
        );
      }
      this.#isCertain ||= !DOUBTFUL.test(cell);
      return number;
    };
  }

  /** Throws BadFile where no number of the file told what its marks are. */
  end(): void {
    if (!this.#first || this.#isCertain) return;
    const { cell, mark, line } = this.#first;
    const [decimal, thousands] = [cell.replace(',', '.'), cell.replace(mark, '')];
    throw BadFile.at(
      line,
      `${show(cell)} can be ${decimal} or ${thousands}, and no number of the file tells which: write ${thousands}, or ${cell}0`,
    );
  }
}
