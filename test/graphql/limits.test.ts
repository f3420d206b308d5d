// The limits of GraphQL and its transport: depth, cost, tokens, introspection, methods, bodies and the landing page.

import { getIntrospectionQuery } from 'graphql';
import { type RequestOptions, startApp, type TestApp } from '../support/app.js';
import { expectProblem, problem } from '../support/problems.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ records: { catches: [{ id: 'a' }] } });
});
afterAll(() => app.close());

const JSON_TYPE = { 'Content-Type': 'application/json' };
const post = (body: string, headers: Readonly<Record<string, string>> = JSON_TYPE, on = app) =>
  on.request('/graphql', { method: 'POST', headers, body });
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
            message: 'Syntax Error: Document contains more that 2000 tokens. Parsing aborted.',
            locations: [{ line: 1, column: expect.any(Number) }],
            extensions: { code: 'invalid-query' },
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
    await closed.close();
    expect([asked.status, asked.json.errors[0].extensions]).toEqual([400, { code: 'invalid-query' }]);
    expect(query.json).toEqual({ data: { __typename: 'Query', catches: { items: [] } } });
  });
});

describe('transport', () => {
  const FOUND = { data: { catches: { items: [{ id: 'a' }] } } };
  const QUERY = '{catches{items{id}}}';

  test('POST and GET are answered alike', async () => {
    expect((await post(JSON.stringify({ query: QUERY }))).json).toEqual(FOUND);
    const target = `/graphql?query=${encodeURIComponent(QUERY)}`;
    expect((await app.request(target, { headers: JSON_TYPE })).json).toEqual(FOUND);
    const variables = encodeURIComponent('{"id":"a"}');
    const query = encodeURIComponent('query One($id: ID!) { catch(id: $id) { id } }');
    expect(
      (
        await app.request(`/graphql?query=${query}&variables=${variables}&operationName=One`, {
          headers: JSON_TYPE,
        })
      ).json,
    ).toEqual({ data: { catch: { id: 'a' } } });
  });

  test.each<RequestOptions>([
    { method: 'GET' },
    { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: JSON.stringify({ query: QUERY }) },
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `query=${QUERY}`,
    },
  ])('what a page of another site can send without asking is refused: %j', async (options) => {
    const { status, json } = await app.request(`/graphql?query=${QUERY}`, options);
    expect([status, json.errors[0].message, json.errors[0].extensions]).toEqual([
      400,
      expect.stringContaining('blocked as a potential Cross-Site Request Forgery'),
      { code: 'invalid-query' },
    ]);
  });

  test.each(['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is a 405 with Allow', async (method) => {
    const answer = await app.request('/graphql', { method });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, POST']);
    if (method !== 'HEAD')
      expectProblem(answer, problem(405, 'method-not-allowed', `${method} is not offered here.`));
  });

  test('a mutation by GET is a 405', async () => {
    const { status, headers } = await app.request('/graphql?query=mutation{x}', { headers: JSON_TYPE });
    expect([status, headers.allow]).toEqual([405, 'POST']);
  });

  test.each(['{', 'null', '3', '"{catches}"', '{"query":}', '{"query": "\u0001"}'])(
    'the body %j, which is no JSON object, is a 400',
    async (body) => {
      expectProblem(
        await post(body),
        problem(400, 'malformed-request', 'The URL or the JSON body is not well-formed.'),
      );
    },
  );

  test.each([
    ['{}', 'POST body missing, invalid Content-Type, or JSON object has no keys.'],
    ['', 'POST body missing, invalid Content-Type, or JSON object has no keys.'],
    [`[{"query":"${QUERY}"}]`, 'Operation batching disabled.'],
    ['{"query":5}', 'GraphQL queries must be strings.'],
    [
      '{"query":"{__typename}","variables":"x"}',
      '`variables` in a POST body should be provided as an object, not a recursively JSON-encoded string.',
    ],
  ])('the body %j, which asks for no one query, is refused', async (body, message) => {
    const { status, json } = await post(body);
    expect([status, json]).toEqual([400, refused(message)]);
  });

  test('a persisted query is not looked for', async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } };
    expect((await post(JSON.stringify({ extensions }))).json).toEqual(refused('PersistedQueryNotSupported'));
  });

  test('a body beyond BODY_MAX_BYTES is a 413', async () => {
    const body = (bytes: number) => JSON.stringify({ query: '{__typename}' }).padEnd(bytes, ' ');
    expect((await post(body(102_400))).json).toEqual({ data: { __typename: 'Query' } });
    expectProblem(
      await post(body(102_401)),
      problem(413, 'body-too-large', 'The request body is too large.'),
    );
  });

  test.each([
    { 'Content-Type': 'application/json; charset=klingon' },
    { ...JSON_TYPE, 'Content-Encoding': 'zip' },
  ])('a body that cannot be decoded is a 415: %j', async (headers) => {
    expectProblem(
      await post('{}', headers),
      problem(415, 'unsupported-media-type', 'The charset or encoding is not supported.'),
    );
  });

  test('a browser is shown a page with the schema and nothing of another server', async () => {
    const { status, headers, text } = await app.request('/graphql', { headers: { Accept: 'text/html' } });
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';script-src 'self';/);
    expect(text).toContain('type Catch implements Record');
    const loaded = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url);
    expect(loaded).toEqual(['/assets/favicon.svg', '/assets/creel.css', '/api-docs']);
    expect(text).not.toMatch(/<script/);
    for (const asset of loaded.slice(0, 2)) expect((await app.request(String(asset))).status).toBe(200);
  });
});
