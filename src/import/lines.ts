// Reads files piece by piece and line by line, without waiting and without holding more than a line.

import { readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

const CHUNK_BYTES = 65_536;

/** The content of an open file in pieces, each good until the next: from a position on, or from where it was read to. */
export function* chunksOf(file: number, start: number | null = null): Generator<Buffer> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let position = start;
  for (;;) {
    const read = readSync(file, chunk, 0, CHUNK_BYTES, position);
    if (read === 0) return;
    if (position !== null) position += read;
    yield chunk.subarray(0, read);
  }
}

/** Bytes as the UTF-8 text that they are known to be. */
export function* decodeUtf8(chunks: Iterable<Buffer>): Generator<string> {
  const decoder = new StringDecoder('utf8');
  for (const chunk of chunks) yield decoder.write(chunk);
  yield decoder.end();
}

/** The lines of a text, without their line feeds. Throws what `tooLong` makes of the line that has more than `most` characters. */
export function* linesIn(
  pieces: Iterable<string>,
  most = Number.POSITIVE_INFINITY,
  tooLong: (line: number) => Error = () => new Error('the line is too long'),
): Generator<string> {
  let rest = '';
  let before = 0;
  for (const piece of pieces) {
    rest += piece;
    // To look through a long line for each of its pieces would take the square of its length.
    if (piece.includes('\n')) {
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      before += lines.length;
      yield* lines;
    }
    if (rest.length > most) throw tooLong(before + 1);
  }
  if (rest !== '') yield rest;
}
