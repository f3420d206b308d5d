// The accounts in MongoDB: users and sessions here, tokens and their usage beside it.

import type { Db } from 'mongodb';
import type { Accounts, Session, User } from '../accounts.js';
import { foldText } from '../text.js';
import {
  type AccountCollections,
  fromKept,
  isTaken,
  openCollections,
  toKept,
} from './accounts-collections.js';
import { createTokens } from './accounts-tokens.js';
import { guarded } from './failures.js';

/** The accounts of a database; `queryTimeoutMs` is the time limit of reads. */
export function createAccounts(database: Db, queryTimeoutMs: number): Accounts {
  const collections = openCollections(database, queryTimeoutMs);
  return { ...createUsers(collections), ...createTokens(collections), ...createSessions(collections) };
}

type Users = Pick<Accounts, 'createUser' | 'findUser' | 'listUsers' | 'updateUser'>;
type Sessions = Pick<
  Accounts,
  | 'createSession'
  | 'findSession'
  | 'listSessions'
  | 'touchSession'
  | 'deleteSession'
  | 'deleteSessions'
  | 'deleteExpiredSessions'
>;

function createUsers({ users, reading, ready }: AccountCollections): Users {
  const options = { ...reading, projection: { nameFolded: 0 } };

  return {
    async createUser(user) {
      await ready();
      try {
        await guarded(() => users.insertOne({ ...toKept(user), nameFolded: foldText(user.name) }));
        return true;
      } catch (error) {
        if (isTaken(error, 'nameFolded')) return false;
        throw error;
      }
    },

    async findUser(by) {
      const filter = 'name' in by ? { nameFolded: foldText(by.name) } : { _id: by.id };
      const found = await guarded(() => users.findOne(filter, options));
      return found && fromKept<User>(found);
    },

    async listUsers() {
      // MongoDB compares UTF-8, which has the order of the code points.
      const found = await guarded(() => users.find({}, options).sort({ nameFolded: 1 }).toArray());
      return found.map((document) => fromKept<User>(document));
    },

    async updateUser(id, change) {
      const { matchedCount } = await guarded(() => users.updateOne({ _id: id }, { $set: change }));
      return matchedCount > 0;
    },
  };
}

function createSessions({ sessions, reading, ready }: AccountCollections): Sessions {
  return {
    async createSession(session) {
      await ready();
      await guarded(() => sessions.insertOne(toKept(session)));
    },

    async findSession(hash) {
      const found = await guarded(() => sessions.findOne({ hash }, reading));
      return found && fromKept<Session>(found);
    },

    async listSessions(userId) {
      const found = await guarded(() =>
        sessions.find({ userId }, reading).sort({ createdAt: -1, _id: -1 }).toArray(),
      );
      return found.map((document) => fromKept<Session>(document));
    },

    async touchSession(id, lastSeenAt) {
      await guarded(() => sessions.updateOne({ _id: id }, { $max: { lastSeenAt } }));
    },

    async deleteSession(userId, id) {
      const { deletedCount } = await guarded(() => sessions.deleteOne({ _id: id, userId }));
      return deletedCount > 0;
    },

    async deleteSessions(userId, exceptId) {
      const except = exceptId === undefined ? {} : { _id: { $ne: exceptId } };
      await guarded(() => sessions.deleteMany({ userId, ...except }));
    },

    async deleteExpiredSessions(before) {
      await guarded(() => sessions.deleteMany({ expiresAt: { $lt: before } }));
    },
  };
}
