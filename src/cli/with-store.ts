// Opens the configured store for the time of one command.

import type { Config } from '../config.js';
import type { Model } from '../model/model.js';
import { readModel } from '../model/read-schema.js';
import { hasStore, openStore } from '../store/open.js';
import type { Store } from '../store/port.js';

/** Reads the configuration. Throws ConfigError. */
export type ConfigReader = () => Config;

/** Does something with the store and closes it, whatever happens. An embedded one is made where it is missing. The server may have it open at the same time. */
export async function withStore<T>(
  config: Config,
  work: (store: Store, model: Model) => Promise<T>,
): Promise<T> {
  const model = readModel();
  // A command compares records, and an odd value is different from any value of the field's type: nothing to say.
  const store = await openStore(config, model, () => {});
  try {
    return await work(store, model);
  } finally {
    await store.close();
  }
}

/** The same with a store that must be there, so that a mistyped DATA_DIR is told and not made. */
export async function withExistingStore<T>(
  config: Config,
  work: (store: Store, model: Model) => Promise<T>,
): Promise<T> {
  if (!hasStore(config))
    throw new Error(
      `there is no store in ${config.DATA_DIR}: set DATA_DIR to the folder of yours (serve, import, demo and user add make a new one)`,
    );
  return withStore(config, work);
}
