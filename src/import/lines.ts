// Reads a file line by line without waiting and without holding more than a line of it.

import { readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { BadArchive } from '../export/manifest.js';

const CHUNK_BYTES = 65_536;
/** Longer than any record is: MongoDB's have 16 MiB at most, of which JSON can write each byte as six. */
const LINE_MAX = 2 ** 28;

/** The lines of an open file of UTF-8 text, from its start, without their line feeds. Throws BadArchive for one that is too long to be a record. */
export function* linesOf(file: number): Generator<string> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for (let position = 0; ; ) {
    const read = readSync(file, chunk, 0, CHUNK_BYTES, position);
    if (read === 0) break;
    position += read;
    const text = decoder.write(chunk.subarray(0, read));
    rest += text;
    // To look through a long line for each of its pieces would take the square of its length.
    if (text.includes('\n')) {
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest.length > LINE_MAX) throw new BadArchive(`a line has more than ${LINE_MAX} characters`);
  }
  rest += decoder.end();
  if (rest !== '') yield rest;
}
