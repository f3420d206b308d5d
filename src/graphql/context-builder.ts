// The context builder: the one place where a request is given records, already bound to one owner.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { restrictRecords } from '../auth/restricted-records.js';
import type { UsageRecorder } from '../auth/usage.js';
import type { Authenticate } from '../auth/viewer.js';
import type { Records, Store } from '../store/port.js';

/** The records that a request may read. Throws the ApiError of a request that may read none. */
export type BindRecords = (req: IncomingMessage, res: ServerResponse) => Promise<Records>;

/** Binds requests to the owner that their `Authorization` header stands for, within the limits of its token. `observe` may look on. */
export function createBinding(
  store: Store,
  authenticate: Authenticate,
  usage: UsageRecorder,
  observe: (records: Records) => Records = (records) => records,
): BindRecords {
  return async (req, res) => {
    const { owner, access, tokenId } = await authenticate(req, res);
    const records = restrictRecords(observe(store.bind(owner)), access);
    return tokenId === null ? records : usage.meter(tokenId, records);
  };
}
