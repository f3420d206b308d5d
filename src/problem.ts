// Writes an error as problem+json (RFC 9457).

import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RequestHandler } from 'express';
import { ApiError, toProblem } from './errors.js';

/** Answers with a problem. Where an answer is already under way it is cut off, so that the client sees that it is not whole. */
export function sendProblem(res: ServerResponse, error: ApiError, requestId: string): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const body = JSON.stringify(toProblem(error, requestId));
  for (const name of res.getHeaderNames()) if (KEPT.has(name) === false) res.removeHeader(name);
  res.writeHead(error.status, {
    ...error.options.headers,
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  });
  res.end(res.req.method === 'HEAD' ? undefined : body);
}

/** Headers that stay when an answer turns into a problem. */
const KEPT: ReadonlySet<string> = new Set([
  'x-request-id',
  'x-content-type-options',
  'content-security-policy',
  'vary',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'ratelimit',
  'ratelimit-policy',
]);

/** A handler for the methods that a path does not offer; `allow` is the header that says which it does. */
export function notOffered(allow: string): RequestHandler {
  return (req) => {
    throw new ApiError('method-not-allowed', `${req.method} is not offered here.`, {
      headers: { Allow: allow },
    });
  };
}

/** The same for a path that is only read. */
export const onlyGet = notOffered('GET, HEAD');

/** Answers with a problem where HTTP itself could not be read and there is no response object. */
export function sendRawProblem(socket: Duplex, error: ApiError, requestId: string): void {
  if (!socket.writable) return;
  const body = JSON.stringify(toProblem(error, requestId));
  const headers = Object.entries(error.options.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${headers.join('')}Content-Type: application/problem+json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
  );
}
