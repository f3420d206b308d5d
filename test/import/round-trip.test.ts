// Any valid record survives the way through every format.

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readCsvFile } from '../../src/import/read-csv.js';
import { readJsonFile } from '../../src/import/read-json.js';
import { readLinesFile } from '../../src/import/read-lines.js';
import { readRecord } from '../../src/import/read-record.js';
import type { Field, Resource, ScalarField } from '../../src/model/model.js';
import type { StoredRecord } from '../../src/store/port.js';
import { model } from './try-import.js';

const options = { ownerField: 'userId', ignoreUnknown: false };
const text = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 40 })
  .filter((value) => !value.includes('\0'));
const id = text.filter((value) => value.trim() === value);
const day = fc
  .date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
const DEGREES: Readonly<Record<string, number>> = { lat: 90, lng: 180 };

function anyScalar(field: ScalarField): fc.Arbitrary<unknown> {
  const most = DEGREES[field.name] ?? 1e300;
  const values: Record<ScalarField['scalar'], fc.Arbitrary<unknown>> = {
    ID: id,
    String: text.filter((value) => value.trim() !== ''),
    Int: fc.integer({ min: -(2 ** 31) + 1 }),
    Float: fc.double({ min: -most, max: most, noNaN: true }).map((value) => value + 0),
    Boolean: fc.boolean(),
    DateTime: day,
    Date: day.map((date) => date.slice(0, 10)),
  };
  return values[field.scalar];
}

function anyObject(fields: readonly ScalarField[]): fc.Arbitrary<object> {
  const members = fields.map((field) => [field.name, anyScalar(field)] as const);
  return fc.record(Object.fromEntries(members), { requiredKeys: [] });
}

function anyValue(field: Field): fc.Arbitrary<unknown> {
  if (field.kind === 'scalar') return anyScalar(field);
  const items = field.kind === 'texts' ? text : anyObject(field.fields);
  return fc.array<unknown>(items, { minLength: 1, maxLength: 3 });
}

function anyRecord(resource: Resource): fc.Arbitrary<StoredRecord> {
  const members = resource.fields.map((field) => [field.name, anyValue(field)] as const);
  return fc.record(Object.fromEntries(members), { requiredKeys: ['id'] });
}

const anyLog = fc
  .constantFrom(...model.resources)
  .chain((resource) =>
    fc.array(anyRecord(resource), { minLength: 1, maxLength: 4 }).map((log) => ({ resource, log })),
  );

function readBack(
  resource: Resource,
  found: Iterable<ReturnType<typeof readJsonFile> extends Generator<infer T> ? T : never>,
) {
  return [...found].map((record) => {
    if (record.kind === 'refused') return record;
    const answer = readRecord(resource, record.raw, options);
    return answer.kind === 'record' ? answer.record : answer;
  });
}

/** A list as a person writes it where that is plain, else as JSON. */
function cell(field: Field, value: unknown): string {
  if (value === undefined) return '';
  const isPlain = (item: string) => item.trim() === item && !item.includes(';') && item !== '';
  if (
    field.kind === 'texts' &&
    (value as string[]).every(isPlain) &&
    !String((value as string[])[0]).startsWith('[')
  )
    return (value as string[]).join('; ');
  return field.kind === 'scalar' ? String(value) : JSON.stringify(value);
}

const quote = (value: string): string => `"${value.replaceAll('"', '""')}"`;

test('JSON', () => {
  fc.assert(
    fc.property(anyLog, fc.constantFrom(undefined, 2), ({ resource, log }, indent) => {
      const array = JSON.stringify(log, null, indent);
      const byName = JSON.stringify({ [resource.name]: log }, null, indent);
      expect(readBack(resource, readJsonFile(array, resource.name, model))).toEqual(log);
      expect(readBack(resource, readJsonFile(byName, null, model))).toEqual(log);
    }),
  );
});

test('NDJSON', () => {
  fc.assert(
    fc.property(anyLog, fc.constantFrom('\n', '\r\n'), ({ resource, log }, lineBreak) => {
      const lines = log.map((record) => JSON.stringify(record)).join(lineBreak);
      expect(readBack(resource, readLinesFile(lines, resource.name))).toEqual(log);
    }),
  );
});

test('CSV, with each separator and line break', () => {
  fc.assert(
    fc.property(
      anyLog,
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n'),
      ({ resource, log }, separator, lineBreak) => {
        const header = resource.fields.map(({ name }) => name).join(separator);
        const rows = log.map((record) =>
          resource.fields.map((field) => quote(cell(field, record[field.name]))).join(separator),
        );
        const csv = [header, ...rows].join(lineBreak);
        expect(readBack(resource, readCsvFile(csv, resource, options))).toEqual(log);
      },
    ),
  );
});

test('any text at all is read or refused, and never breaks the reader', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:;\\ \n\r\t0e-tn\'a\u00e9\0') }), (content) => {
      for (const read of [
        () => readJsonFile(content, 'catches', model),
        () => readLinesFile(content, 'catches'),
        () => readCsvFile(content, model.resources[0] as Resource, options),
      ]) {
        try {
          expect(Array.isArray([...read()])).toBe(true);
        } catch (error) {
          expect(['BadJson', 'BadFile', 'NotALog']).toContain((error as Error).name);
        }
      }
    }),
  );
});

test('what our JSON reader takes is what JSON.parse takes', () => {
  fc.assert(
    fc.property(fc.json(), (content) => {
      const [found] = [...readJsonFile(`[${content}]`, 'catches', model)];
      const value = found?.kind === 'raw' && found.raw.form === 'json' ? found.raw.value : undefined;
      expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(content)));
    }),
  );
});
