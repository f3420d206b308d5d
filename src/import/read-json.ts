// Reads the records of a .json file: one collection, or several by name, or documents one after another.

import type { Model } from '../model/model.js';
import type { FileRecord } from './file-record.js';
import { JsonReader } from './json-reader.js';
import { BadFile, NotALog, show } from './problems.js';

const FIRST_NAME = /^\{\s*"([^"\\]*)"/;
const GEOJSON = /^\{\s*"type"\s*:\s*"Feature(?:Collection)?"/;

/**
 * Every record with the line it begins at. The file holds `[…]` or, as mongoexport writes it, `{…}` `{…}` `{…}`, of the
 * collection that its name says; or, whatever its name is, `{ "catches": […], "spots": […] }`.
 * Throws BadJson, BadFile, and NotALog where neither its name nor its content says what it holds.
 */
export function* readJsonFile(
  pieces: Iterable<string>,
  collection: string | null,
  model: Model,
): Generator<FileRecord> {
  const reader = new JsonReader(pieces);
  if (reader.kind() === 'end') throw BadFile.at(null, 'is empty');
  if (model.byName.has(FIRST_NAME.exec(reader.ahead())?.[1] ?? '')) {
    yield* readCollections(reader, model);
  } else if (collection === null) {
    // Only what is JSON is left aside: a broken file could have been a log.
    reader.skip();
    reader.end();
    throw new NotALog([{ line: null, field: null, problem: unnamedProblem(model) }]);
  } else if (GEOJSON.test(reader.ahead())) {
    throw BadFile.at(reader.line, 'is GeoJSON, which is not read: give the records as JSON, NDJSON or CSV');
  } else if (reader.kind() === 'array') {
    yield* readItems(reader, collection);
  } else {
    while (reader.kind() !== 'end') yield readOne(reader, collection);
  }
  reader.end();
}

function* readCollections(reader: JsonReader, model: Model): Generator<FileRecord> {
  const seen = new Set<string>();
  for (const name of reader.members()) {
    const { line } = reader;
    if (!model.byName.has(name))
      throw BadFile.at(line, `${show(name)} is not a collection; they are ${namesOf(model)}`);
    if (seen.has(name)) throw BadFile.at(line, `${show(name)} is given twice`);
    if (reader.kind() !== 'array') throw BadFile.at(line, `${show(name)} does not hold a list of records`);
    seen.add(name);
    yield* readItems(reader, name);
  }
}

function* readItems(reader: JsonReader, collection: string): Generator<FileRecord> {
  for (const _ of reader.items()) yield readOne(reader, collection);
}

function readOne(reader: JsonReader, collection: string): FileRecord {
  const { line } = reader;
  return { kind: 'raw', line, collection, raw: { form: 'json', value: reader.value() } };
}

/** The names that a file can have, as a message lists them. */
export const namesOf = (model: Model): string => model.resources.map(({ name }) => name).join(', ');

const unnamedProblem = (model: Model): string =>
  `holds no collection by name and is not named for one (${namesOf(model)})`;
