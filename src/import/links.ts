// Finds links of an imported log that lead nowhere: not to a record of the log, and not to one of the store.

import { getResource, type Model, type Resource } from '../model/model.js';
import type { Records, StoredRecord } from '../store/port.js';
import { batches } from './plan-writes.js';

/** Links of one kind that lead nowhere. Such records are imported all the same: the link is answered as null. */
export interface DanglingLinks {
  readonly collection: string;
  /** The field that holds the id. */
  readonly field: string;
  /** The collection that has no such record. */
  readonly target: string;
  readonly records: number;
  /** The first few ids that are not there, each once. */
  readonly examples: readonly string[];
}

/** The ids of a log, by collection. */
export type IdsOfLog = Map<string, { has(id: string): boolean }>;

const EXAMPLES_MAX = 5;

/** Counts to which ids the records of a log link. */
export class LinkTally {
  /** By collection in the order of the log, then by field in the order of the schema. */
  readonly counts = new Map<string, Map<string, Map<string, number>>>();

  constructor(readonly model: Model) {}

  add(collection: string, record: StoredRecord): void {
    for (const [field, counts] of this.#fieldsOf(collection)) {
      const id = record[field];
      if (typeof id === 'string') counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }

  #fieldsOf(collection: string): Map<string, Map<string, number>> {
    const links = this.model.byName.get(collection)?.links ?? [];
    const fields = this.counts.get(collection) ?? new Map(links.map(({ from }) => [from, new Map()]));
    this.counts.set(collection, fields);
    return fields;
  }
}

/** The links of a log that lead nowhere, in the order of the log and of the schema. */
export async function findDanglingLinks(
  links: LinkTally,
  ids: IdsOfLog,
  records: Records,
): Promise<DanglingLinks[]> {
  const dangling: DanglingLinks[] = [];
  for (const [collection, fields] of links.counts)
    for (const { from, typeName } of links.model.byName.get(collection)?.links ?? []) {
      const target = getResource(links.model, typeName);
      const counts = fields.get(from) ?? new Map<string, number>();
      const notInLog = [...counts.keys()].filter((id) => !ids.get(target.name)?.has(id));
      const missing = await missingIds(target, notInLog, records);
      if (missing.length === 0) continue;
      dangling.push({
        collection,
        field: from,
        target: target.name,
        records: missing.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0),
        examples: missing.slice(0, EXAMPLES_MAX),
      });
    }
  return dangling;
}

async function missingIds(target: Resource, ids: readonly string[], records: Records): Promise<string[]> {
  const missing: string[] = [];
  for (const batch of batches(ids)) {
    const found = await records.getMany(target, batch, ['id']);
    missing.push(...batch.filter((_, index) => !found[index]));
  }
  return missing;
}
