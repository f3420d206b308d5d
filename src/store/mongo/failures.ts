// Turns what the driver throws into the port's errors.

import {
  MongoClientClosedError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerError,
  MongoSystemError,
  MongoTopologyClosedError,
} from 'mongodb';
import { StoreTimeout, StoreUnavailable } from '../port.js';

/** MaxTimeMSExpired, ExceededTimeLimit. */
const TIMED_OUT: ReadonlySet<unknown> = new Set([50, 262]);
/**
 * Host not found or not reached, not primary or shutting down, and no right to read: whoever runs the server has to act.
 * Source: MongoDB's error_codes.yml (categories NetworkError, NotPrimaryError, ShutdownError; Unauthorized, AuthenticationFailed).
 */
const UNAVAILABLE: ReadonlySet<unknown> = new Set([
  6, 7, 13, 18, 89, 91, 133, 189, 9001, 10058, 10107, 11600, 11602, 13435, 13436,
]);

/** No server found (MongoSystemError), a connection lost, silent or not to be had, a client closed in the meantime. */
const CONNECTION_ERRORS = [
  MongoSystemError,
  MongoNetworkError,
  MongoOperationTimeoutError,
  MongoNotConnectedError,
  MongoTopologyClosedError,
  MongoClientClosedError,
];

/** Another owner's record has the id: the unique index on `_id` says so. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === 11000;

/**
 * Does what it is told and turns the driver's errors into StoreTimeout and StoreUnavailable. Their messages name the server,
 * which the driver knows without its password; errors of ours and errors in a command pass as they are.
 */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translated(error);
  }
}

function translated(error: unknown): unknown {
  if (error instanceof MongoServerError) {
    // The driver passes off a lost connection during a bulk write as an answer of the server, with the real error inside.
    const inner: unknown = error.errorResponse;
    if (inner instanceof Error) return translated(inner);
    if (TIMED_OUT.has(error.code)) return new StoreTimeout('the query ran into its time limit');
    return UNAVAILABLE.has(error.code) ? unavailable(error) : error;
  }
  // The driver does not export the class of this one.
  const isQueue = error instanceof Error && error.name === 'MongoWaitQueueTimeoutError';
  return isQueue || CONNECTION_ERRORS.some((type) => error instanceof type)
    ? unavailable(error as Error)
    : error;
}

const unavailable = (error: Error): StoreUnavailable =>
  new StoreUnavailable(`MongoDB does not answer: ${error.name}: ${error.message}`);
