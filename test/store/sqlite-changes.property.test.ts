// A copy that is kept by feeds is the log or is made anew, whoever writes to the file and wherever it goes back to.

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import Database from 'libsql';
import { CursorTooOld, type Records, type Store } from '../../src/store/port.js';
import { openSqliteStore } from '../../src/store/sqlite/open.js';
import { ALL, contractModel as model, OWNER, things, toWrites, walk } from './fixture.js';

const OWNERS: Readonly<Record<number, string>> = { 1: OWNER, 2: 'stranger' };
const id = fc.constantFrom('a', "it's", '\u2028');
const owner = fc.constantFrom(1, 1, 2);
const or = fc.constantFrom('', 'OR REPLACE', 'OR IGNORE');
const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const rowOf = (key: string): string => `(SELECT _row FROM things WHERE id = ${quote(key)} LIMIT 1)`;

/** What another tool does to the file; what SQLite refuses does nothing. */
const sql = fc.oneof(
  fc
    .tuple(or, owner, id, fc.nat(2))
    .map(
      ([on, number, key, text]) =>
        `INSERT ${on} INTO things (_owner, id, _search, text) VALUES (${number}, ${quote(key)}, '', 't${text}')`,
    ),
  fc
    .tuple(id, owner, id)
    .map(
      ([from, number, key]) =>
        `INSERT OR REPLACE INTO things (_row, _owner, id, _search) VALUES (${rowOf(from)}, ${number}, ${quote(key)}, '')`,
    ),
  fc
    .tuple(or, id, id)
    .map(([on, from, to]) => `UPDATE ${on} things SET id = ${quote(to)} WHERE id = ${quote(from)}`),
  fc
    .tuple(or, id, id)
    .map(([on, from, to]) => `UPDATE ${on} things SET _row = ${rowOf(to)} WHERE id = ${quote(from)}`),
  fc
    .tuple(or, owner, id)
    .map(([on, to, key]) => `UPDATE ${on} things SET _owner = ${to} WHERE id = ${quote(key)}`),
  id.map((key) => `DELETE FROM things WHERE id = ${quote(key)}`),
  fc.constantFrom(
    'DELETE FROM things',
    'BEGIN; DELETE FROM things; ROLLBACK',
    'VACUUM',
    'PRAGMA wal_checkpoint(TRUNCATE)',
  ),
);

const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constant('write' as const),
      owner,
      fc.uniqueArray(id, { minLength: 1 }),
      fc.nat(2),
    ),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant('remove' as const), owner, id) },
  { weight: 6, arbitrary: fc.tuple(fc.constant('tool' as const), sql) },
  { weight: 5, arbitrary: fc.constant(['sync'] as const) },
  { weight: 1, arbitrary: fc.constant(['back up'] as const) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(['put back'] as const, ['put back'] as const, ['start anew'] as const),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A store whose file is copied, replaced and made anew, and the copy of a client. */
class World {
  readonly #folder = mkdtempSync(join(tmpdir(), 'creel-world-'));
  readonly #file = join(this.#folder, 'creel.db');
  #backups = 0;
  #store: Store = this.#open();
  #copy = new Map<string, unknown>();
  #cursor: string | null = null;

  #open(): Store {
    return openSqliteStore({ dataDir: this.#folder, model });
  }

  async start(): Promise<void> {
    for (const name of Object.values(OWNERS)) await this.#store.write(name, toWrites([{ id: 'first' }]));
  }

  async take([kind, ...rest]: Step): Promise<void> {
    if (kind === 'write') {
      const [number, ids, text] = rest as [number, string[], number];
      await this.#store.write(
        OWNERS[number] ?? '',
        toWrites(ids.map((key) => ({ id: key, text: `w${text}` }))),
      );
    } else if (kind === 'remove') {
      const [number, key] = rest as [number, string];
      await this.#store.remove(OWNERS[number] ?? '', [{ resource: things, id: key }]);
    } else if (kind === 'tool') this.#outside(String(rest[0]));
    else if (kind === 'back up') this.#outside(`VACUUM INTO '${this.#file}.${++this.#backups}'`);
    else if (kind === 'put back' && this.#backups > 0)
      await this.#replace(() => copyFileSync(`${this.#file}.${this.#backups}`, this.#file));
    else if (kind === 'start anew') {
      await this.#replace(() => {});
      await this.start();
    } else if (kind === 'sync') await this.sync();
  }

  #outside(text: string): void {
    const tool = new Database(this.#file);
    try {
      tool.exec(text);
    } catch (error) {
      if (!/^SQLITE_(?:CONSTRAINT|MISMATCH)/.test(String((error as { code?: unknown }).code))) throw error;
    } finally {
      tool.close();
    }
  }

  async #replace(place: () => void): Promise<void> {
    await this.#store.close();
    for (const end of ['', '-wal', '-shm']) rmSync(this.#file + end, { force: true });
    place();
    this.#store = this.#open();
  }

  /** Brings the copy up to date, and holds it to the log. */
  async sync(): Promise<void> {
    const records = this.#store.bind({ kind: 'one', id: OWNER });
    try {
      await this.#follow(records);
    } catch (error) {
      if (!(error instanceof CursorTooOld)) throw error;
      this.#copy = new Map();
      this.#cursor = null;
      await this.#follow(records);
    }
    const list = await walk(records, { select: ALL });
    expect(Object.fromEntries(this.#copy)).toEqual(
      Object.fromEntries(list.map((record) => [record.id, record])),
    );
  }

  async #follow(records: Records): Promise<void> {
    const { cursor, batches } = await records.changes(model.resources, this.#cursor, 2);
    for await (const batch of batches)
      for (const change of batch)
        if (change.kind === 'record') this.#copy.set(String(change.record.id), change.record);
        else this.#copy.delete(change.id);
    this.#cursor = cursor;
  }

  async close(): Promise<void> {
    await this.#store.close();
    rmSync(this.#folder, { recursive: true });
  }
}

test('a copy is the log or is made anew, after anything that can happen to the file', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40, size: 'max' }), async (steps) => {
      const world = new World();
      try {
        await world.start();
        await world.sync();
        for (const one of steps) await world.take(one);
        await world.sync();
      } finally {
        await world.close();
      }
    }),
    { numRuns: 50 },
  );
});
