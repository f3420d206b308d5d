// Reads a file as text piece by piece, in UTF-8 or as its byte order mark says, or says why it is no text.

import { isUtf8 } from 'node:buffer';
import { closeSync, openSync } from 'node:fs';
import { chunksOf } from './lines.js';
import { BadFile } from './problems.js';

const NEWLINE = 10;

/** How files begin that are no text, though their name says so, and what to do with them. */
const OTHERS: readonly (readonly [start: string, problem: string])[] = [
  ['\x1f\x8b', 'is compressed by gzip: unpack it first (gunzip)'],
  ['PK\x03\x04', 'is a ZIP or an Excel workbook: unpack it, or save the sheet as "CSV UTF-8"'],
  ['\xd0\xcf\x11\xe0', 'is an Excel workbook: save the sheet as "CSV UTF-8"'],
];

/** The text of a file without a byte order mark. Throws BadFile; bad UTF-8 with its line. */
export function* textOf(path: string): Generator<string, void> {
  const file = open(path);
  try {
    const chunks = chunksOf(file);
    const first = readFirst(chunks);
    yield* decode(first, chunks);
  } finally {
    closeSync(file);
  }
}

function open(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    throw BadFile.at(null, `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
}

function readFirst(chunks: Iterator<Buffer>): Buffer {
  const first = Buffer.from(chunks.next().value ?? []);
  const start = first.toString('latin1', 0, 4);
  const other = OTHERS.find(([signature]) => start.startsWith(signature));
  if (other) throw BadFile.at(null, other[1]);
  return first;
}

function* decode(first: Buffer, chunks: Iterable<Buffer>): Generator<string> {
  const mark = first.toString('latin1', 0, 3);
  if (mark.startsWith('\xff\xfe')) yield* decodeUtf16('utf-16le', first, chunks);
  else if (mark.startsWith('\xfe\xff')) yield* decodeUtf16('utf-16be', first, chunks);
  else if (first.includes(0))
    throw BadFile.at(null, 'is no text, or UTF-16 without a byte order mark: save it as UTF-8');
  else yield* decodeUtf8(mark === '\xef\xbb\xbf' ? first.subarray(3) : first, chunks);
}

function* decodeUtf16(
  encoding: 'utf-16le' | 'utf-16be',
  first: Buffer,
  chunks: Iterable<Buffer>,
): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    yield decoder.decode(first, { stream: true });
    for (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    throw BadFile.at(null, 'begins as UTF-16 text, but is none');
  }
}

function* decodeUtf8(first: Buffer, chunks: Iterable<Buffer>): Generator<string> {
  let line = 1;
  for (const bytes of wholeCharacters(first, chunks)) {
    if (!isUtf8(bytes))
      throw BadFile.at(line + linesBeforeBad(bytes), 'is not UTF-8 text (Excel: save as "CSV UTF-8")');
    yield bytes.toString();
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) line += 1;
  }
}

/** The same bytes in pieces that do not end within a character. */
function* wholeCharacters(first: Buffer, chunks: Iterable<Buffer>): Generator<Buffer> {
  let bytes = first;
  for (const chunk of chunks) {
    const end = bytes.length - lastCharacter(bytes);
    yield bytes.subarray(0, end);
    bytes = Buffer.concat([bytes.subarray(end), chunk]);
  }
  yield bytes;
}

/** How many bytes at the end are one character of several bytes, or a part of one. */
function lastCharacter(bytes: Buffer): number {
  for (let length = 1; length <= 4; length++) {
    const byte = bytes.at(-length) ?? 0;
    if (byte >= 0xc0) return length;
    if (byte < 0x80) return 0;
  }
  return 0;
}

function linesBeforeBad(bytes: Buffer): number {
  let lines = 0;
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    if (!isUtf8(bytes.subarray(start, end))) break;
    start = end + 1;
    lines += 1;
  }
  return lines;
}
