// Counts what tokens read, and writes it now and then: never on the way of a request.

import type { Resource } from '../model/model.js';
import type { Accounts, Usage } from '../store/accounts.js';
import type { Change, ChangeFeed, Condition, Query, Records } from '../store/port.js';

/** How often the counts are written, in milliseconds. */
const FLUSH_MS = 30_000;

interface Count {
  readonly tokenId: string;
  readonly day: string;
  requests: number;
  records: number;
  lastUsedAt: string;
}

/** Gathers the usage of tokens. What was not written yet is lost in a crash: at most FLUSH_MS of counts, and nothing else. */
export class UsageRecorder {
  readonly #accounts: Accounts;
  readonly #onError: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #counts = new Map<string, Count>();

  constructor(accounts: Accounts, onError: (error: unknown) => void) {
    this.#accounts = accounts;
    this.#onError = onError;
    this.#timer = setInterval(() => this.flush(), FLUSH_MS).unref();
  }

  /** Counts a request of a token, and hands its records through a counter. */
  meter(tokenId: string, records: Records): Records {
    const count = this.#countOf(tokenId);
    count.requests++;
    return new MeteredRecords(records, (read) => {
      this.#countOf(tokenId).records += read;
    });
  }

  /** Writes what was gathered. What could not be written is kept for the next time. */
  async flush(): Promise<void> {
    const counts = this.#counts;
    if (counts.size === 0) return;
    this.#counts = new Map();
    try {
      await this.#accounts.addUsage([...counts.values()]);
    } catch (error) {
      for (const count of counts.values()) this.#add(count);
      this.#onError(error);
    }
  }

  /** What was written of a user's tokens from a day (`YYYY-MM-DD`) on. */
  list(userId: string, fromDay: string): Promise<readonly Usage[]> {
    return this.#accounts.listUsage(userId, fromDay);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  #countOf(tokenId: string): Count {
    const lastUsedAt = new Date().toISOString();
    return this.#add({ tokenId, day: lastUsedAt.slice(0, 10), requests: 0, records: 0, lastUsedAt });
  }

  #add(count: Count): Count {
    const key = `${count.tokenId} ${count.day}`;
    const known = this.#counts.get(key);
    if (!known) {
      this.#counts.set(key, count);
      return count;
    }
    known.requests += count.requests;
    known.records += count.records;
    if (count.lastUsedAt > known.lastUsedAt) known.lastUsedAt = count.lastUsedAt;
    return known;
  }
}

class MeteredRecords implements Records {
  readonly #records: Records;
  readonly #onRead: (records: number) => void;

  constructor(records: Records, onRead: (records: number) => void) {
    this.#records = records;
    this.#onRead = onRead;
  }

  async find(resource: Resource, query: Query) {
    const page = await this.#records.find(resource, query);
    this.#onRead(page.records.length);
    return page;
  }

  async getMany(resource: Resource, ids: readonly string[], select: readonly string[]) {
    const records = await this.#records.getMany(resource, ids, select);
    this.#onRead(records.filter((record) => record !== null).length);
    return records;
  }

  count(resource: Resource, where: readonly Condition[]) {
    return this.#records.count(resource, where);
  }

  async changes(
    resources: readonly Resource[],
    since: string | null,
    batchSize: number,
  ): Promise<ChangeFeed> {
    const feed = await this.#records.changes(resources, since, batchSize);
    return { ...feed, batches: this.#counted(feed.batches) };
  }

  async *#counted(batches: ChangeFeed['batches']): AsyncGenerator<readonly Change[]> {
    for await (const batch of batches) {
      this.#onRead(batch.filter(({ kind }) => kind === 'record').length);
      yield batch;
    }
  }

  checkReadable(resource: Resource): void {
    this.#records.checkReadable(resource);
  }
}
