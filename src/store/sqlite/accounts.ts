// The accounts in the embedded store: users and sessions here, tokens and their usage beside it.

import type Database from 'libsql';
import type { Accounts, Session, User } from '../accounts.js';
import { foldText } from '../text.js';
import { AccountTable } from './accounts-table.js';
import { createTokens } from './accounts-tokens.js';
import type { Statements } from './statements.js';
import { inTransaction } from './transaction.js';

/** The accounts of an open database, whose tables are there. */
export function createAccounts(database: Database.Database, statements: Statements): Accounts {
  return {
    ...createUsers(database, statements),
    ...createTokens(database, statements),
    ...createSessions(database, statements),
  };
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

function createUsers(database: Database.Database, statements: Statements): Users {
  const users = new AccountTable<User>(database, statements, '_users', [
    ...(['id', 'name', 'ownerId', 'isAdmin', 'passwordHash', 'isDisabled', 'createdAt'] as const),
    'lastSignInAt',
  ]);
  const findByName = (folded: string): User | undefined => users.find('WHERE "nameFolded" = ?', folded)[0];

  return {
    createUser: (user) =>
      inTransaction(database, () => {
        const nameFolded = foldText(user.name);
        if (findByName(nameFolded)) return false;
        users.insert(user, { nameFolded });
        return true;
      }),

    async findUser(by) {
      if ('name' in by) return findByName(foldText(by.name)) ?? null;
      return users.find('WHERE "id" = ?', by.id)[0] ?? null;
    },

    // SQLite compares UTF-8, which has the order of the code points.
    listUsers: async () => users.find('ORDER BY "nameFolded"'),

    updateUser: (id, change) => inTransaction(database, () => users.update(change, 'WHERE "id" = ?', id)),
  };
}

function createSessions(database: Database.Database, statements: Statements): Sessions {
  const sessions = new AccountTable<Session>(database, statements, '_sessions', [
    ...(['id', 'userId', 'hash', 'createdAt', 'expiresAt', 'lastSeenAt', 'userAgent'] as const),
  ]);
  const run = (...[sql, ...values]: Parameters<typeof sessions.run>): Promise<boolean> =>
    inTransaction(database, () => sessions.run(sql, ...values));

  return {
    createSession: (session) => inTransaction(database, () => sessions.insert(session)),

    findSession: async (hash) => sessions.find('WHERE "hash" = ?', hash)[0] ?? null,

    listSessions: async (userId) =>
      sessions.find('WHERE "userId" = ? ORDER BY "createdAt" DESC, "id" DESC', userId),

    async touchSession(id, lastSeenAt) {
      await run('UPDATE "_sessions" SET "lastSeenAt" = max("lastSeenAt", ?) WHERE "id" = ?', lastSeenAt, id);
    },

    deleteSession: (userId, id) => run('DELETE FROM "_sessions" WHERE "userId" = ? AND "id" = ?', userId, id),

    async deleteSessions(userId, exceptId) {
      await run('DELETE FROM "_sessions" WHERE "userId" = ? AND "id" IS NOT ?', userId, exceptId ?? null);
    },

    async deleteExpiredSessions(before) {
      await run('DELETE FROM "_sessions" WHERE "expiresAt" < ?', before);
    },
  };
}
