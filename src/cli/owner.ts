// Decides whose records a command writes.

import { Users } from '../auth/users.js';
import type { Config } from '../config.js';
import type { Store } from '../store/port.js';

/** The owner of a store that nobody has written to. */
const FIRST_OWNER = 'me';

/** The help of `--user`. */
export const USER_OPTION = [
  '--user <name>',
  'whose log it is (in multi-user mode, unless OWNER_ID is set)',
] as const;

/**
 * The owner of the user of that name, else OWNER_ID. In open mode else the only owner that the store has, else `me`.
 * Throws where there is no such user, or where it is not said whose log it is.
 */
export async function findOwner(
  config: Pick<Config, 'OWNER_ID' | 'AUTH_MODE'>,
  store: Pick<Store, 'owners' | 'accounts'>,
  userName?: string,
): Promise<string> {
  if (userName !== undefined) return (await new Users(store.accounts).get(userName)).ownerId;
  if (config.OWNER_ID) return config.OWNER_ID;
  if (config.AUTH_MODE === 'multi-user')
    throw new Error('say whose log it is: --user NAME (see `npx creel user list`)');
  const [owner = FIRST_OWNER, another] = await store.owners();
  if (another !== undefined)
    throw new Error(
      `the store has records of several owners (${owner}, ${another}, …): set OWNER_ID to yours`,
    );
  return owner;
}
