// Reads one file of a log into records, each with its line, or into what is wrong with it.

import type { Model, Resource } from '../model/model.js';
import type { FileRecord } from './file-record.js';
import type { LogFile } from './find-files.js';
import { BadJson } from './json-reader.js';
import { BadFile, NotALog, type Refusal } from './problems.js';
import { readCsvFile } from './read-csv.js';
import { readJsonFile } from './read-json.js';
import { readLinesFile } from './read-lines.js';
import { type ReadOptions, type ReadRecord, readRecord } from './read-record.js';
import { readText } from './read-text.js';

/** A record of a file, understood or refused. */
export type FoundRecord = { readonly line: number; readonly resource: Resource } & ReadRecord;

export type ReadFile =
  | { readonly kind: 'records'; readonly records: readonly FoundRecord[] }
  /** Nothing of the file is taken. */
  | { readonly kind: 'refused'; readonly refused: readonly Refusal[] }
  | { readonly kind: 'aside'; readonly why: string };

/** Reads a file whole. Answers all that can be wrong with it; throws only what is wrong with this program. */
export function readFile(file: LogFile, model: Model, options: ReadOptions): ReadFile {
  try {
    return { kind: 'records', records: [...understand(readRecords(file, model, options), model, options)] };
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

/** Each record is understood as soon as it is read, so that only what is kept of it takes memory. */
function* understand(
  records: Iterable<FileRecord>,
  model: Model,
  options: ReadOptions,
): Generator<FoundRecord> {
  for (const found of records) {
    const { line, collection } = found;
    const resource = model.byName.get(collection);
    if (!resource) throw new Error(`${collection} is read but is not in the model`);
    if (found.kind === 'raw') yield { line, resource, ...readRecord(resource, found.raw, options) };
    else yield { line, resource, kind: 'refused', problems: [{ field: null, problem: found.problem }] };
  }
}
