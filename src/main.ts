// Starts the server: configuration → store → app → listen, and closes it again without losing an answer.

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
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
  await checkOwner(config, store);
  const listener = await createApp({ config, logger, model, store, authenticate: openMode(config) });
  const server = createServer(
    {
      maxHeaderSize: config.HEADERS_MAX_BYTES,
      requestTimeout: config.REQUEST_TIMEOUT_MS,
      headersTimeout: config.REQUEST_TIMEOUT_MS,
      requireHostHeader: false,
    },
    listener,
  );
  server.setTimeout(config.STALL_TIMEOUT_MS);
  answerBrokenRequests(server, logger);
  server.listen(config.PORT, config.HOST);
  await once(server, 'listening');
  return { url: urlOf(server, config), store, close: () => close(server, store, config) };
}

/** In the embedded store two owners can have the same id, so open mode needs to know whose records to serve. */
async function checkOwner(config: Config, store: Store): Promise<void> {
  if (config.DATABASE_URL || config.OWNER_ID || (await store.owners()).length < 2) return;
  throw new ConfigError(
    'OWNER_ID is not set: the store holds records of several owners; set it to one of their ids',
  );
}

/** What node:http could not read as a request. The codes are those of its parser. */
const BROKEN: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

function answerBrokenRequests(server: Server, logger: Logger): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const requestId = randomUUID();
    const code = BROKEN[error.code ?? ''] ?? 'malformed-request';
    logger.info({ requestId, code }, 'a request could not be read');
    sendRawProblem(socket, new ApiError(code, 'The request could not be read as HTTP/1.1.'), requestId);
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
  const timer = setTimeout(() => server.closeAllConnections(), config.SHUTDOWN_TIMEOUT_MS);
  await closed;
  clearTimeout(timer);
  await store.close();
}
