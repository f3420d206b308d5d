// Reads one file of a log into raw records, each with its line, or into what is wrong with it.

import type { Model } from '../model/model.js';
import type { FileRecord } from './file-record.js';
import type { LogFile } from './find-files.js';
import { BadJson } from './json-reader.js';
import { BadFile, NotALog, type Refusal } from './problems.js';
import { readCsvFile } from './read-csv.js';
import { readJsonFile } from './read-json.js';
import { readLinesFile } from './read-lines.js';
import type { ReadOptions } from './read-record.js';
import { readText } from './read-text.js';

export type ReadFile =
  | { readonly kind: 'records'; readonly records: readonly FileRecord[] }
  /** Nothing of the file is taken. */
  | { readonly kind: 'refused'; readonly refused: readonly Refusal[] }
  | { readonly kind: 'aside'; readonly why: string };

/** Reads a file whole. Answers all that can be wrong with it; throws only what is wrong with this program. */
export function readFile(file: LogFile, model: Model, options: ReadOptions): ReadFile {
  try {
    return { kind: 'records', records: [...readRecords(file, model, options)] };
  } catch (error) {
    if (error instanceof NotALog && file.inFolder) return { kind: 'aside', why: error.message };
    if (error instanceof BadFile)
      return { kind: 'refused', refused: error.refusals.map((found) => ({ file: file.path, ...found })) };
    if (error instanceof BadJson)
      return {
        kind: 'refused',
        refused: [{ file: file.path, line: error.line, field: null, problem: error.message }],
      };
    throw error;
  }
}

function readRecords(file: LogFile, model: Model, options: ReadOptions): Iterable<FileRecord> {
  const text = readText(file.path);
  if (file.format === 'json') return readJsonFile(text, file.collection, model);
  const resource = model.byName.get(file.collection ?? '');
  if (!resource) throw new Error(`${file.path} was found without a collection`);
  return file.format === 'csv' ? readCsvFile(text, resource, options) : readLinesFile(text, resource.name);
}
