// What Express's parts throw, as problems in our words.

import type { ErrorRequestHandler } from 'express';
import { ApiError } from './errors.js';
import type { Logger } from './log.js';
import { toApiError } from './masking.js';
import { sendProblem } from './problem.js';

/** The last handler of an Express application. */
export function answerExpressError(logger: Logger): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    const requestId = String(res.getHeader('X-Request-Id'));
    sendProblem(res, fromExpress(error) ?? toApiError(error, logger.child({ requestId })), requestId);
  };
}

/** What Express's body reader and router refuse; null for anything else. */
function fromExpress(error: { status?: number; type?: string }): ApiError | null {
  if (error instanceof ApiError) return null;
  if (error.status === 413) return new ApiError('body-too-large', 'The request body is too large.');
  if (error.status === 415)
    return new ApiError('unsupported-media-type', 'The charset or encoding is not supported.');
  if (error.type === 'entity.parse.failed')
    return new ApiError('malformed-request', 'The body is no JSON object in UTF-8.');
  if (error.status === 400)
    return new ApiError('malformed-request', 'The URL or the body is not well-formed.');
  return null;
}
