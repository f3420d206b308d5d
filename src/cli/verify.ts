// `creel verify`: tells whether an export is whole.

import { Command } from 'commander';
import { BadArchive, type Manifest, recordsName } from '../export/manifest.js';
import { type Archive, openArchive } from '../export/read-archive.js';
import { type FileCheck, verifyArchive } from '../export/verify-archive.js';
import { plainText } from './plain-text.js';

const HELP = `
Checks every file of the export against the manifest: that it is there, its length, its
SHA-256, and how many records it holds; and that there is no other. Needs no store.
It prints what is wrong, and a line of the whole; the exit code is 1 where anything is wrong.

Example:
  creel verify creel-2026-11-21.zip`;

export function verifyCommand(): Command {
  return new Command('verify')
    .description('Check that an export is whole')
    .argument('<file>', 'a ZIP that /api/v1/export or `creel export` made')
    .option('--verbose', 'tell of every file, not only of what is wrong')
    .addHelpText('after', HELP)
    .action(async (path: string, { verbose = false }: { readonly verbose?: boolean }) => {
      await withArchive(path, async (archive) => {
        const tally = { files: 0, records: 0, wrong: 0 };
        for await (const check of verifyArchive(archive)) {
          tally.files++;
          tally.records += recordsOf(check);
          if (check.problem !== null) tally.wrong++;
          if (verbose || check.problem !== null) process.stdout.write(`${plainText(printCheck(check))}\n`);
        }
        process.stdout.write(
          `${plainText(`${path}: ${print(tally)}; ${describe(archive.manifest)}${limitsOf(archive.manifest)}`)}\n`,
        );
        if (tally.wrong > 0) process.exitCode = 1;
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
  const held = records === null ? [] : [count(records, 'record')];
  return `  whole  ${name}: ${[...held, `${file?.bytes} bytes`, 'SHA-256'].join(', ')}`;
}

interface Tally {
  readonly files: number;
  readonly records: number;
  readonly wrong: number;
}

function print({ files, records, wrong }: Tally): string {
  const all = count(files, 'file');
  return wrong === 0 ? `${all}, ${count(records, 'record')}: whole` : `${all}, ${wrong} wrong`;
}

/** How many records a collection has: each of its files tells, and the one that a restore reads counts. */
const recordsOf = ({ file }: FileCheck): number =>
  file && file.name === recordsName(file.collection) ? (file.records ?? 0) : 0;

/** What a token's limits left, and what they left out. */
const limitsOf = ({ coordinates, leftOut }: Manifest): string =>
  `, with ${coordinates} coordinates${leftOut.length === 0 ? '' : ` and without ${leftOut.join(', ')}`}`;

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
