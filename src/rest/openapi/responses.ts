// What an operation answers where nothing goes wrong, and the headers of all answers.

import type { Config } from '../../config.js';
import { PAGE_MAX } from '../../model/limits.js';
import type { Model, Resource } from '../../model/model.js';
import { formatExamples, otherFormats, PLAIN } from './examples.js';
import { exampleRecord, type JsonObject, schemaRef } from './schemas.js';

const text = (description: string, example: string): JsonObject => ({
  description,
  schema: { type: 'string' },
  example,
});
const whole = (description: string, example: number): JsonObject => ({
  description,
  schema: { type: 'integer', minimum: 0 },
  example,
});

/** The validator of all examples. */
export const EXAMPLE_ETAG = '"kx2Z0m0Yb3Xk1c9q5p0J7l2Vw5E"';

/** The request id of all examples. */
export const EXAMPLE_REQUEST_ID = '7b0f5c1e-3f0c-4f43-9d0a-0c7f9d9f4f11';

/** The headers that a client can go by. */
export const sharedHeaders = (authMode: Config['AUTH_MODE']): JsonObject =>
  authMode === 'open' ? HEADERS : { ...HEADERS, ...TOKEN_HEADERS };

const HEADERS: JsonObject = {
  'X-Request-Id': text('The id of this request, which the log names', EXAMPLE_REQUEST_ID),
  Link: text(
    'The next page, `rel="next"` (RFC 8288); absent on the last page and on complete lists',
    '</api/v1/catches?limit=50&cursor=WzEsIn>; rel="next"',
  ),
  'X-Total-Count': whole('How many records match on all pages; only with `count=true`', 312),
  'Cache-Control': text('Whether and how an answer may be kept', 'private, no-cache'),
  Vary: text('The request headers that the answer depends on', 'Authorization, Accept, Accept-Encoding'),
  ETag: text(
    'A strong validator of the answer, for `If-None-Match`; absent where a complete list is streamed',
    EXAMPLE_ETAG,
  ),
  'Content-Disposition': text(
    'The name of the file, for formats that are one',
    'attachment; filename="catches.csv"',
  ),
  Allow: text('The methods that are offered', 'GET, HEAD, OPTIONS'),
  'Retry-After': whole('After how many seconds it may work', 5),
};

/** Only where there are tokens. */
const TOKEN_HEADERS: JsonObject = {
  'WWW-Authenticate': text(
    'What is wrong with the token (RFC 6750): no `error` where none was sent',
    'Bearer realm="creel", error="invalid_token", error_description="The token has expired."',
  ),
  RateLimit: text(
    'How many requests are left to the token, and in how many seconds they are all there again; absent where it was not accepted',
    '"token";r=598;t=42',
  ),
  'RateLimit-Policy': text('How many requests a token has in how many seconds', '"token";q=600;w=60'),
};

/** A reference to a response. */
export const responseRef = (name: string): JsonObject => ({ $ref: `#/components/responses/${name}` });

/** References to headers, for a response. */
export const headerRefs = (...names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers of every answer with data that is whole. */
export const dataHeaders = (authMode: Config['AUTH_MODE']): string[] => [
  ...['X-Request-Id', 'Cache-Control', 'Vary', 'ETag'],
  ...(authMode === 'open' ? [] : ['RateLimit', 'RateLimit-Policy']),
];

/** The answers of the paths of records, by name: `CatchList`, and `CatchRecord` of one. */
export function dataResponses(model: Model, authMode: Config['AUTH_MODE']): JsonObject {
  return Object.fromEntries(
    model.resources.flatMap((resource) => [
      [`${resource.typeName}List`, listAnswer(model, resource, authMode)],
      [`${resource.typeName}Record`, recordAnswer(model, resource, authMode)],
    ]),
  );
}

function listAnswer(model: Model, resource: Resource, authMode: Config['AUTH_MODE']): JsonObject {
  return {
    description: `The ${resource.name} that match: all of them, or with \`limit\` a page of at most ${PAGE_MAX}`,
    headers: headerRefs(...dataHeaders(authMode), 'Link', 'X-Total-Count', 'Content-Disposition'),
    content: {
      'application/json': {
        schema: { type: 'array', items: schemaRef(resource.typeName) },
        examples: { plain: { summary: PLAIN, value: [exampleRecord(model, resource, false)] } },
      },
      ...contentOfFormats(model, resource, 'list'),
    },
  };
}

function recordAnswer(model: Model, resource: Resource, authMode: Config['AUTH_MODE']): JsonObject {
  return {
    description: `The ${resource.singular}`,
    headers: headerRefs(...dataHeaders(authMode), 'Content-Disposition'),
    content: {
      'application/json': {
        schema: schemaRef(resource.typeName),
        examples: recordExamples(model, resource),
      },
      ...contentOfFormats(model, resource, 'record'),
    },
  };
}

/** The answer to a client that has the answer already. */
export const notModified = (authMode: Config['AUTH_MODE']): JsonObject => ({
  description:
    'The answer is still the one with the `ETag` that `If-None-Match` names; nothing is sent again',
  headers: headerRefs(...dataHeaders(authMode)),
});

/** The formats beside JSON: GeoJSON by its schema, the others as the text that they are. */
function contentOfFormats(model: Model, resource: Resource, kind: 'list' | 'record'): JsonObject {
  const geoJson = schemaRef(kind === 'list' ? 'FeatureCollection' : 'Feature');
  return Object.fromEntries(
    otherFormats(resource).map((format) => [
      format.mediaType,
      {
        schema: format.name === 'geojson' ? geoJson : { type: 'string', description: format.description },
        examples: formatExamples(model, resource, format, kind),
      },
    ]),
  );
}

function recordExamples(model: Model, resource: Resource): JsonObject {
  const plain = { summary: PLAIN, value: exampleRecord(model, resource, false) };
  if (resource.links.length === 0) return { plain };
  const names = resource.links.map(({ name }) => name).join(',');
  const expanded = { summary: `With expand=${names}`, value: exampleRecord(model, resource, true) };
  return { plain, expanded };
}
