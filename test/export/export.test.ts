// GET /api/v1/export: what is in the archive, for whom, and what becomes of a client that goes away.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Manifest } from '../../src/export/manifest.js';
import type { Store } from '../../src/store/port.js';
import { createBearer, expect401, startMultiUser } from '../auth/people.js';
import { type Answer, model, startApp, type TestApp } from '../support/app.js';
import { exampleLog } from '../support/example-log.js';
import { interceptStore } from '../support/intercepted-store.js';
import { expectProblem, problem } from '../support/problems.js';
import { readZip } from '../support/read-zip.js';
import { until } from '../support/until.js';

const PATH = '/api/v1/export';
const POSITIONED = ['catches', 'spots'];
const NAMES = model.resources.map(({ name }) => name);
const FORMATS: Readonly<Record<string, string>> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  geojson: 'application/geo+json',
  gpx: 'application/gpx+xml',
};

/** The files of these collections, in the order of the archive. */
const filesOf = (names: readonly string[]): string[] => [
  ...names.flatMap((name) =>
    Object.keys(FORMATS)
      .filter((format) => POSITIONED.includes(name) || format === 'ndjson' || format === 'csv')
      .map((format) => `${name}.${format}`),
  ),
  ...names.map((name) => `schemas/${name}.schema.json`),
  'manifest.json',
];

const manifestOf = (files: ReadonlyMap<string, Buffer>): Manifest =>
  JSON.parse(String(files.get('manifest.json')));

let app: TestApp;
let answer: Answer;
let files: Map<string, Buffer>;
beforeAll(async () => {
  app = await startApp({ records: exampleLog() });
  await app.write({ catches: [{ id: 'Ω "quoted", \u2028', species: '=1+1', notes: 'a\r\nb 🎣', tags: [] }] });
  answer = await app.request(PATH, { headers: { 'Accept-Encoding': 'gzip, br' } });
  files = await readZip(answer.body);
});
afterAll(() => app.close());

test('it is one ZIP that a browser saves, and that is not compressed again', () => {
  const { status, headers } = answer;
  const name = `creel-${manifestOf(files).exportedAt.slice(0, 10)}.zip`;
  expect([status, headers['content-type'], headers['content-encoding']]).toEqual([
    200,
    'application/zip',
    undefined,
  ]);
  expect(headers['content-disposition']).toBe(`attachment; filename="${name}"`);
  expect(headers['cache-control']).toBe('private, no-cache');
  expect(headers.vary).toContain('Authorization');
});

test('it holds every collection in every format that fits, every schema, and the manifest at the end', () => {
  expect([...files.keys()]).toEqual(filesOf(NAMES));
});

test.each(filesOf(NAMES).filter((name) => !name.includes('schema') && name !== 'manifest.json'))(
  '%s is what the API answers in that format',
  async (name) => {
    const [collection, format] = name.split('.');
    const { status, text } = await app.request(`/api/v1/${collection}?format=${format}`);
    expect([status, String(files.get(name))]).toEqual([200, text]);
  },
);

test.each(NAMES)('each line of %s.ndjson is valid by its schema, which stands alone', (name) => {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const schema = JSON.parse(String(files.get(`schemas/${name}.schema.json`)));
  for (const open of [schema, ...Object.values<object>(schema.$defs)])
    Object.assign(open, { additionalProperties: false });
  const validate = ajv.compile(schema);
  const lines = String(files.get(`${name}.ndjson`))
    .trimEnd()
    .split('\n');
  for (const line of lines) expect([validate(JSON.parse(line)), validate.errors]).toEqual([true, null]);
});

test('the manifest tells of every file what it is, how long and of how many records, and its SHA-256', async () => {
  const counts = Object.fromEntries(
    await Promise.all(NAMES.map(async (name) => [name, (await app.get(`/api/v1/${name}`)).length])),
  );
  expect(manifestOf(files)).toEqual({
    format: 'creel-export',
    formatVersion: 1,
    creelVersion: expect.stringMatching(/^\d+\.\d+\.\d+/),
    exportedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    store: {
      kind: 'sqlite',
      pointInTime: true,
      meaning: expect.stringContaining('as it was when the export began'),
    },
    coordinates: 'exact',
    leftOut: [],
    files: filesOf(NAMES)
      .slice(0, -1)
      .map((name) => {
        const content = files.get(name) ?? Buffer.of();
        const [, collection = '', format = ''] = /(?:^|\/)(\w+)\.(.*)/.exec(name) ?? [];
        const isSchema = format === 'schema.json';
        return {
          name,
          collection,
          mediaType: isSchema ? 'application/schema+json' : FORMATS[format],
          records: isSchema ? null : counts[collection],
          bytes: content.length,
          sha256: createHash('sha256').update(content).digest('hex'),
        };
      }),
  });
});

