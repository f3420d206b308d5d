// Sofa: maps REST paths to the operations of GraphQL's Query. No other file knows it.

import type { DocumentNode, GraphQLSchema } from 'graphql';
import { createSofa, createSofaRouter } from 'sofa-api';
import type { Model, Resource } from '../model/model.js';

/** Where the REST API is mounted. */
export const BASE_PATH = '/api/v1';

/** What a path stands for: a list, or the record with an id. */
export interface Route {
  readonly resource: Resource;
  /** The id that the path names, percent-decoded; null for a list. */
  readonly id: string | null;
  /** Sofa's operation, always the same object for one route. */
  readonly document: DocumentNode;
}

/** What Sofa's OpenAPI document gives: paths, operation ids and path parameters, to be completed. */
export interface SofaOpenApi {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly operationId: string } }>>;
}

export interface SofaMapping {
  /**
   * Finds the route of a path and answers it by `answer`; false where there is none. Always asked with GET, so that the
   * webhooks that Sofa registers for POST and DELETE cannot be reached.
   */
  route(path: string, answer: (route: Route) => Promise<void>): Promise<boolean>;
  readonly openApi: SofaOpenApi;
}

/** One request on its way through Sofa, which copies the context: what must come back lies in one nested object. */
interface Exchange {
  readonly answer: (route: Route) => Promise<void>;
  answered: boolean;
  failure: unknown;
}

interface SofaContext {
  readonly exchange: Exchange;
}

/** Builds the mapping: every list at `/<collection>`, every record at `/<collection>/:id`. */
export function createMapping(schema: GraphQLSchema, model: Model): SofaMapping {
  const resourceOf = new Map(
    model.resources.flatMap((resource) => [
      [resource.name, resource],
      [resource.singular, resource],
    ]),
  );
  const sofa = createSofa({
    schema,
    basePath: BASE_PATH,
    routes: Object.fromEntries(
      model.resources.map(({ singular, name }) => [`Query.${singular}`, { path: `/${name}/:id` }]),
    ),
    swaggerUI: { endpoint: false },
    openAPI: { endpoint: '/openapi.json' },
    execute: async ({ document, variableValues, contextValue }) => {
      const { exchange } = contextValue as SofaContext;
      const field = rootField(document);
      const resource = resourceOf.get(field);
      exchange.answered = true;
      if (resource)
        await exchange
          .answer({ resource, id: (variableValues?.id as string | undefined) ?? null, document })
          .catch((error) => {
            exchange.failure = error;
          });
      return { data: { [field]: null } };
    },
  });
  // Sofa's own rules for these are defeated by `catch` and by page types (its operations would nest for ever).
  sofa.models = model.resources.map((resource) => resource.typeName);
  const router = createSofaRouter(sofa);
  return {
    openApi: router.openAPIDocument as unknown as SofaOpenApi,
    async route(path, answer) {
      const exchange: Exchange = { answer, answered: false, failure: undefined };
      await router.fetch(`http://creel${path}`, { method: 'GET' }, { exchange });
      if (exchange.failure !== undefined) throw exchange.failure;
      return exchange.answered;
    },
  };
}

function rootField(document: DocumentNode): string {
  const [operation] = document.definitions;
  const field = operation?.kind === 'OperationDefinition' ? operation.selectionSet.selections[0] : undefined;
  if (field?.kind !== 'Field') throw new Error('Sofa made an operation without a field');
  return field.name.value;
}
