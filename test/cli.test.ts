// The command line as a person meets it: processes, their output and their exit codes.

import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const COMMAND = process.env.CREEL_COMMAND ?? 'dist/cli/main.js';
const folder = mkdtempSync(join(tmpdir(), 'creel-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the built command; nothing of this process's own settings reaches it. */
function creel(words: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<Run> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [COMMAND, ...words],
      { env: environment(settings) },
      (error, stdout, stderr) => {
        const plain = (text: string) => text.replaceAll(folder, 'TMP');
        resolve({ code: error ? Number(error.code) : 0, out: plain(stdout), err: plain(stderr) });
      },
    );
  });
}

function environment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), ...settings };
}

const COMMANDS = [
  ...['serve', 'import', 'export', 'verify', 'delete'],
  ...['demo', 'user', 'token', 'indexes', 'config'],
];

/** What a command needs beside its name. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  import: ['examples/csv'],
  export: [join(folder, 'never.zip')],
  delete: ['catches', 'x'],
  user: ['list'],
  token: ['list', '--user', 'anna'],
};

describe('help', () => {
  test('names every command on one screen', async () => {
    const { code, out, err } = await creel(['--help']);
    const named = [...out.matchAll(/^ {2}([a-z]+) /gm)].map((found) => found[1]);
    expect([code, err, named]).toEqual([0, '', COMMANDS]);
    expect(out.split('\n').length).toBeLessThan(25);
  });

  test.each(COMMANDS)('of %s has an example', async (name) => {
    const { code, out, err } = await creel([name, '--help']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(new RegExp(`Examples?:\\n(.*\\n)*.*creel ${name}`));
  });

  test('of config lists every variable with its default', async () => {
    const { out } = await creel(['config', '--help']);
    expect(out).toContain(
      '  PORT\n      Port to listen on; 0 takes a free one\n      a whole number from 0 to 65535; default: 8080\n',
    );
  });
});

test('the version is that of the package', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(await creel(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

test('an unknown command and a bad option are errors of one line', async () => {
  expect(await creel(['fish'])).toEqual({ code: 1, out: '', err: "error: unknown command 'fish'\n" });
  expect(await creel(['demo', '--catches', '-5'])).toEqual({
    code: 1,
    out: '',
    err: "error: option '--catches <n>' argument '-5' is invalid. Allowed is a whole number from 0 to 1000000.\n",
  });
});

/** What reads settings: an export is verified by itself. */
const CONFIGURED = COMMANDS.filter((name) => name !== 'verify');

test.each(CONFIGURED)('%s with a bad setting says which in one line, and exits with 78', async (name) => {
  expect(await creel([name, ...(WORDS[name] ?? [])], { PORT: 'eighty' })).toEqual({
    code: 78,
    out: '',
    err: 'creel: PORT is "eighty": allowed is a whole number from 0 to 65535\n',
  });
});

test('config prints what is in effect, and no secret', async () => {
  const { code, out, err } = await creel(['config'], {
    DATABASE_URL: 'mongodb://angler:hunter2@db.example/fishing',
    PORT: '9000',
  });
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('DATABASE_URL=mongodb://***@db.example/fishing\n');
  expect(out).toContain('PORT=9000\n');
  expect(out).toContain('HOST=127.0.0.1\n');
  expect(out).not.toContain('hunter2');
});

test('indexes has nothing to do for the embedded store', async () => {
  const settings = { DATA_DIR: join(folder, 'indexes') };
  await creel(['demo', '--catches', '1'], settings);
  expect(await creel(['indexes'], settings)).toEqual({
    code: 0,
    out: 'sqlite TMP/indexes/creel.db keeps its own indexes; there is nothing to do.\n',
    err: '',
  });
});