test('a second export is the same but for its time', async () => {
  const again = await readZip((await app.request(PATH)).body);
  const { exportedAt, ...first } = manifestOf(files);
  expect(manifestOf(again)).toEqual({ ...first, exportedAt: expect.any(String) });
  again.delete('manifest.json');
  for (const [name, content] of again) expect([name, files.get(name)]).toEqual([name, content]);
});

describe('requests', () => {
  test('HEAD has the same headers and no body', async () => {
    const { status, headers, body } = await app.request(PATH, { method: 'HEAD' });
    expect([status, headers['content-type'], body.length]).toEqual([200, 'application/zip', 0]);
  });

  test('OPTIONS says what is offered', async () => {
    const { status, headers } = await app.request(PATH, { method: 'OPTIONS' });
    expect([status, headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });

  test('any parameter is refused', async () => {
    const detail = 'an export takes no parameters';
    expectProblem(
      await app.request(`${PATH}?format=json`),
      problem(400, 'unknown-parameter', `"format": ${detail}`, [
        { parameter: 'format', detail, allowed: [] },
      ]),
    );
  });

  test('a client that takes no ZIP is told so', async () => {
    const detail = 'it does not accept a ZIP';
    expectProblem(
      await app.request(PATH, { headers: { Accept: 'application/json' } }),
      problem(406, 'not-acceptable', 'An export is application/zip.', [
        { parameter: 'Accept', detail, allowed: ['application/zip'] },
      ]),
    );
  });

  test('other methods are not offered', async () => {
    expect((await app.request(PATH, { method: 'POST' })).status).toBe(405);
  });
});

describe('with tokens', () => {
  let guarded: TestApp;
  beforeAll(async () => {
    guarded = await startMultiUser({}, exampleLog());
    await guarded.write(
      { catches: [{ id: 'theirs', species: 'Eel', caughtAt: '2026-01-01T00:00:00.000Z' }] },
      'else',
    );
  });
  afterAll(() => guarded.close());

  test('without one there is none', async () => {
    expect401(await guarded.request(PATH), 'token-missing', 'Send Authorization: Bearer and an API token.');
  });

  test("an export holds its owner's records only", async () => {
    const { headers } = await createBearer(guarded);
    const mine = await readZip((await guarded.request(PATH, { headers })).body);
    expect(String(mine.get('catches.ndjson'))).not.toContain('theirs');
    const other = await guarded.auth.users.create({
      name: 'else',
      password: null,
      isAdmin: false,
      ownerId: 'else',
    });
    expect(other.ownerId).toBe('else');
    const theirs = await createBearer(guarded, {}, 'else');
    const zip = await readZip((await guarded.request(PATH, { headers: theirs.headers })).body);
    const lines = String(zip.get('catches.ndjson')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(['theirs']);
    expect(String(zip.get('lures.ndjson'))).toBe('');
  });

  test.each(['rounded', 'hidden'] as const)(
    'what a token with %s coordinates may not read is not in it',
    async (coordinates) => {
      const { headers } = await createBearer(guarded, { coordinates, collections: ['catches', 'lures'] });
      const answered = await guarded.request(PATH, { headers });
      const zip = await readZip(answered.body);
      const day = manifestOf(zip).exportedAt.slice(0, 10);
      expect(answered.headers['content-disposition']).toBe(
        `attachment; filename="creel-${day}-${coordinates}-partial.zip"`,
      );
      expect([...zip.keys()]).toEqual(filesOf(['catches', 'lures']));
      expect(manifestOf(zip)).toMatchObject({
        coordinates,
        leftOut: ['combos', 'lines', 'reels', 'rods', 'spots'],
      });
      for (const format of Object.keys(FORMATS)) {
        const { text } = await guarded.request(`/api/v1/catches?format=${format}`, { headers });
        expect(String(zip.get(`catches.${format}`))).toBe(text);
        expect(text).not.toContain('59.3721');
      }
    },
  );

  test('what it reads is counted as read by the token', async () => {
    const { headers, token, user } = await createBearer(guarded);
    const zip = await readZip((await guarded.request(PATH, { headers })).body);
    await guarded.auth.usage.flush();
    const usage = await guarded.auth.usage.list(user.id, '2000-01-01');
    const read = manifestOf(zip).files.reduce((sum, { records }) => sum + (records ?? 0), 0);
    expect(usage.filter(({ tokenId }) => tokenId === token.id)).toMatchObject([
      { requests: 1, records: read },
    ]);
  });
});

describe('a client that does not read to the end', () => {
  let busy: TestApp;
  let reads: number;
  let open: number;
  let failing: boolean;

  /** Counts what is read and how many snapshots are open. */
  const watch = (store: Store): Store => {
    const intercepted = interceptStore(store, () => {
      reads++;
      if (failing && reads > 3) throw new Error('the disk is on fire');
    });
    return {
      ...intercepted,
      async snapshot(owner) {
        const snapshot = await intercepted.snapshot(owner);
        open++;
        return {
          ...snapshot,
          async close() {
            open--;
            await snapshot.close();
          },
        };
      },
    };
  };

  beforeAll(async () => {
    // Text that does not compress, and more of it than fits between a server and a client.
    const noise = (index: number) =>
      createHash('shake256', { outputLength: 1500 }).update(`${index}`).digest('base64');
    const catches = Array.from({ length: 6000 }, (_, index) => ({
      id: `c${index}`,
      photos: [{ url: noise(index) }],
    }));
    busy = await startApp({ records: { catches }, wrap: watch });
  });
  afterAll(() => busy.close());
  beforeEach(() => {
    [reads, open, failing] = [0, 0, false];
  });

  const failures = () => busy.logged.filter(({ level }) => Number(level) >= 50);
  const start = async (): Promise<IncomingMessage> => {
    const request = httpRequest({ host: '127.0.0.1', port: busy.port, path: PATH, agent: false });
    request.end();
    request.on('error', () => {});
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.on('error', () => {});
    return response;
  };

  test.each([
    ['ends', (response: IncomingMessage) => response.destroy()],
    ['resets', (response: IncomingMessage) => response.socket.resetAndDestroy()],
  ])(
    'stops the reading when it %s its connection, and its snapshot is closed at once',
    async (_how, leave) => {
      const lines = () => busy.logged.filter(({ path }) => path === PATH);
      const before = lines().length;
      const response = await start();
      await once(response, 'data');
      expect(open).toBe(1);
      leave(response);
      await until(() => open === 0 && lines().length > before);
      const readThen = reads;
      await sleep(200);
      expect([open, reads - readThen]).toEqual([0, 0]);
      expect(reads).toBeLessThan(400);
      expect(lines().at(-1)).toMatchObject({ msg: 'request', whole: false });
      expect(failures()).toEqual([]);
      expect(busy.logged.filter(({ msg }) => msg === 'a request could not be read')).toEqual([]);
    },
  );

  test('stops the reading while it does not read', async () => {
    const response = await start();
    response.pause();
    const seen: number[] = [];
    while (seen.length < 3 || seen.at(-1) !== seen.at(-3)) {
      await sleep(200);
      seen.push(reads);
    }
    const whole = (6000 / 50) * 4;
    expect(seen.at(-1)).toBeLessThan(whole);
    response.destroy();
    await until(() => open === 0);
    expect(open).toBe(0);
  });

  test('gets no whole archive where the store fails on the way', async () => {
    failing = true;
    await expect(busy.request(PATH)).rejects.toThrow();
    await until(() => open === 0 && failures().length > 0);
    expect(open).toBe(0);
    expect(failures()).toMatchObject([{ msg: 'a request failed' }]);
  });

  test('does not keep others waiting: a fifth export is told to come again', async () => {
    failing = false;
    const responses = await Promise.all(Array.from({ length: 4 }, start));
    for (const response of responses) response.pause();
    const fifth = await busy.request(PATH);
    expectProblem(fifth, problem(503, 'too-many-exports', 'Other exports are under way. Try again later.'));
    expect(fifth.headers['retry-after']).toBe('5');
    for (const response of responses) response.destroy();
    await until(() => open === 0);
    expect((await busy.request(PATH, { method: 'HEAD' })).status).toBe(200);
  });
});
