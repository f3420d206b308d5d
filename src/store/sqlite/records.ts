// Reads the records of one owner from the embedded store.

import type { Field, Resource } from '../../model/model.js';
import type {
  ChangeFeed,
  Condition,
  FoundPage,
  Owner,
  Position,
  Query,
  Records,
  Scalar,
  StoredRecord,
} from '../port.js';
import { type ChangeSource, readChanges } from './changes.js';
import { column, rowReader } from './columns.js';
import { compileWhere } from './filter.js';
import { List } from './list.js';
import { withTieBreak } from './order.js';
import { OwnedRows } from './owned-rows.js';
import type { Statements } from './statements.js';

/** The records of one owner. */
export class SqliteRecords implements Records {
  readonly #statements: Statements;
  readonly #owner: Owner;
  readonly #ownerId: string;
  readonly #rows: OwnedRows;

  /** `ownerId` is the owner, or the only one of a file that has but one. */
  constructor(statements: Statements, owner: Owner, ownerId: string) {
    this.#statements = statements;
    this.#owner = owner;
    this.#ownerId = ownerId;
    this.#rows = new OwnedRows(statements, ownerId);
  }

  async find(resource: Resource, query: Query): Promise<FoundPage> {
    const keys = withTieBreak(query.sort);
    const names = [...new Set([...keys.map((key) => key.field), ...query.select])];
    const fields = names.map((name) => fieldOf(resource, name));
    const list = new List(this.#rows, resource, columnsOf(fields));
    const rows = list.read(keys, query.after, compileWhere(resource, query.where), query.limit + 1);
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
    const isWanted =
      unique.length === 1
        ? { sql: '"id" = ?', values: unique }
        : { sql: '"id" IN (SELECT value FROM json_each(?))', values: [JSON.stringify(unique)] };
    const found = this.#rows.select(resource, columnsOf(fields), { along: 'id' }, [isWanted]);
    const read = rowReader(fields);
    const byId = new Map(found.map((row) => [row[0], read(row)]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  async count(resource: Resource, where: readonly Condition[]): Promise<number> {
    const terms = compileWhere(resource, where);
    const few = this.#rows.few(resource, terms);
    const [first, ...others] = terms;
    // Where every condition matches many, scans of their narrow indexes beat looking rows up.
    const [row] = few
      ? this.#rows.select(resource, 'count(*)', 'by number', [few, ...terms])
      : this.#rows.select(resource, 'count(*)', { along: first?.index ?? 'id' }, [
          ...(first ? [first] : []),
          ...this.#rows.isAmong(resource, others),
        ]);
    return Number(row?.[0]);
  }

  async changes(
    resources: readonly Resource[],
    since: string | null,
    batchSize: number,
  ): Promise<ChangeFeed> {
    const rows: ChangeSource['rows'] = (sql, values) => this.#statements.rows(sql, values);
    const source = { owner: this.#owner, ownerId: this.#ownerId, records: this, rows };
    return readChanges(source, { resources, since, batchSize });
  }

  /** An owner may read all of its records. */
  checkReadable(): void {}
}

const columnsOf = (fields: readonly Field[]): string => fields.map(({ name }) => column(name)).join(', ');

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
