// What has changed in MongoDB: from its change stream where that tells whose a deleted document was, else from `updatedAt`.

import { createHash } from 'node:crypto';
import { type Db, type Document, Timestamp } from 'mongodb';
import type { Model } from '../../model/model.js';
import type { Asked, Log } from '../feed.js';
import type { ChangeFeed } from '../port.js';
import { type ChangeSource, streamFeed } from './change-stream.js';
import { guarded } from './failures.js';
import { updatedFeed } from './updated-since.js';

/** The wire version of MongoDB 6.0, the first that can keep documents as they were before a change. */
const WITH_PRE_IMAGES = 17;

/** The feed of changes. A cursor of the one way is too old for the other: what it would leave out is not known. */
export async function readChanges(source: ChangeSource, model: Model, asked: Asked): Promise<ChangeFeed> {
  const { database, owner } = source;
  const state = await guarded(() => readState(database, model));
  const end = state.hasPreImages ? await guarded(() => readEnd(database)) : null;
  const log: Log = { database: state.identity, owner };
  return end ? streamFeed(source, log, end, asked) : updatedFeed(source.records, log, asked);
}

interface State {
  /** Another one where a collection was dropped and made anew. */
  readonly identity: string;
  /** Whether all collections keep documents as they were before a change: only so can a deletion tell whose it was. */
  readonly hasPreImages: boolean;
}

async function readState(database: Db, { resources }: Model): Promise<State> {
  const filter = { name: { $in: resources.map(({ name }) => name) } };
  const found = await database.listCollections(filter, { nameOnly: false }).toArray();
  const uuids = found.map(({ name, info }) => `${name} ${info?.uuid?.toString()}`).sort();
  const identity = createHash('sha256').update(JSON.stringify(uuids)).digest('base64url').slice(0, 16);
  const keeping = found.filter(({ options }) => isKept(options));
  return { identity, hasPreImages: keeping.length === resources.length };
}

const isKept = (options: Document | undefined): boolean =>
  options?.changeStreamPreAndPostImages?.enabled === true;

/**
 * Makes a replica set keep the documents of the records as they were before a change; the names of the collections that
 * do. A server without change streams, or older than 6.0, is left as it is.
 */
export async function keepPreImages(database: Db, { resources }: Model): Promise<string[]> {
  const hello = await database.admin().command({ hello: 1 });
  if (typeof hello.setName !== 'string' || hello.maxWireVersion < WITH_PRE_IMAGES) return [];
  const changeStreamPreAndPostImages = { enabled: true };
  for (const { name } of resources) await database.command({ collMod: name, changeStreamPreAndPostImages });
  return resources.map(({ name }) => `${name}.changeStreamPreAndPostImages`);
}

/**
 * The newest moment that a majority has, which is as far as a stream goes; null where there are no streams, or where they
 * and the records would not be read from the same member. Through mongos the end of a stream cannot be told.
 */
async function readEnd(database: Db): Promise<Timestamp | null> {
  if (database.readPreference && database.readPreference.mode !== 'primary') return null;
  const { setName, lastWrite } = await database.admin().command({ hello: 1 });
  const end: unknown = lastWrite?.majorityOpTime?.ts;
  return typeof setName === 'string' && end instanceof Timestamp ? end : null;
}
