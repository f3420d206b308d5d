// What every request meets first: its id, its line in the log, the checks that hold for all paths, and which way it goes.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Config } from './config.js';
import type { AllowOrigins } from './cors.js';
import { ApiError } from './errors.js';
import { createHostCheck } from './host.js';
import { type Logger, withoutRedaction } from './log.js';
import { toApiError } from './masking.js';
import type { Metrics } from './metrics.js';
import { sendProblem } from './problem.js';
import { inRestWords } from './rest/handler.js';
import type { RestHandler } from './rest/request.js';
import { BASE_PATH } from './rest/sofa.js';
import { asksTheServer, toOriginForm } from './target.js';

export interface FrontDependencies {
  readonly config: Config;
  readonly logger: Logger;
  readonly metrics: Metrics | null;
  /** Adds the headers of CORS to answers under /api/v1, errors too. */
  readonly allowOrigins: AllowOrigins;
  /** Answers what is under /api/v1. */
  readonly rest: RestHandler;
  /** Answers everything else; it deals with its own errors. */
  readonly pages: RequestListener;
}

export function createFront({
  config,
  logger,
  metrics,
  allowOrigins,
  rest,
  pages,
}: FrontDependencies): RequestListener {
  const checkHost = createHostCheck(config);
  const requestLog = withoutRedaction(logger);

  const route = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const url = req.url ?? '';
    if (isRest(url)) allowOrigins(req, res);
    checkHost(req);
    if (url.length > config.URL_MAX_LENGTH)
      throw new ApiError('url-too-long', `A URL has at most ${config.URL_MAX_LENGTH} bytes.`);
    if (isRest(url)) await rest(req, res);
    else if (asksTheServer(req)) res.writeHead(204, { Allow: 'GET, HEAD, POST, OPTIONS' }).end();
    else pages(req, res);
  };

  return (req, res) => {
    toOriginForm(req);
    const requestId = readRequestId(req);
    res.setHeader('X-Request-Id', requestId);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    noteWhenDone(req, res, (path, ms) => {
      const entry = { requestId, method: req.method, path, status: res.statusCode, ms };
      requestLog.info({ ...entry, whole: res.writableFinished }, 'request');
      metrics?.countRequest(path, res.headersSent ? res.statusCode : null, ms);
    });
    route(req, res).catch((error) => {
      if (isGone(error)) return;
      const problem = toApiError(error, logger.child({ requestId }));
      if (!res.destroyed) sendProblem(res, inRestWords(problem), requestId);
    });
  };
}

const isRest = (url: string): boolean =>
  url.startsWith(BASE_PATH) && ['/', '?', undefined].includes(url[BASE_PATH.length]);

/** Whether a stream ended because the client went away: nothing failed here, and nobody is left to tell. */
const isGone = (error: { code?: string }): boolean => error?.code === 'ERR_STREAM_PREMATURE_CLOSE';

/** The client's own id for the request, where it is short and plain, else a new one. */
function readRequestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}

/** Tells the path, without the query string, and the milliseconds that a request took, once it is over. */
function noteWhenDone(
  req: IncomingMessage,
  res: ServerResponse,
  note: (path: string, ms: number) => void,
): void {
  const start = performance.now();
  const path = ((req.url ?? '').split('?', 1)[0] ?? '').slice(0, 200);
  res.once('close', () => note(path, Math.round((performance.now() - start) * 10) / 10));
}
