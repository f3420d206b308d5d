// Removes records from MongoDB: in one transaction where the server has transactions.

import type { ClientSession } from 'mongodb';
import type { RecordKey } from '../port.js';
import { idSpellings, ownerCondition, readId, type StoredDocument } from './ids.js';
import { inTransaction, type WriteTarget } from './write.js';

/** Removes all of the records or, where one is not there, none. Resolves with those that are not there. */
export function removeRecords(target: WriteTarget, keys: readonly RecordKey[]): Promise<RecordKey[]> {
  return inTransaction(target, async (session) => {
    const missing: RecordKey[] = [];
    const names = [...new Set(keys.map(({ resource }) => resource.name))];
    const parts = names.map((name) => keys.filter(({ resource }) => resource.name === name));
    for (const part of parts) missing.push(...(await findMissing(target, part, session)));
    if (missing.length > 0) return missing;
    for (const part of parts)
      await collectionOf(target, part).deleteMany(filterOf(target, part), inSession(session));
    return [];
  });
}

async function findMissing(
  target: WriteTarget,
  keys: readonly RecordKey[],
  session: ClientSession | undefined,
): Promise<RecordKey[]> {
  const options = { projection: { _id: 1 }, ...inSession(session) };
  const found = await collectionOf(target, keys).find(filterOf(target, keys), options).toArray();
  const ids = new Set(found.map(({ _id }) => readId(_id)));
  return keys.filter(({ id }) => !ids.has(id));
}

const inSession = (session: ClientSession | undefined) => (session ? { session } : {});

const collectionOf = ({ database }: WriteTarget, [first]: readonly RecordKey[]) =>
  database.collection<StoredDocument>(first?.resource.name ?? '');

const filterOf = ({ ownerField, owner }: WriteTarget, keys: readonly RecordKey[]) => ({
  [ownerField]: ownerCondition(owner),
  _id: { $in: keys.flatMap(({ id }) => idSpellings(id)) },
});
