// Refuses what is no GraphQL request over HTTP, in the words of this API, before Apollo reads it.

import accepts from 'accepts';
import type { Request } from 'express';
import { ApiError } from '../errors.js';
import { readPairs } from '../read-pairs.js';

const JSON_TYPE = 'application/json';

/** What is answered; as Apollo names it. */
const ANSWERED = [JSON_TYPE, 'application/graphql-response+json'].map((type) => `${type}; charset=utf-8`);

/** Headers that no page of another site can send unasked, as `Content-Type: application/json` is one; Apollo's clients send them. */
const PREFLIGHTED = ['apollo-require-preflight', 'x-apollo-operation-name'];

type Parts = Readonly<Record<string, unknown>>;

/**
 * Throws `unsupported-media-type`, `not-acceptable`, `repeated-parameter`, `malformed-url`, and `invalid-query` where there is not
 * one query, or one of its companions has another type than it must.
 */
export function checkRequest(req: Request): void {
  checkContentType(req);
  if (!accepts(req).type(ANSWERED)) {
    const allowed = ANSWERED.map((type) => type.replace(/;.*/, ''));
    throw new ApiError('not-acceptable', `The formats of GraphQL are ${allowed.join(' and ')}.`, {
      errors: [{ parameter: 'Accept', detail: 'it accepts none of the formats', allowed }],
    });
  }
  const { query, variables, operationName, extensions } =
    req.method === 'GET' ? readUrl(req.url) : readBody(req);
  if (!isMissing(variables) && !isObject(variables))
    throw wrong('variables', 'it is no JSON object', 'a JSON object');
  if (!isMissing(extensions) && !isObject(extensions))
    throw wrong('extensions', 'it is no JSON object', 'a JSON object');
  if (!isMissing(operationName) && typeof operationName !== 'string')
    throw wrong('operationName', 'it is no text', 'the name of an operation in `query`');
  // Apollo's clients ask whether a query is known by its hash, and go by how Apollo says that none is.
  if (isObject(extensions) && 'persistedQuery' in extensions) return;
  const document = 'a GraphQL document as text, such as { catches { items { id } } }';
  if (isMissing(query) || query === '') throw wrong('query', 'it is missing', document);
  if (typeof query !== 'string') throw wrong('query', 'it is no text', document);
}

function checkContentType({ method, headers }: Request): void {
  const given = headers['content-type'];
  if (given?.replace(/;.*/s, '').trim().toLowerCase() === JSON_TYPE) return;
  if (method === 'GET' && PREFLIGHTED.some((name) => headers[name])) return;
  const why = method === 'GET' ? ', also by GET: no page of another site can do that unasked' : '';
  throw new ApiError('unsupported-media-type', `Send Content-Type: ${JSON_TYPE}${why}.`, {
    errors: [
      {
        parameter: 'Content-Type',
        detail: given === undefined ? 'it is missing' : 'it is not JSON',
        allowed: [JSON_TYPE],
      },
    ],
  });
}

/** What the URL says; `variables` and `extensions` are JSON there. */
function readUrl(url: string): Parts {
  const [, search = ''] = /\?(.*)$/s.exec(url) ?? [];
  const pairs = [...readPairs(search)];
  return Object.fromEntries(
    pairs.map(([name, text]) => [name, name === 'variables' || name === 'extensions' ? parse(text) : text]),
  );
}

/** What the body says, which Express has read; an empty one says nothing. */
function readBody({ body }: Request): Parts {
  if (Array.isArray(body))
    throw wrong('body', 'it is a list', 'one JSON object; queries are not sent in batches');
  return body ?? {};
}

/** The object of a JSON text; the text itself where it is none. */
function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : text;
  } catch {
    return text;
  }
}

const isMissing = (value: unknown): boolean => value === undefined || value === null;
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function wrong(parameter: string, detail: string, allowed: string): ApiError {
  return new ApiError('invalid-query', `${parameter}: ${detail}`, {
    errors: [{ parameter, detail, allowed }],
  });
}
