// Brings the file to the shape that the model asks for: versioned steps for what Creel keeps, and a column for each field.

import type Database from 'libsql';
import type { Model, Resource } from '../../model/model.js';
import { CHANGES_STEP, createTriggers, hasTriggers } from './changes.js';
import { column, columnType, OWNER, SEARCH } from './columns.js';

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
    const columns = columnsOf(database, resource);
    const indexes = indexesOf(database, resource);
    return (
      resource.fields.every((field) => columns.has(field.name)) &&
      indexedFields(resource).every((name) => indexes.has(indexName(resource, name))) &&
      hasTriggers(database, resource)
    );
  };
  return version(database) === STEPS.length && model.resources.every(current);
}

/** Creates the table of a resource and its triggers, or adds the columns and indexes that the schema has gained. */
function alignTable(database: Database.Database, resource: Resource): void {
  const table = `"${resource.name}"`;
  const known = columnsOf(database, resource);
  const define = (name: string): string => {
    const field = resource.field.get(name);
    return field ? `${column(name)} ${columnType(field)}${field.required ? ' NOT NULL' : ''}` : '';
  };
  const names = resource.fields.map((field) => field.name);
  if (known.size === 0)
    database.exec(
      `CREATE TABLE ${table} (${OWNER} TEXT NOT NULL, ${names.map(define).join(', ')}, ${SEARCH} TEXT NOT NULL,
       PRIMARY KEY (${OWNER}, "id")) STRICT, WITHOUT ROWID`,
    );
  else
    for (const name of names)
      if (!known.has(name)) database.exec(`ALTER TABLE ${table} ADD COLUMN ${define(name)}`);
  for (const name of indexedFields(resource))
    database.exec(
      `CREATE INDEX IF NOT EXISTS "${indexName(resource, name)}" ON ${table} (${OWNER}, ${column(name)}, "id")`,
    );
  createTriggers(database, resource);
}

const indexName = (resource: Resource, field: string): string => `${resource.name}_${field}`;

function indexedFields(resource: Resource): string[] {
  return resource.fields.filter((field) => field.kind === 'scalar' && field.indexed).map(({ name }) => name);
}

function columnsOf(database: Database.Database, resource: Resource): Set<string> {
  return names(database, `SELECT name FROM pragma_table_info('${resource.name}')`);
}

function indexesOf(database: Database.Database, resource: Resource): Set<string> {
  return names(database, `SELECT name FROM pragma_index_list('${resource.name}')`);
}

function names(database: Database.Database, sql: string): Set<string> {
  const rows = database.prepare(sql).raw(true).all() as string[][];
  return new Set(rows.map(([name = '']) => name));
}

function version(database: Database.Database): number {
  const [row] = database.prepare('PRAGMA user_version').raw(true).all() as number[][];
  return row?.[0] ?? 0;
}
