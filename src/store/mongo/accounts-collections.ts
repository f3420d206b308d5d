// The collections of the accounts, and the indexes that keep names, hashes and token slots unique.

import {
  type Collection,
  type CollectionOptions,
  type Db,
  type IndexDescription,
  MongoServerError,
} from 'mongodb';
import type { Session, Token, Usage, User } from '../accounts.js';
import { guarded, isDuplicateKey } from './failures.js';

/** What the port calls `id` is the `_id` of its document. All else lies as the port has it: times, too, are texts. */
export type Kept<T extends { readonly id: string }> = Omit<T, 'id'> & { readonly _id: string };

export type UserDocument = Kept<User> & { readonly nameFolded: string };
/** A live token holds a slot of its user: see accounts-tokens.ts. */
export type TokenDocument = Kept<Token> & { readonly slot?: string };
export type SessionDocument = Kept<Session>;
/** The id is of the token and the day. */
export type UsageDocument = Usage & { readonly _id: string };

export interface AccountCollections {
  readonly users: Collection<UserDocument>;
  readonly tokens: Collection<TokenDocument>;
  readonly sessions: Collection<SessionDocument>;
  readonly usage: Collection<UsageDocument>;
  /** The time limit of reads. */
  readonly reading: { readonly maxTimeMS: number };
  /** Makes the indexes, once. What must be unique may only be written after it. */
  readonly ready: () => Promise<void>;
}

const INDEXES: Readonly<Record<string, IndexDescription[]>> = {
  creel_users: [{ key: { nameFolded: 1 }, unique: true }],
  creel_tokens: [
    { key: { hash: 1 }, unique: true },
    { key: { slot: 1 }, unique: true, sparse: true },
    { key: { previousHash: 1 } },
    { key: { userId: 1, createdAt: 1 } },
  ],
  creel_sessions: [
    { key: { hash: 1 }, unique: true },
    { key: { userId: 1, createdAt: 1 } },
    { key: { expiresAt: 1 } },
  ],
  creel_usage: [{ key: { tokenId: 1, day: 1 } }],
};

/**
 * What is written is on disk on most members when it resolves, and reads see it, whatever the URL says: a revocation must
 * hold for every process, and a token that was shown must outlive a server.
 */
const DURABLE: CollectionOptions = {
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
};

/** Creates the indexes of the accounts where they are missing. Returns `collection.name` of each. */
export async function createAccountIndexes(database: Db): Promise<string[]> {
  const created: string[] = [];
  for (const [collection, indexes] of Object.entries(INDEXES)) {
    const names = await database.collection(collection).createIndexes(indexes);
    created.push(...names.map((name) => `${collection}.${name}`));
  }
  return created;
}

/** The collections of a database. Nothing is asked of the server yet. */
export function openCollections(database: Db, maxTimeMS: number): AccountCollections {
  let made: Promise<unknown> | undefined;
  return {
    users: database.collection('creel_users', DURABLE),
    tokens: database.collection('creel_tokens', DURABLE),
    sessions: database.collection('creel_sessions', DURABLE),
    usage: database.collection('creel_usage', DURABLE),
    reading: { maxTimeMS },
    async ready() {
      made ??= guarded(() => createAccountIndexes(database));
      try {
        await made;
      } catch (error) {
        // The next one tries again.
        made = undefined;
        throw error;
      }
    },
  };
}

/** The document of something that the port hands in. */
export function toKept<T extends { readonly id: string }>({ id, ...rest }: T): Kept<T> {
  return { _id: id, ...rest };
}

/** What the port hands out of a document that was read without the properties that are not the port's. */
export function fromKept<T extends { readonly id: string }>({ _id, ...rest }: Kept<T>): T {
  return { id: _id, ...rest } as unknown as T;
}

/** Whether an error says that the value of this property, which is unique, is taken. */
export const isTaken = (error: unknown, property: string): boolean =>
  error instanceof MongoServerError && isDuplicateKey(error) && property in (error.keyPattern ?? {});
