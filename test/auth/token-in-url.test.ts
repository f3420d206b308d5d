// A token in the URL is refused before anything else, and never repeated.

import { createTokenSecret } from '../../src/auth/token-format.js';
import { startApp, type TestApp } from '../support/app.js';
import { expectProblem, problem } from '../support/problems.js';
import { createBearer } from './people.js';

const DETAIL =
  'URLs are kept in logs and histories. Send the token in the header, as Authorization: Bearer and the token; revoke one that was sent in a URL.';
const NAMES = [
  'token',
  'access_token',
  'api_key',
  'apikey',
  'apiToken',
  'api_token',
  'auth',
  'authorization',
  'bearer',
  'key',
];

describe.each(['open', 'multi-user'])('in %s mode', (mode) => {
  let app: TestApp;
  let headers: Record<string, string>;
  beforeAll(async () => {
    app = await startApp({ config: { AUTH_MODE: mode } });
    headers = { ...(await createBearer(app)).headers };
  });
  afterAll(() => app.close());

  test.each([...NAMES, 'TOKEN', 'Api_Key', '%74oken', '+token'])(
    '%s is refused, with and without a token in the header',
    async (name) => {
      const secret = createTokenSecret();
      for (const path of ['/api/v1/catches', '/api/v1/catches/c1', '/graphql'])
        for (const given of [headers, {}]) {
          const answer = await app.request(`${path}?limit=1&${name}=${secret}`, { headers: given });
          expectProblem(answer, problem(400, 'token-in-url', DETAIL));
          expect(JSON.stringify([answer.text, answer.headers, app.logged])).not.toContain(secret);
        }
    },
  );

  test('a token under any other name, or as a name, is refused', async () => {
    const secret = createTokenSecret();
    for (const search of [`t=${secret}`, secret, `q=my+${secret}`, `x=Bearer%20${secret}`])
      expectProblem(
        await app.request(`/api/v1/catches?${search}`, { headers }),
        problem(400, 'token-in-url', DETAIL),
      );
  });

  test('GraphQL by POST with one in the URL is refused', async () => {
    const body = JSON.stringify({ query: '{ catches { items { id } } }' });
    const answer = await app.request('/graphql?access_token=x', {
      method: 'POST',
      body,
      headers: { ...headers, 'Content-Type': 'application/json' },
    });
    expectProblem(answer, problem(400, 'token-in-url', DETAIL));
  });

  test('other parameters are read as ever', async () => {
    const known = await app.request('/api/v1/catches?species=key&q=token', { headers });
    expect([known.status, known.json]).toEqual([200, []]);
    const unknown = await app.request('/api/v1/catches?keys=1', { headers });
    expect([unknown.status, unknown.json.code]).toEqual([400, 'unknown-parameter']);
  });
});
