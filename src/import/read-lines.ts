// Reads the records of an .ndjson or .jsonl file: one JSON object on each line.

import { type FileRecord, RECORD_MAX } from './file-record.js';
import { BadJson, JsonReader } from './json-reader.js';
import { linesIn } from './lines.js';
import { BadFile } from './problems.js';

/**
 * Every record with its line. Blank lines are passed over; a line that is not JSON is refused alone. Throws BadFile for
 * a line that is longer than any record.
 */
export function* readLinesFile(pieces: Iterable<string>, collection: string): Generator<FileRecord> {
  let line = 0;
  for (const content of linesIn(pieces, RECORD_MAX, tooLong)) {
    line += 1;
    if (content.trim() !== '') yield readLine(content, line, collection);
  }
}

const tooLong = (line: number): BadFile =>
  BadFile.at(line, `is longer than a record can be (${RECORD_MAX} characters)`);

function readLine(content: string, line: number, collection: string): FileRecord {
  const reader = new JsonReader([content], line);
  try {
    const value = reader.value();
    reader.end();
    return { kind: 'raw', line, collection, raw: { form: 'json', value } };
  } catch (error) {
    if (!(error instanceof BadJson)) throw error;
    return { kind: 'refused', line, collection, problem: error.message };
  }
}
