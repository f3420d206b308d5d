// Reads a file as UTF-8 text, or says why it is none.

import { constants, isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { BadFile } from './problems.js';

const NEWLINE = 10;

/** The text of a file without a byte order mark. Throws BadFile; bad UTF-8 with its line. */
export function readText(path: string): string {
  const bytes = readBytes(path);
  if (!isUtf8(bytes)) throw BadFile.at(lineOfBadBytes(bytes), 'is not UTF-8 text');
  if (bytes.length > constants.MAX_STRING_LENGTH)
    throw BadFile.at(null, 'is too large to be read at once: divide it into several files');
  return new TextDecoder('utf-8').decode(bytes);
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw BadFile.at(null, `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
}

function lineOfBadBytes(bytes: Buffer): number {
  let line = 1;
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    if (!isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
    line += 1;
  }
  return line;
}
