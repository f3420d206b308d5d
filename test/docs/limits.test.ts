// docs/api.md tells every limit of the code, with its value and the variable that changes it, and no other.

import { describeVariables } from '../../src/config.js';
import * as limits from '../../src/model/limits.js';
import { plain, readTable } from '../support/read-table.js';

const rows = readTable('api.md', ['Limit', 'Value', 'Variable']);

const values: Readonly<Record<string, number>> = { ...limits };

/** How the documentation words each fixed limit. */
const FIXED: Readonly<Record<keyof typeof limits, string>> = {
  PAGE_MAX: 'Records of one page: `limit` in REST, `first` in GraphQL',
  PAGE_DEFAULT: 'Records of a GraphQL page where `first` is not given',
  EXPAND_DEPTH_MAX: 'Links that one path of `expand` or `fields` follows',
  SORT_KEYS_MAX: 'Keys of one `sort`',
  FILTER_VALUES_MAX: 'Values of one filter',
  SEARCH_WORDS_MAX: 'Words of one `q`',
  CIRCLE_KM_MAX: 'Kilometres of `near`',
  ID_LENGTH_MAX: 'Characters of one id',
  FILTER_TEXT_MAX: 'Characters of one text in a filter or in `q`',
  CURSOR_LENGTH_MAX: 'Characters of a cursor',
  CHANGES_MAX: 'Changes of one owner that are remembered for `changes`, then `cursor-too-old`',
};

test('the fixed limits are those of src/model/limits.ts', () => {
  expect(Object.keys(FIXED).sort()).toEqual(Object.keys(values).sort());
  const documented = rows.filter(([, , variable]) => variable === 'fixed');
  const known = Object.entries(FIXED).map(([name, words]) => [words, String(values[name]), 'fixed']);
  expect(documented).toEqual(known);
});

test('the limits that a host can change are those of the configuration, with its defaults', () => {
  const documented = rows.filter(([, , variable]) => variable !== 'fixed');
  const known = describeVariables().filter(
    ({ name, allowed }) => allowed.startsWith('a whole number') && name !== 'PORT',
  );
  expect(documented.map(([, value, variable]) => [plain(variable), value])).toEqual(
    known.map(({ name, defaultValue }) => [name, defaultValue]),
  );
});
