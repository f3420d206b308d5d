// How users, tokens and sessions lie in rows: a column for each property, flags as 0 and 1, lists as JSON.

import type Database from 'libsql';
import { type Cell, column } from './columns.js';
import type { Statements } from './statements.js';

const FLAGS: ReadonlySet<string> = new Set(['isAdmin', 'isDisabled']);
const LISTS: ReadonlySet<string> = new Set(['collections']);

/** A table of the accounts. Only names that are written here become SQL, never the keys of what is given. */
export class AccountTable<T extends { readonly id: string }> {
  readonly #database: Database.Database;
  readonly #statements: Statements;
  readonly #name: string;
  readonly #columns: readonly (keyof T & string)[];
  readonly #selected: string;

  constructor(
    database: Database.Database,
    statements: Statements,
    name: string,
    columns: readonly (keyof T & string)[],
  ) {
    this.#database = database;
    this.#statements = statements;
    this.#name = name;
    this.#columns = columns;
    this.#selected = columns.map(column).join(', ');
  }

  /** The rows that the rest of a SELECT asks for: its WHERE, ORDER BY and so on. */
  find(rest: string, ...values: readonly Cell[]): T[] {
    const rows = this.#statements.rows(`SELECT ${this.#selected} FROM "${this.#name}" ${rest}`, values);
    return rows.map((row) => this.#read(row));
  }

  #read(row: readonly Cell[]): T {
    const entries = this.#columns.map((name, index) => [name, fromCell(name, row[index] ?? null)]);
    return Object.fromEntries(entries) as T;
  }

  /** Adds a row, with more cells than the table's properties where they are given. */
  insert(row: T, more: Readonly<Record<string, Cell>> = {}): void {
    const columns = [...this.#columns, ...Object.keys(more)].map(column).join(', ');
    const cells = [...this.#columns.map((name) => toCell(row[name])), ...Object.values(more)];
    const marks = cells.map(() => '?').join(', ');
    this.#database.prepare(`INSERT INTO "${this.#name}" (${columns}) VALUES (${marks})`).run(...cells);
  }

  /** Changes the rows that a WHERE asks for; true if there are any, whether or not the change is empty. */
  update(change: Partial<T>, where: string, ...values: readonly Cell[]): boolean {
    const changed = this.#columns.filter((name) => change[name] !== undefined);
    // SET must not be empty.
    const sets = ['"id" = "id"', ...changed.map((name) => `${column(name)} = ?`)].join(', ');
    const cells = changed.map((name) => toCell(change[name]));
    return this.run(`UPDATE "${this.#name}" SET ${sets} ${where}`, ...cells, ...values);
  }

  /** Runs a statement; true if it changed any row. */
  run(sql: string, ...values: readonly Cell[]): boolean {
    return this.#database.prepare(sql).run(...values).changes > 0;
  }
}

function toCell(value: unknown): Cell {
  if (typeof value === 'boolean') return Number(value);
  return Array.isArray(value) ? JSON.stringify(value) : (value as Cell);
}

function fromCell(name: string, cell: Cell): unknown {
  if (FLAGS.has(name)) return cell === 1;
  return LISTS.has(name) && cell !== null ? JSON.parse(String(cell)) : cell;
}
