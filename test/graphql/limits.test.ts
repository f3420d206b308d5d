// The limits of GraphQL: depth, cost, tokens and introspection.

import { getIntrospectionQuery } from 'graphql';
import { startApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ records: { catches: [{ id: 'a' }] } });
});
afterAll(() => app.close());

const refused = (message: string, code = 'invalid-query') => ({
  errors: [{ message, extensions: { code } }],
});

describe('depth', () => {
  test('as deep as the schema goes is allowed by default', async () => {
    const deepest = '{ catches { items { combo { reel { currentLine { photos { url } } } } } } }';
    expect((await app.graphql(deepest)).json).toEqual({ data: { catches: { items: [{ combo: null }] } } });
  });

  test.each([
    ['fields', '{ catches { items { combo { reel { id } } } } }'],
    [
      'fragments',
      '{ ...A } fragment A on Query { catches { ...B } } fragment B on CatchPage { items { combo { reel { id } } } }',
    ],
    [
      'inline fragments',
      '{ ... on Query { catches { ... { items { ... on Catch { combo { reel { id } } } } } } } }',
    ],
  ])('is counted in %s, and refused beyond GRAPHQL_MAX_DEPTH', async (_fact, query) => {
    const [four, five] = await Promise.all(
      ['4', '5'].map((depth) => startApp({ config: { GRAPHQL_MAX_DEPTH: depth } })),
    );
    const answers = [await four?.graphql(query), await five?.graphql(query)];
    await Promise.all([four?.close(), five?.close()]);
    expect(answers.map((answer) => [answer?.status, answer?.json])).toEqual([
      [400, refused('The query is 5 levels deep; 4 are allowed.', 'query-too-deep')],
      [200, { data: { catches: { items: [] } } }],
    ]);
  });
});

describe('cost', () => {
  test('is refused before anything is read where it is beyond GRAPHQL_MAX_COST', async () => {
    const list = (first: number | string) => `catches(first: ${first}) { items { id lure { id } } }`;
    const cheap = await startApp({ config: { GRAPHQL_MAX_COST: '401' } });
    const answers = [
      await cheap.graphql(`{ ${list(100)} }`),
      await cheap.graphql(`{ ${list(101)} }`),
      await cheap.graphql(`query($n: Int!) { ${list('$n')} }`, { n: 101 }),
      await cheap.graphql(`{ a: ${list(25)} b: ${list(25)} c: ${list(25)} d: ${list(25)} }`),
    ];
    await cheap.close();
    const costs = (cost: number) =>
      refused(
        `The query costs ${cost} (fields, those of a list once for each of \`first\`); 401 are allowed.`,
        'query-too-costly',
      );
    expect(answers.map(({ status, json }) => [status, json])).toEqual([
      [200, { data: { catches: { items: [] } } }],
      [400, costs(405)],
      [400, costs(405)],
      [400, costs(404)],
    ]);
  });
});

describe('tokens', () => {
  test('beyond GRAPHQL_MAX_TOKENS are refused', async () => {
    const { status, json } = await app.graphql(`{ ${'__typename '.repeat(2000)} }`);
    expect([status, json]).toEqual([
      400,
      {
        errors: [
          {
            message: 'The query has more than 2000 names, values and marks.',
            locations: [{ line: 1, column: expect.any(Number) }],
            extensions: { code: 'query-too-long' },
          },
        ],
      },
    ]);
  });
});

describe('introspection', () => {
  test('as tools ask for it is answered by default', async () => {
    const { status, json } = await app.graphql(
      getIntrospectionQuery({ specifiedByUrl: true, inputValueDeprecation: true }),
    );
    expect([status, json.errors, json.data.__schema.queryType.name]).toEqual([200, undefined, 'Query']);
  });

  test('that goes round in circles is refused', async () => {
    const { status, json } = await app.graphql(
      '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }',
    );
    expect([status, json.errors[0].message]).toEqual([400, 'Maximum introspection depth exceeded']);
  });

  test('that asks for much of everything is too costly', async () => {
    const one = (name: string) =>
      `${name}: __schema { types { fields { type { fields { type { name } } } } } }`;
    const { status, json } = await app.graphql(
      `{ ${Array.from({ length: 80 }, (_, n) => one(`a${n}`)).join(' ')} }`,
    );
    expect([status, json.errors[0].extensions.code]).toEqual([400, 'query-too-costly']);
  });

  test('is refused where it is switched off, and queries go on', async () => {
    const closed = await startApp({ config: { GRAPHQL_INTROSPECTION: 'false' } });
    const asked = await closed.graphql('{ __schema { queryType { name } } }');
    const query = await closed.graphql('{ __typename catches { items { id } } }');
    const page = await closed.request('/graphql', { headers: { Accept: 'text/html' } });
    await closed.close();
    expect([page.status, page.text.includes('type Catch')]).toEqual([200, false]);
    const { message, extensions } = asked.json.errors[0];
    expect([asked.status, message, extensions]).toEqual([
      400,
      'Introspection is switched off on this server.',
      { code: 'invalid-query' },
    ]);
    expect(query.json).toEqual({ data: { __typename: 'Query', catches: { items: [] } } });
  });
});
