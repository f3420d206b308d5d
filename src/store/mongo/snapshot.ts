// Snapshots of MongoDB: sessions that read everything as it was at one moment, where the server can do that.

import { type ClientSession, type Db, type MongoClient, MongoServerError } from 'mongodb';
import type { Model, Resource } from '../../model/model.js';
import { type Owner, SNAPSHOTS_MAX, type Snapshot, TooManySnapshots } from '../port.js';
import { guarded } from './failures.js';
import { MongoRecords, type ReadOptions } from './records.js';

/** MongoDB 5.0, the first whose snapshots can be read outside of transactions. */
const WIRE_VERSION = 13;

type Options = ReadOptions & { readonly model: Model };

/** Takes snapshots of one database. */
export class Snapshots {
  readonly #client: MongoClient;
  readonly #database: Db;
  readonly #options: Options;
  #open = 0;

  constructor(client: MongoClient, database: Db, options: Options) {
    this.#client = client;
    this.#database = database;
    this.#options = options;
  }

  async take(owner: Owner): Promise<Snapshot> {
    if (this.#open === SNAPSHOTS_MAX) throw new TooManySnapshots();
    this.#open++;
    let isOpen = true;
    const close = async (session: ClientSession | null): Promise<void> => {
      if (!isOpen) return;
      isOpen = false;
      this.#open--;
      await session?.endSession();
    };
    try {
      const session = await guarded(() => this.#session());
      const options = session ? { ...this.#options, session } : this.#options;
      return {
        kind: 'mongodb',
        pointInTime: session !== null,
        records: new MongoRecords(this.#database, owner, options),
        close: () => close(session),
      };
    } catch (error) {
      await close(null);
      throw error;
    }
  }

  /** A session whose moment is now; null where the server has no snapshots, or only says so. */
  async #session(): Promise<ClientSession | null> {
    const hello = await this.#database.admin().command({ hello: 1 });
    const isReplicated = typeof hello.setName === 'string' || hello.msg === 'isdbgrid';
    if (!isReplicated || hello.maxWireVersion < WIRE_VERSION) return null;
    const [{ name }] = this.#options.model.resources as [Resource];
    const session = this.#client.startSession({ snapshot: true });
    try {
      // The first read sets the moment, and a server that holds it names it. Others pass over what they are asked for.
      const first = { find: name, projection: { _id: 1 }, limit: 1, singleBatch: true };
      const { cursor } = await this.#database.command(first, { session });
      if (cursor.atClusterTime) return session;
    } catch (error) {
      if (!(error instanceof MongoServerError)) {
        await session.endSession();
        throw error;
      }
    }
    await session.endSession();
    return null;
  }
}
