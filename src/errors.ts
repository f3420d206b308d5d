// The one table of errors: every code that a client can meet, its status and its title. docs/errors.md equals it.

/** Codes are stable within v1; a title is the same for every occurrence (RFC 9457). */
export const ERRORS = {
  'invalid-parameter': { status: 400, title: 'A parameter has a value that is not allowed' },
  'unknown-parameter': { status: 400, title: 'A parameter is not known here' },
  'repeated-parameter': { status: 400, title: 'A parameter is given more than once' },
  'invalid-cursor': { status: 400, title: 'The cursor does not fit this request' },
  'malformed-url': { status: 400, title: 'The URL is not well-formed' },
  'malformed-request': { status: 400, title: 'The request is not well-formed' },
  'body-not-allowed': { status: 400, title: 'This request takes no body' },
  'invalid-query': { status: 400, title: 'The GraphQL query is not valid' },
  'query-too-deep': { status: 400, title: 'The GraphQL query is nested too deep' },
  'query-too-costly': { status: 400, title: 'The GraphQL query asks for too much at once' },
  'token-in-url': { status: 400, title: 'A token does not belong in the URL' },
  'token-missing': { status: 401, title: 'A token is needed' },
  'token-malformed': { status: 401, title: 'The token does not have the form of a token' },
  'token-unknown': { status: 401, title: 'The token is not known' },
  'token-expired': { status: 401, title: 'The token has expired' },
  'token-revoked': { status: 401, title: 'The token was revoked' },
  'account-disabled': { status: 401, title: 'The account of the token is disabled' },
  'sign-in-needed': { status: 401, title: 'Somebody must sign in first' },
  'form-refused': { status: 403, title: 'The form did not come from a page of this server' },
  'administrators-only': { status: 403, title: 'This is for administrators' },
  'collection-not-allowed': { status: 403, title: 'The token may not read this collection' },
  'field-not-allowed': { status: 403, title: 'The token may not filter or sort by this field' },
  'not-found': { status: 404, title: 'There is nothing at this path' },
  'record-not-found': { status: 404, title: 'There is no record with this id' },
  'method-not-allowed': { status: 405, title: 'The method is not offered here' },
  'not-acceptable': { status: 406, title: 'None of the accepted formats is offered here' },
  'request-timeout': { status: 408, title: 'The request did not arrive in time' },
  'cursor-too-old': { status: 410, title: 'The cursor is too old to tell every change since' },
  'precondition-failed': { status: 412, title: 'The answer is not the one that is wanted' },
  'body-too-large': { status: 413, title: 'The request body is too large' },
  'url-too-long': { status: 414, title: 'The URL is too long' },
  'unsupported-media-type': { status: 415, title: 'The request body is of a type that is not read here' },
  'host-not-served': { status: 421, title: 'This server does not answer for this host' },
  'headers-too-large': { status: 431, title: 'The request head is too large' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong on the server' },
  'store-unavailable': { status: 503, title: 'The database does not answer' },
  'owner-needed': { status: 503, title: 'The host must say whose records to serve' },
  'too-many-exports': { status: 503, title: 'Too many exports are under way' },
  'query-timeout': { status: 503, title: 'The database took too long to answer' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly title: string }>>;

export type ErrorCode = keyof typeof ERRORS;

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
