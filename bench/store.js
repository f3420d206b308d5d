// Measures the embedded store at 50,000 catches of one owner: each kind of sort, filter, page and count. `npm run bench:store`.
// Times are the median of some runs and the shortest, in milliseconds; another number of catches can be given as an argument.

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoLog } from '../dist/demo/demo-log.js';
import { readModel } from '../dist/model/read-schema.js';
import { openSqliteStore } from '../dist/store/sqlite/open.js';

const CATCHES = Number(process.argv[2] ?? 50_000);
const RUNS = 15;
const MB = 2 ** 20;
const dataDir = mkdtempSync(join(tmpdir(), 'creel-bench-'));
const model = readModel();
const catches = model.byName.get('catches');
const select = catches.fields.map((field) => field.name);

let store = openSqliteStore({ dataDir, model });
await timed(`${CATCHES} catches written`, () => store.write('me', demoLog(model, { catches: CATCHES })));
await timed('the same written again', () => store.write('me', demoLog(model, { catches: CATCHES })));
await timed('one more written', () => store.write('me', [one({ id: 'one', notes: 'One more.' })]));
await timed('that one replaced', () => store.write('me', [one({ id: 'one', notes: 'One less.' })]));
await store.close();
console.log(`file ${(statSync(join(dataDir, 'creel.db')).size / MB).toFixed(0)} MB; ${memory()}`);
store = openSqliteStore({ dataDir, model });
const records = store.bind({ kind: 'one', id: 'me' });

const sortBy = (...keys) => ({
  sort: keys.map((key) => ({ field: key.replace('-', ''), descending: key.startsWith('-') })),
});
const field = (name, operator, value) => ({ kind: 'field', field: name, operator, value });
const where = (...conditions) => ({ where: conditions });
const q = (...words) => where({ kind: 'words', words });
const page = (query = {}) =>
  records.find(catches, { where: [], ...sortBy('-caughtAt'), after: null, limit: 50, select, ...query });

const { records: first } = await page();
await measure('one record', () => records.getMany(catches, [first[0].id], select));
await measure('page of 50', () => page());
await measure('page of 50, three fields', () => page({ select: ['id', 'species', 'lengthCm'] }));

console.log('\nsorts, at the first page and behind the middle of the list');
for (const name of catches.sortable) {
  await measureSort(name);
  await measureSort(`-${name}`);
}
await measureSort('species', '-lengthCm');
await measureSort('-caughtAt', 'species');
await measureSort('favourite', '-lengthCm');
await measureSort('-favourite', 'airTempC');
await measureSort('quantity', 'sky', '-weightG');
await measureSort('catchAndRelease', '-moonPhase', 'windMps', '-caughtAt');

console.log('\nfilters, as a page and as a count');
await measureFilter('species=pike', where(field('species', 'in', ['pike'])));
await measureFilter('species=asp (few)', where(field('species', 'in', ['asp'])));
await measureFilter('species=coelacanth (none)', where(field('species', 'in', ['coelacanth'])));
await measureFilter('species[ne]=perch', where(field('species', 'ne', ['perch'])));
await measureFilter('species[startsWith]=p', where(field('species', 'startsWith', 'p')));
await measureFilter('windDirection=SW (short)', where(field('windDirection', 'in', ['sw'])));
await measureFilter('windDirection=XX (short, none)', where(field('windDirection', 'in', ['xx'])));
await measureFilter('lengthCm[gte]=100', where(field('lengthCm', 'gte', 100)));
await measureFilter('lengthCm[gte]=900 (none)', where(field('lengthCm', 'gte', 900)));
await measureFilter('waterTempC[gte]=15', where(field('waterTempC', 'gte', 15)));
await measureFilter('waterTempC[gte]=90 (none)', where(field('waterTempC', 'gte', 90)));
await measureFilter('waterTempC[exists]=false', where(field('waterTempC', 'exists', false)));
await measureFilter('favourite=true', where(field('favourite', 'in', [true])));
await measureFilter('caughtAt[lt]=1990 (none)', where(field('caughtAt', 'lt', '1990-01-01T00:00:00.000Z')));
await measureFilter('notes[contains]=reeds', where(field('notes', 'contains', 'reeds')));
await measureFilter('notes[contains]=zzz (none)', where(field('notes', 'contains', 'zzz')));
await measureFilter('notes[contains]=zz (short, none)', where(field('notes', 'contains', 'zz')));
await measureFilter('notes[exists]=true', where(field('notes', 'exists', true)));
await measureFilter('photos[exists]=true', where(field('photos', 'exists', true)));
await measureFilter('tags=dawn', where(field('tags', 'in', ['dawn'])));
await measureFilter('tags[ne]=dawn', where(field('tags', 'ne', ['dawn'])));
await measureFilter('tags=zzz (none)', where(field('tags', 'in', ['zzz'])));
await measureFilter('tags=zz (short, none)', where(field('tags', 'in', ['zz'])));
await measureFilter('tags[exists]=false', where(field('tags', 'exists', false)));
await measureFilter('q=perch (many)', q('perch'));
await measureFilter('q=personal best (few)', q('personal', 'best'));
await measureFilter('q=zzz (none)', q('zzz'));
await measureFilter('q=sw (short)', q('sw'));
await measureFilter('q=zq (short, none)', q('zq'));
await measureFilter('q=perch reeds dawn', q('perch', 'reeds', 'dawn'));

