// What every resolver is given: the records of one owner, and nothing else of the store.

import DataLoader from 'dataloader';
import { PAGE_MAX } from '../model/limits.js';
import type { Resource } from '../model/model.js';
import type { Records, StoredRecord } from '../store/port.js';

type LinkLoader = DataLoader<string, StoredRecord | null>;

/** The GraphQL context of one request. */
export interface Context {
  readonly records: Records;
  readonly links: Links;
}

export function createContext(records: Records): Context {
  return { records, links: new Links(records) };
}

/** Reads linked records: all that one tick asks for at one place of an operation are read at once. */
class Links {
  readonly #records: Records;
  readonly #loaders = new Map<readonly string[], LinkLoader>();

  constructor(records: Records) {
    this.#records = records;
  }

  /** The record of an id, or null. `select` is the memoized selection of a place: its identity keys the loader. */
  load(resource: Resource, id: string, select: readonly string[]): Promise<StoredRecord | null> {
    let loader = this.#loaders.get(select);
    if (!loader) {
      loader = new DataLoader((ids) => this.#records.getMany(resource, ids, select), {
        maxBatchSize: PAGE_MAX,
      });
      this.#loaders.set(select, loader);
    }
    return loader.load(id);
  }
}
