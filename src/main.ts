// Starts the server: configuration → store → app → listen, and closes it again without losing an answer.

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.js';
import { openMode } from './auth/viewer.js';
import { type Config, ConfigError } from './config.js';
import { ApiError, type ErrorCode } from './errors.js';
import type { Logger } from './log.js';
import { readModel } from './model/read-schema.js';
import { sendRawProblem } from './problem.js';
import { openStore } from './store/open.js';
import type { Store } from './store/port.js';

export interface RunningServer {
  /** Where it listens, as a URL without a path. */
  readonly url: string;
  /** What it reads from. */
  readonly store: Store;
  /** Ends it: no new requests, answers under way are finished (for SHUTDOWN_TIMEOUT_MS at most), the store is closed. */
  close(): Promise<void>;
}

/** Serves until it is closed. Throws ConfigError for a configuration that does not fit the store. */
export async function serve(config: Config, logger: Logger): Promise<RunningServer> {
  const model = readModel();
  const store = await openStore(config, model, (odd) =>
    logger.warn(odd, 'a value is not of its type; answered as null'),
  );
  try {
    await checkOwner(config, store);
    const listener = await createApp({ config, logger, model, store, authenticate: openMode(config) });
    const server = createHttpServer(config, logger, listener);
    server.listen(config.PORT, config.HOST);
    await once(server, 'listening');
    return { url: urlOf(server, config), store, close: () => close(server, store, config) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** A server that is not listening yet, with the limits of the configuration. What is no HTTP is answered with a problem too. */
export function createHttpServer(config: Config, logger: Logger, listener: RequestListener): Server {
  const server = createServer(
    {
      maxHeaderSize: config.HEADERS_MAX_BYTES,
      requestTimeout: config.REQUEST_TIMEOUT_MS,
      headersTimeout: config.REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: Math.min(config.REQUEST_TIMEOUT_MS, 30_000),
      requireHostHeader: false,
    },
    listener,
  );
  server.setTimeout(config.STALL_TIMEOUT_MS);
  // An expectation that is not known may be ignored (RFC 9110, 10.1.1); node would answer it with an empty 417.
  server.on('checkExpectation', listener);
  answerBrokenRequests(server, logger);
  return server;
}

/** In the embedded store two owners can have the same id, so open mode needs to know whose records to serve. */
async function checkOwner(config: Config, store: Store): Promise<void> {
  if (config.DATABASE_URL || config.OWNER_ID || (await store.owners()).length < 2) return;
  throw new ConfigError(
    'OWNER_ID is not set: the store holds records of several owners; set it to one of their ids',
  );
}

/** What node:http could not read as a request. The names are those of its parser. */
const BROKEN: Readonly<Record<string, { readonly code: ErrorCode; readonly detail: string }>> = {
  HPE_HEADER_OVERFLOW: {
    code: 'headers-too-large',
    detail: 'The headers are larger than this server reads.',
  },
  HPE_INVALID_URL: {
    code: 'malformed-url',
    detail: 'The URL holds a character that must be percent-encoded, such as %C3%A9 for é.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request-timeout', detail: 'The request took too long to arrive.' },
};

const UNREADABLE = {
  code: 'malformed-request',
  detail: 'The request could not be read as HTTP/1.1.',
} as const;

function answerBrokenRequests(server: Server, logger: Logger): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const requestId = randomUUID();
    const { code, detail } = BROKEN[error.code ?? ''] ?? UNREADABLE;
    logger.info({ requestId, code }, 'a request could not be read');
    sendRawProblem(socket, new ApiError(code, detail), requestId);
  });
  server.on('connect', (_req, socket) => {
    const headers = { Allow: 'GET, HEAD, POST, OPTIONS' };
    const refusal = new ApiError('method-not-allowed', 'CONNECT is not offered here.', { headers });
    sendRawProblem(socket, refusal, randomUUID());
  });
}

function urlOf(server: Server, config: Config): string {
  const { port } = server.address() as AddressInfo;
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  return `http://${host}:${port}`;
}

async function close(server: Server, store: Store, config: Config): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  // A connection whose answer has ended since is idle too, but kept open for the next request.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const timer = setTimeout(() => server.closeAllConnections(), config.SHUTDOWN_TIMEOUT_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(timer);
  await store.close();
}
