// The one table of errors: every code that a client can meet, what it means, when it comes and what to do about it.
// docs/errors.md and the page /errors show it.

interface ErrorInfo {
  /** The HTTP status. */
  readonly status: number;
  /** The same for every occurrence (RFC 9457). */
  readonly title: string;
  /** When it comes; code in backticks. */
  readonly when: string;
  /** What a client can do about it; code in backticks. */
  readonly advice: string;
}

/** Codes are stable within v1. */
export const ERRORS = {
  'invalid-parameter': {
    status: 400,
    title: 'A parameter has a value that is not allowed',
    when: 'The value is of the wrong type, out of range, or names a field that is not there',
    advice: 'See `errors[].allowed`',
  },
  'unknown-parameter': {
    status: 400,
    title: 'A parameter is not known here',
    when: 'No parameter has this name, or the field has no such operator',
    advice: 'See `errors[].allowed`; the names are those of `/api/openapi`',
  },
  'repeated-parameter': {
    status: 400,
    title: 'A parameter is given more than once',
    when: 'It comes twice, as in `species=Pike&species=Perch`',
    advice: 'Give it once, with commas: `species=Pike,Perch`',
  },
  'invalid-cursor': {
    status: 400,
    title: 'The cursor does not fit this request',
    when: 'It is damaged, of another collection, sort or filter, or its record of a long text has changed',
    advice: 'Start again without `cursor`, and follow `Link` as it is',
  },
  'malformed-url': {
    status: 400,
    title: 'The URL is not well-formed',
    when: 'Percent-encoding that is not UTF-8, or a fragment',
    advice: "Encode names and values with your language's URL functions",
  },
  'malformed-request': {
    status: 400,
    title: 'The request is not well-formed',
    when: 'The request is not HTTP/1.1, has no usable `Host`, or has a body that is no JSON object',
    advice: 'Let an HTTP library write the request',
  },
  'body-not-allowed': {
    status: 400,
    title: 'This request takes no body',
    when: 'A GET with a body',
    advice: 'Say what is wanted in the URL',
  },
  'invalid-query': {
    status: 400,
    title: 'The GraphQL query is not valid',
    when: 'There is none, or it does not parse, or asks for what the schema does not have; or `variables` is no object',
    advice: 'Check it against the schema at `/graphql`',
  },
  'query-too-long': {
    status: 400,
    title: 'The GraphQL query is too long',
    when: 'More names, values and marks than `GRAPHQL_MAX_TOKENS`',
    advice: 'Ask in several queries',
  },
  'query-too-deep': {
    status: 400,
    title: 'The GraphQL query is nested too deep',
    when: 'More levels than `GRAPHQL_MAX_DEPTH`',
    advice: 'Ask in several queries',
  },
  'query-too-costly': {
    status: 400,
    title: 'The GraphQL query asks for too much at once',
    when: 'A cost above `GRAPHQL_MAX_COST`',
    advice: 'Ask for fewer records (`first`) or fields at a time',
  },
  'token-in-url': {
    status: 400,
    title: 'A token does not belong in the URL',
    when: 'The query string has a parameter such as `token`, or a token anywhere',
    advice: 'Send it as `Authorization: Bearer …`, and revoke one that was sent in a URL',
  },
  'token-missing': {
    status: 401,
    title: 'A token is needed',
    when: 'In multi-user mode: no `Authorization` header, or one of another scheme',
    advice: 'Send `Authorization: Bearer` and a token',
  },
  'token-malformed': {
    status: 401,
    title: 'The token does not have the form of a token',
    when: 'The header is not `Bearer` and one token, or the token has a typo',
    advice: 'Copy the token again, whole: `creel_` and 36 letters and digits',
  },
  'token-unknown': {
    status: 401,
    title: 'The token is not known',
    when: 'The token has the right form, but was not made here, or was rotated twice',
    advice: 'Look whether it is for this server; make another',
  },
  'token-expired': {
    status: 401,
    title: 'The token has expired',
    when: 'Its date has passed, or it was rotated and its grace is over',
    advice: 'Use its new secret, or make another token',
  },
  'token-revoked': {
    status: 401,
    title: 'The token was revoked',
    when: 'Somebody revoked it',
    advice: 'Make another token',
  },
  'account-disabled': {
    status: 401,
    title: 'The account of the token is disabled',
    when: 'An administrator disabled the account of the token',
    advice: 'Ask the host',
  },
  'sign-in-needed': {
    status: 401,
    title: 'Somebody must sign in first',
    when: 'A page or download of the administration panel without a session',
    advice: 'Sign in at `/admin`',
  },
  'form-refused': {
    status: 403,
    title: 'The form did not come from a page of this server',
    when: 'A form that another site sent, or one whose page is too old',
    advice: 'Reload the page and send the form again',
  },
  'administrators-only': {
    status: 403,
    title: 'This is for administrators',
    when: 'A page for administrators, asked for by somebody who is none',
    advice: 'Ask an administrator',
  },
  'collection-not-allowed': {
    status: 403,
    title: 'The token may not read this collection',
    when: 'The token is limited to other collections, which `detail` names; `expand` and links count too',
    advice: 'Ask for what it may read, or use another token',
  },
  'field-not-allowed': {
    status: 403,
    title: 'The token may not filter or sort by this field',
    when: 'The token may not read exact coordinates, so it may not filter or sort by them either',
    advice: 'Filter by other fields, or use another token',
  },
  'not-found': {
    status: 404,
    title: 'There is nothing at this path',
    when: "The path is none of this server's",
    advice: 'See `/api/openapi`',
  },
  'record-not-found': {
    status: 404,
    title: 'There is no record with this id',
    when: 'No record of this collection that you may read has the id',
    advice: 'Take ids from lists and links',
  },
  'method-not-allowed': {
    status: 405,
    title: 'The method is not offered here',
    when: 'A method that `Allow` does not name',
    advice: 'Use one that it names; nothing can be written',
  },
  'not-acceptable': {
    status: 406,
    title: 'None of the accepted formats is offered here',
    when: '`Accept` takes none of the formats',
    advice: 'See `errors[].allowed`, or leave `Accept` out',
  },
  'request-timeout': {
    status: 408,
    title: 'The request did not arrive in time',
    when: 'It took longer than `REQUEST_TIMEOUT_MS`',
    advice: 'Send it again on a new connection',
  },
  'cursor-too-old': {
    status: 410,
    title: 'The cursor is too old to tell every change since',
    when: 'The log of changes does not reach back to the cursor, or is not the one of the cursor any more',
    advice: 'Ask without `since`, and replace the copy',
  },
  'precondition-failed': {
    status: 412,
    title: 'The answer is not the one that is wanted',
    when: '`If-Match` names other answers than this one; a list that is streamed has no `ETag`',
    advice: 'Ask without `If-Match`',
  },
  'body-too-large': {
    status: 413,
    title: 'The request body is too large',
    when: 'A GraphQL request above `BODY_MAX_BYTES`',
    advice: 'Send a shorter query',
  },
  'url-too-long': {
    status: 414,
    title: 'The URL is too long',
    when: 'Longer than `URL_MAX_LENGTH`',
    advice: 'Ask with fewer filter values at a time',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The content type is not one that is read here',
    when: 'A GraphQL request that does not say that it is JSON, or a body in a charset or encoding that is not read',
    advice: 'Send `Content-Type: application/json`, also by GET',
  },
  'host-not-served': {
    status: 421,
    title: 'This server does not answer for this host',
    when: '`Host` is neither local nor that of `PUBLIC_URL`',
    advice: "Use the server's own name; the host sets `PUBLIC_URL`",
  },
  'headers-too-large': {
    status: 431,
    title: 'The request head is too large',
    when: 'URL and headers together above `HEADERS_MAX_BYTES`',
    advice: 'Send fewer or shorter headers',
  },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    when: 'More requests than `REQUESTS_PER_MINUTE` of one token, or more with bad tokens than `FAILURES_PER_MINUTE` from one address',
    advice: 'Wait for `Retry-After` seconds; watch `RateLimit`',
  },
  internal: {
    status: 500,
    title: 'Something went wrong on the server',
    when: 'A mistake of the server, or of its database',
    advice: 'Tell the host the `requestId`',
  },
  'store-unavailable': {
    status: 503,
    title: 'The database does not answer',
    when: 'It cannot be reached',
    advice: 'Try again after `Retry-After` seconds',
  },
  'owner-needed': {
    status: 503,
    title: 'The host must say whose records to serve',
    when: 'In open mode: the embedded store holds records of several owners',
    advice: 'The host sets `OWNER_ID`',
  },
  'too-many-exports': {
    status: 503,
    title: 'Too many exports are under way',
    when: 'Four exports are being sent',
    advice: 'Wait for one of them to end: try again after `Retry-After` seconds',
  },
  'query-timeout': {
    status: 503,
    title: 'The database took too long to answer',
    when: 'A query took longer than `QUERY_TIMEOUT_MS`',
    advice: 'Ask for less, or try again after `Retry-After` seconds',
  },
} as const satisfies Readonly<Record<string, ErrorInfo>>;

export type ErrorCode = keyof typeof ERRORS;
