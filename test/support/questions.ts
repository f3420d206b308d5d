// Arbitrary questions that the dialect allows, with what a store must be asked for each of them.

import fc from 'fast-check';
import type { ScalarField, ScalarName } from '../../src/model/model.js';
import { OPERATORS, OPERATORS_OF } from '../../src/model/operators.js';
import type { Condition, FieldCondition, Scalar, SortKey } from '../../src/store/port.js';
import { resourceOf } from './app.js';

/** Text that can be asked for: well-formed, not empty, without U+0000, and rich in what must be escaped. */
export const text = fc
  .oneof(fc.string({ unit: fc.constantFrom(...'a,\\*?[]%&=+ #;"\'éß🎣\n') }), fc.string({ unit: 'binary' }))
  .filter(
    (value) => value !== '' && value.isWellFormed() && !value.includes('\u0000') && value.length <= 100,
  );

const time = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

const float = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value));

const VALUES: Readonly<Record<ScalarName, fc.Arbitrary<Scalar>>> = {
  ID: text,
  String: text,
  Int: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  Float: float,
  Boolean: fc.boolean(),
  DateTime: time,
  Date: time.map((value) => value.slice(0, 10)),
};

export interface Question {
  readonly where: readonly Condition[];
  readonly sort: readonly SortKey[];
}

const catches = resourceOf('catches');
const scalars = catches.fields.filter((field): field is ScalarField => field.kind === 'scalar');

function conditionOn(field: ScalarField): fc.Arbitrary<FieldCondition> {
  const values = VALUES[field.scalar];
  return fc.constantFrom(...OPERATORS_OF[field.scalar]).chain((operator) => {
    const { takes } = OPERATORS[operator];
    const value =
      takes === 'list'
        ? fc.array(values, { minLength: 1, maxLength: 4 })
        : takes === 'boolean'
          ? fc.boolean()
          : values;
    return value.map((wanted) => ({ kind: 'field', field: field.name, operator, value: wanted }) as const);
  });
}

/** Conditions on different fields of a catch, and a sort. */
export const question: fc.Arbitrary<Question> = fc.record({
  where: fc
    .subarray(scalars, { maxLength: 5 })
    .chain((fields) => fc.tuple(...fields.map(conditionOn)) as fc.Arbitrary<Condition[]>),
  sort: fc
    .tuple(
      fc.shuffledSubarray(
        scalars.filter(({ name }) => name !== 'id').map(({ name }) => name),
        { maxLength: 3 },
      ),
      fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    )
    .map(([fields, directions]) =>
      fields.length === 0
        ? [{ field: 'caughtAt', descending: true }]
        : fields.map((field, index) => ({ field, descending: directions[index] ?? false })),
    ),
});

/** A text as one value of a list. */
export const escapeValue = (value: string): string => value.replace(/[\\,]/g, '\\$&');

/** A question as the query string that asks it. */
export function toSearch({ where, sort }: Question): string {
  const parts = where.flatMap((condition) => {
    if (condition.kind !== 'field') return [];
    const { field, operator, value } = condition;
    const written = Array.isArray(value)
      ? value.map((one) => escapeValue(String(one))).join(',')
      : String(value);
    const name = operator === 'in' ? field : `${field}[${operator}]`;
    return `${encodeURIComponent(name)}=${encodeURIComponent(written)}`;
  });
  const keys = sort.map(({ field, descending }) => `${descending ? '-' : ''}${field}`);
  return [...parts, `sort=${keys.join(',')}`].join('&');
}

/** A question as the variables of GraphQL. */
export function toVariables({ where, sort }: Question): { where: object; sort: readonly SortKey[] } {
  const fields = where.flatMap((condition) =>
    condition.kind === 'field' ? [[condition.field, { [condition.operator]: condition.value }]] : [],
  );
  return { where: Object.fromEntries(fields), sort };
}
