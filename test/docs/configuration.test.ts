// docs/configuration.md tells every variable that the code reads, and no other.

import { describeVariables, readConfig } from '../../src/config.js';
import { plain, readTable } from '../support/read-table.js';

test('the documented variables, defaults, allowed values and meanings are those of the code, in its order', () => {
  const defaults: Readonly<Record<string, unknown>> = readConfig({});
  const documented = readTable('configuration.md', ['Variable', 'Default', 'Allowed', 'Meaning']);
  const known = describeVariables().map(({ name, allowed, meaning }) => [
    `\`${name}\``,
    defaults[name] === undefined ? '' : `\`${defaults[name]}\``,
    allowed,
    meaning,
  ]);
  expect(documented).toEqual(known);
});

test('every documented default is a value that is allowed', () => {
  const documented = readTable('configuration.md', ['Variable', 'Default', 'Allowed', 'Meaning']);
  const environment = Object.fromEntries(documented.map(([name, value]) => [plain(name), plain(value)]));
  expect(readConfig(environment)).toEqual(readConfig({}));
});
