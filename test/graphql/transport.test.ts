// GraphQL over HTTP: methods, types, bodies, URLs and the page for browsers. What is no request is refused as a problem.

import fc from 'fast-check';
import { ERRORS } from '../../src/error-codes.js';
import { startApp, type TestApp } from '../support/app.js';
import { expectProblem, problem } from '../support/problems.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ records: { catches: [{ id: 'a' }] } });
});
afterAll(() => app.close());

const JSON_TYPE = { 'Content-Type': 'application/json' };
const post = (body: string, headers: Readonly<Record<string, string>> = JSON_TYPE) =>
  app.request('/graphql', { method: 'POST', headers, body });

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

const notJson = (detail: string, by = '') =>
  problem(415, 'unsupported-media-type', `Send Content-Type: application/json${by}.`, [
    { parameter: 'Content-Type', detail, allowed: ['application/json'] },
  ]);

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/graphql',
  'application/jsonx',
  'nonsense',
])(
  'a body of the type %s, which a page of another site could send unasked or nobody reads, is a 415',
  async (type) => {
    const body = JSON.stringify({ query: QUERY });
    expectProblem(await post(body, { 'Content-Type': type }), notJson('it is not JSON'));
  },
);

test('a request that says no type is a 415, by GET too unless a header says that no page sent it unasked', async () => {
  const target = `/graphql?query=${QUERY}`;
  const why = ', also by GET: no page of another site can do that unasked';
  expectProblem(await post(JSON.stringify({ query: QUERY }), {}), notJson('it is missing'));
  expectProblem(await app.request(target), notJson('it is missing', why));
  for (const name of ['Apollo-Require-Preflight', 'X-Apollo-Operation-Name'])
    expect((await app.request(target, { headers: { [name]: 'x' } })).json).toEqual(FOUND);
});

test.each(['text/css', 'multipart/mixed', 'text/event-stream'])('Accept: %s is a 406', async (accept) => {
  const allowed = ['application/json', 'application/graphql-response+json'];
  expectProblem(
    await post(JSON.stringify({ query: QUERY }), { ...JSON_TYPE, Accept: accept }),
    problem(406, 'not-acceptable', `The formats of GraphQL are ${allowed.join(' and ')}.`, [
      { parameter: 'Accept', detail: 'it accepts none of the formats', allowed },
    ]),
  );
});

