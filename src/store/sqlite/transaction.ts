// A transaction that waits for its turn to write without holding up the requests of its own process.

import { setTimeout } from 'node:timers/promises';
import type Database from 'libsql';
import { StoreUnavailable } from '../port.js';

/** How long a writer waits for another process that is writing. */
export const BUSY_TIMEOUT_MS = 10_000;
const PAUSE_MS = 5;

/**
 * Does its work in one transaction, alone among all writers: nobody writes between what it reads and what it writes.
 * What it throws undoes everything. Throws StoreUnavailable where other processes keep writing for `patienceMs`.
 */
export async function inTransaction<T>(
  database: Database.Database,
  work: () => T,
  patienceMs = BUSY_TIMEOUT_MS,
): Promise<T> {
  const deadline = performance.now() + patienceMs;
  while (!begin(database)) {
    if (performance.now() > deadline) throw new StoreUnavailable('SQLite: other processes keep writing');
    await setTimeout(PAUSE_MS);
  }
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // Some failures (a full disk) have ended the transaction already.
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Whether an error says that another process holds a lock. */
export const isBusy = (error: unknown): boolean =>
  String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');

/**
 * False where another process is writing. An import can do so for seconds, and SQLite's own waiting would stop
 * everything in this process for as long; so it is told not to wait here.
 */
function begin(database: Database.Database): boolean {
  database.exec('PRAGMA busy_timeout = 0');
  try {
    database.exec('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  } finally {
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}
