// What is wrong with an export that was changed, cut off, or never was one.

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { exampleLog } from '../support/example-log.js';
import { makeZip, Workshop } from '../support/make-archive.js';
import { readZip } from '../support/read-zip.js';

let shop: Workshop;
let good: Buffer;
let files: Map<string, Buffer>;
beforeAll(async () => {
  shop = new Workshop();
  good = await shop.export(await shop.store(exampleLog()));
  files = await readZip(good);
});
afterAll(() => shop.close());

/** The export packed again, with some of its files changed; undefined leaves one out. */
const changed = (changes: Readonly<Record<string, Buffer | string | undefined>>): Promise<Buffer> => {
  const all = new Map<string, Buffer>(files);
  for (const [name, content] of Object.entries(changes))
    if (content === undefined) all.delete(name);
    else all.set(name, Buffer.from(content));
  return makeZip(all);
};
const text = (name: string): string => String(files.get(name));
const withManifest = (change: (manifest: Record<string, unknown>) => void): Promise<Buffer> => {
  const manifest = JSON.parse(text('manifest.json'));
  change(manifest);
  return changed({ 'manifest.json': JSON.stringify(manifest) });
};

test('nothing is wrong with a whole export, packed as it was or again by another program', async () => {
  expect(await shop.problems(good)).toEqual([]);
  expect(await shop.problems(await changed({}))).toEqual([]);
});

test('entries of folders, which programs that pack folders write, are no files', async () => {
  const folder: [string, Buffer] = ['schemas/', Buffer.of()];
  expect(await shop.problems(await makeZip([...files, folder]))).toEqual([]);
  const around = await makeZip([...files].map(([name, content]) => [`creel/${name}`, content]));
  expect(await shop.problems(around)).toEqual([
    'its manifest.json is in a folder: pack the files themselves, without that folder',
  ]);
});

test('a file that is missing, one that is added, and one that is another are each named', async () => {
  const flipped = text('lures.csv').replace('Perch', 'Pearl');
  const problems = await shop.problems(
    await changed({ 'rods.ndjson': undefined, 'lures.csv': flipped, 'more.txt': 'x', 'spots.csv': 'short' }),
  );
  expect(problems).toEqual([
    'lures.csv is not what the manifest says: its SHA-256 differs',
    'rods.ndjson is missing',
    `spots.csv has 5 bytes, not ${files.get('spots.csv')?.length} as the manifest says`,
    'more.txt is not in the manifest',
  ]);
});

test('the number of records is held to the file', async () => {
  const problems = await shop.problems(
    await withManifest((manifest) => {
      const list = manifest.files as { name: string; records: number }[];
      const file = list.find(({ name }) => name === 'rods.ndjson');
      if (file) file.records = 7;
    }),
  );
  expect(problems).toEqual(['rods.ndjson has 3 records, not 7 as the manifest says']);
});

/** Whether the files of two archives are the same: deflated data ends in some bits that mean nothing. */
async function sameFiles(one: Buffer, other: Buffer): Promise<boolean> {
  const unpacked = await Promise.all([one, other].map((bytes) => readZip(bytes).catch(() => null)));
  return isDeepStrictEqual(unpacked[0], unpacked[1]);
}