test('demo loads a log, again replaces it, and does not mix it with another', async () => {
  const settings = { DATA_DIR: join(folder, 'demo') };
  const label = 'sqlite TMP/demo/creel.db';
  const run = (...words: string[]) => creel(['demo', ...words], settings);
  expect(await run('--catches', '10')).toEqual({
    code: 0,
    out: `Loaded the demo log into ${label}: 100 added, 0 replaced.\n`,
    err: '',
  });
  expect(await run('--catches', '12')).toEqual({
    code: 0,
    out: `Loaded the demo log into ${label}: 2 added, 100 replaced.\n`,
    err: '',
  });
  expect(await run('--seed', '2')).toEqual({
    code: 1,
    out: '',
    err: `creel: ${label} has a log already: set DATA_DIR to another folder for the demo log\n`,
  });
});

test('delete takes all of the records that it is given or, where one is not there, none', async () => {
  const settings = { DATA_DIR: join(folder, 'delete') };
  const file = join(folder, 'rods.json');
  writeFileSync(file, JSON.stringify(['a', 'b', 'c'].map((id) => ({ id }))));
  await creel(['import', file], settings);
  const run = (...words: readonly string[]) => creel(['delete', 'rods', ...words], settings);
  expect(await run('a', 'x')).toEqual({
    code: 1,
    out: 'Not there: x of rods\nNothing was deleted from sqlite TMP/delete/creel.db.\n',
    err: '',
  });
  expect(await run('a', 'b', 'a')).toEqual({
    code: 0,
    out: 'Deleted a of rods\nDeleted b of rods\nDeleted from sqlite TMP/delete/creel.db: 2 records.\n',
    err: '',
  });
  expect((await run('a')).code).toBe(1);
  expect(await creel(['delete', 'fish', 'a'], settings)).toEqual({
    code: 1,
    out: '',
    err: 'creel: there is no collection fish; allowed is catches, combos, lines, lures, reels, rods, spots\n',
  });
});

test('delete counts the records that link to what is gone, by collection', async () => {
  const settings = { DATA_DIR: join(folder, 'links') };
  const file = join(folder, 'log.json');
  const log = {
    spots: [{ id: 's1' }, { id: 's2' }, { id: 's3' }],
    lures: [{ id: 's1' }],
    catches: [
      { id: 'c1', spotId: 's1', lureId: 's1' },
      { id: 'c2', spotId: 's2' },
      { id: 'c3', spotId: 's3' },
    ],
  };
  writeFileSync(file, JSON.stringify(log));
  await creel(['import', file], settings);
  const label = 'sqlite TMP/links/creel.db';
  expect(await creel(['delete', 'spots', 's1', 's2'], settings)).toEqual({
    code: 0,
    out: `Deleted s1 of spots
Deleted s2 of spots
Deleted from ${label}: 2 records.
Warning: 2 records of catches with a spotId that is not in spots any more
`,
    err: '',
  });
  expect((await creel(['delete', 'catches', 'c2'], settings)).out).toBe(
    `Deleted c2 of catches\nDeleted from ${label}: 1 record.\n`,
  );
});

test.each([
  ['export', [join(folder, 'never.zip')]],
  ['delete', ['catches', 'x']],
  ['user', ['list']],
  ['token', ['list', '--user', 'anna']],
  ['indexes', []],
])('%s in a folder without a store says so, and makes none', async (name, words) => {
  const DATA_DIR = join(folder, 'mistyped');
  expect(await creel([name, ...words], { DATA_DIR })).toEqual({
    code: 1,
    out: '',
    err: 'creel: there is no store in TMP/mistyped: set DATA_DIR to the folder of yours (serve, import, demo and user add make a new one)\n',
  });
  expect(existsSync(DATA_DIR)).toBe(false);
});

