// `creel verify`: tells whether an export is whole.

import { Command } from 'commander';
import { BadArchive, type Manifest } from '../export/manifest.js';
import { type Archive, openArchive } from '../export/read-archive.js';
import { type FileCheck, verifyArchive } from '../export/verify-archive.js';
import { plainText } from './plain-text.js';

const HELP = `
Checks every file of the export against the manifest: that it is there, its length, its
SHA-256, and how many records it holds; and that there is no other. Needs no store.
The exit code is 1 where anything is wrong.

Example:
  creel verify creel-2026-11-21.zip`;

export function verifyCommand(): Command {
  return new Command('verify')
    .description('Check that an export is whole')
    .argument('<file>', 'a ZIP that /api/v1/export or `creel export` made')
    .addHelpText('after', HELP)
    .action(async (path: string) => {
      await withArchive(path, async (archive) => {
        process.stdout.write(`${plainText(`${path}: ${describe(archive.manifest)}`)}\n`);
        let bad = 0;
        for await (const check of verifyArchive(archive)) {
          if (check.problem !== null) bad++;
          process.stdout.write(`${plainText(printCheck(check))}\n`);
        }
        process.stdout.write(bad > 0 ? `${files(bad)} wrong.\n` : 'All files are whole.\n');
        if (bad > 0) process.exitCode = 1;
      });
    });
}

/** Opens an export for the time of one command, and says of which file it is that anything is wrong. */
export async function withArchive<T>(path: string, work: (archive: Archive) => Promise<T>): Promise<T> {
  try {
    const archive = await openArchive(path);
    try {
      return await work(archive);
    } finally {
      archive.close();
    }
  } catch (error) {
    if (error instanceof BadArchive) throw new Error(plainText(`${path}: ${error.message}`));
    throw error;
  }
}

/** What an export is, in a line. */
export const describe = ({ creelVersion, exportedAt, store }: Manifest): string =>
  `exported ${exportedAt} by Creel ${creelVersion} from ${store.kind}${store.pointInTime ? '' : ', not of one moment'}`;

function printCheck({ name, file, problem }: FileCheck): string {
  if (problem !== null) return `  wrong  ${problem}`;
  const records = file?.records ?? null;
  const held = records === null ? [] : [`${records} record${records === 1 ? '' : 's'}`];
  return `  whole  ${name}: ${[...held, `${file?.bytes} bytes`, 'SHA-256'].join(', ')}`;
}

const files = (count: number): string => (count === 1 ? '1 file is' : `${count} files are`);
