// Measures the embedded store at 50,000 catches of one owner: each kind of sort, filter and page, as a median. `npm run bench:store`.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoLog } from '../dist/demo/demo-log.js';
import { readModel } from '../dist/model/read-schema.js';
import { openSqliteStore } from '../dist/store/sqlite/open.js';

const CATCHES = 50_000;
const RUNS = 15;
const dataDir = mkdtempSync(join(tmpdir(), 'creel-bench-'));
const model = readModel();
const store = openSqliteStore({ dataDir, model });
const catches = model.byName.get('catches');
const select = catches.fields.map((field) => field.name);

let start = performance.now();
await store.write('me', demoLog(model, { catches: CATCHES }));
console.log(`${CATCHES} catches written in ${((performance.now() - start) / 1000).toFixed(1)} s`);
const records = store.bind({ kind: 'one', id: 'me' });

const newest = [{ field: 'caughtAt', descending: true }];
const page = (query = {}) =>
  records.find(catches, { where: [], sort: newest, after: null, limit: 50, select, ...query });
const where = (field, operator, value) => ({ where: [{ kind: 'field', field, operator, value }] });
const sortBy = (field, descending) => ({ sort: [{ field, descending }] });

const { records: first } = await page();
let { next: deep } = await page({ limit: 1000, select: ['id'] });
for (let read = 1000; read < CATCHES / 2; read += 1000)
  ({ next: deep } = await page({ limit: 1000, select: ['id'], after: deep }));

await measure('one record', () => records.getMany(catches, [first[0].id], select));
await measure('page of 50', () => page());
await measure('page of 50, behind 25,000', () => page({ after: deep }));
await measure('page of 50, three fields', () => page({ select: ['id', 'species', 'lengthCm'] }));
for (const field of ['lengthCm', 'species', 'spotId', 'updatedAt']) {
  await measure(`sort by ${field}`, () => page(sortBy(field, false)));
  await measure(`sort by -${field}`, () => page(sortBy(field, true)));
}
await measure('sort by airTempC (no index)', () => page(sortBy('airTempC', true)));
await measure('sort by species,-lengthCm', () =>
  page({ sort: [...sortBy('species', false).sort, ...sortBy('lengthCm', true).sort] }),
);
await measure('species=pike', () => page(where('species', 'in', ['pike'])));
await measure('species=coelacanth (none)', () => page(where('species', 'in', ['coelacanth'])));
await measure('lengthCm[gte]=100', () => page(where('lengthCm', 'gte', 100)));
await measure('lengthCm[gte]=900 (none)', () => page(where('lengthCm', 'gte', 900)));
await measure('waterTempC[gte]=15 (no index)', () => page(where('waterTempC', 'gte', 15)));
await measure('waterTempC[gte]=90 (no index, none)', () => page(where('waterTempC', 'gte', 90)));
await measure('notes[contains]=zzz (none)', () => page(where('notes', 'contains', 'zzz')));
await measure('q=zzz (none)', () => page({ where: [{ kind: 'words', words: ['zzz'] }] }));
await measure('count', () => records.count(catches, []));
await measure('count waterTempC[gte]=15 (no index)', () =>
  records.count(catches, where('waterTempC', 'gte', 15).where),
);

start = performance.now();
let after = null;
do ({ next: after } = await page({ limit: 500, after }));
while (after);
console.log(`complete list in batches of 500: ${(performance.now() - start).toFixed(0)} ms`);
await store.close();
rmSync(dataDir, { recursive: true });

async function measure(name, run) {
  const times = [];
  for (let index = 0; index < RUNS; index++) {
    const begin = performance.now();
    await run();
    times.push(performance.now() - begin);
  }
  times.sort((a, b) => a - b);
  console.log(`${name.padEnd(38)} ${times[Math.floor(RUNS / 2)].toFixed(2).padStart(8)} ms`);
}
