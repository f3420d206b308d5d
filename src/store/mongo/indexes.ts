// The indexes that the queries need.

import type { Db, IndexDescription } from 'mongodb';
import type { Model, Resource } from '../../model/model.js';
import { pathOf } from './value-types.js';

/**
 * Creates an index for each indexed field, for positions and for the order that lists come in, the owner first where records are
 * read by owner, and the id last. Indexes that are there already are left as they are. Returns `collection.name` of each.
 */
export async function createIndexes(db: Db, model: Model, ownerField: string | null): Promise<string[]> {
  const created: string[] = [];
  for (const resource of model.resources) {
    const names = await db.collection(resource.name).createIndexes(indexesOf(resource, ownerField));
    created.push(...names.map((name) => `${resource.name}.${name}`));
  }
  return created;
}

function indexesOf(resource: Resource, ownerField: string | null): IndexDescription[] {
  const owner = ownerField === null ? [] : [[ownerField, 1] as const];
  const indexed = resource.fields.filter(
    (field) => field.kind === 'scalar' && (field.indexed || field.name === resource.newestBy),
  );
  const byField = indexed.map((field) => index(...owner, [pathOf(field), 1], ['_id', 1]));
  const { position } = resource;
  if (position) byField.push(index(...owner, [position.latitude, 1], [position.longitude, 1], ['_id', 1]));
  // Every collection has an index on `_id` alone.
  return ownerField === null ? byField : [index(...owner, ['_id', 1]), ...byField];
}

const index = (...keys: (readonly [string, 1])[]): IndexDescription => ({ key: new Map(keys) });
