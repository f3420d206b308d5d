// The OpenAPI document: well made, complete, and true of what the server answers.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { createSchema } from '../../src/resolvers/schema.js';
import { listParameters, recordParameters } from '../../src/rest/dialect/parameters.js';
import { createOpenApi } from '../../src/rest/openapi.js';
import { createMapping } from '../../src/rest/sofa.js';
import { model, nextLink, resourceOf, startApp, type TestApp } from '../support/app.js';
import { BARE_ID, exampleLog } from '../support/example-log.js';
import {
  createValidator,
  exampleOf,
  type Json,
  parametersOf,
  resolve,
  type Validate,
  writeParameter,
} from '../support/openapi.js';

const require = createRequire(import.meta.url);

let app: TestApp;
let document: Json;
let validate: Validate;

beforeAll(async () => {
  app = await startApp({ records: exampleLog() });
  document = await app.get('/api/openapi');
  validate = createValidator(document);
});
afterAll(() => app.close());

const NAMES = model.resources.map(({ name }) => name);
const ID = String(resourceOf('catches').field.get('id')?.example);
const listPath = (name: string) => `/api/v1/${name}`;
const recordPath = (name: string) => `/api/v1/${name}/{id}`;

/** The document as it is where a token is needed. */
const withTokens = async (): Promise<Json> =>
  createOpenApi((await createMapping(createSchema(model), model)).openApi, model, { authMode: 'multi-user' });

test.each(['open', 'multi-user'])('Redocly finds nothing to say about it in %s mode', async (mode) => {
  const folder = mkdtempSync(join(tmpdir(), 'creel-openapi-'));
  const linted = mode === 'open' ? document : await withTokens();
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(linted));
  const cli = require.resolve('@redocly/cli/bin/cli.js');
  const report = await new Promise<string>((done) =>
    execFile(
      process.execPath,
      [cli, 'lint', 'openapi.json', '--extends=recommended', '--format=json'],
      {
        cwd: folder,
        env: {
          ...process.env,
          NODE_OPTIONS: '',
          REDOCLY_TELEMETRY: 'off',
          REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        },
      },
      (_error, stdout) => done(stdout),
    ),
  );
  rmSync(folder, { recursive: true });
  const { totals, problems } = JSON.parse(report);
  expect({ totals, problems }).toEqual({ totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] });
});

test('it has the sixteen paths, and a name for each operation that a client can be generated from', () => {
  const operations = Object.entries<Json>(document.paths).map(([path, { get }]) => [path, get.operationId]);
  expect(operations).toEqual([
    ['/api/v1/catches', 'listCatches'],
    ['/api/v1/catches/{id}', 'getCatch'],
    ['/api/v1/combos', 'listCombos'],
    ['/api/v1/combos/{id}', 'getCombo'],
    ['/api/v1/lines', 'listLines'],
    ['/api/v1/lines/{id}', 'getLine'],
    ['/api/v1/lures', 'listLures'],
    ['/api/v1/lures/{id}', 'getLure'],
    ['/api/v1/reels', 'listReels'],
    ['/api/v1/reels/{id}', 'getReel'],
    ['/api/v1/rods', 'listRods'],
    ['/api/v1/rods/{id}', 'getRod'],
    ['/api/v1/spots', 'listSpots'],
    ['/api/v1/spots/{id}', 'getSpot'],
    ['/api/v1/changes', 'listChanges'],
    ['/api/v1/export', 'exportLog'],
  ]);
});

test('in open mode it asks for no token; in multi-user mode every operation asks for one and says what can be wrong with it', async () => {
  expect([document.security, document.components.securitySchemes]).toEqual([[], undefined]);
  const guarded = await withTokens();
  expect(guarded.security).toEqual([{ bearer: [] }]);
  expect(guarded.components.securitySchemes).toEqual({
    bearer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'creel_ and 36 letters and digits',
      description: expect.stringContaining('`creel token create`'),
    },
  });
  const operations = Object.values<Json>(guarded.paths).map(({ get }) => get);
  expect(operations).toHaveLength(16);
  for (const { operationId, security, responses } of operations) {
    // An export leaves out what a token may not read.
    const forbidden = operationId === 'exportLog' ? [] : [403];
    const refusals = Object.keys(responses).filter((status) => /^4(?:01|03|29)$/.test(status));
    expect([security, refusals.map(Number)]).toEqual([undefined, [401, ...forbidden, 429]]);
    expect(Object.keys(resolve(guarded, responses['200']).headers)).toEqual(
      expect.arrayContaining(['RateLimit', 'RateLimit-Policy']),
    );
    const headersOf = (status: number) => Object.keys(resolve(guarded, responses[status]).headers);
    for (const status of [401, ...forbidden])
      expect(headersOf(status)).toEqual(['X-Request-Id', 'WWW-Authenticate']);
    expect(headersOf(429)).toEqual(['X-Request-Id', 'Retry-After', 'RateLimit', 'RateLimit-Policy']);
  }
  const open = Object.values<Json>(document.paths).map(({ get }) => Object.keys(get.responses));
  for (const statuses of open) expect(statuses).not.toEqual(expect.arrayContaining(['401']));
});

