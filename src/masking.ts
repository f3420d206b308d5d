// Turns whatever was thrown into an error that may be told: what was not thrown on purpose is masked, and logged.

import { GraphQLError } from 'graphql';
import { ApiError } from './errors.js';
import type { Logger } from './log.js';
import { invalidCursor } from './resolvers/cursor.js';
import {
  CursorTooOld,
  InvalidPosition,
  SeveralOwners,
  StoreTimeout,
  StoreUnavailable,
  TooManySnapshots,
} from './store/port.js';

/** How soon a client may try again when the store failed, in seconds. */
const RETRY_AFTER = { headers: { 'Retry-After': '5' } };

/** The error to tell the client. What it does not tell goes to the log, in whole. */
export function toApiError(thrown: unknown, log: Logger): ApiError {
  const error = thrown instanceof GraphQLError ? (thrown.originalError ?? thrown) : thrown;
  if (error instanceof ApiError) return error;
  if (error instanceof TooManySnapshots)
    return new ApiError('too-many-exports', 'Other exports are under way. Try again later.', RETRY_AFTER);
  if (error instanceof InvalidPosition) return invalidCursor('it is damaged');
  if (error instanceof CursorTooOld)
    return new ApiError(
      'cursor-too-old',
      'Not every change since this cursor is known. Start again without it, with a new copy.',
    );
  if (error instanceof SeveralOwners)
    return new ApiError(
      'owner-needed',
      'The store holds records of several owners: the host must set OWNER_ID.',
      RETRY_AFTER,
    );
  log.error({ err: error }, 'a request failed');
  if (error instanceof StoreUnavailable)
    return new ApiError('store-unavailable', 'The database does not answer. Try again later.', RETRY_AFTER);
  if (error instanceof StoreTimeout)
    return new ApiError(
      'query-timeout',
      'The query took too long. Ask for less, or try again later.',
      RETRY_AFTER,
    );
  return new ApiError('internal', 'The server could not answer. Its log says why, under the request id.');
}
