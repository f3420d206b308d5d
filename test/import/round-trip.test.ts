// Any valid record survives the way through every format.

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { FileRecord } from '../../src/import/file-record.js';
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

/** A text in pieces, as a file comes: none of them ends where a value does. */
const inPieces = (text: string, length: number): string[] =>
  text.match(new RegExp(`[^]{1,${length}}`, 'gu')) ?? [];
const length = fc.integer({ min: 1, max: 80 });

async function readBack(resource: Resource, found: Iterable<FileRecord> | AsyncIterable<FileRecord>) {
  const records: unknown[] = [];
  for await (const one of found) {
    const read = one.kind === 'refused' ? one : readRecord(resource, one.raw, options);
    records.push(read.kind === 'record' ? read.record : read);
  }
  return records;
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

test('JSON', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyLog,
      fc.constantFrom(undefined, 2),
      length,
      async ({ resource, log }, indent, most) => {
        const array = JSON.stringify(log, null, indent);
        const byName = JSON.stringify({ [resource.name]: log }, null, indent);
        const oneByOne = log.map((record) => JSON.stringify(record, null, indent)).join('\n');
        const read = (text: string, name: string | null) =>
          readBack(resource, readJsonFile(inPieces(text, most), name, model));
        expect(await read(array, resource.name)).toEqual(log);
        expect(await read(byName, null)).toEqual(log);
        expect(await read(oneByOne, resource.name)).toEqual(log);
      },
    ),
  );
});

test('NDJSON', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyLog,
      fc.constantFrom('\n', '\r\n'),
      length,
      async ({ resource, log }, lineBreak, most) => {
        const lines = log.map((record) => JSON.stringify(record)).join(lineBreak);
        expect(await readBack(resource, readLinesFile(inPieces(lines, most), resource.name))).toEqual(log);
      },
    ),
  );
});

test('CSV, with each separator, line break and decimal mark', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyLog,
      fc.constantFrom([',', '.'], [';', '.'], [';', ','], ['\t', '.']),
      fc.constantFrom('\n', '\r\n'),
      length,
      async ({ resource, log }, [separator = '', mark = ''], lineBreak, most) => {
        const header = resource.fields.map(({ name }) => name).join(separator);
        const write = (field: Field, value: unknown): string =>
          field.kind === 'scalar' && field.scalar === 'Float'
            ? cell(field, value).replace('.', mark)
            : cell(field, value);
        const rows = log.map((record) =>
          resource.fields.map((field) => quote(write(field, record[field.name]))).join(separator),
        );
        const csv = [header, ...rows].join(lineBreak);
        expect(await readBack(resource, readCsvFile(inPieces(csv, most), resource, options))).toEqual(log);
      },
    ),
  );
});

/** All that is read of a text, or what is wrong with it. */
async function outcome(read: () => Iterable<FileRecord> | AsyncIterable<FileRecord>): Promise<unknown> {
  const records: unknown[] = [];
  try {
    for await (const found of read()) records.push(found);
    return JSON.stringify(records);
  } catch (error) {
    const { name, message } = error as Error;
    const { line = null, refusals = null } = error as { line?: number; refusals?: unknown };
    return { name, message, line, refusals };
  }
}

test('any text at all is read or refused, alike in whatever pieces it comes', async () => {
  const anyText = fc.string({ unit: fc.constantFrom(...'{}[]",:;\\ \n\r\t0e-.tn\'a\u00e9\0') });
  const readers = [
    (text: string[]) => readJsonFile(text, 'catches', model),
    (text: string[]) => readLinesFile(text, 'catches'),
    (text: string[]) => readCsvFile(text, model.resources[0] as Resource, options),
  ];
  await fc.assert(
    fc.asyncProperty(
      anyText,
      length,
      fc.constantFrom('', 'id,name\n', 'id;lat\n'),
      async (text, most, head) => {
        for (const read of readers) {
          const whole = await outcome(() => read([head + text]));
          expect(await outcome(() => read(inPieces(head + text, most)))).toEqual(whole);
          const { name } = Object(whole) as { name?: string };
          expect([undefined, 'BadJson', 'BadFile', 'NotALog']).toContain(name);
        }
      },
    ),
  );
});

test('what our JSON reader takes is what JSON.parse takes, in whatever pieces', () => {
  fc.assert(
    fc.property(fc.json(), length, (content, most) => {
      const [found] = [...readJsonFile(inPieces(`[${content}]`, most), 'catches', model)];
      const value = found?.kind === 'raw' && found.raw.form === 'json' ? found.raw.value : undefined;
      expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(content)));
    }),
  );
});
