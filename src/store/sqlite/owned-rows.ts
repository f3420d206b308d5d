// The rows of one owner: every statement that reads records is made here, and has the owner in it.

import type { Resource } from '../../model/model.js';
import { type Cell, OWNER, ROW, rowsOf } from './columns.js';
import type { Fragment, Term } from './filter.js';
import { indexOf, trigramsOf } from './indexes.js';
import type { Statements } from './statements.js';

/** Up to so many rows are few: to look each of them up takes about a millisecond. */
const FEW = 2000;

/** So many scans lie within each other, each of what the next has found; SQLite cannot parse many more. */
const NESTED = 4;

/** How a statement finds its rows: along the index of a field, or by their numbers. */
export type Access = { readonly along: string } | 'by number';

/** Reads rows of one owner. The owner stands first in every statement, and there is no way around it. */
export class OwnedRows {
  readonly #statements: Statements;
  readonly #owner: string;
  #number: number | null = null;

  constructor(statements: Statements, owner: string) {
    this.#statements = statements;
    this.#owner = owner;
  }

  /** Rows that meet all terms; `rest` is the order and the limit. */
  select(
    resource: Resource,
    columns: string,
    access: Access,
    where: readonly Fragment[],
    rest: Fragment = { sql: '', values: [] },
  ): Cell[][] {
    const source = access === 'by number' ? 'NOT INDEXED' : `INDEXED BY ${indexOf(resource, access.along)}`;
    const terms = [`${OWNER} = ?`, ...where.map(({ sql }) => sql)].join(' AND ');
    return this.#statements.rows(
      `SELECT ${columns} FROM "${resource.name}" ${source} WHERE ${terms} ${rest.sql}`,
      [this.#ownerNumber(), ...where.flatMap(({ values }) => values), ...rest.values],
    );
  }

  /** That a row is among those that match all of these conditions, as scans of each condition's own index tell. */
  isAmong(resource: Resource, terms: readonly Term[]): Fragment[] {
    if (terms.length === 0) return [];
    const nested = terms.slice(0, NESTED).reduceRight<Fragment[]>((more, term) => {
      const { sql, values } = this.#matches(resource, term, more);
      return [{ sql: `${ROW} IN (${sql})`, values }];
    }, []);
    return [...nested, ...this.isAmong(resource, terms.slice(NESTED))];
  }

  /**
   * Asks each condition alone, on its own index, whether few rows match it. The first that has few, as a term that holds
   * their numbers; null where all conditions have many.
   */
  few(resource: Resource, terms: readonly Term[]): Fragment | null {
    for (const { sql, values } of this.#candidates(resource, terms)) {
      const [row] = this.#statements.rows(
        `SELECT count(*), json_group_array(${ROW}) FROM (${sql} LIMIT ${FEW})`,
        values,
      );
      const [count, numbers] = row as [number, string];
      if (count < FEW) return isNumbered(numbers);
    }
    return null;
  }

  *#candidates(resource: Resource, terms: readonly Term[]): Generator<Fragment> {
    const trigrams = terms.flatMap((term) => term.trigrams ?? []);
    if (trigrams.length > 0)
      yield this.#holding(resource, trigrams.map((query) => `(${query})`).join(' AND '));
    for (const term of terms) yield this.#matches(resource, term);
  }

  /** The rows that match a condition, and `more`, by the condition's own index. */
  #matches(resource: Resource, term: Term, more: readonly Fragment[] = []): Fragment {
    const where = [term, ...more];
    const terms = [`${OWNER} = ?`, ...where.map(({ sql }) => sql)].join(' AND ');
    return {
      sql: `SELECT ${ROW} FROM "${resource.name}" INDEXED BY ${indexOf(resource, term.index)} WHERE ${terms}`,
      values: [this.#ownerNumber(), ...where.flatMap(({ values }) => values)],
    };
  }

  #holding(resource: Resource, trigrams: string): Fragment {
    const { first, last } = rowsOf(this.#ownerNumber());
    const table = trigramsOf(resource);
    return {
      sql: `SELECT rowid AS ${ROW} FROM ${table} WHERE rowid BETWEEN ? AND ? AND ${table} MATCH ?`,
      values: [first, last, trigrams],
    };
  }

  /** The number that the owner has in the file; 0, which is nobody's, before the first write. */
  #ownerNumber(): number {
    if (this.#number !== null) return this.#number;
    const [row] = this.#statements.rows('SELECT "number" FROM "_owners" WHERE "id" = ?', [this.#owner]);
    if (row) this.#number = Number(row[0]);
    return this.#number ?? 0;
  }
}

/** That a row's number is in this list, which is JSON. */
export const isNumbered = (numbers: string): Fragment => ({
  sql: `${ROW} IN (SELECT value FROM json_each(?))`,
  values: [numbers],
});
