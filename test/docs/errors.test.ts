// docs/errors.md tells every error of the code, and no other.

import { ERRORS } from '../../src/errors.js';
import { plain, readTable } from '../support/read-table.js';

const rows = readTable('errors.md', ['Code', 'Status', 'Title', 'When', 'What to do']);

test('the documented errors are those of the code, in its order: code, status, title, when it comes and what to do', () => {
  const documented = rows.map(([code, status, title, when, advice]) => [
    plain(code),
    { status: Number(status), title, when, advice },
  ]);
  expect(documented).toEqual(Object.entries(ERRORS));
});
