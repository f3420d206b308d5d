// The API tokens in the embedded store, and how much each is used.

import type Database from 'libsql';
import type { Accounts, Token, Usage } from '../accounts.js';
import { AccountTable } from './accounts-table.js';
import type { Statements } from './statements.js';
import { inTransaction } from './transaction.js';

type Tokens = Pick<
  Accounts,
  'createToken' | 'findToken' | 'listTokens' | 'updateToken' | 'addUsage' | 'listUsage'
>;

/** Tokens and their usage in an open database. */
export function createTokens(database: Database.Database, statements: Statements): Tokens {
  const tokens = new AccountTable<Token>(database, statements, '_tokens', [
    ...(['id', 'userId', 'name', 'prefix', 'hash', 'previousHash', 'previousUntil', 'createdAt'] as const),
    ...(['expiresAt', 'revokedAt', 'lastUsedAt', 'collections', 'coordinates'] as const),
  ]);

  const hasUser = (userId: string): boolean =>
    statements.rows('SELECT 1 FROM "_users" WHERE "id" = ?', [userId]).length > 0;

  /** How many tokens of a user are neither revoked nor expired. Times of the port compare as texts. */
  function countLive(userId: string, now: string): number {
    const [row] = statements.rows(
      `SELECT count(*) FROM "_tokens"
       WHERE "userId" = ? AND "revokedAt" IS NULL AND ("expiresAt" IS NULL OR "expiresAt" > ?)`,
      [userId, now],
    );
    return Number(row?.[0]);
  }

  return {
    createToken: (token, most, now) =>
      inTransaction(database, () => {
        if (!hasUser(token.userId) || countLive(token.userId, now) >= most) return false;
        tokens.insert(token);
        return true;
      }),

    findToken: async (hash) => tokens.find('WHERE "hash" = ? OR "previousHash" = ?', hash, hash)[0] ?? null,

    listTokens: async (userId) =>
      tokens.find('WHERE "userId" = ? ORDER BY "createdAt" DESC, "id" DESC', userId),

    updateToken: (userId, id, change, hash) =>
      inTransaction(database, () =>
        tokens.update(
          change,
          'WHERE "userId" = ? AND "id" = ? AND "hash" = ifnull(?, "hash")',
          userId,
          id,
          hash ?? null,
        ),
      ),

    addUsage: (usage) =>
      inTransaction(database, () => {
        for (const { tokenId, day, requests, records, lastUsedAt } of usage) {
          tokens.run(
            `INSERT INTO "_usage" ("tokenId", "day", "requests", "records") VALUES (?, ?, ?, ?)
             ON CONFLICT ("tokenId", "day") DO UPDATE
             SET "requests" = "requests" + excluded."requests", "records" = "records" + excluded."records"`,
            ...[tokenId, day, requests, records],
          );
          tokens.run(
            `UPDATE "_tokens" SET "lastUsedAt" = max(ifnull("lastUsedAt", ''), ?) WHERE "id" = ?`,
            ...[lastUsedAt, tokenId],
          );
        }
      }),

    async listUsage(userId, fromDay) {
      const rows = statements.rows(
        `SELECT "tokenId", "day", "requests", "records" FROM "_usage"
         WHERE "tokenId" IN (SELECT "id" FROM "_tokens" WHERE "userId" = ?) AND "day" >= ?
         ORDER BY "tokenId", "day"`,
        [userId, fromDay],
      );
      return rows.map(([tokenId, day, requests, records]) => ({ tokenId, day, requests, records }) as Usage);
    },
  };
}
