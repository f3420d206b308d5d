// The scripts of examples/ can be copied: they parse, a running server answers what they ask for, and some are run.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jest } from '@jest/globals';
import { parseDocument } from 'yaml';
import { startApp, type TestApp } from '../support/app.js';
import { exampleLog } from '../support/example-log.js';

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

/** Starting another language takes its time on a machine that has much to do. */
jest.setTimeout(30_000);

/** A test of a language that may not be installed: it is skipped then, and says so. */
const where = (command: string) => (spawnSync(command, ['--version']).status === 0 ? test : test.skip);

where('python3').each(withExtension('.py'))('%s is Python', (name) => {
  const env = { ...process.env, PYTHONPYCACHEPREFIX: folder };
  const { status, stderr } = spawnSync('python3', ['-m', 'py_compile', join(ROOT, name)], { env });
  expect([status, String(stderr)]).toEqual([0, '']);
});

where('Rscript').each(withExtension('.R'))('%s is R', (name) => {
  const script = `invisible(parse(${JSON.stringify(join(ROOT, name))}))`;
  expect(spawnSync('Rscript', ['-e', script]).status).toBe(0);
});

where('python3')(
  'python/sync.py keeps a copy, and fetches it again only where something has changed',
  async () => {
    const copied = await startApp({ records: exampleLog() });
    const sync = async (): Promise<string> => {
      const env = { ...process.env, CREEL_URL: copied.url, CREEL_TOKEN: '' };
      const script = spawn('python3', [join(ROOT, 'python/sync.py')], { cwd: folder, env });
      let said = '';
      script.stdout.on('data', (data) => {
        said += data;
      });
      expect(await once(script, 'close')).toEqual([0, null]);
      return said;
    };
    const kept = () => JSON.parse(readFileSync(join(folder, 'catches.json'), 'utf8'));
    expect(await sync()).toBe('catches.json is up to date.\n');
    expect(kept()).toEqual(await copied.get('/api/v1/catches'));
    expect(await sync()).toBe('');
    await copied.write({ catches: [{ id: 'new', updatedAt: '2027-01-01T00:00:00.000Z' }] });
    expect(await sync()).toBe('catches.json is up to date.\n');
    expect(kept()).toHaveLength(3);
    await copied.close();
  },
);
