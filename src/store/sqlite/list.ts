// Plans how a page of a sorted and filtered list is read, so that no page needs more than a few milliseconds.

import type { Resource } from '../../model/model.js';
import type { Position, SortKey } from '../port.js';
import { type Cell, column, ROW } from './columns.js';
import type { Fragment, Term } from './filter.js';
import {
  behindValue,
  hasValue,
  inTurn,
  isBefore,
  orderBy,
  ordered,
  type Phase,
  phases,
  toCell,
} from './order.js';
import { isNumbered, type OwnedRows } from './owned-rows.js';

/** So many rows a walk looks up, in some milliseconds, before it changes its way. */
const NEAR = 8000;

/**
 * A list of one owner's records. One rule plans every page:
 * where few rows match some condition, they are looked up by number, checked against the others and sorted;
 * else the index of the first sort key is walked in order, which soon fills a page as matches are many. The rows that are
 * equal in the first key of several are such a list again: the value is one more condition, the other keys are the sort.
 */
export class List {
  readonly #rows: OwnedRows;
  readonly #resource: Resource;
  readonly #columns: string;

  /** `columns` are what is read of each row, as SQL. */
  constructor(rows: OwnedRows, resource: Resource, columns: string) {
    this.#rows = rows;
    this.#resource = resource;
    this.#columns = columns;
  }

  /** The first `wanted` rows behind a position. The keys end with `id`. */
  read(keys: readonly SortKey[], after: Position | null, where: readonly Term[], wanted: number): Cell[][] {
    return this.#read(keys, after, where, where, wanted);
  }

  /** `unasked` are the conditions of which it is not known yet whether they have few rows. */
  #read(
    keys: readonly SortKey[],
    after: Position | null,
    where: readonly Term[],
    unasked: readonly Term[],
    wanted: number,
  ): Cell[][] {
    const few = this.#rows.few(this.#resource, unasked);
    if (few)
      return inTurn(phases(keys, after), wanted, (phase, left) =>
        this.#rows.select(
          this.#resource,
          this.#columns,
          'by number',
          [few, ...phase.where, ...where],
          ordered(phase.orderBy, left),
        ),
      );
    const [first, second] = keys as [SortKey, SortKey?];
    if (keys.length > 2 || (second && second.descending !== first.descending))
      return this.#walkGroups(keys, after, where, wanted);
    return this.#walk(this.#columns, first, phases(keys, after), where, wanted);
  }

  /** Walks the index of a key, which has the order of the key and then, in the same direction, the id. */
  #walk(
    columns: string,
    { field: along, descending }: SortKey,
    parts: readonly Phase[],
    where: readonly Term[],
    wanted: number,
  ): Cell[][] {
    const select = (what: string, terms: readonly Fragment[], rest: Fragment) =>
      this.#rows.select(this.#resource, what, { along }, terms, rest);
    const inIndex = where.filter(({ index }) => index === along);
    const others = where.filter(({ index }) => index !== along);
    return inTurn(parts, wanted, (phase, left) => {
      const terms = [...phase.where, ...inIndex];
      if (others.length === 0) return select(columns, terms, ordered(phase.orderBy, left));
      // Matches can all be at the far end: the walk goes on without looking rows up, once it knows the rows that match.
      const [end] = select(`${column(along)}, "id"`, terms, ordered(phase.orderBy, 1, NEAR));
      const near = end ? [isBefore(along, descending, end)] : [];
      const found = select(columns, [...terms, ...near, ...others], ordered(phase.orderBy, left));
      if (!end || found.length === left) return found;
      const among = this.#rows.isAmong(this.#resource, others);
      return select(columns, [...terms, ...among], ordered(phase.orderBy, left));
    });
  }

  /** Reads group by group of rows that are equal in the first key; small groups, which come as a whole, all at once. */
  #walkGroups(
    keys: readonly SortKey[],
    after: Position | null,
    where: readonly Term[],
    wanted: number,
  ): Cell[][] {
    const [first, ...rest] = keys as [SortKey, ...SortKey[]];
    const rows: Cell[][] = [];
    const readGroup = (value: Cell, behind: Position | null): void => {
      if (rows.length === wanted) return;
      const term = { ...hasValue(first.field, value), index: first.field, trigrams: null };
      rows.push(...this.#read(rest, behind, [...where, term], [term], wanted - rows.length));
    };
    const start = after ? toCell(after.values[0]) : null;
    if (after) readGroup(start, { values: after.values.slice(1), id: after.id });
    if ((after && start === null) || rows.length === wanted) return rows;
    const left = wanted - rows.length;
    const head = this.#walk(
      `${ROW}, ${column(first.field)}`,
      first,
      [behindValue(first, start)],
      where,
      left,
    );
    const last = head.length === left ? (head.at(-1)?.[1] ?? null) : null;
    const whole = head.filter(([, value]) => value !== last).map(([number]) => number);
    if (whole.length > 0)
      rows.push(
        ...this.#rows.select(
          this.#resource,
          this.#columns,
          'by number',
          [isNumbered(JSON.stringify(whole))],
          ordered(orderBy(keys), whole.length),
        ),
      );
    if (last !== null) readGroup(last, null);
    readGroup(null, null);
    return rows;
  }
}
