// Compression: what a client accepts, whole or streamed, and the same text behind it.

import { get as httpGet } from 'node:http';
import { brotliDecompressSync, createGunzip, gunzipSync } from 'node:zlib';
import { startApp, type TestApp } from '../support/app.js';

const catches = Array.from({ length: 60 }, (_, index) => ({
  id: `c${index}`,
  species: 'Zährte',
  notes: 'Between the reeds, in the wind. '.repeat(3),
}));

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ records: { catches }, config: { BATCH_SIZE: '25' } });
});
afterAll(() => app.close());

const DECODE = { gzip: gunzipSync, br: brotliDecompressSync } as const;
const TARGETS = ['/api/v1/catches?limit=20', '/api/v1/catches', '/api/openapi'];

describe.each(TARGETS)('%s', (target) => {
  test.each(['gzip', 'br'] as const)('is compressed by %s, which a client accepts', async (coding) => {
    const plain = await app.request(target);
    const answer = await app.request(target, { headers: { 'Accept-Encoding': coding } });
    expect(answer.headers['content-encoding']).toBe(coding);
    expect(answer.headers.vary).toMatch(/Accept-Encoding$/);
    expect(DECODE[coding](answer.body).toString()).toBe(plain.text);
    expect(answer.body.length).toBeLessThan(plain.body.length / 2);
  });

  test.each([undefined, 'identity', 'zstd, compress', 'gzip;q=0, br;q=0', '', '*;q=0'])(
    'is sent as it is to a client that accepts %p',
    async (accepted) => {
      const headers = accepted === undefined ? {} : { 'Accept-Encoding': accepted };
      const answer = await app.request(target, { headers });
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.json).toEqual((await app.request(target)).json);
    },
  );

  test.each([
    ['br;q=0.2, gzip;q=0.8', 'gzip'],
    ['gzip;q=0.1, br', 'br'],
    ['gzip, deflate, br, zstd', 'gzip'],
  ])('%p prefers %s', async (accepted, coding) => {
    const { headers } = await app.request(target, { headers: { 'Accept-Encoding': accepted } });
    expect(headers['content-encoding']).toBe(coding);
  });

  test('HEAD tells the coding and the length that GET has', async () => {
    const headers = { 'Accept-Encoding': 'gzip' };
    const get = await app.request(target, { headers });
    const head = await app.request(target, { method: 'HEAD', headers });
    const told = ['content-encoding', 'content-length', 'etag', 'vary', 'content-type'];
    for (const name of told) expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
    expect(head.body.length).toBe(0);
  });
});

test('a validator belongs to its coding, and a client that sends it back with the same wish is answered 304', async () => {
  const headers = { 'Accept-Encoding': 'gzip' };
  const { etag = '' } = (await app.request('/api/v1/catches?limit=20', { headers })).headers;
  expect(etag).toMatch(/^"[\w-]{27}-gzip"$/);
  const again = { ...headers, 'If-None-Match': etag };
  expect((await app.request('/api/v1/catches?limit=20', { headers: again })).status).toBe(304);
  expect((await app.request('/api/v1/catches?limit=20', { headers: { 'If-None-Match': etag } })).status).toBe(
    200,
  );
});

test('a short answer is sent as it is', async () => {
  const answer = await app.request('/api/v1/catches/c1?fields=id', {
    headers: { 'Accept-Encoding': 'gzip, br' },
  });
  expect([answer.headers['content-encoding'], answer.text]).toEqual([undefined, '{"id":"c1"}']);
});

test.each(['gzip, identity;q=0', 'gzip, *;q=0'])(
  'a short answer is compressed to a client that takes it no other way (%s)',
  async (accepted) => {
    const answer = await app.request('/api/v1/catches/c1?fields=id', {
      headers: { 'Accept-Encoding': accepted },
    });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(answer.body).toString()).toBe('{"id":"c1"}');
  },
);

test('records of a compressed stream can be read before the stream has ended', async () => {
  const slow = await startApp({
    records: { catches },
    config: { BATCH_SIZE: '10' },
    wrap: (store) => ({
      ...store,
      label: store.label,
      bind: (owner) => {
        const records = store.bind(owner);
        const find: typeof records.find = async (resource, query) => {
          if (query.after !== null) await ended;
          return records.find(resource, query);
        };
        return Object.assign(Object.create(records), { find, checkReadable: () => {} });
      },
    }),
  });
  let release = () => {};
  const ended = new Promise<void>((resolve) => {
    release = resolve;
  });
  try {
    const text = await new Promise<string>((resolve, reject) => {
      const headers = { 'Accept-Encoding': 'gzip' };
      httpGet(`${slow.url}/api/v1/catches`, { headers }, (response) => {
        const unzip = response.pipe(createGunzip());
        unzip.once('data', (first: Buffer) => {
          resolve(first.toString());
          unzip.on('error', () => {});
          response.destroy();
        });
      }).on('error', reject);
    });
    expect(text.startsWith('[{"id":"c')).toBe(true);
  } finally {
    release();
    await slow.close();
  }
});
