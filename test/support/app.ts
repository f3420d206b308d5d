// Starts the whole application for a test: an embedded store in a folder of its own, behind a real HTTP server.

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { createApp } from '../../src/app.js';
import { type Auth, createAuth } from '../../src/auth/auth.js';
import { type Config, readConfig } from '../../src/config.js';
import { createHttpServer } from '../../src/http-server.js';
import type { Resource } from '../../src/model/model.js';
import { readModel } from '../../src/model/read-schema.js';
import type { RecordWrite, Store, StoredRecord } from '../../src/store/port.js';
import { openSqliteStore } from '../../src/store/sqlite/open.js';

/** The product's own model, read once for each test file. */
export const model = readModel();

export type TestLog = Readonly<Record<string, readonly (StoredRecord & { readonly id: string })[]>>;

export interface AppOptions {
  /** What the log holds, by collection. */
  readonly records?: TestLog;
  /** Variables of the environment that differ from their defaults. */
  readonly config?: Readonly<Record<string, string>>;
  /** Puts something between the application and its store: a spy, or a store that fails. */
  readonly wrap?: (store: Store) => Store;
}

/** An answer as it came, byte for byte, with its JSON where it is some. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as it came: with a content coding, compressed. */
  readonly body: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: a test says itself what it expects of an answer
  readonly json: any;
}

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface TestApp {
  readonly url: string;
  readonly port: number;
  readonly config: Config;
  readonly store: Store;
  readonly auth: Auth;
  /** What was logged, entry by entry. */
  readonly logged: readonly Readonly<Record<string, unknown>>[];
  /** One request with exactly this target; nothing is encoded, normalised or followed. Rejects if the answer is cut off. */
  request(target: string, options?: RequestOptions): Promise<Answer>;
  /** The JSON of a GET that must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says itself what it expects of an answer
  get(target: string): Promise<any>;
  graphql(query: string, variables?: object): Promise<Answer>;
  /** Sends bytes as they are, and answers what came back until the server closed the connection. */
  raw(bytes: string | Buffer): Promise<string>;
  write(records: TestLog, owner?: string): Promise<void>;
  /** Can be called twice. */
  close(): Promise<void>;
}

const OWNER = 'angler';

/** What a test that fails on its way does not close is closed at the end of its file: jest does not end before. */
const started: TestApp[] = [];
afterAll(() => Promise.all(started.map((app) => app.close())));

/** An application that listens on a free port of the loopback. */
export async function startApp({
  records = {},
  config: variables = {},
  wrap,
}: AppOptions = {}): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'creel-test-'));
  const config = readConfig({ DATA_DIR: dataDir, ...variables });
  const store = openSqliteStore({ dataDir, model });
  const { logger, logged } = captureLog();
  const served = wrap ? wrap(store) : store;
  const auth = createAuth(config, served, model, logger);
  const listener = await createApp({ config, logger, model, store: served, auth });
  const server = createHttpServer(config, logger, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const send = (target: string, options?: RequestOptions) => sendRequest(port, target, options);
  let closed: Promise<void> | undefined;
  const app: TestApp = {
    url: `http://127.0.0.1:${port}`,
    port,
    config,
    store,
    auth,
    logged,
    request: send,
    async get(target) {
      const answer = await send(target);
      if (answer.status !== 200) throw new Error(`GET ${target}: ${answer.status} ${answer.text}`);
      return answer.json;
    },
    graphql: (query, queryVariables) =>
      send('/graphql', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ query, ...(queryVariables ? { variables: queryVariables } : {}) }),
      }),
    raw: (bytes) => sendBytes(port, bytes),
    write: (more, owner = OWNER) => writeLog(store, more, owner),
    close() {
      closed ??= (async () => {
        server.close();
        server.closeAllConnections();
        await auth.close();
        await store.close();
        rmSync(dataDir, { recursive: true, force: true });
      })();
      return closed;
    },
  };
  started.push(app);
  await app.write(records);
  return app;
}

/** Writes records by collection. */
export async function writeLog(store: Store, records: TestLog, owner: string): Promise<void> {
  const writes: RecordWrite[] = Object.entries(records).flatMap(([name, list]) =>
    list.map((record) => ({ resource: resourceOf(name), record })),
  );
  if (writes.length > 0) await store.write(owner, writes);
}

/** The resource of a collection's name. */
export function resourceOf(name: string): Resource {
  const resource = model.byName.get(name);
  if (!resource) throw new Error(`no collection ${name}`);
  return resource;
}

/** A record with every field of its type: null, but for those given. */
export function whole(collection: string, given: StoredRecord): StoredRecord {
  const names = resourceOf(collection).fields.map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, given[name] ?? null]));
}

/** The cursor of the next page, as the Link header gives it; null where there is none. */
export function nextLink({ headers }: Answer): string | null {
  return /^<([^>]+)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1] ?? null;
}

/** A log that is kept, of the product's level and shape. */
export function captureLog() {
  const logged: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged.push(JSON.parse(String(chunk)));
      done();
    },
  });
  return { logger: pino({ level: 'info', base: null }, sink), logged };
}

function sendRequest(
  port: number,
  path: string,
  { method = 'GET', headers, body }: RequestOptions = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: { ...headers },
      agent: false,
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        const text = body.toString();
        const { statusCode: status = 0, headers: answered } = response;
        resolve({ status, headers: answered, body, text, json: readJson(text) });
      });
    });
    request.end(body);
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sendBytes(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}
