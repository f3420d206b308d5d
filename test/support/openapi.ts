// Reads the OpenAPI document as a test needs it: its operations, and validators of what they answer.

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

// biome-ignore lint/suspicious/noExplicitAny: a test says itself what it expects of the document
export type Json = any;

/** What a reference leads to; anything else as it is. */
export function resolve(document: Json, part: Json): Json {
  if (typeof part?.$ref !== 'string') return part;
  const path: string[] = part.$ref.slice(2).split('/');
  return path.reduce((at, key) => at[key], document);
}

/** The query parameters of an operation. */
export const parametersOf = (document: Json, path: string): Json[] =>
  document.paths[path].get.parameters
    .map((parameter: Json) => resolve(document, parameter))
    .filter((parameter: Json) => parameter.in === 'query');

/** The example of a parameter; undefined where it has none. */
export const exampleOf = ({ example, schema }: Json): Json => example ?? schema.examples?.[0];

/** A parameter of a query string with a value, as OpenAPI has it written. */
export function writeParameter({ name, explode }: Json, value: Json): string {
  const text = explode === false && Array.isArray(value) ? value.join(',') : String(value);
  return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
}

/** Says what of a body is not as the response of an operation and a status has it; no property may be unknown. */
export type Validate = (path: string, status: number, mediaType: string, body: Json) => Json[];

/** Validates against the document, with every object closed that the document leaves open for later versions. */
export function createValidator(document: Json): Validate {
  const closed = structuredClone(document);
  for (const schema of Object.values<Json>(closed.components.schemas))
    if (schema.properties) schema.additionalProperties = false;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(closed, 'openapi');
  return (path, status, mediaType, body) => {
    const response = closed.paths[path].get.responses[status];
    if (!resolve(closed, response)?.content?.[mediaType])
      return [`${path} does not describe ${status} as ${mediaType}`];
    const pointer = response.$ref ?? `#/paths/${toPointer(path)}/get/responses/${status}`;
    const validate = ajv.getSchema(
      `openapi${pointer}/content/${toPointer(mediaType)}/schema`,
    ) as ValidateFunction;
    return validate(body) ? [] : (validate.errors ?? []);
  };
}

const toPointer = (key: string): string =>
  encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
