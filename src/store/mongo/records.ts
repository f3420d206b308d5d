// Reads the records of one owner, or of a database with one tenant, from MongoDB.

import type { ClientSession, Collection, Db, Document } from 'mongodb';
import type { Field, Model, Resource } from '../../model/model.js';
import type {
  ChangeFeed,
  Condition,
  FoundPage,
  OddValueListener,
  Owner,
  Query,
  Records,
  StoredRecord,
} from '../port.js';
import { readChanges } from './changes.js';
import { guarded } from './failures.js';
import { compileWhere } from './filter.js';
import { ID_TYPES, idSpellings, ownerCondition, readId, type StoredDocument } from './ids.js';
import { type Place, readPlace, toPosition } from './position.js';
import { documentReader } from './read-document.js';
import { type Order, readOrder, sortedParts, sortedStages } from './sort.js';
import { pathOf } from './value-types.js';

/** What reading needs besides the owner. */
export interface ReadOptions {
  readonly model: Model;
  readonly ownerField: string;
  readonly queryTimeoutMs: number;
  readonly onOddValue: OddValueListener;
  /** Where all is read as it was at the moment of a snapshot. */
  readonly session?: ClientSession;
}

/** The records of an owner. The owner stands first in every filter made here, and there is no way around it. */
export class MongoRecords implements Records {
  readonly #database: Db;
  readonly #owner: Owner;
  readonly #scope: Document;
  readonly #options: ReadOptions;

  constructor(database: Db, owner: Owner, options: ReadOptions) {
    this.#database = database;
    this.#owner = owner;
    this.#options = options;
    this.#scope = owner.kind === 'one' ? { [options.ownerField]: ownerCondition(owner.id) } : {};
  }

  async find(resource: Resource, query: Query): Promise<FoundPage> {
    const order = readOrder(resource, query.sort);
    const keys = order.keys.map((key) => key.field);
    const place = query.after && readPlace(keys, query.after);
    const fields = fieldsOf(resource, [...keys.map(({ name }) => name), ...query.select]);
    const where = compileWhere(resource, query.where);
    const documents = await guarded(() =>
      order.keys.length > 1
        ? this.#aggregate(resource, order, where, place, fields, query.limit + 1)
        : this.#findParts(resource, order, where, place, fields, query.limit + 1),
    );
    const read = documentReader(resource, fields, this.#options.onOddValue);
    const page = documents.slice(0, query.limit);
    const records = page.map(read);
    const last = page.at(-1);
    const lastRecord = records.at(-1);
    const next = documents.length > query.limit && last && lastRecord;
    return { records, next: next ? toPosition(keys, lastRecord, last) : null };
  }

  async #findParts(
    resource: Resource,
    order: Order,
    where: readonly Document[],
    place: Place | null,
    fields: readonly Field[],
    limit: number,
  ): Promise<Document[]> {
    const documents: Document[] = [];
    for (const part of sortedParts(order, place)) {
      const found = await this.#collection(resource)
        .find(this.#filter([...part.where, ...where]), { projection: projectionOf(fields), ...this.#reading })
        .sort({ ...part.sort })
        .limit(limit - documents.length)
        .toArray();
      documents.push(...found);
      if (documents.length === limit) break;
    }
    return documents;
  }

  #aggregate(
    resource: Resource,
    order: Order,
    where: readonly Document[],
    place: Place | null,
    fields: readonly Field[],
    limit: number,
  ): Promise<Document[]> {
    const stages = sortedStages(order, place, projectionOf(fields), limit);
    const pipeline = [{ $match: this.#filter(where) }, ...stages];
    return this.#collection(resource)
      .aggregate(pipeline, { allowDiskUse: true, ...this.#reading })
      .toArray();
  }

  async getMany(
    resource: Resource,
    ids: readonly string[],
    select: readonly string[],
  ): Promise<(StoredRecord | null)[]> {
    const fields = fieldsOf(resource, select);
    const filter = { ...this.#scope, _id: { $in: [...new Set(ids)].flatMap(idSpellings) } };
    const projection = projectionOf(fields);
    const documents = await guarded(() =>
      this.#collection(resource)
        .find(filter, { projection, ...this.#reading })
        .toArray(),
    );
    const read = documentReader(resource, fields, this.#options.onOddValue);
    const byId = new Map(documents.map((document) => [readId(document._id), read(document)]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  async count(resource: Resource, where: readonly Condition[]): Promise<number> {
    const filter = this.#filter(compileWhere(resource, where));
    return guarded(() => this.#collection(resource).countDocuments(filter, this.#reading));
  }

  changes(resources: readonly Resource[], since: string | null, batchSize: number): Promise<ChangeFeed> {
    const source = { database: this.#database, owner: this.#owner, records: this, options: this.#options };
    return readChanges(source, this.#options.model, { resources, since, batchSize });
  }

  /** An owner may read all of its records. */
  checkReadable(): void {}

  get #reading(): { maxTimeMS: number; session?: ClientSession } {
    const { queryTimeoutMs, session } = this.#options;
    return { maxTimeMS: queryTimeoutMs, ...(session && { session }) };
  }

  #collection(resource: Resource): Collection<StoredDocument> {
    return this.#database.collection(resource.name);
  }

  #filter(conditions: readonly Document[]): Document {
    return { ...this.#scope, _id: ID_TYPES, ...(conditions.length > 0 ? { $and: conditions } : {}) };
  }
}

/** The fields of these names, each once, with the id first. */
function fieldsOf(resource: Resource, names: readonly string[]): Field[] {
  return [...new Set(['id', ...names])].map((name) => {
    const field = resource.field.get(name);
    if (!field) throw new Error(`${resource.name} has no field ${name}`);
    return field;
  });
}

const projectionOf = (fields: readonly Field[]): Record<string, 1> =>
  Object.fromEntries(fields.map((field) => [pathOf(field), 1]));
