// The contract as a property: a random log and a random query, and the answer is the one of the plain reference.

import fc from 'fast-check';
import type { Field, ScalarName } from '../../src/model/model.js';
import { filterTypeOf } from '../../src/model/model.js';
import { OPERATORS, OPERATORS_OF } from '../../src/model/operators.js';
import type { Condition, SortKey } from '../../src/store/port.js';
import {
  ALL,
  contractModel,
  type OpenedStore,
  type OpenStore,
  selected,
  things,
  toWrites,
  walk,
} from './fixture.js';
import { expectedList, type TestRecord } from './reference.js';

/** Few texts, so that they meet; and characters that engines disagree about. */
const character = fc.constantFrom(
  ...'aAbBkKsS .*?[]^$%_\\-\'"\n',
  ...['\u212a', 'ſ', 'ß', 'ẞ', 'σ', 'ς', 'Σ', 'İ', 'i', 'ı', '\uffff', '𐐀', '𐐨', 'é', 'e\u0301'],
);
const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('Pike', 'pike', 'PIKE', 'perch', '') },
  { weight: 4, arbitrary: fc.string({ unit: character, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
);
const time = fc.oneof(
  fc.constantFrom('2026-05-01T00:00:00.000Z', '1969-12-31T23:59:59.999Z'),
  fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString()),
);
const number = fc.oneof(
  fc.constantFrom(0, 1, -1, 0.1, 2.5),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
);

const VALUES: Record<ScalarName, fc.Arbitrary<string | number | boolean>> = {
  ID: fc.constantFrom('l1', 'l2', 'L1', '$l', 'ł'),
  String: text,
  Int: fc.oneof(fc.constantFrom(0, 1, -1), fc.integer()),
  Float: number,
  Boolean: fc.boolean(),
  DateTime: time,
  Date: time.map((value) => value.slice(0, 10)),
};

const optional = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => fc.option(value, { freq: 3 });

function valuesOf(field: Field): fc.Arbitrary<unknown> {
  if (field.kind === 'scalar') return VALUES[field.scalar];
  if (field.kind === 'texts') return fc.array(text, { maxLength: 3 });
  const part = fc.record(
    Object.fromEntries(field.fields.map(({ name, scalar }) => [name, optional(VALUES[scalar])])),
  );
  return fc.array(part, { maxLength: 2 });
}

const fields = Object.fromEntries(
  things.fields.filter(({ name }) => name !== 'id').map((field) => [field.name, optional(valuesOf(field))]),
);
const log = fc.uniqueArray(
  fc.tuple(fc.integer({ min: 0, max: 99 }), fc.record(fields, { requiredKeys: [] })),
  {
    selector: ([number]) => number,
    maxLength: 25,
  },
);

const fieldCondition = fc.constantFrom(...things.fields).chain((field): fc.Arbitrary<Condition> => {
  const type = filterTypeOf(field);
  return fc.constantFrom(...OPERATORS_OF[type]).chain((operator) => {
    const one = type === 'List' ? fc.constant(true) : VALUES[type];
    const { takes } = OPERATORS[operator];
    const value =
      takes === 'boolean'
        ? fc.boolean()
        : takes === 'one'
          ? one
          : fc.array(one, { minLength: 1, maxLength: 3 });
    return value.map((value) => ({ kind: 'field', field: field.name, operator, value }));
  });
});
const word = fc.string({ unit: character, minLength: 1, maxLength: 2 }).filter((word) => !/\s/.test(word));
const words = fc
  .array(word, { minLength: 1, maxLength: 2 })
  .map((words): Condition => ({ kind: 'words', words }));
const where = fc.array(fc.oneof({ weight: 5, arbitrary: fieldCondition }, { weight: 1, arbitrary: words }), {
  maxLength: 2,
});
const sort: fc.Arbitrary<SortKey[]> = fc.array(
  fc.record({ field: fc.constantFrom(...things.sortable), descending: fc.boolean() }),
  { minLength: 1, maxLength: 3 },
);

export function describeProperty(open: OpenStore, runs: number): void {
  describe('a random log', () => {
    let opened: OpenedStore;
    let run = 0;

    beforeAll(async () => {
      opened = await open(contractModel);
      const stranger = Array.from({ length: 5 }, (_, index) => ({
        id: `stranger ${index}`,
        text: 'pike',
        whole: 1,
      }));
      await opened.store.write('stranger', toWrites(stranger));
    });
    afterAll(() => opened.cleanUp());

    /** An id that no other run has: a text, or what MongoDB keeps as an ObjectId. */
    const idOf = (isHex: boolean, number: number): string =>
      isHex
        ? (run * 1000 + number).toString(16).padStart(24, '0')
        : `${run}/${String(number).padStart(2, '0')}${number % 2 ? '🎣' : 'x'}`;

    test(`answers ${runs} random queries as the plain reference does`, async () => {
      const query = fc.record({
        where,
        sort,
        limit: fc.integer({ min: 1, max: 30 }),
        select: fc.subarray([...ALL]),
      });
      const property = fc.asyncProperty(
        log,
        fc.boolean(),
        fc.array(query, { minLength: 3, maxLength: 3 }),
        check,
      );
      await fc.assert(property, { numRuns: runs / 3 });
    });

    async function check(
      log: readonly (readonly [number, Record<string, unknown>])[],
      isHex: boolean,
      queries: readonly { where: Condition[]; sort: SortKey[]; limit: number; select: string[] }[],
    ): Promise<void> {
      run++;
      const owner = `owner ${run}`;
      const written: TestRecord[] = log.map(([number, record]) => ({ ...record, id: idOf(isHex, number) }));
      await opened.store.write(owner, toWrites(written));
      const records = opened.store.bind({ kind: 'one', id: owner });
      for (const { select, ...query } of queries) {
        const expected = expectedList(things, written, query);
        const found = await walk(records, { ...query, select });
        expect(found.map((record) => selected(record, select))).toEqual(
          expected.map((record) => selected(record, select)),
        );
        expect(found).toHaveLength(expected.length);
        expect(await records.count(things, query.where)).toBe(expected.length);
      }
    }
  });
}
