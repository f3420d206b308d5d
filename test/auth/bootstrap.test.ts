// The first administrator is made at the start, once, from a file.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootstrap } from '../../src/auth/bootstrap.js';
import { StoreUnavailable } from '../../src/store/port.js';
import { captureLog, startApp, type TestApp } from '../support/app.js';

let app: TestApp;
let file: string;
const folder = mkdtempSync(join(tmpdir(), 'creel-bootstrap-'));
beforeEach(async () => {
  app = await startApp();
  file = join(folder, 'password');
  writeFileSync(file, 'correct horse battery\r\nnot this line\n');
});
afterEach(() => app.close());
afterAll(() => rmSync(folder, { recursive: true }));

const stopped = new AbortController();
afterAll(() => stopped.abort());

async function start(path: string | undefined, auth = app.auth, mode: 'open' | 'multi-user' = 'multi-user') {
  const { logger, logged } = captureLog();
  await bootstrap({ AUTH_MODE: mode, CREEL_ADMIN_PASSWORD_FILE: path }, auth, logger, stopped.signal);
  return logged.map(({ msg }) => msg);
}

test('without users the administrator is made with the first line of the file, and the log says so', async () => {
  expect(await start(file)).toEqual([
    `There was no user yet: made the administrator \`admin\` with the password of ${file}`,
  ]);
  const { users } = app.auth;
  expect(await users.list()).toEqual([expect.objectContaining({ name: 'admin', isAdmin: true })]);
  expect(await users.signIn('admin', 'correct horse battery')).not.toBeNull();
  const audited = app.logged.filter(({ audit }) => audit !== undefined);
  expect(audited).toEqual([
    expect.objectContaining({ audit: 'user-created', by: 'bootstrap', user: 'admin' }),
  ]);
  expect(JSON.stringify(app.logged)).not.toContain('correct horse');
});

test('where there is a user the file is not even read', async () => {
  await app.auth.users.create({ name: 'anna', password: null, isAdmin: false, ownerId: null });
  expect(await start(join(folder, 'not there'))).toEqual([]);
  expect(await app.auth.users.list()).toHaveLength(1);
});

test('without users and file the log says in one line how to make one', async () => {
  expect(await start(undefined)).toEqual([
    'There is no user yet: make an administrator with `npx creel user add NAME --admin`',
  ]);
});

test('in open mode nothing is made', async () => {
  expect(await start(file, app.auth, 'open')).toEqual([]);
  expect(await app.auth.users.list()).toEqual([]);
});

test('servers that start at once make one administrator', async () => {
  await Promise.all([start(file), start(file), start(file)]);
  expect(await app.auth.users.list()).toHaveLength(1);
});

test('a file that is not there, or holds no password, stops the start in one line', async () => {
  const missing = join(folder, 'missing');
  await expect(start(missing)).rejects.toMatchObject({
    name: 'ConfigError',
    message: `CREEL_ADMIN_PASSWORD_FILE is "${missing}": it cannot be read (ENOENT)`,
  });
  writeFileSync(file, 'short\n');
  await expect(start(file)).rejects.toMatchObject({
    name: 'ConfigError',
    message: `CREEL_ADMIN_PASSWORD_FILE is "${file}": the first line must be 12 to 256 characters`,
  });
  expect(await app.auth.users.list()).toEqual([]);
});

test('a database that does not answer yet does not stop the start', async () => {
  const { accounts } = app.store;
  Object.assign(accounts, { listUsers: () => Promise.reject(new StoreUnavailable('down')) });
  expect(await start(file)).toEqual([
    'The database does not answer: whether there is a user is looked up later',
  ]);
});
