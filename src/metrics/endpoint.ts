// Answers /metrics: on a port of its own, or on the main one to whoever has its token.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { refusal } from '../auth/api-tokens.js';
import { hashSecret, sameHash } from '../auth/token-format.js';
import type { Config } from '../config.js';
import { ApiError } from '../errors.js';
import { createHostCheck } from '../host.js';
import type { Logger } from '../log.js';
import { toApiError } from '../masking.js';
import type { Metrics } from '../metrics.js';
import { sendProblem } from '../problem.js';

/** Answers with the metrics, or throws the ApiError of a request without the token that is asked for. */
export type MetricsHandler = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/** The handler of `/metrics`. It asks for `METRICS_TOKEN` where that is set, on either port. */
export function createMetricsHandler(
  metrics: Metrics,
  { METRICS_TOKEN }: Pick<Config, 'METRICS_TOKEN'>,
): MetricsHandler {
  const wanted = METRICS_TOKEN === undefined ? null : hashSecret(METRICS_TOKEN);
  return async (req, res) => {
    if (wanted !== null) checkToken(req, wanted);
    const { text, contentType } = await metrics.print();
    res.writeHead(200, {
      'Content-Type': contentType,
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'no-store',
    });
    res.end(req.method === 'HEAD' ? undefined : text);
  };
}

/** Hashes are compared, so that the time tells nothing of the token, nor of its length. */
function checkToken({ headers: { authorization } }: IncomingMessage, wanted: string): void {
  if (authorization === undefined)
    throw refusal('token-missing', 'Send Authorization: Bearer and the token of METRICS_TOKEN.');
  const given = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (given === undefined)
    throw refusal('token-malformed', 'The Authorization header is not Bearer and one token.');
  if (!sameHash(hashSecret(given), wanted))
    throw refusal('token-unknown', 'This is not the token of METRICS_TOKEN.');
}

/** The listener of the port that has nothing but `/metrics`. */
export function createMetricsListener(metrics: Metrics, config: Config, logger: Logger): RequestListener {
  const answer = createMetricsHandler(metrics, config);
  const checkHost = createHostCheck({ HOST: config.METRICS_HOST, PUBLIC_URL: undefined });
  const route = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    checkHost(req);
    if ((req.url ?? '').split('?', 1)[0] !== '/metrics')
      throw new ApiError('not-found', 'There is nothing at this path but /metrics.');
    if (req.method !== 'GET' && req.method !== 'HEAD')
      throw new ApiError('method-not-allowed', `${req.method} is not offered here.`, {
        headers: { Allow: 'GET, HEAD' },
      });
    await answer(req, res);
  };
  return (req, res) => {
    const requestId = randomUUID();
    res.setHeader('X-Request-Id', requestId);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    route(req, res).catch((error) =>
      sendProblem(res, toApiError(error, logger.child({ requestId })), requestId),
    );
  };
}
