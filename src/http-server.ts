// The server of node:http: its limits, and problems also for what it cannot read as a request.

import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from './config.js';
import { ApiError, type ErrorCode } from './errors.js';
import type { Logger } from './log.js';
import { sendRawProblem } from './problem.js';
import { resetConnection } from './reset-connection.js';

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
  resetWhatIsCutOff(server);
  // An expectation that is not known may be ignored (RFC 9110, 10.1.1); node would answer it with an empty 417.
  server.on('checkExpectation', listener);
  answerBrokenRequests(server, logger);
  return server;
}

/** An answer that is left unread for too long, or that a stopping server gives up, must not look whole. */
function resetWhatIsCutOff(server: Server): void {
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (_req, res) => res.once('timeout', resetConnection));
  server.closeAllConnections = () => {
    for (const socket of connections) resetConnection(socket);
  };
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
    // The client went away, perhaps in the middle of an answer: there is nobody to tell.
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
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