describe('an error of the system is told in a sentence with what to do', () => {
  let taken: Server;
  let port: string;
  beforeAll(async () => {
    taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    port = String((taken.address() as AddressInfo).port);
  });
  afterAll(() => new Promise((done) => taken.close(done)));

  test.each(['PORT', 'METRICS_PORT'])('a %s that is taken', async (name) => {
    const settings = { DATA_DIR: join(folder, 'taken'), PORT: '0', [name]: port };
    const { code, err } = await creel(['serve'], settings);
    expect([code, err]).toEqual([
      1,
      `creel: another program listens on 127.0.0.1:${port}: stop it, or set ${name} to another port\n`,
    ]);
  });

  test('an address that the machine does not have', async () => {
    const { code, err } = await creel(['serve'], { PORT: '0', HOST: '192.0.2.1' });
    expect([code, err]).toEqual([
      1,
      'creel: this machine does not have the address 192.0.2.1: set HOST to one that it has\n',
    ]);
  });

  // In /proc there is a folder in which nothing can be made, which no permission tells.
  const nowhere = existsSync('/proc/self') ? '/proc/x' : '/dev/null/x';
  const problem = existsSync('/proc/self')
    ? '/proc/x cannot be made: name a folder in another place'
    : 'a part of /dev/null/x is a file, not a folder: look for a slip in the path';
  test.each([['serve'], ['import', 'examples/csv'], ['demo']])(
    'a DATA_DIR that cannot be made, of %s',
    async (...words) => {
      expect(await creel(words, { DATA_DIR: nowhere })).toEqual({
        code: 1,
        out: '',
        err: `creel: ${problem}\n`,
      });
    },
  );

  test('a DATA_DIR that is a file, or in one', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    expect((await creel(['demo'], { DATA_DIR: file })).err).toBe(
      'creel: TMP/a-file is a file: name a folder\n',
    );
    expect((await creel(['demo'], { DATA_DIR: join(file, 'x') })).err).toBe(
      'creel: a part of TMP/a-file/x is a file, not a folder: look for a slip in the path\n',
    );
  });
});

