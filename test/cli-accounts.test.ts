// Users and tokens on the command line, with a server that runs meanwhile.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const COMMAND = process.env.CREEL_COMMAND ?? 'dist/cli/main.js';
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/;
let folder: string;
/** Midnight may come while the tests run. */
const startedOn = new Date().toISOString().slice(0, 10);
let server: ReturnType<typeof spawn>;
let url: string;
const log: Record<string, unknown>[] = [];

/** A command, its standard input closed after what is given. */
async function creel(words: readonly string[], input = '', settings: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [COMMAND, ...words], { env: environment(settings) });
  const texts = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    texts.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    texts.err += text;
  });
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code, ...texts };
}

const environment = (settings: Readonly<Record<string, string>> = {}) => ({
  ...{ PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), AUTH_MODE: 'multi-user', PORT: '0' },
  ...settings,
});

/** The audit lines and the other lines of standard error. */
function split(err: string) {
  const lines = err.split('\n').filter((line) => line !== '');
  const audited = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  return { audited, told: lines.filter((line) => !line.startsWith('{')) };
}

const refused = (line: string) => ({ code: 1, out: '', err: `creel: ${line}\n` });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'creel-accounts-'));
  server = spawn(process.execPath, [COMMAND, 'serve', '--demo'], {
    env: environment({ TOKEN_CACHE_SECONDS: '1' }),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const line of createInterface(server.stdout as NodeJS.ReadableStream)) {
    log.push(JSON.parse(line));
    if (log.at(-1)?.url) break;
  }
  url = String(log.at(-1)?.url);
});
afterAll(() => {
  server.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** Asks without keeping the connection: the server could close it in the moment in which it is used again. */
const ask = (secret: string, path = '/api/v1/catches') =>
  fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${secret}`, Connection: 'close' } });
const status = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status;

test('a server in multi-user mode loads no demo log for nobody, and says how to make the first user', () => {
  expect(log.map(({ msg }) => msg)).toEqual([
    'No demo log in multi-user mode: `npx creel demo --user NAME` loads one for a user',
    'There is no user yet: make an administrator with `npx creel user add NAME --admin`',
    expect.stringMatching(/^Serving /),
  ]);
});

test('user add makes a user without a password where there is no terminal, and says so', async () => {
  const { code, out, err } = await creel(['user', 'add', 'Anna', '--admin']);
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^Added Anna, who reads the records of owner \S+\.\n$/),
  ]);
  expect(split(err)).toEqual({
    audited: [expect.objectContaining({ audit: 'user-created', by: 'command line', user: 'Anna' })],
    told: [
      'The user has no password and cannot sign in to the panel: make a token with `npx creel token create --user Anna --name LABEL`.',
    ],
  });
});

test('user add takes the password from standard input, and keeps it to itself', async () => {
  const words = ['user', 'add', 'Ben', '--password-stdin', '--owner-id', 'ben-1'];
  const { code, out, err } = await creel(words, 'correct horse battery\nmore\n');
  expect([code, out]).toEqual([0, 'Added Ben, who reads the records of owner ben-1.\n']);
  expect([split(err).told, err.includes('correct horse')]).toEqual([[], false]);
});

test('user password gives another password and ends the sessions of the user', async () => {
  const signIn = async (password: string) => {
    const body = new URLSearchParams({ name: 'Ben', password });
    const answer = await fetch(`${url}/admin/sign-in`, { method: 'POST', body, redirect: 'manual' });
    return { status: answer.status, cookie: String(answer.headers.get('set-cookie')).split(';', 1)[0] ?? '' };
  };
  const readTokens = async (cookie: string) =>
    (await fetch(`${url}/admin/tokens`, { headers: { cookie }, redirect: 'manual' })).status;
  const { status, cookie } = await signIn('correct horse battery');
  expect([status, await readTokens(cookie)]).toEqual([303, 200]);

  const { code, out, err } = await creel(
    ['user', 'password', 'ben', '--password-stdin'],
    'staple at the lake\n',
  );
  expect([code, out]).toEqual([0, 'Ben has a new password, and is signed out everywhere.\n']);
  expect(split(err)).toEqual({
    audited: [expect.objectContaining({ audit: 'password-reset', by: 'command line', user: 'Ben' })],
    told: [],
  });
  expect(err).not.toContain('staple');
  expect(await readTokens(cookie)).toBe(303);
  expect((await signIn('correct horse battery')).status).toBe(403);
  expect((await signIn('staple at the lake')).status).toBe(303);
});

test.each([
  [['user', 'password', 'nobody', '--password-stdin'], 'There is no user "nobody".'],
  [['user', 'password', 'anna'], 'there is no terminal to ask on: give the password by --password-stdin'],
  [
    ['user', 'password', 'anna', '--password-stdin'],
    'password: the length is not allowed; allowed is 12 to 256 characters',
  ],
  [['user', 'add', 'ANNA'], 'name: "ANNA" is taken; allowed is a name that no other user has'],
  [['user', 'add', 'a\u001b[31m'], 'name: the name is not allowed; allowed is 1 to 64 visible characters'],
  [
    ['user', 'add', 'c', '--password-stdin'],
    'password: the length is not allowed; allowed is 12 to 256 characters',
  ],
  [['token', 'create', '--user', 'nobody', '--name', 'x'], 'There is no user "nobody".'],
  [
    ['token', 'create', '--user', 'anna', '--name', 'x', '--expires', 'soon'],
    'expires: "soon" is not allowed; allowed is days from 1d to 3650d, a date such as 2030-01-31, or never',
  ],
  [
    ['token', 'create', '--user', 'anna', '--name', 'x', '--expires', '2020-01-01'],
    'expires: it lies in the past; allowed is a time to come, or never',
  ],
  [
    ['token', 'create', '--user', 'anna', '--name', 'x', '--collections', 'spoons'],
    'collections: none or unknown ones are given; allowed is catches, combos, lines, lures, reels, rods, spots',
  ],
  [
    ['token', 'revoke', '--user', 'anna', 'creel_nosuch'],
    'Anna has no such token: see `npx creel token list --user Anna`',
  ],
  [['import', 'examples/csv'], 'say whose log it is: --user NAME (see `npx creel user list`)'],
  [['demo'], 'say whose log it is: --user NAME (see `npx creel user list`)'],
  [['import', 'examples/csv', '--user', 'nobody'], 'There is no user "nobody".'],
])('%j is refused in one line', async (words, line) => {
  expect(await creel(words, 'short\n')).toEqual(refused(line));
});

test('user list tells the users by name, and no secret', async () => {
  const { code, out, err } = await creel(['user', 'list']);
  expect([code, err]).toEqual([0, '']);
  const rows = out.split('\n').map((line) => line.split(/ {2,}/));
  const today = new Date().toISOString().slice(0, 10);
  const day = expect.stringMatching(new RegExp(`^(${startedOn}|${today})$`));
  expect(rows).toEqual([
    ['NAME', 'ROLE', 'STATE', 'CREATED', 'LAST SIGN-IN', 'OWNER'],
    ['Anna', 'admin', 'no password', day, 'never', expect.stringMatching(UUID)],
    ['Ben', 'user', 'active', day, expect.stringMatching(MOMENT), 'ben-1'],
    [''],
  ]);
});

test('a token is printed alone on standard output, works at once, and within a second of its revocation no more', async () => {
  const { code, out, err } = await creel(['token', 'create', '--user', 'anna', '--name', 'sheet']);
  expect([code, out]).toEqual([0, expect.stringMatching(/^creel_[0-9A-Za-z]{36}\n$/)]);
  const secret = out.trim();
  expect(split(err)).toEqual({
    audited: [
      expect.objectContaining({ audit: 'token-created', user: 'Anna', token: expect.stringMatching(UUID) }),
    ],
    told: [
      expect.stringMatching(
        /^This token of Anna is not shown again\. It reads everything; it expires \d{4}-\S+Z\.$/,
      ),
    ],
  });
  expect(err).not.toContain(secret);
  expect(await status(secret)).toBe(200);
  const prefix = secret.slice(0, 12);
  const revoke = ['token', 'revoke', '--user', 'anna', prefix];
  expect((await creel(revoke)).out).toBe(`Revoked: ${prefix}… sheet\n`);
  await new Promise((done) => setTimeout(done, 1050));
  expect(await status(secret)).toBe(401);
  expect((await creel(revoke)).out).toMatch(/^Revoked already, at \S+Z: creel_\w{6}… sheet\n$/);
});

test('a token has the limits that were asked for, and the list tells them', async () => {
  const words = ['token', 'create', '--user', 'ben', '--name', 'map', '--expires', 'never'];
  const { out } = await creel([...words, '--collections', 'spots, catches', '--coordinates', 'rounded']);
  const secret = out.trim();
  expect([await status(secret), await status(secret, '/api/v1/lures')]).toEqual([200, 403]);
  const list = await creel(['token', 'list', '--user', 'ben']);
  expect(list.out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['ID', 'PREFIX', 'STATE', 'EXPIRES', 'LAST USED', 'READS', 'NAME'],
    [
      ...[expect.stringMatching(UUID), secret.slice(0, 12), 'live', 'never', 'never'],
      ...['catches,spots; coordinates rounded', 'map'],
    ],
    [''],
  ]);
  expect(list.out).not.toContain(secret);
});

test('import and demo write to the owner of the user, whom nobody else reads', async () => {
  expect((await creel(['demo', '--user', 'anna', '--catches', '3'])).out).toMatch(
    /: 93 added, 0 replaced\.\n$/,
  );
  expect((await creel(['import', 'examples/csv', '--user', 'BEN'])).out).toMatch(
    /: 9 added, 0 replaced, 0 unchanged\.\n/,
  );
  const [anna, ben] = await Promise.all(
    ['anna', 'ben'].map(async (name) => {
      const { out } = await creel(['token', 'create', '--user', name, '--name', 'count']);
      return (await (await ask(out.trim())).json()) as { id: string }[];
    }),
  );
  expect([anna?.length, ben?.length]).toEqual([3, 5]);
  const ids = new Set(anna?.map(({ id }) => id));
  expect(ben?.filter(({ id }) => ids.has(id))).toEqual([]);
});

test('delete leaves an audit line with the user, and what was deleted', async () => {
  const file = join(folder, 'lines.ndjson');
  writeFileSync(file, '{"id":"a"}\n{"id":"b"}\n{"id":"c"}\n');
  await creel(['import', file, '--user', 'ben']);
  const about = { audit: 'records-deleted', by: 'command line', owner: 'ben-1', collection: 'lines' };
  const named = split((await creel(['delete', 'lines', 'a', 'b', '--user', 'BEN'])).err);
  expect(named).toEqual({
    audited: [expect.objectContaining({ ...about, user: 'Ben', ids: ['a', 'b'] })],
    told: [],
  });
  const unnamed = split((await creel(['delete', 'lines', 'c'], '', { OWNER_ID: 'ben-1' })).err);
  expect(unnamed.audited).toEqual([expect.objectContaining({ ...about, ids: ['c'] })]);
  expect(split((await creel(['delete', 'lines', 'c', '--user', 'ben'])).err).audited).toEqual([]);
});

test('OWNER_ID says whose log it is where no user is named', async () => {
  const file = join(folder, 'spots.ndjson');
  writeFileSync(file, '{"id":"s1","name":"Bay"}\n');
  expect((await creel(['import', file], '', { OWNER_ID: 'ben-1' })).out).toContain('1 added');
});
