// Reads all fourteen endpoints of records by the types that openapi-typescript makes, and compares them with what curl has read.
// Run by .ci/clients, beside the generated creel.d.ts: node read-all.js URL TOKEN FOLDER

import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { components, paths } from './creel.js';

type Content<P extends keyof paths> = paths[P]['get']['responses'][200]['content'];
/** The paths that answer JSON: those of records, not the changes and the export. */
type Path = {
  [P in keyof paths]: Content<P> extends { 'application/json': unknown } ? P : never;
}[keyof paths];
type Answer<P extends Path> = Content<P>['application/json'];
type Query<P extends Path> = NonNullable<paths[P]['get']['parameters']['query']>;

const [, , url = '', token = '', folder = ''] = process.argv;

/** A GET of a path; `id` stands for `{id}`, and the values of a list are parted by commas. */
async function get<P extends Path>(path: P, query: Query<P> | null = null, id = ''): Promise<Answer<P>> {
  const target = new URL(path.replace('{id}', encodeURIComponent(id)), url);
  for (const [name, value] of Object.entries(query ?? {})) target.searchParams.set(name, String(value));
  const response = await fetch(target, { headers: { Authorization: `Bearer ${token}` } });
  equal(response.status, 200, `${target}`);
  return (await response.json()) as Answer<P>;
}

const curl = (name: string): unknown => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'));

/** Compares a list, and its first record by its id, with what curl has read. */
async function compare<L extends Path, R extends Path>(list: L, record: R): Promise<Answer<L>> {
  const name = list.slice('/api/v1/'.length);
  const answer = await get(list);
  deepEqual(answer, curl(name));
  const records = answer as readonly { id?: string }[];
  const [first] = records;
  ok(first?.id, `${name}: there is a record, and it has an id`);
  deepEqual(await get(record, null, first.id), curl(`${name}.first`));
  console.log(`typescript: ${records.length} ${name}`);
  return answer;
}

const catches = await compare('/api/v1/catches', '/api/v1/catches/{id}');
await compare('/api/v1/combos', '/api/v1/combos/{id}');
await compare('/api/v1/lines', '/api/v1/lines/{id}');
const lures = await compare('/api/v1/lures', '/api/v1/lures/{id}');
await compare('/api/v1/reels', '/api/v1/reels/{id}');
await compare('/api/v1/rods', '/api/v1/rods/{id}');
await compare('/api/v1/spots', '/api/v1/spots/{id}');

// The types of single fields hold, as the compiler takes them.
const measured = catches.find((one) => typeof one.lengthCm === 'number');
const length: number | null | undefined = measured?.lengthCm;
const caughtAt: string | null | undefined = measured?.caughtAt;
const isReleased: boolean | null | undefined = measured?.catchAndRelease;
const tags: readonly string[] | null | undefined = catches.find((one) => one.tags)?.tags;
deepEqual(
  [typeof length, typeof caughtAt, typeof isReleased, Array.isArray(tags)],
  ['number', 'string', 'boolean', true],
);

// Parameters are typed too, the names of fields and links among them.
const lured = await get('/api/v1/catches', {
  ...{ 'lengthCm[gte]': 50, sort: ['-lengthCm'], limit: 5 },
  ...{ fields: ['id', 'lengthCm', 'lure.name'], expand: ['spot'] },
});
const lure: components['schemas']['Lure'] | null | undefined = lured[0]?.lure;
ok(lured.every((one) => (one.lengthCm ?? 0) >= 50));
ok(lure === null || lures.some(({ name }) => name === lure?.name));
