// Compares Creel with what one would write instead, on the same data, store and machine, in one run: `npm run bench`.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { demoLog } from '../dist/demo/demo-log.js';
import { readModel } from '../dist/model/read-schema.js';
import { openSqliteStore } from '../dist/store/sqlite/open.js';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const VARIANTS = ['bare', 'express', 'sofa', 'creel'];
const CATCHES = 5000;

const dataDir = mkdtempSync(join(tmpdir(), 'creel-bench-'));
const model = readModel();
const store = openSqliteStore({ dataDir, model });
await store.write('me', demoLog(model, { catches: CATCHES }));
const catches = model.byName.get('catches');
const newest = {
  where: [],
  sort: [{ field: 'caughtAt', descending: true }],
  after: null,
  limit: 1,
  select: ['id'],
};
const [{ id }] = (await store.bind({ kind: 'every' }).find(catches, newest)).records;
await store.close();

const servers = new Map();
for (const variant of VARIANTS) {
  const child = fork(new URL('servers.js', import.meta.url), [variant, dataDir], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const failed = once(child, 'exit').then(() => Promise.reject(new Error(`${variant} did not start`)));
  const [{ port }] = await Promise.race([once(child, 'message'), failed]);
  servers.set(variant, { child, port });
}

const PATHS = { 'list of 50': '/api/v1/catches?limit=50', 'one record': `/api/v1/catches/${id}` };
try {
  console.log(
    `Node ${process.version}, ${cpus().length} x ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
  );
  console.log(
    `${CATCHES} catches in SQLite, ${ROUNDS} alternating rounds of ${SECONDS} s, 10 connections, each server a process`,
  );
  for (const [name, path] of Object.entries(PATHS)) {
    await checkAnswers(path);
    printTable(name, await measure(path));
  }
} finally {
  for (const { child } of servers.values()) child.kill();
  rmSync(dataDir, { recursive: true });
}

/** All servers must give the same answer, or the comparison means nothing. */
async function checkAnswers(path) {
  const answers = await Promise.all(
    [...servers.values()].map(async ({ port }) => (await fetch(`http://127.0.0.1:${port}${path}`)).json()),
  );
  const [first, ...others] = answers.map((answer) => JSON.stringify(answer));
  for (const [index, other] of others.entries())
    if (other !== first) throw new Error(`${VARIANTS[index + 1]} answers something else for ${path}`);
}

async function measure(path) {
  const rates = new Map(VARIANTS.map((variant) => [variant, []]));
  for (let round = 0; round <= ROUNDS; round++)
    for (const variant of VARIANTS) {
      const url = `http://127.0.0.1:${servers.get(variant).port}${path}`;
      const result = await autocannon({ url, connections: 10, duration: round === 0 ? 1 : SECONDS });
      if (result.non2xx > 0 || result.errors > 0) throw new Error(`${variant} failed under load`);
      if (round > 0) rates.get(variant).push(result.requests.average); // round 0 warms up
    }
  return rates;
}

/** Rates are compared within each round, in which the machine was as busy for all. */
function printTable(name, rates) {
  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  const ratio = (values, to) => median(values.map((rate, round) => rate / rates.get(to)[round])).toFixed(2);
  console.log(
    `\n${name.padEnd(12)} ${'req/s (median)'.padStart(16)} ${'min–max'.padStart(16)} ${'x express'.padStart(10)} ${'x bare'.padStart(8)}`,
  );
  for (const [variant, values] of rates) {
    const rate = median(values).toFixed(0);
    const range = `${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))}`;
    console.log(
      `${variant.padEnd(12)} ${rate.padStart(16)} ${range.padStart(16)} ${ratio(values, 'express').padStart(10)} ${ratio(values, 'bare').padStart(8)}`,
    );
  }
}
