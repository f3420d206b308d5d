// Reads the records of one owner from the embedded store.

import type Database from 'libsql';
import { LRUCache } from 'lru-cache';
import type { Field, Resource } from '../../model/model.js';
import type {
  ChangeFeed,
  Condition,
  FoundPage,
  Position,
  Query,
  Records,
  Scalar,
  StoredRecord,
} from '../port.js';
import { readChanges } from './changes.js';
import { type Cell, column, OWNER, rowReader } from './columns.js';
import { compileWhere, type Fragment } from './filter.js';
import { phases, withTieBreak } from './order.js';

/** Fewer matches than this are few: a walk to a full page would pass many that do not match. */
const RARE = 500;

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

/** The records of one owner. The owner stands first in every statement made here, and there is no way around it. */
export class SqliteRecords implements Records {
  readonly #statements: Statements;
  readonly #owner: string;

  constructor(statements: Statements, owner: string) {
    this.#statements = statements;
    this.#owner = owner;
  }

  async find(resource: Resource, query: Query): Promise<FoundPage> {
    const keys = withTieBreak(query.sort);
    const names = [...new Set([...keys.map((key) => key.field), ...query.select])];
    const fields = names.map((name) => fieldOf(resource, name));
    const where = compileWhere(resource, query.where);
    const wanted = query.limit + 1;
    const rows: Cell[][] = [];
    const rare = this.#isRare(resource, query.where, where);
    const terms = rare ? [this.#idsWhere(resource, where)] : where;
    for (const phase of phases(keys, query.after)) {
      // A + keeps SQLite from walking the sort's index past all the records that do not match.
      const order = `ORDER BY ${rare ? '+' : ''}${phase.orderBy} LIMIT ${wanted - rows.length}`;
      rows.push(...this.#select(resource, fields, [...phase.where, ...terms], order));
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
    const unique = [...new Set(ids)];
    const found = this.#select(resource, fields, [
      unique.length === 1
        ? { sql: '"id" = ?', values: unique }
        : { sql: '"id" IN (SELECT value FROM json_each(?))', values: [JSON.stringify(unique)] },
    ]);
    const read = rowReader(fields);
    const byId = new Map(found.map((row) => [row[0], read(row)]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  async count(resource: Resource, where: readonly Condition[]): Promise<number> {
    const [row] = this.#query(resource, 'count(*)', compileWhere(resource, where));
    return Number(row?.[0]);
  }

  async changes(
    resources: readonly Resource[],
    since: string | null,
    batchSize: number,
  ): Promise<ChangeFeed> {
    const rows = this.#statements.rows.bind(this.#statements);
    return readChanges(rows, this.#owner, this, { resources, since, batchSize });
  }

  /** An owner may read all of its records. */
  checkReadable(): void {}

  /**
   * Whether so few records match that looking them up beats walking the list in order until a page is full. Only asked
   * of indexed fields, where the answer takes a range or a scan of one narrow index.
   */
  #isRare(resource: Resource, conditions: readonly Condition[], where: readonly Fragment[]): boolean {
    if (where.length === 0 || !conditions.every((condition) => isIndexed(resource, condition))) return false;
    return this.#query(resource, '1', where, `LIMIT ${RARE}`).length < RARE;
  }

  #idsWhere(resource: Resource, where: readonly Fragment[]): Fragment {
    const { sql, values } = this.#owned(where);
    return { sql: `"id" IN (SELECT "id" FROM "${resource.name}" WHERE ${sql})`, values };
  }

  #select(resource: Resource, fields: readonly Field[], where: readonly Fragment[], order = ''): Cell[][] {
    return this.#query(resource, fields.map(({ name }) => column(name)).join(', '), where, order);
  }

  #query(resource: Resource, columns: string, where: readonly Fragment[], order = ''): Cell[][] {
    const { sql, values } = this.#owned(where);
    return this.#statements.rows(`SELECT ${columns} FROM "${resource.name}" WHERE ${sql} ${order}`, values);
  }

  /** The terms of a WHERE, the owner first. */
  #owned(where: readonly Fragment[]): Fragment {
    return {
      sql: [`${OWNER} = ?`, ...where.map((term) => term.sql)].join(' AND '),
      values: [this.#owner, ...where.flatMap((term) => term.values)],
    };
  }
}

function isIndexed(resource: Resource, condition: Condition): boolean {
  const field = condition.kind === 'field' ? resource.field.get(condition.field) : undefined;
  return field?.kind === 'scalar' && field.indexed;
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