test('the package without a build says how to build it', async () => {
  const copy = join(folder, 'package');
  mkdirSync(copy);
  cpSync('bin', join(copy, 'bin'), { recursive: true });
  cpSync('package.json', join(copy, 'package.json'));
  const { bin } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(statSync(bin.creel).mode & 0o111).toBe(0o111);
  const { status, stdout, stderr } = spawnSync(join(copy, bin.creel), ['--version'], { encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([1, '', 'creel: not built yet; run npm run build\n']);
});

test("the package's bin runs what is built", async () => {
  const { bin, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const { status, stdout, stderr } = spawnSync(bin.creel, ['--version'], { encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([0, `${version}\n`, '']);
});

describe('import', () => {
  const REFUSED_BY_ONE = `Nothing was imported, because of 1 problem.
Next: correct that, and import again. --skip-bad imports the rest; --ignore-unknown leaves out fields that Creel does not have.
`;
  const NEXT =
    'Next: npx creel serve with the same settings, which says where to look. A server that runs already has it.\n';

  test.each([
    ['a refused log', ['catches.csv'], {}],
    ['no such file', ['nothing.csv'], {}],
    ['a user of no store', ['catches.csv', '--user', 'ben'], {}],
    ['a log of nobody', ['catches.csv'], { AUTH_MODE: 'multi-user' }],
  ])('of %s leaves nothing behind', async (_, [file = '', ...flags], settings) => {
    const path = join(folder, 'left', 'catches.csv');
    mkdirSync(join(folder, 'left'), { recursive: true });
    writeFileSync(path, flags.length > 0 || 'AUTH_MODE' in settings ? 'id\na\n' : 'lat\nnorth\n');
    const DATA_DIR = join(folder, 'left', 'data');
    const { code } = await creel(['import', join(folder, 'left', file), ...flags], { DATA_DIR, ...settings });
    expect([code, existsSync(DATA_DIR)]).toEqual([1, false]);
  });

  test('tells what it read and what changed', async () => {
    const settings = { DATA_DIR: join(folder, 'good') };
    const read = `Read 5 records of catches from examples/csv/catches.csv
Read 2 records of lures from examples/csv/lures.csv
Read 2 records of spots from examples/csv/spots.csv
`;
    const result = 'Imported into sqlite TMP/good/creel.db:';
    const WITHOUT_ID =
      'Note: 5 records without an id. Corrected and imported again, such a record is a new one: give it an id to replace it.\n';
    expect(await creel(['import', 'examples/csv'], settings)).toEqual({
      code: 0,
      out: `${read}${result} 9 added, 0 replaced, 0 unchanged.\n${WITHOUT_ID}${NEXT}`,
      err: '',
    });
    expect(await creel(['import', 'examples/csv'], settings)).toEqual({
      code: 0,
      out: `${read}${result} 0 added, 0 replaced, 9 unchanged.\n${NEXT}`,
      err: '',
    });
  });

  test('refuses a bad log line by line and exits with 1; with --skip-bad takes the rest', async () => {
    const settings = { DATA_DIR: join(folder, 'bad') };
    const file = join(folder, 'catches.csv');
    const bad = Array.from({ length: 60 }, (_, index) => `b${index},\u001b[31m,`);
    writeFileSync(file, ['id,lengthCm,spotId', 'a,50,s1', ...bad].join('\n'));
    const first = bad.slice(0, 50).map((_, index) => {
      return `  TMP/catches.csv:${index + 3}: lengthCm: "\\u001b[31m" is not a number\n`;
    });
    const refused = `Refused:\n${first.join('')}  and 10 more\n`;
    expect(await creel(['import', file], settings)).toEqual({
      code: 1,
      out: `Read 1 record of catches from TMP/catches.csv
${refused}Nothing was imported, because of 60 problems.
Next: correct that, and import again. --skip-bad imports the rest; --ignore-unknown leaves out fields that Creel does not have.
`,
      err: '',
    });
    expect(await creel(['import', file, '--skip-bad'], settings)).toEqual({
      code: 0,
      out: `Read 1 record of catches from TMP/catches.csv
Warning: 1 record of catches with a spotId that is not in spots: s1
${refused}Imported into sqlite TMP/bad/creel.db: 1 added, 0 replaced, 0 unchanged. Left out what was refused: 60 problems.
${NEXT}`,
      err: '',
    });
  });

  test('of files that are larger than its memory reads them to their end', async () => {
    const notes = 'x'.repeat(2000);
    const row = (_: unknown, index: number) => ({ id: String(index), notes });
    const records = Array.from({ length: 10_000 }, row);
    const large = join(folder, 'large');
    mkdirSync(large);
    writeFileSync(join(large, 'catches.json'), JSON.stringify([...records, { lat: 95 }]));
    writeFileSync(join(large, 'lures.ndjson'), records.map((one) => `${JSON.stringify(one)}\n`).join(''));
    writeFileSync(
      join(large, 'spots.csv'),
      `id,notes\n${records.map(({ id }) => `${id},${notes}\n`).join('')}`,
    );
    const settings = { DATA_DIR: join(folder, 'none'), NODE_OPTIONS: '--max-old-space-size=32' };
    expect(await creel(['import', large], settings)).toEqual({
      code: 1,
      out: `Read 10000 records of catches from TMP/large/catches.json
Read 10000 records of lures from TMP/large/lures.ndjson
Read 10000 records of spots from TMP/large/spots.csv
Refused:
  TMP/large/catches.json:1: lat: 95 is not from -90 to 90
${REFUSED_BY_ONE}`,
      err: '',
    });
  }, 60_000);

  test('leaves unknown fields out where it is told to', async () => {
    const file = join(folder, 'spots.ndjson');
    writeFileSync(file, '{"id":"s1","nam":"Bay"}\n');
    expect(await creel(['import', file, '--ignore-unknown'], { DATA_DIR: join(folder, 'unknown') })).toEqual({
      code: 0,
      out: `Read 1 record of spots from TMP/spots.ndjson
Left out nam of spots, in 1 record
Imported into sqlite TMP/unknown/creel.db: 1 added, 0 replaced, 0 unchanged.
${NEXT}`,
      err: '',
    });
  });

  test('beside the demo log says that it is there', async () => {
    const settings = { DATA_DIR: join(folder, 'beside') };
    await creel(['demo', '--catches', '1'], settings);
    const { out } = await creel(['import', 'examples/mongoexport'], settings);
    expect(out).toMatch(/3 added.*\nNote: the demo log is in this store too\. Set DATA_DIR to a new folder/);
  });

  test('goes to OWNER_ID, and must be told where the store has several owners', async () => {
    const settings = { DATA_DIR: join(folder, 'owners') };
    const run = (owner: object) => creel(['import', 'examples/mongoexport'], { ...settings, ...owner });
    expect((await run({ OWNER_ID: 'ann' })).out).toContain('3 added');
    expect((await run({})).out).toContain('3 unchanged');
    expect((await run({ OWNER_ID: 'bob' })).out).toContain('3 added');
    expect(await run({})).toEqual({
      code: 1,
      out: '',
      err: 'creel: the store has records of several owners (ann, bob, …): set OWNER_ID to yours\n',
    });
  });

  test('to a folder that cannot be written says so in one line', async () => {
    const file = join(folder, 'spots.ndjson');
    const { code, out, err } = await creel(['import', 'examples/csv'], { DATA_DIR: file });
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^creel: [^\n]+\n$/);
  });
});

/** Servers that a failed test has left behind. */
const started: ChildProcess[] = [];
afterAll(() => {
  for (const server of started) server.kill('SIGKILL');
});

test('serve --demo fills an empty store, sees what import adds meanwhile, and stops on a signal', async () => {
  const settings = { DATA_DIR: join(folder, 'served'), PORT: '0' };
  const server = spawn(process.execPath, [COMMAND, 'serve', '--demo'], { env: environment(settings) });
  started.push(server);
  const exit = once(server, 'exit');
  const log: Record<string, unknown>[] = [];
  for await (const line of createInterface(server.stdout)) {
    log.push(JSON.parse(line));
    if (log.at(-1)?.url) break;
  }
  const label = `sqlite ${join(folder, 'served', 'creel.db')}`;
  const url = String(log[1]?.url);
  expect(log).toEqual([
    expect.objectContaining({ added: 390, msg: 'loaded the demo log' }),
    expect.objectContaining({
      store: label,
      msg: `Serving ${url}/api/v1/catches and more: see ${url}/api-docs`,
    }),
  ]);
  const ask = (path: string) => fetch(`${url}${path}`, { headers: { Connection: 'close' } });
  const before = await ask('/api/v1/catches?limit=1&count=true');
  expect([before.status, before.headers.get('x-total-count')]).toEqual([200, '300']);
  expect((await creel(['import', 'examples/json'], settings)).out).toContain('16 added');
  const found = await ask('/api/v1/catches/2026-05-16-1?fields=id,species,spot.name');
  expect(await found.json()).toEqual({
    id: '2026-05-16-1',
    species: 'Brown trout',
    spot: { name: 'Inchagoill, south side' },
  });
  server.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});

test('serve says where nothing is in the store: its folder may be mistyped', async () => {
  const settings = { DATA_DIR: join(folder, 'nothing'), PORT: '0' };
  const server = spawn(process.execPath, [COMMAND, 'serve'], { env: environment(settings) });
  started.push(server);
  const said: string[] = [];
  for await (const line of createInterface(server.stderr)) {
    said.push(line);
    if (line.startsWith('The store')) break;
  }
  expect(said.at(-1)).toBe(
    'The store is empty: `npx creel import` with the same DATA_DIR fills it; if your log is in another folder, set DATA_DIR to that.',
  );
  const exit = once(server, 'exit');
  server.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});
