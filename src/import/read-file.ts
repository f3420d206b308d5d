// Reads one file of a log into records, each with its line, or says what is wrong with it.

import type { Model, Resource } from '../model/model.js';
import type { FileRecord } from './file-record.js';
import type { LogFile } from './find-files.js';
import { BadJson } from './json-reader.js';
import { BadFile } from './problems.js';
import { readCsvFile } from './read-csv.js';
import { readJsonFile } from './read-json.js';
import { readLinesFile } from './read-lines.js';
import { type ReadOptions, type ReadRecord, readRecord } from './read-record.js';
import { textOf } from './read-text.js';

/** A record of a file, understood or refused. */
export type FoundRecord = { readonly line: number; readonly collection: string } & ReadRecord;

/**
 * The records of a file, each understood as soon as it is read. Throws BadFile: then nothing of the file is to be taken,
 * not even what came before the bad place.
 */
export async function* readFile(
  file: LogFile,
  model: Model,
  options: ReadOptions,
): AsyncGenerator<FoundRecord> {
  const text = textOf(file.path);
  try {
    for await (const found of readRecords(file, text, model, options))
      yield understand(resourceOf(model, found.collection), found, options);
  } catch (error) {
    if (error instanceof BadJson) throw BadFile.at(error.line, error.message);
    throw error;
  } finally {
    // Closes the file where it was not read to its end.
    text.return();
  }
}

function readRecords(
  { format, collection }: LogFile,
  text: Iterable<string>,
  model: Model,
  options: ReadOptions,
): Iterable<FileRecord> | AsyncIterable<FileRecord> {
  if (format === 'json') return readJsonFile(text, collection, model);
  const resource = resourceOf(model, collection ?? '');
  return format === 'csv' ? readCsvFile(text, resource, options) : readLinesFile(text, resource.name);
}

function resourceOf(model: Model, collection: string): Resource {
  const resource = model.byName.get(collection);
  if (!resource) throw new Error(`${collection} was read but is not in the model`);
  return resource;
}

function understand(resource: Resource, found: FileRecord, options: ReadOptions): FoundRecord {
  const { line, collection } = found;
  if (found.kind === 'raw') return { line, collection, ...readRecord(resource, found.raw, options) };
  return { line, collection, kind: 'refused', problems: [{ field: null, problem: found.problem }] };
}
