// Brings the file to the shape that the model asks for: versioned steps for what Creel keeps, and a column for each field.

import type Database from 'libsql';
import type { Field, Model, Resource } from '../../model/model.js';
import { CHANGES_STEP, createTriggers, hasTriggers } from './change-log.js';
import { column, columnType, OWNER, ROW, SEARCH } from './columns.js';
import { createIndexes, indexNames, trigramsOf } from './indexes.js';

/** What Creel itself keeps, step by step; a step that was released is never changed. `user_version` counts the steps done. */
const STEPS: readonly string[] = [
  `CREATE TABLE "_owners" ("id" TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID`,
  `CREATE TABLE "_users" (
     "id" TEXT PRIMARY KEY NOT NULL, "name" TEXT NOT NULL, "nameFolded" TEXT NOT NULL UNIQUE, "ownerId" TEXT NOT NULL,
     "isAdmin" INTEGER NOT NULL, "passwordHash" TEXT, "isDisabled" INTEGER NOT NULL, "createdAt" TEXT NOT NULL,
     "lastSignInAt" TEXT
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE "_tokens" (
     "id" TEXT PRIMARY KEY NOT NULL, "userId" TEXT NOT NULL, "name" TEXT NOT NULL, "prefix" TEXT NOT NULL,
     "hash" TEXT NOT NULL UNIQUE, "previousHash" TEXT, "previousUntil" TEXT, "createdAt" TEXT NOT NULL, "expiresAt" TEXT,
     "revokedAt" TEXT, "lastUsedAt" TEXT, "collections" TEXT, "coordinates" TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX "_tokens_previousHash" ON "_tokens" ("previousHash") WHERE "previousHash" IS NOT NULL;
   CREATE INDEX "_tokens_userId" ON "_tokens" ("userId", "createdAt");
   CREATE TABLE "_sessions" (
     "id" TEXT PRIMARY KEY NOT NULL, "userId" TEXT NOT NULL, "hash" TEXT NOT NULL UNIQUE, "createdAt" TEXT NOT NULL,
     "expiresAt" TEXT NOT NULL, "lastSeenAt" TEXT NOT NULL, "userAgent" TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX "_sessions_userId" ON "_sessions" ("userId", "createdAt");
   CREATE INDEX "_sessions_expiresAt" ON "_sessions" ("expiresAt");
   CREATE TABLE "_usage" (
     "tokenId" TEXT NOT NULL, "day" TEXT NOT NULL, "requests" INTEGER NOT NULL, "records" INTEGER NOT NULL,
     PRIMARY KEY ("tokenId", "day")
   ) STRICT, WITHOUT ROWID`,
  `ALTER TABLE "_owners" RENAME TO "_old_owners";
   CREATE TABLE "_owners" ("number" INTEGER PRIMARY KEY, "id" TEXT NOT NULL UNIQUE) STRICT;
   INSERT INTO "_owners" ("id") SELECT "id" FROM "_old_owners" ORDER BY "id";
   DROP TABLE "_old_owners"`,
  // The first log of changes, which could not tell every backup.
  '',
  CHANGES_STEP,
];

/** Migrates in one transaction. Throws where the file was written by a newer Creel. */
export function migrate(database: Database.Database, model: Model): void {
  if (isCurrent(database, model)) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    const done = version(database);
    if (done > STEPS.length) throw new Error('the database was written by a newer version of Creel');
    for (const step of STEPS.slice(done)) database.exec(step);
    database.exec(`PRAGMA user_version = ${STEPS.length}`);
    for (const resource of model.resources) alignTable(database, resource);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/** Asked before the write lock is taken, so that a second process can open the file while another one writes. */
function isCurrent(database: Database.Database, model: Model): boolean {
  const current = (resource: Resource): boolean => {
    const columns = columnsOf(database, resource.name);
    const indexes = names(database, `SELECT name FROM pragma_index_list('${resource.name}')`);
    return (
      resource.fields.every((field) => columns.has(field.name)) &&
      indexNames(resource).every((name) => indexes.has(name)) &&
      hasTriggers(database, resource)
    );
  };
  return version(database) === STEPS.length && model.resources.every(current);
}

/** Creates the table of a resource, or adds the columns and indexes that the schema has gained. */
function alignTable(database: Database.Database, resource: Resource): void {
  const known = columnsOf(database, resource.name);
  if (known.size > 0 && !known.has('_row')) rebuildTable(database, resource);
  else if (known.size === 0) createTable(database, resource);
  else
    for (const field of resource.fields)
      if (!known.has(field.name)) database.exec(`ALTER TABLE "${resource.name}" ADD COLUMN ${define(field)}`);
  createIndexes(database, resource);
  createTriggers(database, resource);
}

function createTable(database: Database.Database, resource: Resource): void {
  database.exec(
    `CREATE TABLE "${resource.name}" (${ROW} INTEGER PRIMARY KEY, ${OWNER} INTEGER NOT NULL,
       ${resource.fields.map(define).join(', ')}, ${SEARCH} TEXT NOT NULL) STRICT;
     CREATE VIRTUAL TABLE ${trigramsOf(resource)} USING fts5 (
       ${SEARCH}, tokenize = 'trigram case_sensitive 1', detail = none, content = '', contentless_delete = 1)`,
  );
}

/** Tables once had no row numbers, and the owner as text. */
function rebuildTable(database: Database.Database, resource: Resource): void {
  const old = `"_old_${resource.name}"`;
  database.exec(`ALTER TABLE "${resource.name}" RENAME TO ${old}`);
  createTable(database, resource);
  const kept = columnsOf(database, `_old_${resource.name}`);
  const columns = resource.fields.filter(({ name }) => kept.has(name)).map(({ name }) => column(name));
  database.exec(
    `INSERT INTO "${resource.name}" (${[ROW, OWNER, ...columns, SEARCH].join(', ')})
       SELECT o."number" * 4294967296 + row_number() OVER (PARTITION BY r.${OWNER} ORDER BY r."id") - 1, o."number",
         ${[...columns, SEARCH].map((name) => `r.${name}`).join(', ')}
       FROM ${old} r JOIN "_owners" o ON o."id" = r.${OWNER};
     INSERT INTO ${trigramsOf(resource)} (rowid, ${SEARCH}) SELECT ${ROW}, ${SEARCH} FROM "${resource.name}";
     DROP TABLE ${old}`,
  );
}

const define = (field: Field): string =>
  `${column(field.name)} ${columnType(field)}${field.required ? ' NOT NULL' : ''}`;

const columnsOf = (database: Database.Database, table: string): Set<string> =>
  names(database, `SELECT name FROM pragma_table_info('${table}')`);

function names(database: Database.Database, sql: string): Set<string> {
  const rows = database.prepare(sql).raw(true).all() as string[][];
  return new Set(rows.map(([name = '']) => name));
}

function version(database: Database.Database): number {
  const [row] = database.prepare('PRAGMA user_version').raw(true).all() as number[][];
  return row?.[0] ?? 0;
}
