// The context builder: the one place where a request is given records, already bound to one owner.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { restrictRecords } from '../auth/restricted-records.js';
import type { UsageRecorder } from '../auth/usage.js';
import type { Access, Authenticate, Viewer } from '../auth/viewer.js';
import type { Records, Snapshot, Store } from '../store/port.js';

/** The records that a request may read. Throws the ApiError of a request that may read none. */
export type BindRecords = (req: IncomingMessage, res: ServerResponse) => Promise<Records>;

/** A snapshot of the records that a request may read, and how exactly it tells where they are. */
export interface BoundSnapshot extends Snapshot {
  readonly coordinates: Access['coordinates'];
}

/** A snapshot for a request, which has to close it. Throws the ApiError of a request that may read none. */
export type BindSnapshot = (req: IncomingMessage, res: ServerResponse) => Promise<BoundSnapshot>;

/** Binds requests to the owner that their `Authorization` header stands for, within the limits of its token. `observe` may look on. */
export function createBinding(
  store: Store,
  authenticate: Authenticate,
  usage: UsageRecorder,
  observe: Observe = (records) => records,
): { readonly bindRecords: BindRecords; readonly bindSnapshot: BindSnapshot } {
  /** What a viewer may read of the records of its owner. */
  const within = ({ access, tokenId }: Viewer, owned: Records): Records => {
    const records = restrictRecords(observe(owned), access);
    return tokenId === null ? records : usage.meter(tokenId, records);
  };
  return {
    async bindRecords(req, res) {
      const viewer = await authenticate(req, res);
      return within(viewer, store.bind(viewer.owner));
    },
    async bindSnapshot(req, res) {
      const viewer = await authenticate(req, res);
      const snapshot = await store.snapshot(viewer.owner);
      const { kind, pointInTime } = snapshot;
      return {
        kind,
        pointInTime,
        records: within(viewer, snapshot.records),
        coordinates: viewer.access.coordinates,
        close: () => snapshot.close(),
      };
    },
  };
}

type Observe = (records: Records) => Records;
