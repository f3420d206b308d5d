// A process with the embedded store of a folder: does the calls of `accounts` that it reads, one JSON line each, in
// order, and writes each answer as a line when it has it. Runs the built code, as a server does.
//
//   node test/store/accounts-child.js DATA_DIR < {"method":"findToken","args":["…"]}

import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { readModel } from '../../dist/model/read-schema.js';
import { openSqliteStore } from '../../dist/store/sqlite/open.js';

// Straight to the pipe: what was written is read by the parent, whenever this process is killed.
const say = (value) => writeSync(1, `${JSON.stringify(value)}\n`);

const model = readModel();
say('opening');
const store = openSqliteStore({ dataDir: process.argv[2], model });
say('open');
for await (const line of createInterface({ input: process.stdin })) {
  const { method, args } = JSON.parse(line);
  const answer = await store.accounts[method](...args);
  say(answer ?? null);
}
await store.close();
