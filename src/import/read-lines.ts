// Reads the records of an .ndjson or .jsonl file: one JSON object on each line.

import type { FileRecord } from './file-record.js';
import { BadJson, JsonReader } from './json-reader.js';

/** Every record with its line. Blank lines are passed over; a line that is not JSON is refused alone. */
export function* readLinesFile(text: string, collection: string): Generator<FileRecord> {
  let line = 0;
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    const content = text.slice(start, end < 0 ? text.length : end);
    start = end < 0 ? text.length : end + 1;
    line += 1;
    if (content.trim() !== '') yield readLine(content, line, collection);
  }
}

function readLine(content: string, line: number, collection: string): FileRecord {
  const reader = new JsonReader(content, line);
  try {
    const value = reader.value();
    reader.end();
    return { kind: 'raw', line, collection, raw: { form: 'json', value } };
  } catch (error) {
    if (!(error instanceof BadJson)) throw error;
    return { kind: 'refused', line, collection, problem: error.message };
  }
}
