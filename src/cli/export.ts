// `creel export`: writes a whole log into one file, for a backup or to move it elsewhere.

import { closeSync, createWriteStream, openSync, renameSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Command } from 'commander';
import { findOwner, USER_OPTION } from './owner.js';
import { shellWord } from './plain-text.js';
import { type ConfigReader, withExistingStore } from './with-store.js';

const HELP = `
The file is what /api/v1/export answers: each collection as NDJSON and CSV, positions as
GeoJSON and GPX, the JSON Schemas, and a manifest. The server may go on meanwhile.
A file that is there already is not overwritten.

Example:
  creel export creel-2026-11-21.zip`;

export function exportCommand(readConfig: ConfigReader): Command {
  return new Command('export')
    .description('Write a log into one ZIP file')
    .argument('<file>', 'the file to make')
    .option(...USER_OPTION)
    .addHelpText('after', HELP)
    .action(async (path: string, { user }: { readonly user?: string }) => {
      const config = readConfig();
      // What writes the formats takes a moment to load, which no other command should wait for.
      const { writeArchive } = await import('../export/write-archive.js');
      await withExistingStore(config, async (store, model) => {
        const id = await findOwner(config, store, user);
        const snapshot = await store.snapshot({ kind: 'one', id });
        try {
          const { kind, pointInTime, records } = snapshot;
          const source = { kind, pointInTime, records, coordinates: 'exact' } as const;
          await writeFile(path, writeArchive(model, source, new Date()));
        } finally {
          await snapshot.close();
        }
        process.stdout.write(
          `Exported ${store.label} to ${path}. Check it with: npx creel verify ${shellWord(path)}\n`,
        );
      });
    });
}

/**
 * Writes a new file that only its owner may read. It has its name when it is whole, and is called FILE.part before, so that
 * nobody takes for a backup what was broken off.
 */
async function writeFile(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  // What is there already is not overwritten; that, and where no file can be made, is told before the work.
  closeSync(openSync(path, 'wx'));
  rmSync(path);
  const part = `${path}.part`;
  try {
    await pipeline(content, createWriteStream(part, { mode: 0o600 }));
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}
