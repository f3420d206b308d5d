// CORS: which other origins' pages may read the API in a browser (WHATWG Fetch, 3.2). Off unless the host names some.

import type { IncomingMessage, ServerResponse } from 'node:http';
import cors, { type CorsOptions } from 'cors';
import type { Config } from './config.js';

/** Adds what a browser asks for before it lets a page of another origin read an answer, or an error. */
export type AllowOrigins = (req: IncomingMessage, res: ServerResponse) => void;

/** Headers of answers that a page may read beside those that it always may. */
const EXPOSED = [
  ...['Link', 'X-Total-Count', 'ETag', 'X-Request-Id', 'Content-Disposition'],
  ...['WWW-Authenticate', 'RateLimit', 'RateLimit-Policy', 'Retry-After'],
];

/** The headers for the configured origins; nothing where there are none. */
export function createCors({ CORS_ORIGINS }: Pick<Config, 'CORS_ORIGINS'>): AllowOrigins {
  if (CORS_ORIGINS === undefined) return () => {};
  const options: CorsOptions = {
    origin: CORS_ORIGINS === '*' ? '*' : CORS_ORIGINS.split(',').map((origin) => origin.trim()),
    methods: ['GET', 'HEAD', 'OPTIONS'],
    allowedHeaders: ['Authorization', 'Accept', 'If-None-Match', 'X-Request-Id'],
    exposedHeaders: EXPOSED,
    maxAge: 600,
    // The answer itself stays the API's, also to OPTIONS.
    preflightContinue: true,
  };
  const handle = cors(options);
  return (req, res) => handle(req, res, () => {});
}
