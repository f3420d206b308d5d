// Which format a request is answered in: the one that its URL names, else the one that it accepts most.

import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../errors.js';
import type { Resource } from '../../model/model.js';
import { chooseContent } from '../accept.js';
import type { Format } from './format.js';
import { FORMATS } from './formats.js';

/** The formats that records of a collection can be written in; the first is what a client gets that names none. */
export const formatsOf = (resource: Resource): Format[] =>
  FORMATS.filter((format) => format.offers(resource));

/** The format of an answer; `named` is that of the URL, if it names one. Throws `not-acceptable`. */
export function chooseFormat(req: IncomingMessage, resource: Resource, named: Format | null): Format {
  if (named) {
    if (named.offers(resource)) return named;
    throw notAcceptable(resource, 'format', `${resource.name} cannot be written as ${named.name}`);
  }
  const { accept } = req.headers;
  const [first] = FORMATS;
  if (first && (accept === undefined || accept === '*/*' || accept === first.mediaType)) return first;
  const offered = formatsOf(resource);
  const accepted = chooseContent(
    req,
    offered.map(({ contentType }) => contentType),
  );
  const format = offered.find(({ contentType }) => contentType === accepted);
  if (!format) throw notAcceptable(resource, 'Accept', 'it accepts none of the formats');
  return format;
}

function notAcceptable(resource: Resource, parameter: 'format' | 'Accept', detail: string): ApiError {
  const offered = formatsOf(resource);
  const allowed = offered.map((format) => (parameter === 'format' ? format.name : format.mediaType));
  return new ApiError('not-acceptable', `The formats of ${resource.name} are ${allowed.join(', ')}.`, {
    errors: [{ parameter, detail, allowed }],
  });
}
