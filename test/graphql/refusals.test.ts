// Wrong GraphQL: arguments, variables and documents that are refused, each with its code, before anything is read.

import { startApp, type TestApp } from '../support/app.js';
import { type Call, interceptStore } from '../support/intercepted-store.js';
import { smallLog } from '../support/small-log.js';

const calls: Call[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    records: smallLog,
    wrap: (store) =>
      interceptStore(store, (call) => {
        calls.push(call);
      }),
  });
});
beforeEach(() => {
  calls.length = 0;
});
afterAll(() => app.close());

/** Of a query that must be refused: status, data and the one error without its place. */
async function refusal(query: string, variables?: object) {
  const { status, json } = await app.graphql(query, variables);
  const [{ locations: _places, path: _path, ...error }, ...others] = json.errors;
  expect(others).toEqual([]);
  return { status, data: json.data, ...error };
}

const bad = (parameter: string, detail: string, allowed: unknown) => ({
  status: 200,
  data: null,
  message: `${parameter}: ${detail}`,
  extensions: { code: 'invalid-parameter', errors: [{ parameter, detail, allowed }] },
});
const invalid = (message: string) => ({
  status: 400,
  data: undefined,
  message,
  extensions: { code: 'invalid-query' },
});
const list = (args: string) => `{ catches(${args}) { items { id } } }`;
const PAGE = 'a whole number from 1 to 1000';

test.each([
  ['first: 0', bad('first', '0 is not allowed', PAGE)],
  ['first: -1', bad('first', '-1 is not allowed', PAGE)],
  ['first: 1001', bad('first', '1001 is not allowed', PAGE)],
  ['where: { species: { in: [] } }', bad('where.species.in', '0 values are given', '1 to 100 values')],
  [
    'where: { species: null }',
    bad('where.species', 'null is no condition', 'a value; `exists: false` finds missing ones'),
  ],
  [
    'where: { lengthCm: { gt: null } }',
    bad('where.lengthCm.gt', 'null is no condition', 'a value; `exists: false` finds missing ones'),
  ],
  [
    'where: { species: { in: [""] } }',
    bad('where.species.in', 'the text is not allowed', '1 to 1000 characters of Unicode without U+0000'),
  ],
  [
    'where: { id: { in: ["\\u0000"] } }',
    bad('where.id.in', 'the text is not allowed', '1 to 1000 characters of Unicode without U+0000'),
  ],
  ['sort: []', bad('sort', '0 keys are given', '1 to 4 different fields')],
  [
    'sort: [{ field: id }, { field: species }]',
    bad('sort', 'keys behind id change nothing, as ids are unique', 'id as the last key'),
  ],
  [
    'sort: [{ field: species }, { field: species }]',
    bad('sort', 'species is given twice', '1 to 4 different fields'),
  ],
  ['q: ""', bad('q', '0 words are given', '1 to 10 words')],
  [
    'after: "x"',
    {
      status: 200,
      data: null,
      message: 'The cursor cannot be used: it is not a cursor of this API. Start again without it.',
      extensions: {
        code: 'invalid-cursor',
        errors: [
          {
            parameter: 'after',
            detail: 'it is not a cursor of this API',
            allowed: 'the cursor of the page before, with the same sort and conditions',
          },
        ],
      },
    },
  ],
  ['first: "x"', invalid('Int cannot represent non-integer value: "x"')],
  ['first: null', invalid('Expected value of type "Int!", found null.')],
  [
    'where: { nonsense: {} }',
    invalid('Field "nonsense" is not defined by type "CatchWhere". Did you mean "notes"?'),
  ],
  ['where: { species: { gt: "x" } }', invalid('Field "gt" is not defined by type "StringFilter".')],
  ['sort: [{ field: tags }]', invalid('Value "tags" does not exist in "CatchSortField" enum.')],
  [
    'where: { caughtAt: { gt: "2026-05-01" } }',
    invalid('DateTime cannot be "2026-05-01"; allowed is RFC 3339, such as 2026-05-01T06:30:00Z'),
  ],
])('%s', async (args, expected) => {
  expect(await refusal(list(args))).toEqual(expected);
  expect(calls).toEqual([]);
});

test('half a character in a variable', async () => {
  const query = 'query($text: String!) { catches(where: { species: { contains: $text } }) { items { id } } }';
  expect(await refusal(query, { text: '\ud800' })).toEqual(
    bad(
      'where.species.contains',
      'the text is not allowed',
      '1 to 1000 characters of Unicode without U+0000',
    ),
  );
});

test.each(['""', '"\\u0000"', `"${'x'.repeat(129)}"`])('the id %s, which no record can have', async (id) => {
  expect(await refusal(`{ catch(id: ${id}) { id } }`)).toEqual({
    ...bad('id', 'no id is like this', '1 to 128 characters'),
    data: { catch: null },
  });
});

test.each<[string, object | undefined, string]>([
  [
    'query($n: Int!) { catches(first: $n) { items { id } } }',
    undefined,
    'Variable "$n" of required type "Int!" was not provided.',
  ],
  [
    'query($n: Int!) { catches(first: $n) { items { id } } }',
    { n: 'x' },
    'Variable "$n" got invalid value "x"; Int cannot represent non-integer value: "x"',
  ],
  [
    'query($n: Int) { catches(first: $n) { items { id } } }',
    { n: null },
    'Argument "first" of non-null type "Int!" must not be null.',
  ],
  [
    'query($w: CatchWhere) { catches(where: $w) { items { id } } }',
    { w: { caughtAt: { gt: 5 } } },
    'Variable "$w" got invalid value 5 at "w.caughtAt.gt"; DateTime cannot be 5; allowed is RFC 3339, such as 2026-05-01T06:30:00Z',
  ],
  [
    'query($w: CatchWhere) { catches(where: $w) { items { id } } }',
    { w: { $where: '1' } },
    'Variable "$w" got invalid value { $where: "1" }; Field "$where" is not defined by type "CatchWhere".',
  ],
])('%s with the variables %j', async (query, variables, message) => {
  expect(await refusal(query, variables)).toEqual(invalid(message));
  expect(calls).toEqual([]);
});

test.each([
  ['{', 'Syntax Error: Expected Name, found <EOF>.'],
  ['{ nonsense }', 'Cannot query field "nonsense" on type "Query".'],
  ['{ catches { items { userId } } }', 'Cannot query field "userId" on type "Catch". Did you mean "lureId"?'],
  [
    'query A { __typename } query B { __typename }',
    'Must provide operation name if query contains multiple operations.',
  ],
  ['mutation { nonsense }', 'Only queries are offered; this API only reads.'],
  ['subscription { nonsense }', 'Only queries are offered; this API only reads.'],
])('%s', async (query, message) => {
  expect(await refusal(query)).toEqual(invalid(message));
});
