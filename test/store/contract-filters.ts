// The contract of filters: every operator of every type, with values, without, and with values that look like syntax.

import { filterTypeOf } from '../../src/model/model.js';
import { OPERATORS, OPERATORS_OF } from '../../src/model/operators.js';
import type { FieldCondition, Records, Scalar } from '../../src/store/port.js';
import {
  condition,
  contractModel,
  idsOf,
  matching,
  type OpenedStore,
  type OpenStore,
  OWNER,
  things,
  toWrites,
} from './fixture.js';
import { expectedList, type TestRecord } from './reference.js';

const SAMPLE: readonly TestRecord[] = [
  {
    id: 'a',
    at: '2026-05-01T06:30:00.000Z',
    text: 'Pike',
    other: 'took on the drop',
    whole: 1,
    number: 0.1,
    flag: true,
    day: '2024-02-29',
    linkId: 'spot-1',
    labels: ['dawn', 'Boat'],
    parts: [{ text: 'x', at: '2026-05-01T06:30:00.000Z', linkId: 'l', number: 1.5, flag: false }],
  },
  {
    id: 'b',
    at: '2026-05-01T06:30:00.001Z',
    text: 'pike-perch',
    whole: -7,
    number: -2.5,
    flag: false,
    day: '2024-03-01',
    linkId: 'Spot-1',
    labels: ['boat'],
    parts: [{}],
  },
  {
    id: 'c',
    at: '1969-12-31T23:59:59.999Z',
    text: 'Gädda',
    whole: 2_000_000_000,
    number: 1e300,
    linkId: 'x',
  },
  { id: 'd', text: '', whole: 0, number: 0, flag: false, labels: [], parts: [] },
  {
    id: 'e',
    text: null,
    at: null,
    whole: null,
    number: null,
    flag: null,
    day: null,
    linkId: null,
    labels: null,
  },
  { id: 'f' },
];

/** Values to try on a field: those of the sample, and some that no record has. */
function valuesOf(field: string): Scalar[] {
  const present = SAMPLE.flatMap((record) => record[field] ?? []) as Scalar[];
  const [one] = present;
  if (typeof one === 'number') return [...present, 0.5, -1, 3];
  if (typeof one === 'boolean') return [true, false];
  if (field === 'at') return [...present, '2026-01-01T00:00:00.000Z'];
  if (field === 'day') return [...present, '2026-01-01'];
  return [...present, 'BOAT', 'ike', 'nothing', 'SPOT-1'];
}

export function describeFilters(open: OpenStore): void {
  describe('filters', () => {
    let opened: OpenedStore;
    let records: Records;

    beforeAll(async () => {
      opened = await open(contractModel);
      await opened.store.write(OWNER, toWrites(SAMPLE));
      records = opened.store.bind({ kind: 'one', id: OWNER });
    });
    afterAll(() => opened.cleanUp());

    const cases = things.fields.flatMap((field) =>
      OPERATORS_OF[filterTypeOf(field)].map((operator) => [field.name, operator] as const),
    );

    test.each(cases)('%s[%s] matches what it says', async (field, operator) => {
      const { takes } = OPERATORS[operator];
      const all = takes === 'boolean' ? [true, false] : valuesOf(field);
      const tries: FieldCondition['value'][] = takes === 'list' ? [...all.map((value) => [value]), all] : all;
      for (const value of tries) {
        const where = [condition(field, operator, value)];
        const expected = idsOf(
          expectedList(things, SAMPLE, { where, sort: [{ field: 'id', descending: false }] }),
        );
        expect({ value, ids: await matching(records, ...where) }).toEqual({ value, ids: expected });
      }
    });

    test.each([
      ['text', 'in', ['PIKE'], 'a'],
      ['text', 'in', ['pike', 'gÄdda'], 'ac'],
      ['text', 'in', [''], 'd'],
      ['text', 'ne', ['pike'], 'bcdef'],
      ['text', 'contains', '', 'abcd'],
      ['text', 'startsWith', 'PIKE', 'ab'],
      ['text', 'exists', false, 'ef'],
      ['labels', 'in', ['boat'], 'ab'],
      ['labels', 'ne', ['dawn'], 'bcdef'],
      ['labels', 'contains', 'OA', 'ab'],
      ['labels', 'startsWith', 'oat', ''],
      ['labels', 'exists', true, 'ab'],
      ['labels', 'exists', false, 'cdef'],
      ['parts', 'exists', true, 'ab'],
      ['linkId', 'in', ['spot-1'], 'a'],
      ['linkId', 'ne', ['spot-1'], 'bcdef'],
      ['id', 'in', ['a', 'A', 'zz'], 'a'],
      ['id', 'ne', ['a'], 'bcdef'],
      ['id', 'exists', true, 'abcdef'],
      ['id', 'exists', false, ''],
      ['whole', 'gte', 0, 'acd'],
      ['whole', 'lt', 1, 'bd'],
      ['number', 'in', [0.1], 'a'],
      ['number', 'gt', 0.1, 'c'],
      ['number', 'gte', 0.1, 'ac'],
      ['number', 'lte', 0.1, 'abd'],
      ['flag', 'in', [false], 'bd'],
      ['flag', 'ne', [false], 'acef'],
      ['at', 'gt', '2026-05-01T06:30:00.000Z', 'b'],
      ['at', 'lt', '1970-01-01T00:00:00.000Z', 'c'],
      ['day', 'gt', '2024-02-29', 'b'],
      ['day', 'exists', false, 'cdef'],
    ] as const)('%s[%s]=%j gives the records %s', async (field, operator, value, expected) => {
      expect((await matching(records, condition(field, operator, value))).join('')).toBe(expected);
    });

    test('all conditions must hold, several on one field among them', async () => {
      const both = [condition('whole', 'gt', -8), condition('whole', 'lt', 1)];
      expect(await matching(records, ...both)).toEqual(['b', 'd']);
      expect(await matching(records, ...both, condition('text', 'contains', 'perch'))).toEqual(['b']);
    });

    test('every word is in some text field, in lists of texts too', async () => {
      const words = (...list: string[]): Promise<string[]> =>
        matching(records, { kind: 'words', words: list });
      expect(await words('PIKE')).toEqual(['a', 'b']);
      expect(await words('pike', 'BOAT')).toEqual(['a', 'b']);
      expect(await words('drop', 'awn')).toEqual(['a']);
      expect(await words('drop', 'perch')).toEqual([]);
      expect(await words('spot')).toEqual([]);
    });

    test('a text that looks like an operator, a pattern or SQL is only a text', async () => {
      const texts = [
        '.*',
        '*',
        '%',
        '_',
        '?',
        '[a-z]',
        '^a',
        'a$',
        '$where',
        '{"$gt":""}',
        "' OR 1=1 --",
        '"',
        '\\',
      ];
      for (const text of [
        ...texts,
        '\\d',
        '(?i)a',
        'a|b',
        'a{1}',
        '#',
        '-',
        ']',
        '[',
        '\n',
        '\t',
        '/*',
        '$',
        '^',
      ])
        for (const operator of ['in', 'contains', 'startsWith'] as const) {
          const value = operator === 'in' ? [text] : text;
          const expected = operator === 'contains' && text === '-' ? ['b'] : [];
          expect({ text, ids: await matching(records, condition('text', operator, value)) }).toEqual({
            text,
            ids: expected,
          });
        }
    });
  });
}
