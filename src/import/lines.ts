// Reads a file line by line without waiting and without holding more than a line of it.

import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { BadArchive } from '../export/manifest.js';

const CHUNK_BYTES = 65_536;
/** Longer than any record is. */
const LINE_MAX = 16_777_216;

/** The lines of a UTF-8 text, without their line feeds. Throws BadArchive for one that is too long to be a record. */
export function* linesOf(path: string): Generator<string> {
  const file = openSync(path, 'r');
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const decoder = new StringDecoder('utf8');
  let rest = '';
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      const lines = (rest + decoder.write(chunk.subarray(0, read))).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > LINE_MAX) throw new BadArchive(`a line has more than ${LINE_MAX} characters`);
      yield* lines;
    }
    rest += decoder.end();
    if (rest !== '') yield rest;
  } finally {
    closeSync(file);
  }
}
