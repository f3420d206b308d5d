// creel export, creel verify and creel import of an export: as a person meets them.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { exampleLog } from '../support/example-log.js';
import { makeZip } from '../support/make-archive.js';
import { readZip } from '../support/read-zip.js';

const COMMAND = process.env.CREEL_COMMAND ?? 'dist/cli/main.js';
let folder: string;
let zip: string;

function creel(
  words: readonly string[],
  store = 'first',
): Promise<{ code: number; out: string; err: string }> {
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder, store) };
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...words], { env }, (error, stdout, stderr) => {
      const plain = (text: string) =>
        text.replaceAll(folder, 'TMP').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
      resolve({ code: error ? Number(error.code) : 0, out: plain(stdout), err: plain(stderr) });
    });
  });
}

/** Packs the export again with one file or its manifest changed. */
async function pack(name: string, change: (files: Map<string, Buffer>) => void): Promise<string> {
  const files = await readZip(readFileSync(zip));
  change(files);
  writeFileSync(join(folder, name), await makeZip(files));
  return join(folder, name);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'creel-export-'));
  zip = join(folder, 'log.zip');
  writeFileSync(join(folder, 'log.json'), JSON.stringify(exampleLog()));
  await creel(['import', join(folder, 'log.json')]);
});
afterAll(() => rmSync(folder, { recursive: true }));

const COUNT = Object.values(exampleLog()).flat().length;

test('a log goes out into a file, is found whole, and comes back into an empty store', async () => {
  expect(await creel(['export', zip])).toEqual({
    code: 0,
    out: 'Exported sqlite TMP/first/creel.db to TMP/log.zip. Check it with: npx creel verify TMP/log.zip\n',
    err: '',
  });
  expect(statSync(zip).mode & 0o777).toBe(0o600);

  const { code, out, err } = await creel(['verify', zip], 'none');
  const made = /exported TIME by Creel \d\S* from sqlite/.exec(out)?.[0];
  const whole = `TMP/log.zip: 25 files, ${COUNT} records: whole; ${made}, with exact coordinates\n`;
  expect([code, err, out]).toEqual([0, '', whole]);
  const every = (await creel(['verify', zip, '--verbose'], 'none')).out.split(/(?<=\n)/);
  expect([every.length, every.at(-1)]).toEqual([26, whole]);
  expect(every[0]).toMatch(/^ {2}whole {2}catches\.ndjson: 2 records, \d+ bytes, SHA-256\n$/);
  expect(() => statSync(join(folder, 'none'))).toThrow('ENOENT');

  const restored = await creel(['import', zip], 'second');
  expect(restored).toEqual({
    code: 0,
    out: `TMP/log.zip: ${made}\nRestored into sqlite TMP/second/creel.db: ${COUNT} added, 0 replaced.\n`,
    err: '',
  });
  await creel(['export', join(folder, 'again.zip')], 'second');
  const [first, second] = [
    await readZip(readFileSync(zip)),
    await readZip(readFileSync(join(folder, 'again.zip'))),
  ];
  for (const [name, content] of first)
    if (name !== 'manifest.json') expect([name, second.get(name)]).toEqual([name, content]);
});

test('an export that is killed leaves nothing that could be taken for a whole one', async () => {
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'larger') };
  await creel(['demo', '--catches', '5000'], 'larger');
  const target = join(folder, 'killed.zip');
  const child = spawn(process.execPath, [COMMAND, 'export', target], { env, stdio: 'ignore' });
  const isOver = once(child, 'close');
  while (!existsSync(`${target}.part`) && child.exitCode === null) await setTimeout(1);
  child.kill('SIGKILL');
  await isOver;
  if (existsSync(target)) expect((await creel(['verify', target])).code).toBe(0);
  else expect(existsSync(`${target}.part`)).toBe(true);
  rmSync(target, { force: true });
  expect(await creel(['export', target], 'larger')).toMatchObject({ code: 0, err: '' });
  expect((await creel(['verify', target])).code).toBe(0);
});

test('a file that is there is not overwritten', async () => {
  const before = readFileSync(zip);
  const { code, err } = await creel(['export', zip]);
  expect([code, err]).toEqual([
    1,
    'creel: TMP/log.zip is there already: name another file, or remove that one first\n',
  ]);
  expect(readFileSync(zip).equals(before)).toBe(true);
});

test('a damaged export is told file by file, and nothing of it is imported', async () => {
  const bad = await pack('bad.zip', (files) => {
    files.set('lures.csv', Buffer.from('x'));
    files.delete('rods.gpx');
    files.delete('rods.csv');
    files.set('more.txt', Buffer.from('x'));
  });
  const { code, out } = await creel(['verify', bad], 'none');
  expect([code, out.split('\n')]).toEqual([
    1,
    [
      expect.stringMatching(/^ {2}wrong {2}lures\.csv has 1 bytes, not \d+ as the manifest says$/),
      '  wrong  rods.csv is missing',
      '  wrong  more.txt is not in the manifest',
      expect.stringMatching(/^TMP\/bad\.zip: 26 files, 3 wrong; exported TIME .*, with exact coordinates$/),
      '',
    ],
  ]);
  expect(await creel(['import', bad], 'third')).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/^creel: TMP\/bad\.zip: lures\.csv has 1 bytes.*; nothing was imported\n$/),
  });
});

