// The part of `creel import` that takes an export: checks it, restores it, and says what is not in it.

import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import type { Manifest } from '../export/manifest.js';
import type { Archive } from '../export/read-archive.js';
import { verifyArchive } from '../export/verify-archive.js';
import type { WithStore } from '../import/import-log.js';
import { LosesPositions } from '../import/lost-positions.js';
import { type RestoreOptions, type RestoreReport, restoreArchive } from '../import/restore-archive.js';
import type { Model } from '../model/model.js';
import { plainText } from './plain-text.js';
import { printRefusals } from './print-report.js';
import { describe, withArchive } from './verify.js';

/** How a ZIP begins. */
const SIGNATURE = 'PK\u0003\u0004';

/** Tables and workbooks, some of which are ZIPs too. */
const OF_TABLES: ReadonlySet<string> = new Set([
  '.csv',
  '.tsv',
  '.json',
  '.ndjson',
  '.jsonl',
  '.xlsx',
  '.ods',
]);

/** Whether a path is that of a ZIP, unless its name says that it is something else. */
export function isZip(path: string): boolean {
  if (OF_TABLES.has(extname(path).toLowerCase())) return false;
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
  const start = Buffer.alloc(SIGNATURE.length);
  const file = openSync(path, 'r');
  try {
    readSync(file, start);
  } finally {
    closeSync(file);
  }
  return start.toString('latin1') === SIGNATURE;
}

/** Restores an export and tells what became of it; false where nothing was written. Throws where it is not whole. */
export function restore(
  model: Model,
  open: WithStore,
  target: { readonly label: string },
  path: string,
  options: RestoreOptions,
): Promise<boolean> {
  return withArchive(path, async (archive) => {
    await checkWhole(archive, path);
    const report = await sayHowToOverwrite(path, restoreArchive(model, open, archive, options));
    const lines = [`${path}: ${describe(archive.manifest)}`, ...limitsOf(archive.manifest)];
    process.stdout.write(`${[...lines, ...printReport(report, target.label)].map(plainText).join('\n')}\n`);
    return report.written !== null;
  });
}

/** Says of which export it is that positions would be lost, and how to have them replaced all the same. */
export async function sayHowToOverwrite<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof LosesPositions)) throw error;
    throw new Error(plainText(`${path}: ${error.message} (to replace them: --overwrite-positions)`));
  }
}

async function checkWhole(archive: Archive, path: string): Promise<void> {
  for await (const { problem } of verifyArchive(archive))
    if (problem !== null) throw new Error(`${path}: ${problem}; nothing was imported`);
}

/** What an export made with a token's limits does not hold. */
function limitsOf({ coordinates, leftOut }: Manifest): string[] {
  return [
    ...(coordinates === 'exact' ? [] : [`Note: its coordinates are ${coordinates}: the token had no more.`]),
    ...(leftOut.length === 0 ? [] : [`Note: it has no ${leftOut.join(', ')}: the token did not have them.`]),
  ];
}

function printReport({ refused, refusedCount, written }: RestoreReport, label: string): string[] {
  const refusals = refusedCount > 0 ? ['Refused:', ...printRefusals(refused, refusedCount)] : [];
  if (!written) return [...refusals, 'Nothing was imported. Restore the rest with --skip-bad.'];
  return [...refusals, `Restored into ${label}: ${written.added} added, ${written.replaced} replaced.`];
}
