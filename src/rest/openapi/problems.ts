// What an operation answers where something goes wrong: every error of the table that can occur, with an example.

import { STATUS_CODES } from 'node:http';
import type { Config } from '../../config.js';
import { ApiError, ERRORS, type ErrorCode, type ParameterError, toProblem } from '../../errors.js';
import { PAGE_MAX } from '../../model/limits.js';
import { unknownParameter } from '../dialect/unknown-parameter.js';
import { EXAMPLE_REQUEST_ID, headerRefs, responseRef } from './responses.js';
import { type JsonObject, schemaRef } from './schemas.js';

type Kind = 'list' | 'record' | 'changes' | 'export';
type AuthMode = Config['AUTH_MODE'];
type Told = readonly [detail: string, error?: ParameterError | undefined];

/** As it is told of `colour`. */
function unknown(detail: string, allowed: readonly string[]): Told {
  const { detail: told, options } = unknownParameter('colour', detail, allowed);
  return [told, options.errors?.[0]];
}

const repeatedParameter = (parameter: string): Told => [
  `"${parameter}": it is given more than once`,
  {
    parameter,
    detail: 'it is given more than once',
    allowed: 'once; several values are separated by commas',
  },
];

/** The errors of every operation, each with an example of what is told. */
const COMMON: Partial<Readonly<Record<ErrorCode, Told>>> = {
  'invalid-parameter': [
    'limit: "0" is not allowed',
    { parameter: 'limit', detail: '"0" is not allowed', allowed: `a whole number from 1 to ${PAGE_MAX}` },
  ],
  'unknown-parameter': unknown('lures have no such parameter', ['fields', 'format', 'units', 'bom']),
  'repeated-parameter': repeatedParameter('fields'),
  'malformed-url': ['The query string is not percent-encoded UTF-8.'],
  'malformed-request': ['The Host header is missing or is no host.'],
  'body-not-allowed': ['What is wanted is said in the URL; send no body.'],
  'token-in-url': ['URLs are kept in logs and histories. Send the token in the Authorization header.'],
  'method-not-allowed': ['POST is not offered here; this API only reads.'],
  'not-acceptable': [
    'The formats of lures are application/json, application/x-ndjson, text/csv.',
    {
      parameter: 'Accept',
      detail: 'it accepts none of the formats',
      allowed: ['application/json', 'application/x-ndjson', 'text/csv'],
    },
  ],
  'precondition-failed': ['The answer has none of the validators of If-Match.'],
  'request-timeout': ['The request could not be read as HTTP/1.1.'],
  'url-too-long': ['A URL has at most 8192 bytes.'],
  'host-not-served': ['This server answers for localhost and for the host of PUBLIC_URL.'],
  'headers-too-large': ['The request could not be read as HTTP/1.1.'],
  internal: ['The server could not answer. Its log says why, under the request id.'],
  'store-unavailable': ['The database does not answer. Try again later.'],
  'query-timeout': ['The query took too long. Ask for less, or try again later.'],
};

/** The errors of every operation where it asks for no token. */
const NO_TOKENS: Partial<Readonly<Record<ErrorCode, Told>>> = {
  'owner-needed': ['The store holds records of several owners: the host must set OWNER_ID.'],
};

/** The errors of every operation where it asks for a token. */
const TOKENS: Partial<Readonly<Record<ErrorCode, Told>>> = {
  'token-missing': ['Send Authorization: Bearer and an API token.'],
  'token-malformed': ['It is not a token of Creel, or has a typo in it.'],
  'token-unknown': ['No such token was made here.'],
  'token-expired': ['The token has expired.'],
  'token-revoked': ['The token was revoked.'],
  'account-disabled': ['The account of this token is disabled.'],
  'collection-not-allowed': ['This token may not read catches; it may read lures.'],
  'too-many-requests': ['A token may ask 600 times a minute.'],
};

