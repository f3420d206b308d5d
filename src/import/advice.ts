// Tells what to do about a value that cannot be read, where it shows what was meant.

import type { ScalarField } from '../model/model.js';

type Advice = readonly (readonly [pattern: RegExp, advice: (field: ScalarField) => string])[];

const OF_NUMBERS: Advice = [
  [
    /^[+-]?\d{1,3}(?:[ .,'\u00a0\u202f]\d{3})+(?:[.,]\d+)?$/,
    () => 'write it without separators of thousands',
  ],
  [
    /^[+-]?\d+,\d+$/,
    () => 'write a point, not a comma; a comma is read where semicolons or tabs separate the cells',
  ],
  [/^[+-]?\d+(?:\.\d+)?$/, () => 'write it without quotes'],
  [/^[+-]?[\d.,]+\s*[\p{Letter}"'°%]/u, ({ unit }) => `write the number alone${unit ? `, in ${unit}` : ''}`],
];

const IN_A_SPREADSHEET = 'give the cells the format yyyy-mm-dd hh:mm';

const OF_MOMENTS: Advice = [
  [
    /^\d{1,2}[./-]\d{1,2}[./-](?:\d{2}|\d{4})(?!\d)/,
    () =>
      `write the year first, as which is the day and which the month cannot be known: ${IN_A_SPREADSHEET}`,
  ],
  [/^\d{4}[./]\d{1,2}[./]\d{1,2}|^\d{4}-\d-|^\d{4}-\d\d-\d(?!\d)/, () => 'write the day as 2026-05-01'],
  [/^\d{4}-\d\d-\d\d.*[ap]\.?m\.?$/i, () => 'write the time with 24 hours, as 18:30'],
  [/^\d{4}-\d\d-\d\d[T ]\d:/, () => 'write the hour with two digits, as 06:30'],
  [/^\d+(?:[.,]\d+)?$/, () => IN_A_SPREADSHEET],
];

const ADVICE: Readonly<Partial<Record<ScalarField['scalar'], Advice>>> = {
  Int: OF_NUMBERS,
  Float: OF_NUMBERS,
  DateTime: OF_MOMENTS,
  Date: OF_MOMENTS,
};

/** Advice in brackets, to be put behind what is wrong; empty where there is none. */
export function adviceOn(field: ScalarField, value: unknown): string {
  if (typeof value !== 'string') return '';
  const found = ADVICE[field.scalar]?.find(([pattern]) => pattern.test(value.trim()));
  return found ? ` (${found[1](field)})` : '';
}
