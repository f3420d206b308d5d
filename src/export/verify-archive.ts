// Holds an export to its manifest, file by file.

import { BadArchive, type ManifestFile, recordsName } from './manifest.js';
import type { Archive } from './read-archive.js';

/** What became of one file. */
export interface FileCheck {
  readonly name: string;
  /** What the manifest says of it; null where it says nothing. */
  readonly file: ManifestFile | null;
  /** What is wrong with it; null where all is well. */
  readonly problem: string | null;
}

/** Checks every file, in the order of the manifest; then come files that the manifest does not name. */
export async function* verifyArchive(archive: Archive): AsyncGenerator<FileCheck> {
  const { manifest, names } = archive;
  const known = new Set<string>();
  for (const file of manifest.files) {
    const { name } = file;
    const problem = known.has(name) ? `the manifest names ${name} twice` : await problemOf(archive, file);
    known.add(name);
    yield { name, file, problem };
  }
  for (const name of names)
    if (!known.has(name)) yield { name, file: null, problem: `${name} is not in the manifest` };
}

async function problemOf(archive: Archive, file: ManifestFile): Promise<string | null> {
  let lines = 0;
  try {
    for await (const piece of archive.read(file)) lines += lineBreaksIn(piece);
  } catch (error) {
    if (error instanceof BadArchive) return error.message;
    throw error;
  }
  if (file.name !== recordsName(file.collection) || lines === file.records) return null;
  return `${file.name} has ${lines} records, not ${file.records} as the manifest says`;
}

function lineBreaksIn(piece: Uint8Array): number {
  let count = 0;
  for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, at + 1)) count++;
  return count;
}

const LINE_FEED = 0x0a;
