// Prepared statements of an open database, kept for the next time.

import type Database from 'libsql';
import { LRUCache } from 'lru-cache';
import type { Cell } from './columns.js';

/** Prepared statements by their SQL. The least recently used are dropped, so that requests cannot fill the memory. */
export class Statements {
  readonly #cache = new LRUCache<string, Database.Statement>({ max: 500 });
  readonly #database: Database.Database;

  constructor(database: Database.Database) {
    this.#database = database;
  }

  /** All rows of a query, each as its cells in the order of the columns. */
  rows(sql: string, values: readonly Cell[]): Cell[][] {
    let statement = this.#cache.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql).raw(true);
      this.#cache.set(sql, statement);
    }
    return statement.all(values) as Cell[][];
  }
}
