// What every request of the REST API is held to before anything is read: its URL, its method, and that it has no body.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../errors.js';

/** Answers a request, or throws: an ApiError for what the client did, anything else for what went wrong here. */
export type RestHandler = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/** A request's URL without its origin: the path as it was sent, and what is behind the `?`. */
export interface Target {
  readonly path: string;
  readonly search: string;
}

const ALLOW = 'GET, HEAD, OPTIONS';

/** Splits a URL. Throws `malformed-url` for a path that is not what it seems to be. */
export function readTarget(url: string): Target {
  const question = url.indexOf('?');
  const path = question < 0 ? url : url.slice(0, question);
  if (url.includes('#') || !isDecodable(path))
    throw new ApiError('malformed-url', 'The path is not percent-encoded UTF-8, or has a fragment.');
  if (REWRITTEN.test(path))
    throw new ApiError('malformed-url', 'The path has a backslash or a segment of dots; say where it leads.');
  return { path, search: question < 0 ? '' : url.slice(question + 1) };
}

/** What a URL parser would quietly turn into another path: `/catches/../lures`, `/catches\\1`. */
const REWRITTEN = /\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Answers OPTIONS and is true then; throws for every method but GET and HEAD, and for a body. */
export function isOptions(req: IncomingMessage, res: ServerResponse): boolean {
  const { method, headers } = req;
  if (method === 'OPTIONS') {
    res.writeHead(204, { Allow: ALLOW });
    res.end();
    return true;
  }
  if (method !== 'GET' && method !== 'HEAD')
    throw new ApiError('method-not-allowed', `${method} is not offered here; this API only reads.`, {
      headers: { Allow: ALLOW },
    });
  if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
    throw new ApiError('body-not-allowed', 'What is wanted is said in the URL; send no body.');
  return false;
}
