// Reads the records of one owner from the embedded store.

import type Database from 'libsql';
import { LRUCache } from 'lru-cache';
import type { Field, Resource } from '../../model/model.js';
import type { Condition, FoundPage, Position, Query, Records, Scalar, StoredRecord } from '../port.js';
import { type Cell, column, OWNER, ROW, rowReader, rowsOf } from './columns.js';
import { compileWhere, type Fragment, type Term } from './filter.js';
import { indexOf, trigramsOf } from './indexes.js';
import { phases, withTieBreak } from './order.js';

/** Fewer rows than this are few: a walk to a full page would pass many that do not match. */
const FEW = 500;

/** Has SQLite look rows up by their numbers. */
const LOOK_UP = 'NOT INDEXED';

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

/**
 * The records of one owner. The owner stands first in every statement made here, and there is no way around it.
 *
 * One rule plans every list. Each condition is asked alone, on its own narrow index, for a few rows. If any condition has
 * fewer, those rows are looked up, checked against the other conditions and sorted. Else the index of the first sort key is
 * walked in order until the page is full, which is soon, as matches are many.
 */
export class SqliteRecords implements Records {
  readonly #statements: Statements;
  readonly #owner: string;
  #number: number | null = null;

  constructor(statements: Statements, owner: string) {
    this.#statements = statements;
    this.#owner = owner;
  }

  async find(resource: Resource, query: Query): Promise<FoundPage> {
    const keys = withTieBreak(query.sort);
    const names = [...new Set([...keys.map((key) => key.field), ...query.select])];
    const fields = names.map((name) => fieldOf(resource, name));
    const columns = fields.map(({ name }) => column(name)).join(', ');
    const where = compileWhere(resource, query.where);
    const few = this.#few(resource, where);
    const source = few ? LOOK_UP : `INDEXED BY ${indexOf(resource, keys[0]?.field ?? 'id')}`;
    const terms = few ? [few, ...where] : where;
    const wanted = query.limit + 1;
    const rows: Cell[][] = [];
    for (const phase of phases(keys, query.after)) {
      const rest = `ORDER BY ${phase.orderBy} LIMIT ${wanted - rows.length}`;
      rows.push(...this.#select(resource, columns, source, [...phase.where, ...terms], rest));
      if (rows.length >= wanted) break;
    }
    const read = rowReader(fields);
    const records = rows.slice(0, query.limit).map(read);
    const last = records.at(-1);
    const next = rows.length > query.limit && last ? positionOf(keys.slice(0, -1), last) : null;
    return { records, next };
  }

  async getMany(
    resource: Resource,
    ids: readonly string[],
    select: readonly string[],
  ): Promise<(StoredRecord | null)[]> {
    const fields = ['id', ...select.filter((name) => name !== 'id')].map((name) => fieldOf(resource, name));
    const columns = fields.map(({ name }) => column(name)).join(', ');
    const unique = [...new Set(ids)];
    const found = this.#select(resource, columns, `INDEXED BY ${indexOf(resource, 'id')}`, [
      unique.length === 1
        ? { sql: '"id" = ?', values: unique }
        : { sql: '"id" IN (SELECT value FROM json_each(?))', values: [JSON.stringify(unique)] },
    ]);
    const read = rowReader(fields);
    const byId = new Map(found.map((row) => [row[0], read(row)]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  async count(resource: Resource, where: readonly Condition[]): Promise<number> {
    const terms = compileWhere(resource, where);
    const few = this.#few(resource, terms);
    // Where all conditions match many, the rows that match each are put together: narrow scans beat a wide one.
    const [row] = few
      ? this.#select(resource, 'count(*)', LOOK_UP, [few, ...terms])
      : this.#select(resource, 'count(*)', `INDEXED BY ${indexOf(resource, terms[0]?.index ?? 'id')}`, [
          ...terms.slice(0, 1),
          ...terms.slice(1).map((term) => this.#rowsWhere(resource, term)),
        ]);
    return Number(row?.[0]);
  }

  /** An owner may read all of its records. */
  checkReadable(): void {}

  /** The rows of a condition that few rows match, as a term; null where there is none. */
  #few(resource: Resource, terms: readonly Term[]): Fragment | null {
    for (const term of terms)
      for (const candidates of [this.#trigramRows(resource, term), this.#rowsWhere(resource, term)]) {
        if (!candidates) continue;
        const [row] = this.#statements.rows(
          `SELECT count(*), json_group_array("row") FROM (${candidates.rows} LIMIT ${FEW})`,
          candidates.values,
        );
        const [count, rows] = row as [number, string];
        if (count < FEW) return { sql: `${ROW} IN (SELECT value FROM json_each(?))`, values: [rows] };
      }
    return null;
  }

  /** The rows that match a condition, by its own index. */
  #rowsWhere(resource: Resource, term: Term): Fragment & { readonly rows: string } {
    const rows =
      `SELECT ${ROW} AS "row" FROM "${resource.name}" INDEXED BY ${indexOf(resource, term.index)}` +
      ` WHERE ${OWNER} = ? AND ${term.sql}`;
    return { rows, sql: `${ROW} IN (${rows})`, values: [this.#ownerNumber(), ...term.values] };
  }

  /** The rows that hold the trigrams of a condition, among which are all that match it. */
  #trigramRows(resource: Resource, { trigrams }: Term): { rows: string; values: Cell[] } | null {
    if (trigrams === null) return null;
    const { first, last } = rowsOf(this.#ownerNumber());
    const table = trigramsOf(resource);
    return {
      rows: `SELECT rowid AS "row" FROM ${table} WHERE rowid BETWEEN ? AND ? AND ${table} MATCH ?`,
      values: [first, last, trigrams],
    };
  }

  #select(
    resource: Resource,
    columns: string,
    source: string,
    where: readonly Fragment[],
    rest = '',
  ): Cell[][] {
    const terms = [`${OWNER} = ?`, ...where.map(({ sql }) => sql)].join(' AND ');
    return this.#statements.rows(
      `SELECT ${columns} FROM "${resource.name}" ${source} WHERE ${terms} ${rest}`,
      [this.#ownerNumber(), ...where.flatMap(({ values }) => values)],
    );
  }

  /** The number that the owner has in the file; 0, which is nobody's, before the first write. */
  #ownerNumber(): number {
    if (this.#number !== null) return this.#number;
    const [row] = this.#statements.rows('SELECT "number" FROM "_owners" WHERE "id" = ?', [this.#owner]);
    if (row) this.#number = Number(row[0]);
    return this.#number ?? 0;
  }
}

function fieldOf(resource: Resource, name: string): Field {
  const field = resource.field.get(name);
  if (!field) throw new Error(`${resource.name} has no field ${name}`);
  return field;
}

function positionOf(keys: readonly { field: string }[], record: StoredRecord): Position {
  return {
    values: keys.map(({ field }) => (record[field] ?? null) as Scalar | null),
    id: String(record.id),
  };
}
