// Opens the embedded store: one SQLite file that several processes can use at a time.

import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import type { Model, Resource } from '../../model/model.js';
import type { Accounts } from '../accounts.js';
import {
  type Owner,
  type RecordKey,
  type Records,
  type RecordWrite,
  SeveralOwners,
  type Store,
  StoreUnavailable,
  type WriteResult,
} from '../port.js';
import { createAccounts } from './accounts.js';
import { logged } from './changes.js';
import { column, OWNER, SEARCH, toCells, toSearchText } from './columns.js';
import { migrate } from './migrations.js';
import { SqliteRecords, Statements } from './records.js';
import { BUSY_TIMEOUT_MS, inTransaction, isBusy } from './transaction.js';

/** Opens `creel.db` in a folder; makes both where they are missing, readable for this user only. */
export function openSqliteStore({ dataDir, model }: { dataDir: string; model: Model }): Store {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'creel.db');
  createPrivately(path);
  const database = new Database(path);
  // Acknowledged writes survive a crash (synchronous FULL), and readers go on while one process writes (WAL).
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  enterWal(database);
  database.exec('PRAGMA synchronous = FULL; PRAGMA cache_size = -32768');
  migrate(database, model);
  return new SqliteStore(database, model, `sqlite ${path}`);
}

/** SQLite would make the file readable for everybody. It gives what it puts beside it (-wal, -shm) the same mode. */
function createPrivately(path: string): void {
  try {
    // Fails on a file that is there: to open it and close it again would free the locks that SQLite has on it.
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** SQLite itself does not wait where two processes make a file at the same moment. The mode is kept in the file. */
function enterWal(database: Database.Database): void {
  for (const deadline = performance.now() + BUSY_TIMEOUT_MS; ; sleep(5))
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
}

/** Stops the whole process, which has nothing else to do before its store is open. */
function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

class SqliteStore implements Store {
  readonly label: string;
  readonly accounts: Accounts;
  readonly #database: Database.Database;
  readonly #model: Model;
  readonly #statements: Statements;

  constructor(database: Database.Database, model: Model, label: string) {
    this.#database = database;
    this.#model = model;
    this.#statements = new Statements(database);
    this.accounts = createAccounts(database, this.#statements);
    this.label = label;
  }

  /** Throws SeveralOwners for "every" owner of a file that has several: their ids can be equal, so there is no one list. */
  bind(owner: Owner): Records {
    return new SqliteRecords(this.#statements, owner.kind === 'one' ? owner.id : this.#soleOwner());
  }

  #soleOwner(): string {
    const [first = '', second] = this.#owners();
    if (second !== undefined) throw new SeveralOwners();
    return first;
  }

  #owners(): string[] {
    const rows = this.#statements.rows('SELECT "id" FROM "_owners" ORDER BY "id" LIMIT 2', []);
    return rows.map(([id]) => String(id));
  }

  async owners(): Promise<string[]> {
    return this.#owners();
  }

  async write(owner: string, writes: Iterable<RecordWrite>): Promise<WriteResult> {
    return this.#change(owner, () => {
      const writers = new Map<Resource, (write: RecordWrite) => boolean>();
      let added = 0;
      let replaced = 0;
      this.#database.prepare('INSERT OR IGNORE INTO "_owners" VALUES (?)').run(owner);
      for (const write of writes) {
        const writer = writers.get(write.resource) ?? this.#writer(owner, write.resource);
        writers.set(write.resource, writer);
        if (writer(write)) added++;
        else replaced++;
      }
      return { added, replaced };
    });
  }

  async remove(owner: string, keys: readonly RecordKey[]): Promise<RecordKey[]> {
    return this.#change(owner, () => {
      const missing = keys.filter(({ resource, id }) => !this.#has(owner, resource, id));
      if (missing.length > 0) return missing;
      for (const { resource, id } of keys)
        this.#database
          .prepare(`DELETE FROM "${resource.name}" WHERE ${OWNER} = ? AND "id" = ?`)
          .run(owner, id);
      if (!this.#model.resources.some((resource) => this.#has(owner, resource)))
        this.#database.prepare('DELETE FROM "_owners" WHERE "id" = ?').run(owner);
      return [];
    });
  }

  #has(owner: string, { name }: Resource, id?: string): boolean {
    const which = id === undefined ? '' : 'AND "id" = ?';
    const sql = `SELECT 1 FROM "${name}" WHERE ${OWNER} = ? ${which} LIMIT 1`;
    return this.#statements.rows(sql, id === undefined ? [owner] : [owner, id]).length > 0;
  }

  #change<T>(owner: string, write: () => T): Promise<T> {
    return inTransaction(this.#database, () => logged(this.#database, owner, write));
  }

  /** Writes one record; true if it is new. What is equal to what is there stays untouched, and is no change. */
  #writer(owner: string, resource: Resource): (write: RecordWrite) => boolean {
    const columns = [OWNER, ...resource.fields.map(({ name }) => column(name)), SEARCH];
    const marks = columns.map(() => '?').join(', ');
    const known = this.#database
      .prepare(`SELECT 1 FROM "${resource.name}" WHERE ${OWNER} = ? AND "id" = ?`)
      .raw(true);
    const given = columns.map((name) => `excluded.${name}`);
    const isKey = (name: string) => name === OWNER || name === column('id');
    const set = columns.filter((name) => !isKey(name)).map((name) => `${name} = excluded.${name}`);
    const replace = this.#database.prepare(
      `INSERT INTO "${resource.name}" (${columns.join(', ')}) VALUES (${marks})
       ON CONFLICT (${OWNER}, "id") DO UPDATE SET ${set.join(', ')}
       WHERE (${columns.join(', ')}) IS NOT (${given.join(', ')})`,
    );
    return ({ record }) => {
      const isNew = known.all(owner, record.id).length === 0;
      replace.run(owner, ...toCells(resource, record), toSearchText(resource, record));
      return isNew;
    };
  }

  async ping(): Promise<void> {
    try {
      this.#statements.rows('SELECT 1', []);
    } catch (error) {
      throw new StoreUnavailable(`SQLite: ${error}`);
    }
  }

  /** The embedded store makes its indexes when it is opened. */
  async createIndexes(): Promise<string[]> {
    return [];
  }

  async close(): Promise<void> {
    this.#database.close();
  }
}
