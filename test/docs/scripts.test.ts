// The scripts of examples/ can be copied: they parse, a running server answers what they ask for, and some are run.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseDocument } from 'yaml';
import { model, resourceOf, startApp, type TestApp, type TestLog } from '../support/app.js';
import { BARE_ID, exampleLog } from '../support/example-log.js';

const ROOT = fileURLToPath(new URL('../../examples/', import.meta.url));
const TOOLS = ['python', 'r', 'excel', 'grafana', 'home-assistant', 'qgis'];
const files = TOOLS.flatMap((tool) => readdirSync(join(ROOT, tool)).map((name) => `${tool}/${name}`)).filter(
  (name) => statSync(join(ROOT, name)).isFile(),
);
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
const withExtension = (extension: string): string[] => files.filter((name) => extname(name) === extension);

let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'creel-scripts-'));
  app = await startApp({ records: exampleLog() });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

test('every tool of the table has a folder, and every script a row', () => {
  const linked = [...read('README.md').matchAll(/\]\(([a-z-]+)\//g)].map(([, tool]) => tool);
  expect([...new Set(linked)]).toEqual(TOOLS);
  for (const name of [...withExtension('.py'), ...withExtension('.R')])
    expect(read('README.md')).toContain(`(${name})`);
});

describe('what is asked for', () => {
  const targets = files.flatMap((name) => {
    const text = read(name)
      .replaceAll('{{ now().year }}', '2026')
      .replaceAll(/\$\{__(?:from|to):date:iso\}/g, '2026-05-01T06:30:00.000Z');
    return [...text.matchAll(/\/api\/v1\/[^\s"'`<>)]+/g)].map(([target]): [string, string] => [name, target]);
  });

  test('every tool asks for something', () => {
    expect([...new Set(targets.map(([name]) => name.split('/')[0]))]).toEqual(TOOLS);
  });

  test.each(targets)('%s: %s is answered', async (_name, target) => {
    const { status, text } = await app.request(target);
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  });
});

test.each(withExtension('.json'))('%s is JSON', (name) => {
  expect(JSON.parse(read(name))).toMatchObject({ title: 'Creel', panels: expect.any(Array) });
});

test.each(withExtension('.yaml'))('%s is YAML', (name) => {
  expect(parseDocument(read(name)).errors).toEqual([]);
});

/** In a locale that is everywhere, or else a language may complain of the one that it has. */
const ENVIRONMENT = { ...process.env, LC_ALL: 'C.UTF-8' };

/**
 * Tests of a language that may not be installed: then it is said loudly that they were not run. The gate installs all and
 * sets EXAMPLES=all, so that there they are run or fail.
 */
function where(command: string, describeTests: () => void): void {
  if (process.env.EXAMPLES === 'all' || spawnSync(command, ['--version']).status === 0) describeTests();
  // Not console.error, which a runner may hold back.
  else writeSync(2, `\n*** Examples for ${command} NOT RUN: it is not installed ***\n\n`);
}

where('python3', () => {
  test.each(withExtension('.py'))('%s is Python', (name) => {
    const env = { ...ENVIRONMENT, PYTHONPYCACHEPREFIX: folder };
    const { status, stderr } = spawnSync('python3', ['-m', 'py_compile', join(ROOT, name)], { env });
    expect([status, String(stderr)]).toEqual([0, '']);
  });

  test('python/sync.py keeps a copy that equals the lists', async () => {
    const copied = await startApp({ records: exampleLog() });
    const another = await startApp({ records: { lures: [{ id: 'other' }] } });
    const sync = async (url: string): Promise<[unknown, string, string]> => {
      const env = { ...ENVIRONMENT, CREEL_URL: url, CREEL_TOKEN: '' };
      const script = spawn('python3', [join(ROOT, 'python/sync.py')], { cwd: folder, env });
      const said = Promise.all([script.stdout.toArray(), script.stderr.toArray()]);
      const [status] = await once(script, 'close');
      const [out, errors] = await said;
      return [status, out.join(''), errors.join('')];
    };
    const kept = () => JSON.parse(readFileSync(join(folder, 'creel.json'), 'utf8'));
    const expectCopy = async (app: TestApp): Promise<void> => {
      for (const { name } of model.resources) {
        const list: { id: string }[] = await app.get(`/api/v1/${name}`);
        expect(kept().records[name] ?? {}).toEqual(Object.fromEntries(list.map((it) => [it.id, it])));
      }
    };
    const records = Object.values(exampleLog()).flat().length;
    expect(await sync(copied.url)).toEqual([0, `creel.json: ${records} new or changed, 0 deleted.\n`, '']);
    await expectCopy(copied);
    expect(await sync(copied.url)).toEqual([0, 'creel.json: 0 new or changed, 0 deleted.\n', '']);

    // Changed without another updatedAt, and deleted.
    await copied.write({ catches: [{ id: BARE_ID, species: 'Ide' }] });
    expect(await copied.store.remove('angler', [{ resource: resourceOf('lures'), id: BARE_ID }])).toEqual([]);
    expect(await sync(copied.url)).toEqual([
      0,
      'record catches bare\ndeleted lures bare\ncreel.json: 1 new or changed, 1 deleted.\n',
      '',
    ]);
    await expectCopy(copied);
    expect(kept().records.catches[BARE_ID]).toMatchObject({ species: 'Ide', updatedAt: null });

    // The cursor of another log is a 410; what else is wrong leaves the copy as it was.
    expect(await sync(another.url)).toEqual([
      0,
      expect.stringMatching(/^The server cannot tell .*\ncreel\.json: 1 new or changed, 0 deleted\.\n$/),
      '',
    ]);
    await expectCopy(another);
    const before = kept();
    expect(await sync(`${another.url}/no`)).toEqual([1, '', expect.stringContaining('404: {"type"')]);
    await Promise.all([copied.close(), another.close()]);
    expect(await sync(another.url)).toEqual([1, '', expect.stringMatching(/^No whole answer from http/)]);
    expect(kept()).toEqual(before);
  });
});

where('Rscript', () => {
  test.each(withExtension('.R'))('%s is R', (name) => {
    const script = `invisible(parse(${JSON.stringify(join(ROOT, name))}))`;
    expect(spawnSync('Rscript', ['-e', script]).status).toBe(0);
  });

  const longest = async (records: TestLog): Promise<[unknown, string, string]> => {
    const measured = await startApp({ records });
    const env = { ...ENVIRONMENT, CREEL_URL: `${measured.url}/`, CREEL_TOKEN: '' };
    const script = spawn('Rscript', [join(ROOT, 'r/longest.R')], { cwd: folder, env });
    const said = Promise.all([script.stdout.toArray(), script.stderr.toArray()]);
    const [status] = await once(script, 'close');
    const [out, errors] = await said;
    await measured.close();
    return [status, out.join(''), errors.join('')];
  };

  test('r/longest.R says so where nothing was measured', async () => {
    expect(await longest({})).toEqual([0, '', 'There are no measured catches yet.\n']);
    expect(await longest({ catches: [{ id: 'undated', lengthCm: 5 }] })).toEqual([
      ...[0, '', 'There are no measured catches yet.\n'],
    ]);
  });

  test('r/longest.R takes a species as a text, and one that is not known as that', async () => {
    const caughtAt = '2026-05-01T06:30:00.000Z';
    const catches = [
      { id: 'a', caughtAt, lengthCm: 5 },
      { id: 'b', caughtAt, species: '007', lengthCm: 7.5 },
    ];
    const [status, out, errors] = await longest({ catches });
    expect([status, errors]).toEqual([0, '']);
    expect(out.trim().split(/\s+/)).toEqual(['species', 'lengthCm', '007', '7.5', 'unknown', '5.0']);
  });
});
