// docs/errors.md tells every error of the code, and no other.

import { ERRORS } from '../../src/errors.js';
import { plain, readTable } from '../support/read-table.js';

const rows = readTable('errors.md', ['Code', 'Status', 'Title', 'When', 'What to do']);

test('the documented codes, statuses and titles are those of the code, in its order', () => {
  const documented = rows.map(([code, status, title]) => [plain(code), { status: Number(status), title }]);
  expect(documented).toEqual(Object.entries(ERRORS));
});

test('every error says when it comes and what to do', () => {
  for (const [code, , , when, advice] of rows) expect([code, when, advice]).not.toContain('');
});