test.each(['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is a 405 with Allow', async (method) => {
  const answer = await app.request('/graphql', { method });
  expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, POST']);
  if (method !== 'HEAD')
    expectProblem(answer, problem(405, 'method-not-allowed', `${method} is not offered here.`));
});

test.each(['mutation', 'subscription'])('a %s is refused by GET as by POST', async (operation) => {
  const query = `${operation} { x }`;
  const message = 'Only queries are offered; this API only reads.';
  for (const answer of [
    await app.request(`/graphql?query=${encodeURIComponent(query)}`, { headers: JSON_TYPE }),
    await app.graphql(query),
  ]) {
    const [{ locations: _places, ...error }] = answer.json.errors;
    expect([answer.status, error]).toEqual([400, { message, extensions: { code: 'invalid-query' } }]);
  }
});

test.each(['{', 'null', '3', '"{catches}"', '{"query":}', '{"query": "\u0001"}'])(
  'the body %j, which is no JSON object, is a 400',
  async (body) => {
    expectProblem(
      await post(body),
      problem(400, 'malformed-request', 'The body is no JSON object in UTF-8.'),
    );
  },
);

const DOCUMENT = 'a GraphQL document as text, such as { catches { items { id } } }';
const invalid = (parameter: string, detail: string, allowed: string) =>
  problem(400, 'invalid-query', `${parameter}: ${detail}`, [{ parameter, detail, allowed }]);
const noQuery = invalid('query', 'it is missing', DOCUMENT);
const noObject = (parameter: string) => invalid(parameter, 'it is no JSON object', 'a JSON object');
const noName = invalid('operationName', 'it is no text', 'the name of an operation in `query`');
const aList = invalid('body', 'it is a list', 'one JSON object; queries are not sent in batches');

test.each([
  ['{}', noQuery],
  ['', noQuery],
  ['{"query":null}', noQuery],
  ['{"query":""}', noQuery],
  ['{"query":5}', invalid('query', 'it is no text', DOCUMENT)],
  ['[]', aList],
  [`[{"query":"${QUERY}"}]`, aList],
  ['{"query":"{__typename}","variables":"x"}', noObject('variables')],
  ['{"query":"{__typename}","variables":[]}', noObject('variables')],
  ['{"query":"{__typename}","extensions":"x"}', noObject('extensions')],
  ['{"query":"{__typename}","operationName":5}', noName],
])('the body %j, which asks for no one query, is refused', async (body, expected) => {
  expectProblem(await post(body), expected);
});

test.each([
  ['', noQuery],
  ['?query=', noQuery],
  ['?variables={}', noQuery],
  ['?query={__typename}&variables=x', noObject('variables')],
  ['?query={__typename}&variables=', noObject('variables')],
  ['?query={__typename}&variables=null', noObject('variables')],
  ['?query={__typename}&extensions=[]', noObject('extensions')],
  ['?query=%FF', problem(400, 'malformed-url', 'The query string is not percent-encoded UTF-8.')],
  [
    '?query={__typename}&query={__typename}',
    problem(400, 'repeated-parameter', '"query": it is given more than once', [
      {
        parameter: 'query',
        detail: 'it is given more than once',
        allowed: 'once; several values are separated by commas',
      },
    ]),
  ],
])('the GET of /graphql%s, which asks for no one query, is refused', async (search, expected) => {
  expectProblem(await app.request(`/graphql${search}`, { headers: JSON_TYPE }), expected);
});

test('whatever is sent as JSON is answered by a 200 or a 4xx with a code', async () => {
  const part = fc.oneof(fc.jsonValue(), fc.constantFrom('{__typename}', 'query A{__typename}', null, {}));
  const body = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({ query: part, variables: part, operationName: part, extensions: part }, { requiredKeys: [] })
      .map((parts) => JSON.stringify(parts)),
  );
  await fc.assert(
    fc.asyncProperty(body, async (text) => {
      const { status, json } = await post(text);
      const code = json.code ?? json.errors?.[0].extensions.code;
      expect(status === 200 ? json.data : Object.hasOwn(ERRORS, code)).toBeTruthy();
      expect(status).toBeLessThan(500);
    }),
    { numRuns: 200, seed: 7 },
  );
});

test('a persisted query is not looked for', async () => {
  const extensions = { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } };
  expect((await post(JSON.stringify({ extensions }))).json).toEqual({
    errors: [{ message: 'PersistedQueryNotSupported', extensions: { code: 'invalid-query' } }],
  });
});

test('a body beyond BODY_MAX_BYTES is a 413', async () => {
  const body = (bytes: number) => JSON.stringify({ query: '{__typename}' }).padEnd(bytes, ' ');
  expect((await post(body(102_400))).json).toEqual({ data: { __typename: 'Query' } });
  expectProblem(await post(body(102_401)), problem(413, 'body-too-large', 'The request body is too large.'));
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

test('a browser is shown it in multi-user mode too, where no token says whose records to read', async () => {
  const guarded = await startApp({ config: { AUTH_MODE: 'multi-user' } });
  const ask = (target: string, Accept: string) =>
    guarded.request(target, { headers: { ...JSON_TYPE, Accept } });
  const page = await ask('/graphql', 'text/html,application/xhtml+xml,*/*;q=0.8');
  const refused = await Promise.all([
    ask('/graphql', '*/*'),
    ask('/graphql', 'application/json, text/html'),
    ask(`/graphql?query=${QUERY}`, 'text/html'),
    ask('/graphql?token=x', 'text/html'),
  ]);
  await guarded.close();
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.text).toContain('-H "Authorization: Bearer $CREEL_TOKEN"');
  expect(refused.map(({ status, json }) => [status, json.code])).toEqual([
    [401, 'token-missing'],
    [401, 'token-missing'],
    [401, 'token-missing'],
    [400, 'token-in-url'],
  ]);
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
