// What the readers of the formats hand on: a record that is told apart from its neighbours, but not yet understood.

import type { ReadNumber } from './decimal-mark.js';

/** Characters that a record may take in a file: more than any has. */
export const RECORD_MAX = 16_777_216;

/** A record as a file gives it: any JSON value, or the cells of a row by column, all of them texts. */
export type RawRecord =
  | { readonly form: 'json'; readonly value: unknown }
  | {
      readonly form: 'row';
      readonly columns: readonly string[];
      readonly cells: readonly string[];
      readonly readNumber: ReadNumber;
    };

/** One record of a file, or one that cannot even be told apart into fields. */
export type FileRecord = { readonly line: number; readonly collection: string } & (
  | { readonly kind: 'raw'; readonly raw: RawRecord }
  | { readonly kind: 'refused'; readonly problem: string }
);
