// What an operation answers where nothing goes wrong, and the headers of all answers.

import type { Config } from '../../config.js';
import { PAGE_MAX } from '../../model/limits.js';
import type { Model, Resource } from '../../model/model.js';
import { formatsOf } from '../formats/choose.js';
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
    '"kx2Z0m0Yb3Xk1c9q5p0J7l2Vw5E"',
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

/** References to headers, for a response. */
export const headerRefs = (...names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers of every answer with data that is whole. */
export const dataHeaders = (authMode: Config['AUTH_MODE']): string[] => [
  ...['X-Request-Id', 'Cache-Control', 'Vary', 'ETag'],
  ...(authMode === 'open' ? [] : ['RateLimit', 'RateLimit-Policy']),
];

/** The answer of a list. */
export function listAnswer(model: Model, resource: Resource, authMode: Config['AUTH_MODE']): JsonObject {
  return {
    description: `The ${resource.name} that match: all of them, or with \`limit\` a page of at most ${PAGE_MAX}`,
    headers: headerRefs(...dataHeaders(authMode), 'Link', 'X-Total-Count', 'Content-Disposition'),
    content: {
      'application/json': {
        schema: { type: 'array', items: schemaRef(resource.typeName) },
        examples: examples(model, resource, (record) => [record]),
      },
      ...otherFormats(resource, 'FeatureCollection'),
    },
  };
}

/** The answer of a by-id path. */
export function recordAnswer(model: Model, resource: Resource, authMode: Config['AUTH_MODE']): JsonObject {
  return {
    description: `The ${resource.singular}`,
    headers: headerRefs(...dataHeaders(authMode), 'Content-Disposition'),
    content: {
      'application/json': {
        schema: schemaRef(resource.typeName),
        examples: examples(model, resource, (record) => record),
      },
      ...otherFormats(resource, 'Feature'),
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
function otherFormats(resource: Resource, geoJson: string): JsonObject {
  const formats = formatsOf(resource).filter(({ name }) => name !== 'json');
  return Object.fromEntries(
    formats.map(({ name, mediaType, description }) => [
      mediaType,
      { schema: name === 'geojson' ? schemaRef(geoJson) : { type: 'string', description } },
    ]),
  );
}

function examples(model: Model, resource: Resource, wrap: (record: JsonObject) => unknown): JsonObject {
  const plain = { summary: 'As it is kept', value: wrap(exampleRecord(model, resource, false)) };
  if (resource.links.length === 0) return { plain };
  const names = resource.links.map(({ name }) => name).join(',');
  return {
    plain,
    expanded: { summary: `With expand=${names}`, value: wrap(exampleRecord(model, resource, true)) },
  };
}
