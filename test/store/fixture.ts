// What the parts of the store contract share: a small model with a field of every type, and ways to write and walk.

import type { Model, Resource } from '../../src/model/model.js';
import { readSdl } from '../../src/model/read-schema.js';
import type { Condition, FieldCondition, Query, Records, SortKey, Store } from '../../src/store/port.js';
import type { TestRecord } from './reference.js';

export interface OpenedStore {
  readonly store: Store;
  /** Whether a write that fails leaves nothing: not so on MongoDB without a replica set. */
  readonly atomic: boolean;
  /** Closes the store and removes everything that it wrote. */
  readonly cleanUp: () => Promise<void>;
}

/** Opens an empty store. */
export type OpenStore = (model: Model) => Promise<OpenedStore>;

export const contractModel: Model = readSdl(`
  directive @collection(name: String!, newestBy: String!, title: String!) on OBJECT
  directive @indexed on FIELD_DEFINITION
  scalar DateTime
  scalar Date
  type Thing @collection(name: "things", newestBy: "at", title: "text") {
    id: ID!
    at: DateTime @indexed
    text: String @indexed
    other: String
    whole: Int @indexed
    number: Float @indexed
    flag: Boolean @indexed
    day: Date @indexed
    linkId: ID @indexed
    labels: [String!]
    parts: [Part!]
  }
  type Part { text: String, at: DateTime, linkId: ID, number: Float, flag: Boolean }
  type Other @collection(name: "others", newestBy: "at", title: "text") { id: ID!, at: DateTime, text: String }
`);

const [first, second] = contractModel.resources;
if (!first || !second) throw new Error('the contract model has two resources');
export const things: Resource = first;
export const others: Resource = second;

/** Every field's name. */
export const ALL: readonly string[] = things.fields.map((field) => field.name);

export const OWNER = 'owner-one';

export const toWrites = (
  records: readonly TestRecord[],
  resource = things,
): { resource: Resource; record: TestRecord }[] => records.map((record) => ({ resource, record }));

export const condition = (
  field: string,
  operator: FieldCondition['operator'],
  value: FieldCondition['value'],
): Condition => ({ kind: 'field', field, operator, value });

/** `-at` is descending. */
export const sortBy = (...keys: readonly string[]): SortKey[] =>
  keys.map((key) => ({ field: key.replace('-', ''), descending: key.startsWith('-') }));

export const query = (parts: Partial<Query>): Query => ({
  where: [],
  sort: sortBy('id'),
  after: null,
  limit: 1000,
  select: ['id'],
  ...parts,
});

/** All records of a list, page by page; `between` is called after every page but the last. */
export async function walk(
  records: Records,
  parts: Partial<Query>,
  between: (page: number) => Promise<void> = async () => {},
  resource = things,
): Promise<TestRecord[]> {
  const found: TestRecord[] = [];
  for (let after: Query['after'] = null, page = 0; ; page++) {
    const { records: part, next } = await records.find(resource, query({ ...parts, after }));
    found.push(...(part as TestRecord[]));
    if (next === null) return found;
    if (page > 10_000) throw new Error('the walk does not end');
    // A position travels in a client's cursor as JSON.
    after = JSON.parse(JSON.stringify(next));
    await between(page);
  }
}

export const idsOf = (records: readonly { readonly id?: unknown }[]): string[] =>
  records.map((record) => String(record.id));

/** The ids that match, in the order of the ids. */
export async function matching(records: Records, ...where: readonly Condition[]): Promise<string[]> {
  const ids = idsOf((await records.find(things, query({ where }))).records);
  const count = await records.count(things, where);
  if (count !== ids.length) throw new Error(`find gives ${ids.length} records, count says ${count}`);
  return ids;
}

/** A record as find must give it where these fields are selected: what is missing is null. */
export const selected = (record: TestRecord, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((name) => [name, record[name] ?? null]));
