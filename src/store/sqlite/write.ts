// Writes the records of one owner, within a transaction that its caller has begun.

import type Database from 'libsql';
import type { Resource } from '../../model/model.js';
import type { RecordWrite, WriteResult } from '../port.js';
import { type Cell, column, OWNER, ROW, rowsOf, SEARCH, toCells, toSearchText } from './columns.js';
import { createIndexes, dropIndexes, trigramsOf } from './indexes.js';

/** A write of so many new records, and of as many as the table had, builds the table's indexes anew. */
const BULK = 5000;

/** Adds or replaces records. */
export function writeRecords(
  database: Database.Database,
  owner: string,
  writes: Iterable<RecordWrite>,
): WriteResult {
  database.prepare('INSERT OR IGNORE INTO "_owners" ("id") VALUES (?)').run(owner);
  const [row] = database.prepare('SELECT "number" FROM "_owners" WHERE "id" = ?').raw(true).all(owner);
  const [number] = row as [number];
  const writers = new Map<Resource, TableWriter>();
  let added = 0;
  let replaced = 0;
  for (const { resource, record } of writes) {
    const writer = writers.get(resource) ?? new TableWriter(database, resource, number);
    writers.set(resource, writer);
    if (writer.write(record)) added++;
    else replaced++;
  }
  for (const writer of writers.values()) writer.finish();
  return { added, replaced };
}

class TableWriter {
  readonly #database: Database.Database;
  readonly #resource: Resource;
  readonly #owner: number;
  readonly #find: Database.Statement;
  readonly #insert: Database.Statement;
  readonly #update: Database.Statement;
  readonly #addTrigrams: Database.Statement;
  readonly #deleteTrigrams: Database.Statement;
  readonly #before: number;
  #nextRow: number;
  #added = 0;
  #isBulk = false;

  constructor(database: Database.Database, resource: Resource, owner: number) {
    const table = `"${resource.name}"`;
    const trigrams = trigramsOf(resource);
    const columns = [...resource.fields.map(({ name }) => column(name)), SEARCH];
    const marks = columns.map(() => '?').join(', ');
    this.#database = database;
    this.#resource = resource;
    this.#owner = owner;
    this.#find = database
      .prepare(`SELECT ${ROW}, ${SEARCH} FROM ${table} WHERE ${OWNER} = ? AND "id" = ?`)
      .raw(true);
    this.#insert = database.prepare(
      `INSERT INTO ${table} (${[...columns, ROW, OWNER].join(', ')}) VALUES (${marks}, ?, ?)`,
    );
    // A record that is as it was is left alone: to change it would change every index.
    this.#update = database.prepare(
      `UPDATE ${table} SET ${columns.map((name, index) => `${name} = ?${index + 1}`).join(', ')}
       WHERE ${ROW} = ?${columns.length + 1}
         AND (${columns.join(', ')}) IS NOT (${columns.map((_, index) => `?${index + 1}`).join(', ')})`,
    );
    this.#addTrigrams = database.prepare(`INSERT INTO ${trigrams} (rowid, ${SEARCH}) VALUES (?, ?)`);
    this.#deleteTrigrams = database.prepare(`DELETE FROM ${trigrams} WHERE rowid = ?`);
    const { first, last } = rowsOf(owner);
    const [[before, highest]] = database
      .prepare(
        `SELECT (SELECT count(*) FROM ${table}), (SELECT max(${ROW}) FROM ${table} WHERE ${ROW} BETWEEN ? AND ?)`,
      )
      .raw(true)
      .all(first, last) as [[number, number | null]];
    this.#before = before;
    this.#nextRow = highest === null ? first : highest + 1;
  }

  /** True if the record is new. */
  write(record: RecordWrite['record']): boolean {
    const text = toSearchText(this.#resource, record);
    const cells = [...toCells(this.#resource, record), text];
    // `get`, since libsql frees what `all` takes only when the process comes to rest.
    const known = this.#find.get(this.#owner, record.id) as [number, string] | undefined;
    if (known) this.#replace(...known, cells, text);
    else this.#add(cells, text);
    return !known;
  }

  #add(cells: readonly Cell[], text: string): void {
    if (++this.#added > Math.max(BULK, this.#before) && !this.#isBulk) {
      dropIndexes(this.#database, this.#resource);
      this.#isBulk = true;
    }
    const row = this.#nextRow++;
    this.#insert.run(...cells, row, this.#owner);
    this.#addTrigrams.run(row, text);
  }

  #replace(row: number, before: string, cells: readonly Cell[], text: string): void {
    this.#update.run(...cells, row);
    if (text === before) return;
    this.#deleteTrigrams.run(row);
    this.#addTrigrams.run(row, text);
  }

  finish(): void {
    if (this.#isBulk) createIndexes(this.#database, this.#resource);
  }
}
