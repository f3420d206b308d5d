// The API tokens in MongoDB, and how much each is used.

import type { Accounts, Token } from '../accounts.js';
import { type AccountCollections, fromKept, isTaken, toKept } from './accounts-collections.js';
import { guarded } from './failures.js';

type Tokens = Pick<
  Accounts,
  'createToken' | 'findToken' | 'listTokens' | 'updateToken' | 'addUsage' | 'listUsage'
>;

/**
 * Tokens and their usage.
 *
 * A user has as many slots as live tokens are allowed, and a live token holds one of them in its own document, under a
 * unique index. So whoever inserts a token takes a slot in the same step, and no two processes can take the same one:
 * the limit needs no transaction, and a process that dies leaves no slot taken by nobody. A token that was revoked or has
 * expired loses its slot when the user's next one is made.
 */
export function createTokens({ users, tokens, usage, reading, ready }: AccountCollections): Tokens {
  const options = { ...reading, projection: { slot: 0 } };

  /** A slot that the user can take, or null where all are taken. */
  async function findFreeSlot(userId: string, most: number, now: string): Promise<string | null> {
    const isHeld = { $exists: true };
    const isOver = [{ revokedAt: { $ne: null } }, { expiresAt: { $lte: now } }];
    await tokens.updateMany({ userId, slot: isHeld, $or: isOver }, { $unset: { slot: 1 } });
    const live = await tokens
      .find({ userId, slot: isHeld }, { ...reading, projection: { slot: 1 } })
      .toArray();
    const taken = new Set(live.map(({ slot }) => slot));
    const free = Array.from({ length: most }, (_, number) => `${userId} ${number}`).filter(
      (slot) => !taken.has(slot),
    );
    // Where the limit was higher before, tokens hold slots beyond it: as many of the last free ones are not to be taken.
    const left = Math.min(free.length, most - live.length);
    // Any of them, so that processes that look at the same moment do not all try the same one.
    return left > 0 ? (free[Math.floor(Math.random() * left)] ?? null) : null;
  }

  return {
    async createToken(token, most, now) {
      await ready();
      const { userId } = token;
      if (!(await guarded(() => users.findOne({ _id: userId }, reading)))) return false;
      for (;;) {
        const slot = await guarded(() => findFreeSlot(userId, most, now));
        if (slot === null) return false;
        try {
          await guarded(() => tokens.insertOne({ ...toKept(token), slot }));
          return true;
        } catch (error) {
          // Somebody else was faster, and there is one slot less to try.
          if (!isTaken(error, 'slot')) throw error;
        }
      }
    },

    async findToken(hash) {
      const filter = { $or: [{ hash }, { previousHash: hash }] };
      const found = await guarded(() => tokens.findOne(filter, options));
      return found && fromKept<Token>(found);
    },

    async listTokens(userId) {
      const found = await guarded(() =>
        tokens.find({ userId }, options).sort({ createdAt: -1, _id: -1 }).toArray(),
      );
      return found.map((document) => fromKept<Token>(document));
    },

    async updateToken(userId, id, change, hash) {
      const filter = { _id: id, userId, ...(hash === undefined ? {} : { hash }) };
      const { matchedCount } = await guarded(() => tokens.updateOne(filter, { $set: change }));
      return matchedCount > 0;
    },

    async addUsage(entries) {
      if (entries.length === 0) return;
      const uses = entries.map(({ tokenId, lastUsedAt }) => ({
        updateOne: { filter: { _id: tokenId }, update: { $max: { lastUsedAt } } },
      }));
      const counts = entries.map(({ tokenId, day, requests, records }) => ({
        updateOne: {
          filter: { _id: `${tokenId} ${day}` },
          update: { $inc: { requests, records }, $setOnInsert: { tokenId, day } },
          upsert: true,
        },
      }));
      // The times first: to set them twice does no harm.
      await guarded(() => tokens.bulkWrite(uses));
      await guarded(() => usage.bulkWrite(counts));
    },

    async listUsage(userId, fromDay) {
      const mine = await guarded(() =>
        tokens.find({ userId }, { ...reading, projection: { _id: 1 } }).toArray(),
      );
      const filter = { tokenId: { $in: mine.map(({ _id }) => _id) }, day: { $gte: fromDay } };
      return guarded(() =>
        usage
          .find(filter, { ...reading, projection: { _id: 0 } })
          .sort({ tokenId: 1, day: 1 })
          .toArray(),
      );
    },
  };
}
