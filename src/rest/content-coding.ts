// Content codings: how an answer is compressed on its way, as the client accepts it.

import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import accepts from 'accepts';

export type Coding = 'gzip' | 'br';

/** Shorter bodies fit into a packet or two as they are. */
const LEAST_BYTES = 1024;

/** The coding of an answer of so many bytes (null: not known, as it is streamed); null for none. */
export function chooseCoding(req: IncomingMessage, bytes: number | null): Coding | null {
  if (req.headers['accept-encoding'] === undefined) return null;
  const accepted = accepts(req);
  if (bytes !== null && bytes < LEAST_BYTES && accepted.encoding(['identity'])) return null;
  const coding = accepted.encoding(['gzip', 'br', 'identity']);
  return coding === 'gzip' || coding === 'br' ? coding : null;
}

/** Brotli's default is for files that are made once; this quality compresses better than gzip at about its cost. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 4 };

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** A body compressed at once, off the event loop. */
export function compress(coding: Coding, body: Uint8Array): Promise<Uint8Array> {
  return coding === 'br' ? brotliAsync(body, { params: BROTLI }) : gzipAsync(body);
}

/** A stream that passes on each piece as soon as it is compressed, so that a client sees records when they are read. */
export function createCompressor(coding: Coding): Transform {
  return coding === 'br'
    ? createBrotliCompress({ params: BROTLI, flush: constants.BROTLI_OPERATION_FLUSH })
    : createGzip({ flush: constants.Z_SYNC_FLUSH });
}