console.log('\nfilters together, and with sorts that bring the matches last');
const pike = field('species', 'in', ['pike']);
const perch = field('species', 'in', ['perch']);
await measureFilter('pike, waterTempC[gte]=90 (none)', where(pike, field('waterTempC', 'gte', 90)));
await measureFilter('pike, waterTempC[gte]=15', where(pike, field('waterTempC', 'gte', 15)));
await measureFilter(
  'perch, lengthCm[gte]=60 (each many, none)',
  where(perch, field('lengthCm', 'gte', 60), field('waterTempC', 'gte', 5)),
);
await measureFilter(
  'perch, tags=dawn, q=reeds',
  where(perch, field('tags', 'in', ['dawn']), ...q('reeds').where),
);
await measureFilter('perch by -weightG', { ...where(perch), ...sortBy('-weightG') });
await measureFilter('pike by lengthCm', { ...where(pike), ...sortBy('lengthCm') });
await measureFilter('caughtAt: oldest quarter, by -updatedAt', {
  ...where(
    field(
      'caughtAt',
      'lt',
      (await page({ ...sortBy('caughtAt'), limit: CATCHES / 4 })).records.at(-1).caughtAt,
    ),
  ),
  ...sortBy('-updatedAt'),
});

console.log();
await timed('complete list in batches of 500', () => walk({ limit: 500 }));
await timed('complete list by species,-lengthCm', () =>
  walk({ limit: 500, ...sortBy('species', '-lengthCm') }),
);
await timed('complete list by favourite,-lengthCm', () =>
  walk({ limit: 500, ...sortBy('favourite', '-lengthCm') }),
);
console.log(memory());
await store.close();
rmSync(dataDir, { recursive: true });

async function measureSort(...keys) {
  const sort = sortBy(...keys);
  const deep = await positionBehind(sort, CATCHES / 2);
  const name = keys.join(',').padEnd(42);
  report(name, await median(() => page(sort)), await median(() => page({ ...sort, after: deep })));
}

async function measureFilter(name, query) {
  const found = await page(query);
  const count = await records.count(catches, query.where);
  const label = `${name} → ${count}`.padEnd(42);
  if (found.records.length !== Math.min(count, 50)) throw new Error(`${name}: page and count differ`);
  report(label, await median(() => page(query)), await median(() => records.count(catches, query.where)));
}

async function measure(name, run) {
  report(name.padEnd(42), await median(run));
}

async function median(run) {
  const times = [];
  for (let index = 0; index < RUNS; index++) {
    await rest();
    const begin = performance.now();
    await run();
    times.push(performance.now() - begin);
  }
  times.sort((a, b) => a - b);
  return [times[Math.floor(RUNS / 2)], times[0]];
}

function report(name, ...measured) {
  const columns = measured.map(([middle, least]) =>
    `${middle.toFixed(2).padStart(8)} (${least.toFixed(2)})`.padEnd(20),
  );
  console.log(`${name} ${columns.join(' ')}`.trimEnd());
}

async function timed(name, run) {
  const begin = performance.now();
  await run();
  console.log(`${name}: ${(performance.now() - begin).toFixed(0)} ms`);
}

/** The position behind so many records. */
async function positionBehind(sort, count) {
  let after = null;
  for (let read = 0; read < count; read += 1000)
    ({ next: after } = await page({ ...sort, limit: 1000, select: ['id'], after }));
  return after;
}

async function walk(query) {
  let after = null;
  do {
    ({ next: after } = await page({ ...query, after }));
    await rest();
  } while (after);
}

function one(record) {
  return { resource: catches, record };
}

/** As between two requests: libsql frees what a query took only when the process comes to rest. */
function rest() {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Resident memory now and at most, as Linux tells it. */
function memory() {
  const status = readFileSync('/proc/self/status', 'utf8');
  const read = (name) => (Number(status.match(`${name}:\\s+(\\d+)`)?.[1]) / 1024).toFixed(0);
  return `resident memory ${read('VmRSS')} MB, at most ${read('VmHWM')} MB`;
}