test('an export with limits says what it does not hold', async () => {
  const limited = await pack('limited.zip', (files) => {
    const manifest = JSON.parse(String(files.get('manifest.json')));
    files.set(
      'manifest.json',
      Buffer.from(JSON.stringify({ ...manifest, coordinates: 'rounded', leftOut: ['rods', 'reels'] })),
    );
  });
  expect((await creel(['verify', limited])).out).toMatch(
    /, with rounded coordinates and without rods, reels\n$/,
  );
  const { code, out } = await creel(['import', limited], 'fourth');
  expect([code, out.split('\n').slice(1, 3)]).toEqual([
    0,
    [
      'Note: its coordinates are rounded: the token had no more.',
      'Note: it has no rods, reels: the token did not have them.',
    ],
  ]);
});

test('an export with limits takes no position away unless that is asked for', async () => {
  const limited = await pack('hidden.zip', (files) => {
    const manifest = String(files.get('manifest.json'));
    files.set('manifest.json', Buffer.from(manifest.replace('"exact"', '"hidden"')));
  });
  const spot = { id: '665f1c2ab7a4d90c1e0a4101', lat: 59.123456, lng: 17.123456 };
  writeFileSync(join(folder, 'spots.json'), JSON.stringify([spot]));
  await creel(['import', join(folder, 'spots.json')], 'seventh');
  expect(await creel(['import', limited], 'seventh')).toEqual({
    code: 1,
    out: '',
    err: 'creel: TMP/hidden.zip: its coordinates are hidden, and would replace the position of 1 record in the store; nothing was imported (to replace them: --overwrite-positions)\n',
  });
  const { code, out } = await creel(['import', limited, '--overwrite-positions'], 'seventh');
  expect([code, out.split('\n').at(-2)]).toEqual([
    0,
    `Restored into sqlite TMP/seventh/creel.db: ${COUNT - 1} added, 1 replaced.`,
  ]);
});

test('an export that was unpacked is imported from its NDJSON files', async () => {
  const unpacked = join(folder, 'unpacked');
  for (const [name, content] of await readZip(readFileSync(zip))) {
    mkdirSync(dirname(join(unpacked, name)), { recursive: true });
    writeFileSync(join(unpacked, name), content);
  }
  const { code, out, err } = await creel(['import', unpacked], 'eighth');
  const lines = out.trimEnd().split('\n');
  expect([code, err, lines.at(-2)]).toEqual([
    0,
    '',
    `Imported into sqlite TMP/eighth/creel.db: ${COUNT} added, 0 replaced, 0 unchanged.`,
  ]);
  const read = lines.filter((line) => line.startsWith('Read ')).map((line) => line.split('/').at(-1));
  expect(read).toEqual(
    ['catches', 'combos', 'lines', 'lures', 'reels', 'rods', 'spots'].map((name) => `${name}.ndjson`),
  );
  expect(lines).toContain(
    'Left aside TMP/unpacked/catches.csv: is not needed: all records of an export are in its .ndjson files',
  );
});

test('times without an offset are read in the zone that --tz names, and refused without it', async () => {
  const file = join(folder, 'catches.csv');
  writeFileSync(file, 'id,caughtAt\n1,2026-05-01\n');
  const refused = await creel(['import', file], 'ninth');
  expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('(for local times: --tz ZONE)')]);
  expect(await creel(['import', file, '--tz', 'Sweden/Stockholm'], 'ninth')).toMatchObject({
    code: 1,
    err: 'creel: --tz: "Sweden/Stockholm" is not the IANA name of a time zone, such as Europe/Stockholm\n',
  });
  expect(await creel(['import', zip, '--tz', 'Europe/Stockholm'], 'ninth')).toMatchObject({
    code: 1,
    err: 'creel: --tz: TMP/log.zip is a ZIP: an export has its times with their offset\n',
  });
  expect((await creel(['import', file, '--tz', 'Europe/Stockholm'], 'ninth')).code).toBe(0);
});

test.each([
  [
    'no ZIP',
    () => writeFileSync(join(folder, 'x.zip'), 'PK\u0003\u0004 but no more'),
    /it is no ZIP file, or a part of one/,
  ],
  [
    'another ZIP',
    async () => writeFileSync(join(folder, 'x.zip'), await makeZip([['a', Buffer.of()]])),
    /it is no export of Creel/,
  ],
])('%s is refused in one line by verify and import', async (_, make, problem) => {
  await make();
  for (const command of ['verify', 'import']) {
    const { code, out, err } = await creel([command, join(folder, 'x.zip')], 'fifth');
    expect([code, out, err.split('\n').length]).toEqual([1, '', 2]);
    expect(err).toMatch(problem);
  }
});

test('an export is imported alone', async () => {
  const { code, err } = await creel(['import', zip, join(folder, 'log.json')], 'sixth');
  expect([code, err]).toEqual([1, 'creel: TMP/log.zip is a ZIP: an export is imported alone\n']);
});

test('a file that is not there is told as that', async () => {
  const { code, err } = await creel(['verify', join(folder, 'gone.zip')]);
  expect([code, err]).toEqual([1, 'creel: there is no TMP/gone.zip: look for a slip in the path\n']);
});