test('it describes records, problems, changes and what parameters take, and nothing of GraphQL', () => {
  const choices = model.resources.flatMap(({ typeName, links }) =>
    ['Field', 'Format', 'Sort', ...(links.length > 0 ? ['Link'] : [])].map((kind) => `${typeName}${kind}`),
  );
  const values = ['Boolean', 'Day', 'Id', 'Integer', 'Number', 'Text', 'Time'].flatMap((type) => [
    `${type}Value`,
    `${type}Values`,
  ]);
  expect(Object.keys(document.components.schemas).sort()).toEqual(
    [
      ...model.resources.map(({ typeName }) => typeName),
      ...['Photo', 'Spooling', 'FeatureCollection', 'Feature', 'FeatureProperties', 'Point'],
      ...['Problem', 'ParameterError', 'AllowedValues'],
      ...[
        'Change',
        'ChangedRecord',
        'DeletedRecord',
        'ChangesEnd',
        'DeletionsKnown',
        'Collection',
        'AnyRecord',
      ],
      ...[...choices, 'Units', ...values],
    ].sort(),
  );
});

test('no object, choice or union in it is left to a generator to name', () => {
  const left: string[] = [];
  const visit = (part: Json, pointer: string): void => {
    if (typeof part !== 'object' || part === null) return;
    const union = (part.oneOf ?? part.anyOf ?? part.allOf ?? []).filter(({ type }: Json) => type !== 'null');
    const isNamed = /^#\/components\/schemas\/[^/]+$/.test(pointer);
    if (!isNamed && (part.type === 'object' || part.enum || union.length > 1)) left.push(pointer);
    for (const [key, inner] of Object.entries(part))
      if (!/^(?:examples?|default|const|enum)$/.test(key)) visit(inner, `${pointer}/${key}`);
  };
  visit(document, '#');
  expect(left).toEqual([]);
});

test('every operation has a tag that is described, a summary, and a description', () => {
  const described = document.tags.map(({ name, description }: Json) => [name, description !== '']);
  const tagged = Object.values<Json>(document.paths).map(({ get }) => get.tags);
  expect(described).toEqual([...new Set(tagged.flat())].map((name) => [name, true]));
  for (const { get } of Object.values<Json>(document.paths))
    expect(['', undefined]).not.toContain(get.summary && get.description);
});

test('If-None-Match is a parameter of just the operations that answer it', () => {
  for (const { get } of Object.values<Json>(document.paths)) {
    const names = (get.parameters ?? []).map((parameter: Json) => resolve(document, parameter).name);
    expect([get.operationId, names.includes('If-None-Match')]).toEqual([
      get.operationId,
      '304' in get.responses,
    ]);
  }
});

test('every answer with a body but the archive has an example, and each is valid', () => {
  for (const [path, { get }] of Object.entries<Json>(document.paths))
    for (const [status, response] of Object.entries<Json>(get.responses))
      for (const [mediaType, { examples }] of Object.entries<Json>(
        resolve(document, response).content ?? {},
      )) {
        if (mediaType === 'application/zip') continue;
        const values = Object.values<Json>(examples).map((example) => resolve(document, example).value);
        expect([path, status, mediaType, values.length > 0]).toEqual([path, status, mediaType, true]);
        for (const value of values) expect(validate(path, Number(status), mediaType, value)).toEqual([]);
      }
});

