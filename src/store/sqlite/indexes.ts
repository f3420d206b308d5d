// The indexes of a resource's table: one for each column, so that every sort and every condition has a narrow one of its own.

import type Database from 'libsql';
import type { Field, Resource } from '../../model/model.js';
import { column, OWNER, SEARCH } from './columns.js';

/** The index of a field, or of the text that `q` looks into, quoted. */
export const indexOf = (resource: Resource, field: string): string => `"${resource.name}_${field}"`;

/** The index of the text that `q` looks into: a scan of it finds what is too short for the trigrams. */
export const SEARCH_INDEX = '_search';

/** The index of the position, where a resource has one. */
export const POSITION_INDEX = '_position';

/** The index of trigrams over the text that `q` looks into; its row ids are the rows of the table. */
export const trigramsOf = (resource: Resource): string => `"${resource.name}_trigrams"`;

/** Whether a list has any elements, 1 or 0. Written as the index of a list of objects has it. */
export const hasElements = (field: Field): string => `(ifnull(${column(field.name)}, '[]') <> '[]')`;

/** Creates the table's indexes that are not there yet. Building one is a sort, much faster than adding row after row. */
export function createIndexes(database: Database.Database, resource: Resource): void {
  for (const [name, columns] of definitions(resource)) {
    const unique = name === 'id' ? 'UNIQUE ' : '';
    database.exec(
      `CREATE ${unique}INDEX IF NOT EXISTS ${indexOf(resource, name)} ON "${resource.name}" (${columns.join(', ')})`,
    );
  }
}

/** Drops the table's indexes but the one on the id, until `createIndexes`. */
export function dropIndexes(database: Database.Database, resource: Resource): void {
  for (const [name] of definitions(resource))
    if (name !== 'id') database.exec(`DROP INDEX ${indexOf(resource, name)}`);
}

/** The names of the table's indexes, unquoted. */
export const indexNames = (resource: Resource): string[] =>
  definitions(resource).map(([name]) => `${resource.name}_${name}`);

/** Each index's name and columns: the owner, the field, and the id in which ties are sorted. */
function definitions(resource: Resource): [string, string[]][] {
  const byField = resource.fields.map((field): [string, string[]] => {
    if (field.name === 'id') return ['id', [OWNER, '"id"']];
    // A list of objects can be long, and no condition asks for more than whether there is one.
    const key = field.kind === 'objects' ? hasElements(field) : column(field.name);
    return [field.name, [OWNER, key, '"id"']];
  });
  const { position } = resource;
  const byPosition: [string, string[]][] = position
    ? [[POSITION_INDEX, [OWNER, column(position.latitude), column(position.longitude)]]]
    : [];
  return [...byField, ...byPosition, [SEARCH_INDEX, [OWNER, SEARCH]]];
}
