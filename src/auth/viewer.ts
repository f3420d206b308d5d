// Who is asking: every request to data is turned into a viewer before anything is read.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config.js';
import type { CoordinateAccess } from '../store/accounts.js';
import type { Owner } from '../store/port.js';

/** What of an owner's records may be read. */
export interface Access {
  /** Names of collections; null for all. */
  readonly collections: readonly string[] | null;
  readonly coordinates: CoordinateAccess;
}

/** Somebody who may read the records of an owner. */
export interface Viewer {
  readonly owner: Owner;
  readonly access: Access;
  /** The token that was used; null in open mode. */
  readonly tokenId: string | null;
}

/**
 * Turns a request into a viewer, or throws the ApiError that refuses it. It may set headers of the answer that tell how
 * much more may be asked.
 */
export type Authenticate = (req: IncomingMessage, res: ServerResponse) => Promise<Viewer>;

/** Everything that an owner has. */
export const FULL_ACCESS: Access = { collections: null, coordinates: 'exact' };

/** Open mode: everybody reads the one tenant, which is `OWNER_ID` where it is set, else all that the database holds. */
export function openMode({ OWNER_ID }: Pick<Config, 'OWNER_ID'>): Authenticate {
  const owner: Owner = OWNER_ID === undefined ? { kind: 'every' } : { kind: 'one', id: OWNER_ID };
  const viewer: Viewer = { owner, access: FULL_ACCESS, tokenId: null };
  return async () => viewer;
}
