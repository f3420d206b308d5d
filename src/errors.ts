// The errors that are thrown on purpose, and the problems that tell of them.

import { ERRORS, type ErrorCode } from './error-codes.js';

export { ERRORS, type ErrorCode };

/** What is wrong with one parameter (or GraphQL argument), and what would be right. */
export interface ParameterError {
  readonly parameter: string;
  readonly detail: string;
  /** What is allowed: the values where they can be listed, else a sentence. */
  readonly allowed: readonly string[] | string;
}

/** An error that was thrown on purpose and may be told to the client. Everything else is masked as `internal`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly title: string;

  constructor(
    readonly code: ErrorCode,
    readonly detail: string,
    readonly options: {
      readonly errors?: readonly ParameterError[];
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(detail);
    this.status = ERRORS[code].status;
    this.title = ERRORS[code].title;
  }
}

/** A bad value of one parameter. */
export function invalidParameter(
  parameter: string,
  detail: string,
  allowed: ParameterError['allowed'],
): ApiError {
  return new ApiError('invalid-parameter', `${parameter}: ${detail}`, {
    errors: [{ parameter, detail, allowed }],
  });
}

/** A text as an error shows it: cut where it is long. */
export const quote = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** The body of a problem+json answer (RFC 9457). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly requestId: string;
  readonly errors?: readonly ParameterError[];
}

/** The problem that tells of an error; `type` is a relative reference to its part of the error documentation. */
export function toProblem(error: ApiError, requestId: string): Problem {
  const { code, status, title, detail, options } = error;
  const problem: Problem = { type: `/errors#${code}`, title, status, detail, code, requestId };
  return options.errors ? { ...problem, errors: options.errors } : problem;
}
