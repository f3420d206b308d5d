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
  /** The route of a path, which is percent-encoded UTF-8; null where there is none. */
  find(path: string): Route | null;
  readonly openApi: SofaOpenApi;
}

/** How Sofa writes the id in the paths of its OpenAPI document. */
const ID = '{id}';

/**
 * Builds the mapping: every list at `/<collection>`, every record at `/<collection>/:id`.
 *
 * Sofa makes the routes. Its router is asked once for the operation behind each of them, always with GET, so that the
 * webhooks that Sofa registers for POST and DELETE cannot be reached. Requests are matched here: the router would build a
 * Request and a Response for each and try one URLPattern after the other, which took a third of the time of a record.
 */
export async function createMapping(schema: GraphQLSchema, model: Model): Promise<SofaMapping> {
  const sofa = createSofa({
    schema,
    basePath: BASE_PATH,
    routes: Object.fromEntries(
      model.resources.map(({ singular, name }) => [`Query.${singular}`, { path: `/${name}/:id` }]),
    ),
    swaggerUI: { endpoint: false },
    openAPI: { endpoint: '/openapi.json' },
    execute: async ({ document, contextValue }) => {
      (contextValue as SofaContext).documents.push(document);
      return { data: {} };
    },
  });
  // Sofa's own rules for these are defeated by `catch` and by page types (its operations would nest for ever).
  sofa.models = model.resources.map((resource) => resource.typeName);
  const router = createSofaRouter(sofa);
  const openApi = router.openAPIDocument as unknown as SofaOpenApi;

  const lists = new Map<string, Route>();
  const records = new Map<string, Omit<Route, 'id'>>();
  for (const name of Object.keys(openApi.paths)) {
    const path = `${BASE_PATH}${name}`;
    const document = await askForDocument(router, path);
    const resource = resourceOf(model, document);
    if (path.endsWith(ID)) records.set(path.slice(0, -ID.length), { resource, document });
    else lists.set(path, { resource, id: null, document });
  }

  return {
    openApi,
    find(path) {
      const list = lists.get(path);
      if (list) return list;
      const idAt = path.lastIndexOf('/') + 1;
      const record = idAt < path.length && records.get(path.slice(0, idAt));
      return record ? { ...record, id: decodeURIComponent(path.slice(idAt)) } : null;
    },
  };
}

/** What Sofa hands to its operations. It copies the context itself, but nothing that lies in it. */
interface SofaContext {
  readonly documents: DocumentNode[];
}

/** The operation that Sofa's router runs for a path. */
async function askForDocument(
  router: ReturnType<typeof createSofaRouter>,
  path: string,
): Promise<DocumentNode> {
  const context: SofaContext = { documents: [] };
  await router.fetch(`http://creel${path}`, { method: 'GET' }, context);
  const [document] = context.documents;
  if (!document) throw new Error(`Sofa has no route for ${path}`);
  return document;
}

/** The resource that an operation reads, whole lists or one record. */
function resourceOf(model: Model, document: DocumentNode): Resource {
  const [operation] = document.definitions;
  const field = operation?.kind === 'OperationDefinition' ? operation.selectionSet.selections[0] : undefined;
  const name = field?.kind === 'Field' ? field.name.value : undefined;
  const resource = model.resources.find((found) => found.name === name || found.singular === name);
  if (!resource) throw new Error(`Sofa made an operation of no resource: ${name}`);
  return resource;
}
