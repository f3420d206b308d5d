// One store with several owners behind one server, and for every viewer a server of a store that holds nothing else
// than what that viewer may read.

import { request } from 'node:http';
import type { Store } from '../../src/store/port.js';
import { resourceOf, startApp, type TestApp, writeLog } from '../support/app.js';
import {
  changeUnreadable,
  type Limit,
  logOf,
  NEWCOMER,
  OWNERS,
  type OwnerOfTest,
  textMark,
} from './owners.js';

/** Opens an empty store; null stands for the embedded store of a test's application. */
export type OpenOther = (() => Promise<{ store: Store; cleanUp: () => Promise<void> }>) | null;

/** What is asked: of whom is said elsewhere. */
export interface Ask {
  readonly method: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An answer, byte for byte but for what changes from one request to the next. */
export interface Seen {
  readonly status: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A token of an owner. */
export interface Viewer {
  readonly name: string;
  readonly owner: OwnerOfTest;
  readonly limit: Limit;
  /** Asks the server that holds the records of all owners. */
  readonly ask: (ask: Ask) => Promise<Seen>;
  /** Asks the server that holds nothing but what this viewer may read. */
  readonly askAlone: (ask: Ask) => Promise<Seen>;
}

export interface World {
  readonly viewers: readonly Viewer[];
  /** Ids of owners, users and tokens: none may ever be seen. */
  readonly internal: readonly string[];
  readonly sharedIds: boolean;
  /** Writes a record of an owner, and one more that is then removed. What the owner has stays the same. */
  change(owner: OwnerOfTest): Promise<void>;
  close(): Promise<void>;
}

const ALL: Limit = { collections: null, coordinates: 'exact' };
const [A, B, C] = OWNERS as [OwnerOfTest, OwnerOfTest, OwnerOfTest];
const VIEWERS: readonly { owner: OwnerOfTest; limit: Limit }[] = [
  { owner: A, limit: ALL },
  { owner: B, limit: ALL },
  { owner: C, limit: ALL },
  { owner: NEWCOMER, limit: ALL },
  { owner: A, limit: { collections: null, coordinates: 'hidden' } },
  { owner: B, limit: { collections: null, coordinates: 'rounded' } },
  { owner: A, limit: { collections: ['catches', 'reels', 'combos'], coordinates: 'exact' } },
  { owner: C, limit: { collections: ['spots', 'catches', 'lures'], coordinates: 'hidden' } },
];

const CONFIG = {
  AUTH_MODE: 'multi-user',
  BATCH_SIZE: '2',
  REQUESTS_PER_MINUTE: '1000000',
  FAILURES_PER_MINUTE: '10000',
  TOKEN_CACHE_SECONDS: '300',
  LOG_LEVEL: 'error',
};

/** Starts it all. `sharedIds` says whether the store lets two owners have the same id. */
export async function startWorld(openOther: OpenOther, sharedIds: boolean): Promise<World> {
  const closers: (() => Promise<void>)[] = [];
  const owners = [...OWNERS, NEWCOMER];
  const internal: string[] = owners.map(({ id }) => id);

  const start = async (): Promise<{ app: TestApp; store: Store }> => {
    const other = openOther && (await openOther());
    const app = await startApp({ config: CONFIG, ...(other ? { wrap: () => other.store } : {}) });
    closers.push(async () => {
      await app.close();
      await other?.cleanUp();
    });
    return { app, store: other?.store ?? app.store };
  };
  const asker = async (app: TestApp, userId: string, limit: Limit): Promise<Viewer['ask']> => {
    const made = await app.auth.tokens.create(userId, { name: 'test', expiresAt: null, ...limit });
    internal.push(made.token.id, made.secret);
    return (ask) => send(app.port, made.secret, ask);
  };
  const addUser = async (app: TestApp, { letter, id }: OwnerOfTest): Promise<string> => {
    const user = { name: `User ${letter}`, password: null, isAdmin: false, ownerId: id };
    const { id: userId } = await app.auth.users.create(user);
    internal.push(userId);
    return userId;
  };

  const shared = await start();
  const userIds = new Map<OwnerOfTest, string>();
  for (const owner of owners) {
    await writeLog(shared.store, logOf(owner, sharedIds), owner.id);
    userIds.set(owner, await addUser(shared.app, owner));
  }
  const viewers: Viewer[] = [];
  for (const { owner, limit } of VIEWERS) {
    const alone = await start();
    await writeLog(alone.store, changeUnreadable(logOf(owner, sharedIds), limit), owner.id);
    viewers.push({
      name: `${owner.letter}, ${limit.collections?.join(' ') ?? 'all'}, ${limit.coordinates}`,
      owner,
      limit,
      ask: await asker(shared.app, userIds.get(owner) ?? '', limit),
      askAlone: await asker(alone.app, await addUser(alone.app, owner), limit),
    });
  }
  return {
    viewers,
    internal,
    sharedIds,
    async change(owner) {
      const log = logOf(owner, sharedIds);
      const [record] = log.lures ?? [];
      const ids = [`${owner.letter}-passing`, `${textMark(owner, 1)}-passing`];
      const resource = resourceOf('lures');
      await shared.store.write(
        owner.id,
        ids.map((id) => ({ resource, record: { ...record, id } })),
      );
      await shared.store.remove(
        owner.id,
        ids.map((id) => ({ resource, id })),
      );
    },
    close: async () => {
      for (const close of closers) await close();
    },
  };
}

/** Headers that differ between two answers to one question, whoever asks. */
const VARYING: ReadonlySet<string> = new Set(['date', 'ratelimit']);

function send(port: number, secret: string, { method, target, headers, body }: Ask): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const authorization = `Bearer ${secret}`;
    // The same id for every request, so that answers do not differ by it.
    const sent = { ...headers, authorization, 'x-request-id': 'scoping' };
    // No connection is kept: a server could close it in the moment in which it is used again.
    const outgoing = request({ host: '127.0.0.1', port, path: target, method, headers: sent, agent: false });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const seen = Object.entries(response.headers).filter(([name]) => !VARYING.has(name));
        resolve({
          status: `${response.statusCode} ${response.statusMessage}`,
          headers: Object.fromEntries(seen.map(([name, value]) => [name, String(value)])),
          body: Buffer.concat(chunks).toString(),
        });
      });
    });
    outgoing.end(body);
  });
}
