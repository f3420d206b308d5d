// Writes an answer with data: whole, with a validator of its content, or piece by piece as fast as the client reads.

import { hash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import fresh from 'fresh';
import { ApiError } from '../errors.js';
import { resetConnection } from '../reset-connection.js';
import { chooseCoding, compress, createCompressor } from './content-coding.js';

/** Headers of every answer with data: it belongs to one viewer, and may be kept only if it is asked for again. */
const HEADERS = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Accept, Accept-Encoding' };

/** What the text of an answer is called: its `Content-Type`, the next page, the file's name. */
export type AnswerHeaders = OutgoingHttpHeaders & { readonly 'Content-Type': string };

/**
 * Answers with a text. Its strong validator (RFC 9110, 8.8.3) comes from the text and the headers that tell of it, and
 * differs for each content coding; a client that has it already is answered 304. HEAD has the same headers and no body.
 * Throws `precondition-failed`.
 */
export async function sendWhole(res: ServerResponse, text: string, headers: AnswerHeaders): Promise<void> {
  const { req } = res;
  const identity = Buffer.from(text);
  const coding = chooseCoding(req, identity.length);
  const about = [headers['Content-Type'], headers.Link, headers['X-Total-Count']];
  const digest = hash('sha1', about.join('\n') + text, 'base64url');
  const etag = coding === null ? `"${digest}"` : `"${digest}-${coding}"`;
  checkIfMatch(req, etag);
  const all = addHeaders(res, { ...headers, ETag: etag });
  if (fresh(req.headers, { etag })) {
    const { 'Content-Type': _type, 'Content-Disposition': _disposition, ...kept } = all;
    res.writeHead(304, kept);
    res.end();
    return;
  }
  const body = coding === null ? identity : await compress(coding, identity);
  res.writeHead(200, { ...all, ...contentCoding(coding), 'Content-Length': body.length });
  res.end(req.method === 'HEAD' ? undefined : body);
}

/**
 * Answers with pieces of a text, each asked for when the client has read those before. A failure on the way cuts the
 * answer off, so that a client never takes a part for the whole; it rejects then, and also when the client goes away.
 * What is `compressed` already is sent as it is.
 */
export async function sendStream(
  res: ServerResponse,
  pieces: AsyncIterable<string | Uint8Array>,
  headers: AnswerHeaders,
  { compressed = false } = {},
): Promise<void> {
  checkIfMatch(res.req, null);
  const coding = compressed ? null : chooseCoding(res.req, null);
  res.writeHead(200, { ...addHeaders(res, headers), ...contentCoding(coding) });
  if (res.req.method === 'HEAD') {
    res.end();
    return;
  }
  const cutOff = () => {
    // A later version tells by itself that the last chunk is missing, and its client may read what came before.
    if (res.req.httpVersion === '1.0') resetConnection(res.socket);
  };
  const source = Readable.from(inTurns(pieces, cutOff), { objectMode: false });
  if (coding === null) await pipeline(source, res);
  else await pipeline(source, createCompressor(coding), res);
}

/** RFC 9110, 13.1.1. What is streamed has no validator, so it matches none. Throws `precondition-failed`. */
function checkIfMatch({ headers }: IncomingMessage, etag: string | null): void {
  const wanted = headers['if-match']?.split(',').map((tag) => tag.trim());
  if (wanted?.every((tag) => tag !== '*' && tag !== etag))
    throw new ApiError('precondition-failed', 'The answer has none of the validators of If-Match.');
}

/** The same pieces with a turn of the event loop after each, so that other requests get through meanwhile. */
async function* inTurns(
  pieces: AsyncIterable<string | Uint8Array>,
  onFailure: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of pieces) {
      if (piece.length === 0) continue;
      yield typeof piece === 'string' ? Buffer.from(piece) : piece;
      await setImmediate();
    }
  } catch (error) {
    onFailure();
    throw error;
  }
}

const contentCoding = (coding: string | null): OutgoingHttpHeaders =>
  coding === null ? {} : { 'Content-Encoding': coding };

/** The headers of an answer; what was said to vary by before (CORS) stays. */
function addHeaders(res: ServerResponse, headers: AnswerHeaders): OutgoingHttpHeaders {
  const all = { ...HEADERS, ...headers };
  const before = res.getHeader('Vary');
  return before ? { ...all, Vary: `${all.Vary}, ${before}` } : all;
}