describe.each(NAMES)('%s', (name) => {
  const { links, members, fields } = resourceOf(name);
  const expansions = links.length > 0 ? ['', `expand=${links.map((link) => link.name).join(',')}`] : [''];
  const mediaType = 'application/json';

  test.each(expansions)('answers lists as described, with "%s"', async (search) => {
    const body = await app.get(`${listPath(name)}?${search}`);
    expect(validate(listPath(name), 200, mediaType, body)).toEqual([]);
    const names = (search ? members : fields).map((member) => member.name);
    for (const record of body) expect(Object.keys(record)).toEqual(names);
  });

  test.each(expansions)('answers records as described, with "%s"', async (search) => {
    for (const id of [ID, BARE_ID]) {
      const body = await app.get(`/api/v1/${name}/${id}?${search}`);
      expect(validate(recordPath(name), 200, mediaType, body)).toEqual([]);
    }
  });

  test('answers the examples of the document, plain and expanded', async () => {
    const { content } = resolve(document, document.paths[recordPath(name)].get.responses[200]);
    const { examples } = content[mediaType];
    expect(await app.get(`/api/v1/${name}/${ID}`)).toEqual(examples.plain.value);
    if (links.length > 0)
      expect(await app.get(`/api/v1/${name}/${ID}?${expansions[1]}`)).toEqual(examples.expanded.value);
  });

  test('answers the examples of the other formats', async () => {
    const { content } = resolve(document, document.paths[recordPath(name)].get.responses[200]);
    for (const [type, { examples }] of Object.entries<Json>(content).filter(
      ([other]) => other !== mediaType,
    )) {
      const { value } = resolve(document, examples.plain);
      const { text, json } = await app.request(`/api/v1/${name}/${ID}`, { headers: { Accept: type } });
      expect(typeof value === 'string' ? text : json).toEqual(value);
    }
  });

  test('has exactly the parameters by which requests are read', () => {
    const described = (path: string) => parametersOf(document, path).map((parameter) => parameter.name);
    const read = (parameters: readonly { name: string }[]) => parameters.map((parameter) => parameter.name);
    expect(described(listPath(name)).sort()).toEqual(read(listParameters(model, resourceOf(name))).sort());
    expect(described(recordPath(name)).sort()).toEqual(
      read(recordParameters(model, resourceOf(name))).sort(),
    );
  });

  test('accepts every parameter with its own example, default and values', async () => {
    const page = await app.request(`${listPath(name)}?limit=1`);
    const cursor = new URL(nextLink(page) ?? '', app.url).searchParams.get('cursor');
    for (const path of [listPath(name), recordPath(name)])
      for (const parameter of parametersOf(document, path)) {
        const example = parameter.name === 'cursor' ? cursor : exampleOf(parameter);
        const { items, ...one } = { ...parameter.schema, ...resolve(document, parameter.schema) };
        const values = resolve(document, items ?? one).enum ?? [];
        for (const value of [example, parameter.schema.default ?? example, ...values]) {
          const target = `${path.replace('{id}', ID)}?${writeParameter(parameter, value)}`;
          const { status, text } = await app.request(target);
          expect([target, status, status === 200 ? '' : text]).toEqual([target, 200, '']);
        }
      }
  });
});

test('a record with only some of its fields is answered as described', async () => {
  const body = await app.get('/api/v1/catches?fields=species,lure.name,photos.url,combo.rod');
  expect(validate(listPath('catches'), 200, 'application/json', body)).toEqual([]);
});

test('YAML says the same as JSON, also to readers of YAML 1.1', async () => {
  const { text, headers } = await app.request('/api/openapi?format=yaml');
  expect(headers['content-type']).toBe('application/yaml; charset=utf-8');
  expect(parse(text)).toEqual(document);
  expect(parse(text, { version: '1.1' })).toEqual(document);
  const accepted = await app.request('/api/openapi', { headers: { Accept: 'application/yaml' } });
  expect(accepted.text).toBe(text);
  const both = await app.request('/api/openapi', { headers: { Accept: 'application/yaml;q=0.5, */*' } });
  expect(both.headers['content-type']).toBe('application/json; charset=utf-8');
});

test('the document is sent again only if it has changed', async () => {
  const { headers } = await app.request('/api/openapi');
  const again = await app.request('/api/openapi', { headers: { 'If-None-Match': String(headers.etag) } });
  expect([again.status, again.text, again.headers.etag]).toEqual([304, '', headers.etag]);
  const yaml = await app.request('/api/openapi?format=yaml', {
    headers: { 'If-None-Match': String(headers.etag) },
  });
  expect(yaml.status).toBe(200);
});

test.each([
  ['/api/openapi?format=xml', {}, 400, 'invalid-parameter', ['json', 'yaml']],
  ['/api/openapi?pretty=1', {}, 400, 'unknown-parameter', ['format']],
  ['/api/openapi', { Accept: 'image/png' }, 406, 'not-acceptable', ['application/json', 'application/yaml']],
])('%s with %j is refused with what is allowed', async (target, headers, status, code, allowed) => {
  const { json } = await app.request(target, { headers });
  expect([json.status, json.code, json.errors[0].allowed]).toEqual([status, code, allowed]);
});

test('the public address comes first among the servers where it is known', () => {
  const servers = (publicUrl?: string) =>
    (createOpenApi({ paths: {} }, model, { publicUrl }) as Json).servers;
  expect(servers('https://creel.example/log/').map(({ url }: Json) => url)).toEqual([
    'https://creel.example/log',
    '/',
  ]);
  expect(servers().map(({ url }: Json) => url)).toEqual(['/']);
});

test('an answer that is not as described is told apart', () => {
  const find = (record: Json) => validate(recordPath('catches'), 200, 'application/json', record);
  const wrong = [
    { lengthCm: '50' },
    { caughtAt: 'yesterday' },
    { id: null },
    { quantity: 1.5 },
    { tags: [null] },
    { userId: 'me' },
    { lure: { userId: 'me' } },
    { photos: [{ size: 1 }] },
  ];
  expect(wrong.filter((record) => find(record).length === 0)).toEqual([]);
});
