// Decides whose records a command writes.

import type { Config } from '../config.js';
import type { Store } from '../store/port.js';

/** The owner of a store that nobody has written to. */
const FIRST_OWNER = 'me';

/** OWNER_ID, else the only owner that the store has, else `me`. Throws where there are several to choose from. */
export async function findOwner(
  config: Pick<Config, 'OWNER_ID'>,
  store: Pick<Store, 'owners'>,
): Promise<string> {
  if (config.OWNER_ID) return config.OWNER_ID;
  const [owner = FIRST_OWNER, another] = await store.owners();
  if (another !== undefined)
    throw new Error(
      `the store has records of several owners (${owner}, ${another}, …): set OWNER_ID to yours`,
    );
  return owner;
}
