// Opens MongoDB as a store: reads through it never name an owner, writes always do.

import { type Db, type Document, MongoClient, type MongoClientOptions } from 'mongodb';
import type { Model } from '../../model/model.js';
import type { Accounts } from '../accounts.js';
import {
  type OddValueListener,
  type Owner,
  type RecordKey,
  type Records,
  type RecordWrite,
  type Snapshot,
  type Store,
  StoreUnavailable,
  type WriteResult,
} from '../port.js';
import { createAccounts } from './accounts.js';
import { createAccountIndexes } from './accounts-collections.js';
import { keepPreImages } from './changes.js';
import { guarded } from './failures.js';
import { idSpellings, readId } from './ids.js';
import { createIndexes } from './indexes.js';
import { MongoRecords } from './records.js';
import { removeRecords } from './remove.js';
import { Snapshots } from './snapshot.js';
import { type WriteTarget, writeRecords } from './write.js';

export interface MongoOptions {
  /** The database is the one that the URL names, else `creel`. */
  readonly url: string;
  readonly ownerField: string;
  readonly queryTimeoutMs: number;
  /** Whether records are read of every owner together: the indexes then do not start with the owner. */
  readonly everyOwner: boolean;
  readonly onOddValue: OddValueListener;
  readonly model: Model;
}

/** Longest wait for a server that can be used, and for a connection to it. */
const CONNECT_TIMEOUT_MS = 5000;
/** A server that says nothing for so long after a query's own time limit is gone. */
const SILENCE_MS = 10_000;
const CONNECTING: MongoClientOptions = {
  appName: 'creel',
  serverSelectionTimeoutMS: CONNECT_TIMEOUT_MS,
  connectTimeoutMS: CONNECT_TIMEOUT_MS,
  waitQueueTimeoutMS: CONNECT_TIMEOUT_MS,
};
const DEFAULT_DATABASE = 'creel';

/** Opens the store without waiting for the server: ping tells if it answers. Throws where the URL is not one. */
export async function openMongoStore(options: MongoOptions): Promise<Store> {
  return new MongoStore(options);
}

class MongoStore implements Store {
  readonly label: string;
  readonly accounts: Accounts;
  readonly #options: MongoOptions;
  readonly #client: MongoClient;
  readonly #database: Db;
  readonly #snapshots: Snapshots;

  constructor(options: MongoOptions) {
    this.#options = options;
    this.#client = newClient(options.url, options.queryTimeoutMs + SILENCE_MS);
    this.#database = this.#client.db(databaseName(options.url));
    this.#snapshots = new Snapshots(this.#client, this.#database, options);
    this.accounts = createAccounts(this.#database, options.queryTimeoutMs);
    const hosts = this.#client.options.srvHost ?? this.#client.options.hosts.join(',');
    this.label = `mongodb ${hosts}/${this.#database.databaseName}`;
  }

  bind(owner: Owner): Records {
    return new MongoRecords(this.#database, owner, this.#options);
  }

  snapshot(owner: Owner): Promise<Snapshot> {
    return this.#snapshots.take(owner);
  }

  write(owner: string, writes: Iterable<RecordWrite>): Promise<WriteResult> {
    return guarded(() => writeRecords(this.#target(owner), writes));
  }

  remove(owner: string, keys: readonly RecordKey[]): Promise<RecordKey[]> {
    return guarded(() => removeRecords(this.#target(owner), keys));
  }

  #target(owner: string): WriteTarget {
    const { ownerField } = this.#options;
    return { client: this.#client, database: this.#database, ownerField, owner };
  }

  async owners(): Promise<string[]> {
    const owners: string[] = [];
    for (const resource of this.#options.model.resources)
      while (owners.length < 2) {
        const another = await guarded(() => this.#ownerBesides(resource.name, owners));
        if (another === null) break;
        owners.push(another);
      }
    return owners;
  }

  async #ownerBesides(collection: string, known: readonly string[]): Promise<string | null> {
    const { ownerField, queryTimeoutMs } = this.#options;
    const isOther = { $type: ['string', 'objectId'], $nin: known.flatMap(idSpellings) };
    const found = await this.#database
      .collection<Document>(collection)
      .findOne({ [ownerField]: isOther }, { projection: { [ownerField]: 1 }, maxTimeMS: queryTimeoutMs });
    return found && readId(found[ownerField]);
  }

  async ping(): Promise<void> {
    try {
      await guarded(() => this.#database.command({ ping: 1 }, { timeoutMS: CONNECT_TIMEOUT_MS }));
    } catch (error) {
      throw error instanceof StoreUnavailable
        ? error
        : new StoreUnavailable(`MongoDB refuses a ping: ${error}`);
    }
  }

  /** With a client of its own: building an index can take longer than any query may. */
  async createIndexes(): Promise<string[]> {
    const { url, model, ownerField, everyOwner } = this.#options;
    const client = newClient(url, 0);
    try {
      const database = client.db(this.#database.databaseName);
      return await guarded(async () => [
        ...(await createIndexes(database, model, everyOwner ? null : ownerField)),
        ...(await createAccountIndexes(database)),
        ...(await keepPreImages(database, model)),
      ]);
    } finally {
      await client.close();
    }
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}

/** The options of the URL win over ours; the driver would have it the other way round. */
function unlessGiven(url: string, options: MongoClientOptions): MongoClientOptions {
  const given = Array.from(new URLSearchParams(url.split('?')[1]).keys(), (name) => name.toLowerCase());
  return Object.fromEntries(Object.entries(options).filter(([name]) => !given.includes(name.toLowerCase())));
}

function newClient(url: string, socketTimeoutMS: number): MongoClient {
  try {
    return new MongoClient(url, {
      ...unlessGiven(url, { ...CONNECTING, socketTimeoutMS }),
      // Neither a pattern that JavaScript does not know nor broken UTF-8 in one document may fail a whole list.
      bsonRegExp: true,
      enableUtf8Validation: false,
    });
  } catch {
    // The driver's own message can quote the URL, password and all.
    throw new Error('the MongoDB URL is not understood');
  }
}

/** The database that a connection string names. The driver's own default would be `test`. */
function databaseName(url: string): string {
  const name = /^[^/]*\/\/[^/?]*\/([^?]*)/.exec(url)?.[1];
  return name ? decodeURIComponent(name) : DEFAULT_DATABASE;
}
