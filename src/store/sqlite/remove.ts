// Removes records of one owner, within a transaction that its caller has begun.

import type Database from 'libsql';
import type { RecordKey } from '../port.js';
import { OWNER, ROW } from './columns.js';

/** Removes all of the records or, where one is not there, none. Those that are not there. */
export function removeRecords(
  database: Database.Database,
  owner: string,
  keys: readonly RecordKey[],
): RecordKey[] {
  const rows = keys.map(({ resource, id }) => {
    const found = database
      .prepare(
        `SELECT ${ROW} FROM "${resource.name}"
         WHERE ${OWNER} = (SELECT "number" FROM "_owners" WHERE "id" = ?) AND "id" = ?`,
      )
      .raw(true)
      .get(owner, id) as [number] | undefined;
    return found?.[0];
  });
  const missing = keys.filter((_, index) => rows[index] === undefined);
  if (missing.length > 0) return missing;
  for (const [index, { resource }] of keys.entries())
    database.prepare(`DELETE FROM "${resource.name}" WHERE ${ROW} = ?`).run(rows[index]);
  return [];
}
