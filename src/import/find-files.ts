// Finds the files of a log: those that are named, and those in folders that are named.

import { readdirSync, type Stats, statSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { BadArchive, MANIFEST_NAME, type Manifest, recordsName } from '../export/manifest.js';
import type { Model } from '../model/model.js';
import type { Refusal } from './problems.js';
import { namesOf } from './read-json.js';
import { readUnpacked } from './unpacked-export.js';

export type Format = 'json' | 'lines' | 'csv';

const FORMATS: Readonly<Record<string, Format>> = {
  '.json': 'json',
  '.ndjson': 'lines',
  '.jsonl': 'lines',
  '.csv': 'csv',
  '.tsv': 'csv',
  '.txt': 'csv',
};

/** What to do with files of other kinds in which people have their logs. */
const ADVICE: Readonly<Record<string, string>> = {
  '.xlsx': ': save the sheet as "CSV UTF-8"',
  '.xls': ': save the sheet as "CSV UTF-8"',
  '.ods': ': save the sheet as CSV, in UTF-8',
  '.gz': ': unpack it first (gunzip)',
  '.zip': ', or a ZIP that is an export: unpack it first',
};

/** A file that may hold records. */
export interface LogFile {
  readonly path: string;
  readonly format: Format;
  /** The collection that its name says; null only for JSON, whose content can say it. */
  readonly collection: string | null;
  /** Whether it was only found in a folder: what is no log there is left aside, not refused. */
  readonly inFolder: boolean;
}

/** Something in a folder that is not imported, and why. */
export interface LeftAside {
  readonly file: string;
  readonly why: string;
}

export interface FoundFiles {
  readonly files: readonly LogFile[];
  readonly leftAside: readonly LeftAside[];
  readonly refused: readonly Refusal[];
  /** Less than exact where one of the folders is an unpacked export with such coordinates. */
  readonly coordinates: Manifest['coordinates'];
}

/**
 * The files behind the paths, in that order, folders by name; each once. Folders within folders are left aside, and so is
 * what an unpacked export has besides its NDJSON files: they hold all of its records.
 */
export function findFiles(paths: readonly string[], model: Model): FoundFiles {
  const files = new Map<string, LogFile>();
  const leftAside: LeftAside[] = [];
  const refused: Refusal[] = [];
  let coordinates: Manifest['coordinates'] = 'exact';
  const refuse = (file: string, problem: string) => refused.push({ file, line: null, field: null, problem });
  const add = (path: string, inFolder: boolean): boolean => {
    const found = readFileName(path, inFolder, model);
    if (typeof found === 'string') {
      if (inFolder) leftAside.push({ file: path, why: found });
      else refuse(path, found);
      return false;
    }
    if (!files.has(resolve(path))) files.set(resolve(path), found);
    return true;
  };
  const addExport = (folder: string, manifest: Manifest): void => {
    const needed = manifest.files.map(({ collection }) => recordsName(collection));
    for (const name of new Set([...readdirSync(folder), ...needed].sort()))
      if (needed.includes(name)) add(join(folder, name), true);
      else leftAside.push({ file: join(folder, name), why: NOT_NEEDED });
    if (manifest.coordinates !== 'exact') coordinates = manifest.coordinates;
  };
  const addFolder = (folder: string): void => {
    const found = readdirSync(folder)
      .sort()
      .filter((name) => add(join(folder, name), true));
    if (found.length === 0) refuse(folder, `has no file of a log (${nameHint(model)})`);
  };
  for (const path of paths) {
    try {
      const isFolder = statOf(path)?.isDirectory() ?? false;
      const manifest = isFolder ? readUnpacked(path) : null;
      if (manifest) addExport(path, manifest);
      else if (isFolder) addFolder(path);
      else add(path, false);
    } catch (error) {
      if (!(error instanceof BadArchive)) throw error;
      refuse(join(path, MANIFEST_NAME), error.message);
    }
  }
  return { files: [...files.values()], leftAside, refused, coordinates };
}

const NOT_NEEDED = 'is not needed: all records of an export are in its .ndjson files';

/** What a file's name says of it, or why it cannot be a file of a log. */
function readFileName(path: string, inFolder: boolean, model: Model): LogFile | string {
  const stat = statOf(path);
  if (!stat) return 'there is no such file';
  if (stat.isDirectory()) return 'is a folder';
  const extension = extname(path);
  const format = FORMATS[extension.toLowerCase()];
  if (!format) return `is none of ${Object.keys(FORMATS).join(', ')}${ADVICE[extension.toLowerCase()] ?? ''}`;
  const stem = path.slice(0, -extension.length).split(/[\\/]/).pop() ?? '';
  const collection = stem.toLowerCase();
  if (model.byName.has(collection)) return { path, format, collection, inFolder };
  if (format === 'json') return { path, format, collection: null, inFolder };
  return `is not named for a collection (${nameHint(model)})`;
}

function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

const nameHint = (model: Model): string => `such as catches.csv; the collections are ${namesOf(model)}`;
