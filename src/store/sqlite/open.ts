// Opens the embedded store: one SQLite file that several processes can use at a time.

import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import Database from 'libsql';
import type { Model } from '../../model/model.js';
import type { Accounts } from '../accounts.js';
import {
  type Owner,
  type RecordKey,
  type Records,
  type RecordWrite,
  SeveralOwners,
  type Snapshot,
  type Store,
  StoreUnavailable,
  type WriteResult,
} from '../port.js';
import { createAccounts } from './accounts.js';
import { shortenLog } from './change-log.js';
import { OWNER } from './columns.js';
import { migrate } from './migrations.js';
import { SqliteRecords } from './records.js';
import { removeRecords } from './remove.js';
import { Snapshots } from './snapshot.js';
import { Statements } from './statements.js';
import { BUSY_TIMEOUT_MS, inTransaction, isBusy } from './transaction.js';
import { writeRecords } from './write.js';

/** What is not in it is mostly in the system's own cache, which is as fast; four times as much made nothing faster. */
const CACHE_KIB = 8192;

/** The file of the store in a folder. */
export const pathOf = (dataDir: string): string => join(dataDir, 'creel.db');

/** Opens `creel.db` in a folder; makes both where they are missing, readable for this user only. */
export function openSqliteStore({ dataDir, model }: { dataDir: string; model: Model }): Store {
  makeFolder(resolve(dataDir));
  const path = pathOf(dataDir);
  createPrivately(path);
  const database = new Database(path);
  // Acknowledged writes survive a crash (synchronous FULL), and readers go on while one process writes (WAL).
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  enterWal(database);
  // What is sorted for an index goes to a temporary file where it is large.
  database.exec(`PRAGMA synchronous = FULL; PRAGMA cache_size = -${CACHE_KIB}; PRAGMA temp_store = FILE`);
  migrate(database, model);
  return new SqliteStore(database, model, path);
}

/**
 * Makes a folder, and those that it lies in. Node's own `recursive` tries for ever where a folder is there and yet
 * nothing can be made in it, as in /proc.
 */
function makeFolder(path: string): void {
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST' && statSync(path).isDirectory();
    if (!isThere) throw error;
  }
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
  readonly #snapshots: Snapshots;

  constructor(database: Database.Database, model: Model, path: string) {
    this.#database = database;
    this.#model = model;
    this.#statements = new Statements(database);
    this.accounts = createAccounts(database, this.#statements);
    this.#snapshots = new Snapshots(path);
    this.label = `sqlite ${path}`;
  }

  /** Throws SeveralOwners for "every" owner of a file that has several: their ids can be equal, so there is no one list. */
  bind(owner: Owner): Records {
    return new SqliteRecords(this.#statements, owner, this.#idOf(owner));
  }

  async snapshot(owner: Owner): Promise<Snapshot> {
    const id = this.#idOf(owner);
    return this.#snapshots.take((database) => new SqliteRecords(new Statements(database), owner, id));
  }

  #idOf(owner: Owner): string {
    return owner.kind === 'one' ? owner.id : this.#soleOwner();
  }

  #soleOwner(): string {
    const [first, second] = this.#owners();
    if (second !== undefined) throw new SeveralOwners();
    return first ?? this.#latestOwner();
  }

  /** Who is told that all records are gone. */
  #latestOwner(): string {
    const [row] = this.#statements.rows('SELECT "id" FROM "_owners" ORDER BY "number" DESC LIMIT 1', []);
    return String(row?.[0] ?? '');
  }

  #owners(): string[] {
    // An owner keeps its number, and its log of changes, also when all its records are gone.
    const hasRecords = this.#model.resources.map(
      ({ name }) => `EXISTS (SELECT 1 FROM "${name}" WHERE ${OWNER} = "_owners"."number")`,
    );
    const rows = this.#statements.rows(
      `SELECT "id" FROM "_owners" WHERE ${hasRecords.join(' OR ')} ORDER BY "id" LIMIT 2`,
      [],
    );
    return rows.map(([id]) => String(id));
  }

  async owners(): Promise<string[]> {
    return this.#owners();
  }

  async write(owner: string, writes: Iterable<RecordWrite>): Promise<WriteResult> {
    return this.#change(owner, () => writeRecords(this.#database, owner, writes));
  }

  async remove(owner: string, keys: readonly RecordKey[]): Promise<RecordKey[]> {
    return this.#change(owner, () => removeRecords(this.#database, owner, keys));
  }

  #change<T>(owner: string, write: () => T): Promise<T> {
    return inTransaction(this.#database, () => {
      const result = write();
      shortenLog(this.#database, owner);
      return result;
    });
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
    this.#snapshots.close();
    this.#database.close();
  }
}
