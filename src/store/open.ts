// Opens the store that the configuration names.

import { existsSync } from 'node:fs';
import type { Config } from '../config.js';
import type { Model } from '../model/model.js';
import type { OddValueListener, Store } from './port.js';
import { openSqliteStore, pathOf } from './sqlite/open.js';

/** Whether there is one to open: a database that is named is taken to be there, SQLite is where it has its file. */
export const hasStore = ({ DATABASE_URL, DATA_DIR }: Config): boolean =>
  Boolean(DATABASE_URL) || existsSync(pathOf(DATA_DIR));

/** MongoDB where `DATABASE_URL` is set, else SQLite in `DATA_DIR`. A MongoDB that is down is told by `ping`, not here. */
export async function openStore(config: Config, model: Model, onOddValue: OddValueListener): Promise<Store> {
  if (!config.DATABASE_URL) return openSqliteStore({ dataDir: config.DATA_DIR, model });
  // Loaded where it is used: MongoDB's driver takes 20 MB of memory.
  const { openMongoStore } = await import('./mongo/open.js');
  return openMongoStore({
    url: config.DATABASE_URL,
    ownerField: config.OWNER_FIELD,
    queryTimeoutMs: config.QUERY_TIMEOUT_MS,
    everyOwner: config.AUTH_MODE === 'open' && !config.OWNER_ID,
    onOddValue,
    model,
  });
}
