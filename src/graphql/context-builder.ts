// The context builder: the one place where a request is given records, already bound to one owner.

import type { IncomingMessage } from 'node:http';
import type { Authenticate } from '../auth/viewer.js';
import type { Records, Store } from '../store/port.js';

/** The records that a request may read. Throws the ApiError of a request that may read none. */
export type BindRecords = (request: IncomingMessage) => Promise<Records>;

/** The binding of requests to the owner that their `Authorization` header stands for. */
export function createBinding(store: Store, authenticate: Authenticate): BindRecords {
  return async ({ headers }) => {
    const viewer = await authenticate(headers.authorization);
    return store.bind(viewer.owner);
  };
}
