// A store with something put in front of every read: to see what is read, or to make it fail.

import type { Query, Records, Store } from '../../src/store/port.js';

/** One read of the port, as it was asked for. */
export type Call =
  | { readonly method: 'find'; readonly collection: string; readonly query: Query }
  | {
      readonly method: 'getMany';
      readonly collection: string;
      readonly ids: readonly string[];
      readonly select: readonly string[];
    }
  | { readonly method: 'count'; readonly collection: string }
  | { readonly method: 'changes'; readonly collection: string };

/** The store, with `before` called ahead of every read; what it throws, the read throws. */
export function interceptStore(store: Store, before: (call: Call) => void | Promise<void>): Store {
  const bind = (records: Records): Records => ({
    async find(resource, query) {
      await before({ method: 'find', collection: resource.name, query });
      return records.find(resource, query);
    },
    async getMany(resource, ids, select) {
      await before({ method: 'getMany', collection: resource.name, ids, select });
      return records.getMany(resource, ids, select);
    },
    async count(resource, where) {
      await before({ method: 'count', collection: resource.name });
      return records.count(resource, where);
    },
    async changes(resources, since, batchSize) {
      await before({ method: 'changes', collection: resources.map(({ name }) => name).join() });
      return records.changes(resources, since, batchSize);
    },
    checkReadable: (resource) => records.checkReadable(resource),
  });
  return {
    label: store.label,
    accounts: store.accounts,
    bind: (owner) => bind(store.bind(owner)),
    async snapshot(owner) {
      const snapshot = await store.snapshot(owner);
      return { ...snapshot, records: bind(snapshot.records) };
    },
    write: (owner, writes) => store.write(owner, writes),
    remove: (owner, keys) => store.remove(owner, keys),
    owners: () => store.owners(),
    ping: () => store.ping(),
    createIndexes: () => store.createIndexes(),
    close: () => store.close(),
  };
}
