// The OpenAPI document of the REST API: Sofa's paths, completed from the model, the dialect and the table of errors.

import type { Config } from '../config.js';
import type { Model, Resource } from '../model/model.js';
import { VERSION } from '../version.js';
import { CHANGES_PATH } from './changes.js';
import { EXPORT_PATH } from './export.js';
import { changeSchemas, describeChanges } from './openapi/changes.js';
import { sharedExamples } from './openapi/examples.js';
import { EXPORT_TAG, exportOperation } from './openapi/export.js';
import {
  describeParameters,
  ID_PARAMETER,
  IF_NONE_MATCH,
  type ParameterIndex,
} from './openapi/parameters.js';
import { problemResponses, sharedResponses } from './openapi/problems.js';
import { dataResponses, notModified, responseRef, sharedHeaders } from './openapi/responses.js';
import { geoJsonSchemas, type JsonObject, problemSchemas, recordSchemas } from './openapi/schemas.js';
import { BEARER_SCHEME } from './openapi/security.js';
import { describeApi, describeList, describeRecord } from './openapi/texts.js';
import { valueSchemas } from './openapi/values.js';
import { BASE_PATH, type SofaOpenApi } from './sofa.js';

export interface OpenApiOptions {
  /** Where clients reach this server; undefined: wherever they read the document. */
  readonly publicUrl?: string | undefined;
  /** Whether every operation asks for a token; without it, open. */
  readonly authMode?: AuthMode;
}

type AuthMode = Config['AUTH_MODE'];

/** The OpenAPI 3.1 document. Throws an Error where Sofa has a path that the model knows nothing of. */
export function createOpenApi(
  sofa: SofaOpenApi,
  model: Model,
  { publicUrl, authMode = 'open' }: OpenApiOptions = {},
): JsonObject {
  const parameters = describeParameters(model);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Creel API',
      summary: 'Read-only access to a fishing log',
      description: describeApi(authMode),
      version: VERSION,
      contact: { name: 'Whoever hosts this server' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      ...(publicUrl ? [{ url: publicUrl.replace(/\/+$/, ''), description: 'The public address' }] : []),
      { url: '/', description: 'The server that this document comes from' },
    ],
    // Open mode asks nobody who they are.
    security: authMode === 'open' ? [] : [{ bearer: [] }],
    tags: [
      ...model.resources.map(({ name, description }) => ({ name, description })),
      { name: 'changes', description: 'What has changed, to keep a copy in step' },
      EXPORT_TAG,
    ],
    paths: {
      ...describePaths(sofa, model, parameters, authMode),
      [CHANGES_PATH]: { get: describeChanges(model, authMode) },
      [EXPORT_PATH]: { get: exportOperation(authMode) },
    },
    components: {
      schemas: {
        ...recordSchemas(model),
        ...geoJsonSchemas(),
        ...problemSchemas(),
        ...changeSchemas(model),
        ...valueSchemas(model),
      },
      parameters: parameters.shared,
      headers: sharedHeaders(authMode),
      examples: sharedExamples(model),
      responses: {
        ...dataResponses(model, authMode),
        NotModified: notModified(authMode),
        ...sharedResponses(authMode),
      },
      ...(authMode === 'open' ? {} : { securitySchemes: { bearer: BEARER_SCHEME } }),
    },
  };
}

/** Sofa's paths in the order of the model, each list before its record. */
function describePaths(
  sofa: SofaOpenApi,
  model: Model,
  parameters: ParameterIndex,
  authMode: AuthMode,
): JsonObject {
  const order = model.resources.flatMap(({ name }) => [`/${name}`, `/${name}/{id}`]);
  const paths = Object.keys(sofa.paths).sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return Object.fromEntries(
    paths.map((path) => {
      const resource = model.byName.get(path.split('/')[1] ?? '');
      if (!resource || !order.includes(path))
        throw new Error(`Sofa has a path ${path} that is not described`);
      const describe = path.endsWith('}') ? describeGet : describeGetList;
      return [`${BASE_PATH}${path}`, { get: describe(resource, parameters, authMode) }];
    }),
  );
}

function describeGetList(resource: Resource, parameters: ParameterIndex, authMode: AuthMode): JsonObject {
  const { name, typeName } = resource;
  return {
    operationId: `list${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    tags: [name],
    summary: `List ${name}`,
    description: describeList(resource),
    parameters: [...parameters.of(resource, 'list'), IF_NONE_MATCH],
    responses: {
      200: responseRef(`${typeName}List`),
      304: responseRef('NotModified'),
      ...problemResponses('list', authMode),
    },
  };
}

function describeGet(resource: Resource, parameters: ParameterIndex, authMode: AuthMode): JsonObject {
  const { name, typeName, singular } = resource;
  return {
    operationId: `get${typeName}`,
    tags: [name],
    summary: `Get one ${singular}`,
    description: describeRecord(resource),
    parameters: [ID_PARAMETER, ...parameters.of(resource, 'record'), IF_NONE_MATCH],
    responses: {
      200: responseRef(`${typeName}Record`),
      304: responseRef('NotModified'),
      ...problemResponses('record', authMode),
    },
  };
}
