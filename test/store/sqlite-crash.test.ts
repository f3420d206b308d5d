// The embedded store under kill -9: what was acknowledged is there, and the store opens.
// CRASHES is the number of kills; the gate asks for more of them than an ordinary run.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import Database from 'libsql';
import { readModel } from '../../src/model/read-schema.js';
import type { Token, User } from '../../src/store/accounts.js';
import type { Store } from '../../src/store/port.js';
import { openSqliteStore } from '../../src/store/sqlite/open.js';
import { NOW, newToken, newUser } from './accounts-fixture.js';
import { AccountsProcess, GREETINGS, requireBuild } from './accounts-process.js';

const CRASHES = Number(process.env.CRASHES ?? 30);
/** Kills in one folder, before the next begins with an empty one. */
const CRASHES_A_FOLDER = 10;
const TOKENS = 60;

beforeAll(requireBuild);

const open = (dataDir: string): Store => openSqliteStore({ dataDir, model: readModel() });

/** What SQLite itself says of a file, and how it keeps its log. */
function inspect(dataDir: string): unknown {
  const database = new Database(join(dataDir, 'creel.db'));
  const [check] = database.prepare('PRAGMA integrity_check').raw(true).all() as unknown[][];
  const [mode] = database.prepare('PRAGMA journal_mode').raw(true).all() as unknown[][];
  database.close();
  return [check, mode].flat();
}

/** Has a process write the user and tokens, and kills it at some moment: while it opens, at an answer, or between two. */
async function crash(dataDir: string, user: User, tokens: readonly Token[]): Promise<readonly unknown[]> {
  const writer = new AccountsProcess(dataDir);
  writer.ask('createUser', user);
  for (const token of tokens) writer.ask('createToken', token, 1_000_000, NOW);
  await writer.wrote(1 + Math.floor(Math.random() * (TOKENS + GREETINGS)));
  if (Math.random() < 0.5) await setTimeout(Math.random() * 4);
  await writer.kill();
  return writer.lines.slice(GREETINGS);
}

test(
  `after each of ${CRASHES} kills the store opens, whole, with every token that was acknowledged`,
  async () => {
    let unfinished = 0;
    for (let done = 0; done < CRASHES; ) {
      const dataDir = mkdtempSync(join(tmpdir(), 'creel-crash-'));
      const user = newUser();
      const expected = new Map<string, Token>();
      for (let turn = 0; turn < CRASHES_A_FOLDER && done < CRASHES; turn++, done++) {
        const tokens = Array.from({ length: TOKENS }, () => newToken(user.id, { createdAt: NOW }));
        const [hasUser, ...created] = await crash(dataDir, user, tokens);
        expect(created).toEqual(created.map(() => true));
        if (created.length < TOKENS) unfinished++;

        const store = open(dataDir);
        if (hasUser !== undefined) expect(await store.accounts.findUser({ name: user.name })).toEqual(user);
        for (const token of tokens.slice(0, created.length)) {
          expect(await store.accounts.findToken(token.hash)).toEqual(token);
          expected.set(token.id, token);
        }
        // The one that it was at may be there without its acknowledgement, as a whole.
        const next = tokens[created.length];
        if (next && (await store.accounts.findToken(next.hash))) expected.set(next.id, next);
        const listed = await store.accounts.listTokens(user.id);
        expect(new Map(listed.map((token) => [token.id, token]))).toEqual(expected);
        await store.close();
        expect(inspect(dataDir)).toEqual(['ok', 'wal']);
      }
      rmSync(dataDir, { recursive: true });
    }
    // Else the kills came too late to show anything.
    expect(unfinished).toBeGreaterThan(CRASHES / 2);
  },
  CRASHES * 10_000,
);
