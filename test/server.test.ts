// The server as it is started: it listens, says that it is well, serves one owner, and stops without losing an answer.

import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Users } from '../src/auth/users.js';
import { readConfig } from '../src/config.js';
import { type RunningServer, serve } from '../src/main.js';
import { openSqliteStore } from '../src/store/sqlite/open.js';
import { captureLog, model, type TestLog, writeLog } from './support/app.js';

let dataDir: string;
const running: RunningServer[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'creel-server-'));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the server on what the folder holds. */
async function start(variables: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', SHUTDOWN_TIMEOUT_MS: '600000', ...variables });
  const server = await serve(config, captureLog().logger);
  running.push(server);
  return server;
}

/** Stops it now, so that the end of the test need not. */
function stop(server: RunningServer): Promise<void> {
  running.splice(running.indexOf(server), 1);
  return server.close();
}

async function write(records: TestLog, owner = 'angler', folder = dataDir): Promise<void> {
  const store = openSqliteStore({ dataDir: folder, model });
  await writeLog(store, records, owner);
  await store.close();
}

const json = async (url: string) => (await fetch(url)).json();
const catchOf = (...ids: string[]): TestLog => ({ catches: ids.map((id) => ({ id })) });
const idsAt = async (url: string) => ((await json(url)) as { id: string }[]).map(({ id }) => id);

/** A list of some 15 MB: more than the sockets of both sides hold, so that it is under way until it is read. */
const LARGE = 3000;
const large = (): TestLog => ({
  catches: Array.from({ length: LARGE }, (_, index) => ({ id: `c${index}`, notes: 'reed '.repeat(1000) })),
});

const open = (url: string, agent?: Agent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(url, { agent: agent ?? false }, resolve).on('error', reject);
  });

async function read(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Resolves with the code of the error that connecting meets. */
const refusalOf = (url: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });

describe('running', () => {
  test('it listens on the loopback, on a free port where PORT is 0', async () => {
    const { url, store } = await start();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    expect(store.label).toBe(`sqlite ${join(dataDir, 'creel.db')}`);
    expect(await json(`${url}/api/v1/catches`)).toEqual([]);
  });

  test('it is live and ready', async () => {
    const { url } = await start();
    expect(await json(`${url}/health/live`)).toEqual({ status: 'ok' });
    expect(await json(`${url}/health/ready`)).toEqual({ status: 'ok' });
  });

  test('it serves what another process writes meanwhile', async () => {
    const { url } = await start();
    await write(catchOf('a'));
    expect(await idsAt(`${url}/api/v1/catches`)).toEqual(['a']);
  });

  test('a port that is taken stops the start', async () => {
    const { url } = await start();
    await expect(start({ PORT: new URL(url).port })).rejects.toThrow('EADDRINUSE');
  });
});

