// Measures an export of a large log, and what other requests notice of it: `node bench/export.js [CATCHES] [DATA_DIR]`.
// A folder that is named is kept, and its store used again. Exits 1 where a bound of the requirement is broken. Linux only.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { demoLog } from '../dist/demo/demo-log.js';
import { readModel } from '../dist/model/read-schema.js';
import { openSqliteStore } from '../dist/store/sqlite/open.js';

const CATCHES = Number(process.argv[2] ?? 1_000_000);
const KEPT = process.argv[3];
const PROBE_MS = 20;
const SAMPLE_MS = 200;
const SLOW_BYTES_PER_S = 65_536;
const SLOW_S = 20;
const DISCONNECTS = 20;
const AT_A_TIME = 4;
const MIB = 2 ** 20;

const dataDir = KEPT ?? mkdtempSync(join(tmpdir(), 'creel-bench-'));
if (!existsSync(join(dataDir, 'creel.db'))) await writeLog();
const { server, url } = await startServer();
// Closes what is idle before the server does, which would break a request that is sent just then.
const agent = new Agent({ keepAlive: true, maxSockets: 20, timeout: 4000 });
const broken = [];

try {
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0].model}; ${CATCHES} catches in SQLite`);
  const [{ id }] = JSON.parse(await text('/api/v1/catches?limit=1&fields=id'));
  const probes = { 'list of 50': '/api/v1/catches?limit=50', 'one record': `/api/v1/catches/${id}` };
  await probeFor(2000, probes);
  const idle = await probeFor(3000, probes);
  const handlesBefore = handles();
  show('memory of the server before', mib(rss()));
  await measureExport(probes, idle);
  const handlesOnce = handles();
  await measureSlowReader();
  await measureDisconnects(handlesBefore, handlesOnce);
} finally {
  server.kill();
  agent.destroy();
  if (!KEPT) rmSync(dataDir, { recursive: true });
}
for (const line of broken) console.log(`BROKEN: ${line}`);
process.exitCode = broken.length > 0 ? 1 : 0;

async function writeLog() {
  const model = readModel();
  const store = openSqliteStore({ dataDir, model });
  const start = performance.now();
  await store.write('me', demoLog(model, { catches: CATCHES }));
  await store.close();
  console.log(`${CATCHES} catches written in ${seconds(performance.now() - start)}`);
}

async function startServer() {
  const command = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
  const child = spawn(process.execPath, [command, 'serve'], {
    env: { DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface(child.stdout);
  const [line] = await once(lines, 'line');
  // The lines of the requests have to be read, or the server would wait.
  lines.on('line', () => {});
  return { server: child, url: JSON.parse(line).url };
}

async function measureExport(probes, idle) {
  const samples = [];
  const sampler = setInterval(() => samples.push(rss()), SAMPLE_MS);
  const start = performance.now();
  const { res, first } = await open('/api/v1/export', start);
  let bytes = 0;
  const ended = (async () => {
    for await (const piece of res) bytes += piece.length;
  })();
  const busy = await probeUntil(ended, probes);
  clearInterval(sampler);
  show('time to the first byte', `${first.toFixed(1)} ms`, first < 100, 'under 100 ms');
  show('time of the whole export', seconds(performance.now() - start));
  show('size of the ZIP', mib(bytes));
  const most = Math.max(...samples);
  show('most memory of the server', mib(most), most < 200e6, 'under 200 MB');
  for (const name of Object.keys(probes)) {
    const worst = quantile(busy[name], 0.99);
    show(`${name}: 99th percentile, idle`, `${quantile(idle[name], 0.99).toFixed(1)} ms`);
    show(`${name}: 99th percentile`, `${worst.toFixed(1)} ms`, worst < 50, 'under 50 ms');
    show(`${name}: longest of ${busy[name].length}`, `${Math.max(...busy[name]).toFixed(1)} ms`);
  }
}

async function measureSlowReader() {
  const before = rss();
  const { res } = await open('/api/v1/export', performance.now());
  let most = before;
  for (let second = 0; second < SLOW_S; second++) {
    res.read(SLOW_BYTES_PER_S);
    await sleep(1000);
    most = Math.max(most, rss());
  }
  res.destroy();
  const growth = most - before;
  show(`memory gained by a slow reader in ${SLOW_S} s`, mib(growth), growth < 50e6, 'under 50 MB');
}

async function measureDisconnects(handlesBefore, handlesOnce) {
  for (let round = 0; round < DISCONNECTS; round++) {
    const { res } = await open('/api/v1/export', performance.now());
    await once(res, 'data');
    res.destroy();
    await sleep(100);
  }
  await sleep(3000);
  show(`memory after ${DISCONNECTS} disconnects`, mib(rss()), rss() < 200e6, 'under 200 MB');
  show('handles of the store: before, after one export', `${handlesBefore}, ${handlesOnce}`);
  show('handles after the disconnects', handles(), handles() <= handlesOnce, `at most ${handlesOnce}`);
  const opened = await Promise.all(
    Array.from({ length: AT_A_TIME + 1 }, () => open('/api/v1/export', performance.now())),
  );
  const statuses = opened.map(({ res }) => res.statusCode).sort();
  for (const { res } of opened) res.destroy();
  const expected = [...Array(AT_A_TIME).fill(200), 503].join(' ');
  show('all exports can be had again', statuses.join(' '), statuses.join(' ') === expected, expected);
}

/** An answer whose head is there, and how long it took. */
function open(path, start) {
  return new Promise((resolve, reject) => {
    get(`${url}${path}`, { agent: false }, (res) => {
      res.on('error', () => {});
      res.once('readable', () => resolve({ res, first: performance.now() - start }));
    }).on('error', reject);
  });
}

async function text(path) {
  const answer = await fetch(`${url}${path}`);
  return answer.text();
}

function probeFor(milliseconds, probes) {
  return probeUntil(sleep(milliseconds), probes);
}

/** Asks for each path every PROBE_MS, however long the answers take; the times by name. */
async function probeUntil(end, probes) {
  const times = Object.fromEntries(Object.keys(probes).map((name) => [name, []]));
  const pending = new Set();
  const timer = setInterval(() => {
    for (const [name, path] of Object.entries(probes)) {
      const start = performance.now();
      const done = ask(path).then(() => {
        times[name].push(performance.now() - start);
        pending.delete(done);
      });
      pending.add(done);
    }
  }, PROBE_MS);
  await end;
  clearInterval(timer);
  await Promise.all(pending);
  return times;
}

function ask(path) {
  return new Promise((resolve, reject) => {
    get(`${url}${path}`, { agent }, (res) => {
      if (res.statusCode !== 200) reject(new Error(`${path}: ${res.statusCode}`));
      res.resume().on('end', resolve).on('error', reject);
    }).on('error', reject);
  });
}

function rss() {
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'));
  return Number(kib) * 1024;
}

function handles() {
  const folder = `/proc/${server.pid}/fd`;
  return readdirSync(folder).filter((name) => {
    try {
      return readlinkSync(join(folder, name)).includes('creel.db');
    } catch {
      return false;
    }
  }).length;
}

function show(name, value, holds = true, bound = '') {
  if (!holds) broken.push(`${name}: ${value}, not ${bound}`);
  console.log(`${name.padEnd(48)} ${String(value).padStart(14)}  ${bound && `(${bound})`}`);
}

function quantile(values, part) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * part) - 1];
}

function mib(bytes) {
  return `${(bytes / MIB).toFixed(1)} MiB`;
}

function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
