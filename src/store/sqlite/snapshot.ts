// Snapshots of the embedded store: connections of their own, each in a read transaction that no writer disturbs.

import Database from 'libsql';
import { type Records, SNAPSHOTS_MAX, type Snapshot, TooManySnapshots } from '../port.js';
import { BUSY_TIMEOUT_MS } from './transaction.js';

/** A snapshot is read from one end to the other, which a large cache does not speed up. */
const CACHE_KIB = 4096;

/** Takes snapshots of one file. */
export class Snapshots {
  readonly #path: string;
  /** Kept for the next snapshot: libsql gives a file back only when the garbage collector has found every statement. */
  readonly #idle: Database.Database[] = [];
  #open = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** The moment is that of this call: the write-ahead log keeps what was there until the snapshot is closed. */
  take(bind: (database: Database.Database) => Records): Snapshot {
    if (this.#open === SNAPSHOTS_MAX) throw new TooManySnapshots();
    const database = this.#idle.pop() ?? this.#connect();
    database.exec('BEGIN; SELECT 1 FROM "_owners" LIMIT 1');
    this.#open++;
    let isOpen = true;
    return {
      kind: 'sqlite',
      pointInTime: true,
      records: bind(database),
      close: async () => {
        if (!isOpen) return;
        isOpen = false;
        this.#open--;
        database.exec('ROLLBACK');
        this.#idle.push(database);
      },
    };
  }

  close(): void {
    for (const database of this.#idle) database.close();
  }

  #connect(): Database.Database {
    const database = new Database(this.#path);
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    database.exec(`PRAGMA query_only = ON; PRAGMA cache_size = -${CACHE_KIB}`);
    return database;
  }
}
