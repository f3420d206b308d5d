// Finds links of an imported log that lead nowhere: not to a record of the log, and not to one of the store.

import { getResource, type Model, type Resource } from '../model/model.js';
import type { Records, RecordWrite } from '../store/port.js';
import { batches, groupByResource } from './plan-writes.js';

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

const EXAMPLES_MAX = 5;

/** The links that lead nowhere, in the order of the log and of the schema. */
export async function findDanglingLinks(
  placed: readonly RecordWrite[],
  model: Model,
  records: Records,
): Promise<DanglingLinks[]> {
  const groups = groupByResource(placed);
  const imported = new Map<Resource, Set<string>>();
  for (const [resource, group] of groups)
    imported.set(resource, new Set(group.map(({ record }) => record.id)));
  const dangling: DanglingLinks[] = [];
  for (const [resource, group] of groups) {
    for (const { from, typeName } of resource.links) {
      const target = getResource(model, typeName);
      const counts = new Map<string, number>();
      for (const { record } of group) {
        const id = record[from];
        if (typeof id === 'string' && !imported.get(target)?.has(id))
          counts.set(id, (counts.get(id) ?? 0) + 1);
      }
      const missing = await missingIds(target, [...counts.keys()], records);
      if (missing.length === 0) continue;
      dangling.push({
        collection: resource.name,
        field: from,
        target: target.name,
        records: missing.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0),
        examples: missing.slice(0, EXAMPLES_MAX),
      });
    }
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
