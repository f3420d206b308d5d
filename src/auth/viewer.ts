// Who is asking: every request to data is turned into a viewer before anything is read.

import type { Config } from '../config.js';
import type { Owner } from '../store/port.js';

/** Somebody who may read the records of an owner. */
export interface Viewer {
  readonly owner: Owner;
}

/** Turns the `Authorization` header of a request into a viewer. */
export type Authenticate = (authorization: string | undefined) => Promise<Viewer>;

/** Open mode: everybody reads the one tenant, which is `OWNER_ID` where it is set, else all that the database holds. */
export function openMode({ OWNER_ID }: Pick<Config, 'OWNER_ID'>): Authenticate {
  const owner: Owner = OWNER_ID === undefined ? { kind: 'every' } : { kind: 'one', id: OWNER_ID };
  const viewer: Viewer = { owner };
  return async () => viewer;
}