/** The errors that only one kind of operation has, or that it tells in other words. */
const OWN: Readonly<Record<Kind, Partial<Readonly<Record<ErrorCode, Told>>>>> = {
  list: {
    'invalid-cursor': ['The cursor cannot be used: it is damaged. Start again without it.'],
  },
  record: { 'record-not-found': ['No record of catches has this id.'] },
  export: {
    'unknown-parameter': unknown('an export takes no parameters', []),
    'repeated-parameter': repeatedParameter('colour'),
    'not-acceptable': [
      'An export is application/zip.',
      { parameter: 'Accept', detail: 'it does not accept a ZIP', allowed: ['application/zip'] },
    ],
    'too-many-exports': ['Other exports are under way. Try again later.'],
  },
  changes: {
    'invalid-parameter': [
      'collections: "fish" is no collection',
      { parameter: 'collections', detail: '"fish" is no collection', allowed: ['catches', 'lures'] },
    ],
    'unknown-parameter': unknown('changes have no such parameter', ['since', 'collections']),
    'repeated-parameter': repeatedParameter('collections'),
    'not-acceptable': [
      'The format of changes is application/x-ndjson.',
      {
        parameter: 'Accept',
        detail: 'it accepts none of the formats',
        allowed: ['application/x-ndjson'],
      },
    ],
    'invalid-cursor': [
      'The cursor cannot be used: it was made for other collections. Start again without it.',
    ],
    'cursor-too-old': [
      'Not every change since this cursor is known. Start again without it, with a new copy.',
    ],
  },
};

/** The same where it asks for a token. */
const OWN_TOKENS: Readonly<Record<Kind, Partial<Readonly<Record<ErrorCode, Told>>>>> = {
  list: {
    'field-not-allowed': ['This token may not filter or sort by lat: it may not read exact coordinates.'],
  },
  record: {},
  export: {},
  changes: {},
};

/** The errors of every operation that one kind has not: an export has no parameters, and leaves out what may not be read. */
const NEVER: Partial<Readonly<Record<Kind, readonly ErrorCode[]>>> = {
  export: ['invalid-parameter', 'collection-not-allowed'],
};

const SPECIAL_HEADERS: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  503: ['Retry-After'],
};

/** The responses of an operation for everything that can go wrong, by status. */
export function problemResponses(kind: Kind, authMode: AuthMode): JsonObject {
  return Object.fromEntries(
    statuses(kind, authMode).map((status) => [status, responseRef(responseName(kind, status, authMode))]),
  );
}

/** What problemResponses refers to. */
export function sharedResponses(authMode: AuthMode): JsonObject {
  const kinds: readonly Kind[] = ['list', 'record', 'changes', 'export'];
  return Object.fromEntries(
    kinds.flatMap((kind) =>
      statuses(kind, authMode).map((status) => [
        responseName(kind, status, authMode),
        problemResponse(told(kind, authMode, status)),
      ]),
    ),
  );
}

const statuses = (kind: Kind, authMode: AuthMode): number[] =>
  [...new Set(told(kind, authMode).map(([code]) => ERRORS[code].status))].sort();

/** The errors of every operation. */
const commonErrors = (authMode: AuthMode): Partial<Readonly<Record<ErrorCode, Told>>> => ({
  ...COMMON,
  ...(authMode === 'open' ? NO_TOKENS : TOKENS),
});

/** The errors of an operation, or those of them with a status. */
function told(kind: Kind, authMode: AuthMode, status?: number): [ErrorCode, Told][] {
  const tokens = authMode === 'open' ? {} : OWN_TOKENS[kind];
  const errors = { ...commonErrors(authMode), ...OWN[kind], ...tokens };
  const all = (Object.entries(errors) as [ErrorCode, Told][]).filter(
    ([code]) => !NEVER[kind]?.includes(code),
  );
  return status === undefined ? all : all.filter(([code]) => ERRORS[code].status === status);
}

/** `RequestTimeout` of 408; with the kind of operation before it where its errors are not those of every operation. */
function responseName(kind: Kind, status: number, authMode: AuthMode): string {
  const name = (STATUS_CODES[status] ?? '').replaceAll(/\W/g, '');
  const common = commonErrors(authMode);
  const codes = Object.keys(common).filter((code) => ERRORS[code as ErrorCode].status === status);
  const errors = told(kind, authMode, status);
  const isCommon = errors.length === codes.length && errors.every(([code, text]) => common[code] === text);
  return isCommon ? name : `${kind.charAt(0).toUpperCase()}${kind.slice(1)}${name}`;
}

function problemResponse(errors: readonly [ErrorCode, Told][]): JsonObject {
  const codes = errors.map(([code]) => code);
  const status = ERRORS[codes[0] as ErrorCode].status;
  const special = SPECIAL_HEADERS[status] ?? [];
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}`).join('; '),
    headers: headerRefs('X-Request-Id', ...special),
    content: {
      'application/problem+json': {
        schema: schemaRef('Problem'),
        examples: Object.fromEntries(
          errors.map(([code, [detail, error]]) => {
            const thrown = new ApiError(code, detail, error ? { errors: [error] } : {});
            return [code, { summary: ERRORS[code].title, value: toProblem(thrown, EXAMPLE_REQUEST_ID) }];
          }),
        ),
      },
    },
  };
}
