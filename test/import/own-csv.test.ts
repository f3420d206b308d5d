// The CSV that the API and the export write can be imported again.

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readCsvFile } from '../../src/import/read-csv.js';
import { readRecord } from '../../src/import/read-record.js';
import type { Field, Resource, ScalarField } from '../../src/model/model.js';
import { csv } from '../../src/rest/formats/csv.js';
import { createLayout } from '../../src/rest/formats/layout.js';
import { wholeRecord } from '../../src/rest/selection.js';
import { model } from './try-import.js';

const options = { ownerField: 'userId', ignoreUnknown: false };
/** What a text may begin with that other programs take for something else. */
const starts = fc.constantFrom(
  '',
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '＝',
  '＋',
  '－',
  '＠',
  '"',
  "'",
  ';',
  'x',
);
/** Texts of which docs/formats.md says that they come back. */
const text = fc
  .tuple(starts, fc.string({ unit: fc.constantFrom(...'ab;, "\'=-@\n\r\t[]é🎣'), maxLength: 12 }))
  .map((parts) => parts.join(''))
  .filter((value) => value.trim() !== '' && !value.includes('; ') && !/^'[=+\-@\t\r＝＋－＠]/.test(value));
const id = text.filter((value) => value.trim() === value);
const listText = text.filter((value) => !value.trimStart().startsWith('['));
const moment = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
const DEGREES: Readonly<Record<string, number>> = { lat: 90, lng: 180 };

function anyScalar(field: ScalarField): fc.Arbitrary<unknown> {
  const most = DEGREES[field.name] ?? 1e300;
  const values: Record<ScalarField['scalar'], fc.Arbitrary<unknown>> = {
    ID: id,
    String: text,
    Int: fc.integer({ min: -(2 ** 31) + 1 }),
    Float: fc.double({ min: -most, max: most, noNaN: true }).map((value) => value + 0),
    Boolean: fc.boolean(),
    DateTime: moment,
    Date: moment.map((value) => value.slice(0, 10)),
  };
  return values[field.scalar];
}

function anyObject(fields: readonly ScalarField[]): fc.Arbitrary<object> {
  const members = fields.map((field) => [field.name, anyScalar(field)] as const);
  return fc.record(Object.fromEntries(members), { requiredKeys: [] });
}

function anyValue(field: Field): fc.Arbitrary<unknown> {
  if (field.kind === 'scalar') return anyScalar(field);
  if (field.kind === 'texts') return fc.array(listText, { minLength: 1, maxLength: 3 });
  // Objects without any value are no more than empty cells.
  return fc
    .array(anyObject(field.fields), { minLength: 1, maxLength: 3 })
    .filter((items) => items.some((item) => Object.keys(item).length > 0));
}

const anyLog = fc.constantFrom(...model.resources).chain((resource) => {
  const members = resource.fields.map((field) => [field.name, anyValue(field)] as const);
  const record = fc.record(Object.fromEntries(members), { requiredKeys: ['id'] });
  return fc.array(record, { minLength: 1, maxLength: 4 }).map((log) => ({ name: resource.name, log }));
});

async function roundTrip(
  name: string,
  log: readonly Record<string, unknown>[],
  units: 'metric' | 'imperial',
) {
  const resource = model.byName.get(name) as Resource;
  const encoder = csv.list(
    createLayout(model, resource, { selection: wholeRecord(resource), units, bom: false }),
  );
  const table = encoder.head() + encoder.records(log) + encoder.tail();
  const back: unknown[] = [];
  for await (const found of readCsvFile([table], resource, options)) {
    const read = found.kind === 'refused' ? found : readRecord(resource, found.raw, options);
    back.push(read.kind === 'record' ? read.record : read);
  }
  return back;
}

test('any record comes back from it, with imperial measures or without', async () => {
  const units = fc.constantFrom('metric' as const, 'imperial' as const);
  await fc.assert(
    fc.asyncProperty(anyLog, units, async ({ name, log }, unit) => {
      expect(await roundTrip(name, log, unit)).toEqual(log);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['a text that begins with a bracket', ['[x]', '[1] y']],
  ['a text with a semicolon', ['dawn;boat']],
  ['a text that looks like a formula', ['=1+1', "'=2"]],
])('%s comes back in a list', async (_, tags) => {
  expect(await roundTrip('catches', [{ id: 'a', tags }], 'metric')).toEqual([{ id: 'a', tags }]);
});

test('a list whose columns cannot be put together is refused, not guessed', async () => {
  const photos = [{ url: 'https://photos.example/a; b.jpg', caption: 'One' }];
  expect(await roundTrip('catches', [{ id: 'a', photos }], 'metric')).toEqual([
    { kind: 'refused', problems: [{ field: 'photos', problem: expect.stringContaining('has 2 values') }] },
  ]);
});