test('a byte that is changed anywhere in the content is found', async () => {
  const end = good.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
  const headers = [...good.keys()].filter((at) =>
    good.subarray(at, at + 4).equals(Buffer.from('PK\u0003\u0004', 'latin1')),
  );
  const isContent = (at: number): boolean => {
    const header = headers.findLast((start) => start <= at) ?? 0;
    const next = headers.find((start) => start > at) ?? end;
    // Behind a file come 16 bytes that repeat what the directory says.
    return at >= header + 30 + good.readUInt16LE(header + 26) && at < next - 16;
  };
  await fc.assert(
    fc.asyncProperty(
      fc.nat(end - 1).filter(isContent),
      fc.integer({ min: 1, max: 255 }),
      async (at, mask) => {
        const bytes = Buffer.from(good);
        bytes[at] = (bytes[at] ?? 0) ^ mask;
        const isFound = (await shop.problems(bytes)).length > 0;
        expect(isFound || (await sameFiles(bytes, good))).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

test('a part of an export is never taken for a whole', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(good.length - 1), async (length) => {
      expect(await shop.problems(good.subarray(0, length))).toEqual([
        'it is no ZIP file, or a part of one: the directory at its end cannot be read',
      ]);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['nothing', Buffer.of(), /^it is no ZIP file, or a part of one/],
  ['a text', Buffer.from('catches\n'.repeat(50)), /^it is no ZIP file, or a part of one/],
])('%s is no export', async (_, bytes, problem) => {
  expect(await shop.problems(bytes)).toEqual([expect.stringMatching(problem)]);
});

test('another ZIP is told from an export', async () => {
  const other = await makeZip([['photo.txt', Buffer.from('x')]]);
  expect(await shop.problems(other)).toEqual(['it has no manifest.json: it is no export of Creel']);
  const alike = await makeZip([['manifest.json', Buffer.from('{"name":"an app"}')]]);
  expect(await shop.problems(alike)).toEqual(['manifest.json is not that of an export of Creel']);
});

test('an export of a newer format is refused, and says what is needed', async () => {
  const newer = await withManifest((manifest) => {
    manifest.formatVersion = 2;
  });
  expect(await shop.problems(newer)).toEqual([
    'it has version 2 of the format, and this Creel reads version 1: a newer Creel is needed',
  ]);
});

test('a damaged manifest says where', async () => {
  const damaged = await withManifest((manifest) => {
    (manifest.files as object[])[0] = { name: 'x' };
  });
  expect(await shop.problems(damaged)).toEqual([
    expect.stringMatching(/^manifest\.json is damaged: files\.0\./),
  ]);
  expect(await shop.problems(await changed({ 'manifest.json': '{' }))).toEqual([
    'manifest.json is damaged: it is not JSON',
  ]);
});

describe('what could mislead a reader is refused:', () => {
  test('a path that leads out of the folder', async () => {
    const bytes = await changed({ 'xx/evil.txt': 'x' });
    const evil = Buffer.from(bytes.toString('latin1').replaceAll('xx/evil', '../evil'), 'latin1');
    expect(await shop.problems(evil)).toEqual([
      expect.stringContaining('its directory is damaged (invalid relative path'),
    ]);
  });

  test('a file with another name at its place than in the directory', async () => {
    const bytes = await changed({});
    bytes.write('C', bytes.indexOf('catches.ndjson'));
    expect(await shop.problems(bytes)).toEqual(['catches.ndjson is called otherwise at its place']);
  });

  test('two files of one name', async () => {
    const bytes = await makeZip([...files, ['lures.csv', Buffer.from('other')]]);
    expect(await shop.problems(bytes)).toEqual(['it has two files lures.csv']);
  });

  test('files that unpack to more than it could hold', async () => {
    const bytes = await changed({});
    const [first, second] = [...bytes.keys()].filter((at) =>
      bytes.subarray(at, at + 4).equals(Buffer.from('PK\u0001\u0002', 'latin1')),
    ) as [number, number];
    for (const entry of [first, second]) bytes.writeUInt32LE(2 ** 29 + 1, entry + 24);
    expect(await shop.problems(bytes)).toEqual(['it unpacks to more than a log does']);
    bytes.writeUInt32LE(1000, second + 24);
    expect(await shop.problems(bytes)).toEqual([
      `catches.ndjson has ${2 ** 29 + 1} bytes, not ${files.get('catches.ndjson')?.length} as the manifest says`,
      expect.stringContaining('catches.csv has 1000 bytes'),
    ]);
  });

  test('an encrypted file', async () => {
    const bytes = await changed({});
    const directory = bytes.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
    bytes.writeUInt16LE(bytes.readUInt16LE(directory + 8) | 1, directory + 8);
    expect(await shop.problems(bytes)).toEqual(['catches.ndjson is encrypted']);
  });

  test('more files than an export has', async () => {
    const many = Array.from({ length: 1001 }, (_, index): [string, Buffer] => [`f${index}`, Buffer.of()]);
    expect(await shop.problems(await makeZip(many))).toEqual(['it has more than 1000 files']);
  });
});