describe('owners', () => {
  test('with one owner, open mode serves all there is', async () => {
    await write(catchOf('a', 'b'), 'anna');
    const { url } = await start();
    expect(await idsAt(`${url}/api/v1/catches?sort=id`)).toEqual(['a', 'b']);
  });

  test('with several owners, open mode refuses to start without OWNER_ID', async () => {
    await write(catchOf('a'), 'anna');
    await write(catchOf('b'), 'bo');
    await expect(start()).rejects.toMatchObject({
      name: 'ConfigError',
      message: 'OWNER_ID is not set: the store holds records of several owners; set it to one of their ids',
    });
  });

  test('open mode refuses a store that has users, unless OWNER_ID says that it is meant', async () => {
    const store = openSqliteStore({ dataDir, model });
    await new Users(store.accounts).create({ name: 'anna', password: null, isAdmin: false, ownerId: 'anna' });
    await store.close();
    await write(catchOf('a'), 'anna');
    await expect(start()).rejects.toMatchObject({
      name: 'ConfigError',
      message:
        'AUTH_MODE is "open", but the store has users: set it to multi-user, or set OWNER_ID to serve one log without tokens',
    });
    const { url } = await start({ OWNER_ID: 'anna' });
    expect(await idsAt(`${url}/api/v1/catches`)).toEqual(['a']);
  });

  test('OWNER_ID serves that owner and nobody else, by every way in', async () => {
    await write(
      {
        catches: [
          { id: 'a', species: 'Pike' },
          { id: 'same', spotId: 's', notes: 'of anna' },
        ],
      },
      'anna',
    );
    await write(
      {
        catches: [
          { id: 'b', species: 'Pike' },
          { id: 'same', spotId: 's', notes: 'of bo' },
        ],
      },
      'bo',
    );
    await write({ spots: [{ id: 's' }] }, 'bo');
    const { url } = await start({ OWNER_ID: 'anna' });
    const api = `${url}/api/v1/catches`;
    expect(await idsAt(`${api}?sort=id`)).toEqual(['a', 'same']);
    expect(await idsAt(`${api}?species=pike`)).toEqual(['a']);
    expect(await idsAt(`${api}?id=a,b&q=pike`)).toEqual(['a']);
    expect((await fetch(`${api}?count=true&limit=1`)).headers.get('x-total-count')).toBe('2');
    expect(await json(`${api}/same?fields=notes,spot.id`)).toEqual({ notes: 'of anna', spot: null });
    expect((await fetch(`${api}/b`)).status).toBe(404);
    const query = '{ catch(id: "b") { id } catches(sort: [{ field: id }]) { items { id } page { total } } }';
    const found = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    expect(await found.json()).toEqual({
      data: { catch: null, catches: { items: [{ id: 'a' }, { id: 'same' }], page: { total: 2 } } },
    });
  });

  test('another owner’s id is answered exactly as an unknown one', async () => {
    await write(catchOf('a'), 'anna');
    await write(catchOf('b'), 'bo');
    const { url } = await start({ OWNER_ID: 'anna' });
    const ask = async (id: string) => {
      const response = await fetch(`${url}/api/v1/catches/${id}`, { headers: { 'X-Request-Id': 'same' } });
      const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'date'));
      return { status: response.status, headers, body: await response.text() };
    };
    expect(await ask('b')).toEqual(await ask('nobody'));
  });

  test('an OWNER_ID without records serves empty lists', async () => {
    await write(catchOf('a'), 'anna');
    const { url } = await start({ OWNER_ID: 'nobody' });
    expect(await idsAt(`${url}/api/v1/catches`)).toEqual([]);
  });
});

describe('stopping', () => {
  let largeDir: string;
  beforeAll(async () => {
    largeDir = mkdtempSync(join(tmpdir(), 'creel-server-'));
    await write(large(), 'angler', largeDir);
  });
  afterAll(() => rmSync(largeDir, { recursive: true, force: true }));

  const startLarge = (variables = {}) => start({ DATA_DIR: largeDir, ...variables });

  test('finishes a list under way, and takes no new connection meanwhile', async () => {
    const server = await startLarge();
    const response = await open(`${server.url}/api/v1/catches`);
    response.pause();
    const stopped = stop(server);
    expect(await refusalOf(server.url)).toBe('ECONNREFUSED');
    const records = JSON.parse(await read(response)) as { id: string }[];
    await stopped;
    expect(new Set(records.map(({ id }) => id)).size).toBe(LARGE);
  });

  test('does not wait for connections that are only kept open', async () => {
    const server = await startLarge();
    const [idle, busy] = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })];
    await read(await open(`${server.url}/health/live`, idle));
    const response = await open(`${server.url}/api/v1/catches`, busy);
    response.pause();
    const stopped = stop(server);
    await read(response);
    // Node itself ends a connection that is only kept open after 5 s.
    const begun = performance.now();
    await stopped;
    idle.destroy();
    busy.destroy();
    expect(performance.now() - begun).toBeLessThan(3000);
  });

  test('cuts off after SHUTDOWN_TIMEOUT_MS what a client does not read', async () => {
    const server = await startLarge({ SHUTDOWN_TIMEOUT_MS: '200' });
    const response = await open(`${server.url}/api/v1/catches`);
    response.pause();
    await stop(server);
    await expect(read(response)).rejects.toThrow('aborted');
  });
});
