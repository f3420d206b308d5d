// Several processes on one embedded store: nothing is lost, the limit holds, and each sees what another did at once.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'libsql';
import { readModel } from '../../src/model/read-schema.js';
import type { Token } from '../../src/store/accounts.js';
import { StoreUnavailable } from '../../src/store/port.js';
import { openSqliteStore } from '../../src/store/sqlite/open.js';
import { inTransaction } from '../../src/store/sqlite/transaction.js';
import { AFTER, NOW, newHash, newToken, newUser } from './accounts-fixture.js';
import { AccountsProcess, GREETINGS, requireBuild } from './accounts-process.js';

const DAY = '2026-05-01';
const user = newUser();

let dataDir: string;
let one: AccountsProcess;
let other: AccountsProcess;

beforeAll(requireBuild);
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'creel-processes-'));
  // Both make the file, and its tables, at the same moment.
  [one, other] = [new AccountsProcess(dataDir), new AccountsProcess(dataDir)];
  await Promise.all([one.wrote(GREETINGS), other.wrote(GREETINGS)]);
  expect(await one.call('createUser', user)).toBe(true);
});
afterEach(async () => {
  await Promise.all([one.kill(), other.kill()]);
  rmSync(dataDir, { recursive: true });
});

/** Has both processes do what they are asked, at the same time; the answers of each. */
async function answers(ask: (one: AccountsProcess) => number): Promise<unknown[][]> {
  const asked = [one, other].map((process) => ({ process, from: process.lines.length, count: ask(process) }));
  await Promise.all(asked.map(({ process, from, count }) => process.wrote(from + count)));
  return asked.map(({ process, from }) => process.lines.slice(from));
}

test('tokens that two processes make and the usage that they add at the same time are all there', async () => {
  const [shared, ...tokens] = Array.from({ length: 401 }, () => newToken(user.id)) as [Token, ...Token[]];
  await one.call('createToken', shared, 1000, NOW);
  const perProcess = await answers((process) => {
    const mine = process === one ? tokens.slice(0, 200) : tokens.slice(200);
    for (const token of mine) {
      process.ask('createToken', token, 1000, NOW);
      process.ask('addUsage', [{ tokenId: shared.id, day: DAY, requests: 1, records: 2, lastUsedAt: AFTER }]);
    }
    return mine.length * 2;
  });
  expect(perProcess).toEqual([0, 1].map(() => tokens.slice(200).flatMap(() => [true, null])));
  const expected = [{ ...shared, lastUsedAt: AFTER }, ...tokens];
  for (const process of [one, other]) {
    const listed = (await process.call('listTokens', user.id)) as Token[];
    expect(new Map(listed.map((token) => [token.id, token]))).toEqual(
      new Map(expected.map((token) => [token.id, token])),
    );
    expect(await process.call('listUsage', user.id, DAY)).toEqual([
      { tokenId: shared.id, day: DAY, requests: 400, records: 800 },
    ]);
  }
});

test('two processes together make no more tokens than one may', async () => {
  const perProcess = await answers((process) => {
    for (let made = 0; made < 100; made++) process.ask('createToken', newToken(user.id), 50, NOW);
    return 100;
  });
  expect(perProcess.flat().filter((answer) => answer === true)).toHaveLength(50);
  expect(await one.call('listTokens', user.id)).toHaveLength(50);
});

test('what one process revokes, rotates or disables, the other sees at its next look', async () => {
  for (let turn = 0; turn < 20; turn++) {
    const [here, there] = turn % 2 ? [one, other] : [other, one];
    const token = newToken(user.id);
    expect(await here.call('createToken', token, 50, NOW)).toBe(true);
    expect(await there.call('findToken', token.hash)).toEqual(token);
    const rotation = { hash: newHash(), previousHash: token.hash, previousUntil: AFTER };
    expect(await here.call('updateToken', user.id, token.id, rotation)).toBe(true);
    expect(await there.call('findToken', token.hash)).toEqual({ ...token, ...rotation });
    expect(await there.call('updateToken', user.id, token.id, { revokedAt: NOW })).toBe(true);
    expect(await here.call('findToken', rotation.hash)).toEqual({ ...token, ...rotation, revokedAt: NOW });
    expect(await here.call('updateUser', user.id, { isDisabled: turn % 2 === 0 })).toBe(true);
    expect(await there.call('findUser', { id: user.id })).toEqual({ ...user, isDisabled: turn % 2 === 0 });
  }
});

test('a process opens a new file that another one is just making', async () => {
  const fresh = join(dataDir, 'fresh');
  mkdirSync(fresh);
  const maker = new Database(join(fresh, 'creel.db'));
  maker.exec('BEGIN IMMEDIATE; CREATE TABLE "first" ("a")');
  const opening = new AccountsProcess(fresh);
  await opening.wrote(1);
  await setTimeout(100);
  expect(opening.lines).toEqual(['opening']);
  maker.exec('COMMIT');
  opening.ask('listUsers');
  await opening.wrote(GREETINGS + 1);
  expect(opening.lines).toEqual(['opening', 'open', []]);
  await opening.kill();
  maker.close();
});

test('while another process writes for long, a writer waits and its own process goes on', async () => {
  const store = openSqliteStore({ dataDir, model: readModel() });
  const writer = new Database(join(dataDir, 'creel.db'));
  writer.exec('BEGIN IMMEDIATE');
  let written = false;
  const token = newToken(user.id);
  const creating = store.accounts.createToken(token, 50, NOW).then((answer) => {
    written = true;
    return answer;
  });
  for (let ticks = 0; ticks < 20; ticks++) {
    await setTimeout(5);
    expect(await store.accounts.findToken(token.hash)).toBeNull();
  }
  expect(written).toBe(false);
  writer.exec('COMMIT');
  expect(await creating).toBe(true);
  expect(await other.call('findToken', token.hash)).toEqual(token);
  writer.close();
  await store.close();
});

test('a writer whose turn does not come is told that the store is unavailable, and can try again', async () => {
  const path = join(dataDir, 'creel.db');
  const [writer, waiting] = [new Database(path), new Database(path)];
  writer.exec('BEGIN IMMEDIATE');
  const disable = (): unknown => waiting.prepare('UPDATE "_users" SET "isDisabled" = 1').run();
  await expect(inTransaction(waiting, disable, 50)).rejects.toThrow(StoreUnavailable);
  expect(await one.call('findUser', { id: user.id })).toEqual(user);
  writer.exec('COMMIT');
  await inTransaction(waiting, disable, 50);
  expect(await one.call('findUser', { id: user.id })).toEqual({ ...user, isDisabled: true });
  writer.close();
  waiting.close();
});
