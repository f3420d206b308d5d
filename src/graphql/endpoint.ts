// The GraphQL endpoint: Apollo Server over the same schema, the same scoping and the same errors as REST.

import { ApolloServer, type ApolloServerOptions, type ApolloServerPlugin } from '@apollo/server';
import { unwrapResolverError } from '@apollo/server/errors';
import { expressMiddleware } from '@as-integrations/express5';
import type { RequestHandler } from 'express';
import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import type { Config } from '../config.js';
import { ApiError, type ErrorCode } from '../errors.js';
import type { Logger } from '../log.js';
import { toApiError } from '../masking.js';
import { type Context, createContext } from '../resolvers/context.js';
import type { BindRecords } from './context-builder.js';
import { limitsPlugin } from './limits.js';

export interface GraphQLDependencies {
  readonly config: Config;
  readonly logger: Logger;
  readonly schema: GraphQLSchema;
  readonly bindRecords: BindRecords;
  /** What a browser is shown at the endpoint. */
  readonly landingPage: string;
}

/** The endpoint as handlers of Express, to be mounted behind `express.json()`. */
export async function createGraphQLEndpoint(dependencies: GraphQLDependencies): Promise<RequestHandler[]> {
  const { config, logger, schema, bindRecords, landingPage } = dependencies;
  const landing: ApolloServerPlugin<Context> = {
    serverWillStart: async () => ({ renderLandingPage: async () => ({ html: landingPage }) }),
  };
  const options: ApolloServerOptions<Context> = {
    schema,
    introspection: config.GRAPHQL_INTROSPECTION,
    parseOptions: { maxTokens: config.GRAPHQL_MAX_TOKENS },
    // Nothing but what a request itself says is run: no persisted queries, no batches.
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    status400ForVariableCoercionErrors: true,
    logger: { debug() {}, info() {}, warn: (text) => logger.warn(text), error: (text) => logger.error(text) },
    plugins: [landing, limitsPlugin(schema, config)],
    formatError: (formatted, error) => formatError(formatted, error, logger),
  };
  const server = new ApolloServer<Context>(options);
  await server.start();
  // The records are bound before Apollo is reached, so that a request that may read nothing is refused as in REST.
  const bind: RequestHandler = async (req, res, next) => {
    res.locals.records = await bindRecords(req);
    next();
  };
  const answer = expressMiddleware(server, { context: async ({ res }) => createContext(res.locals.records) });
  return [bind, answer];
}

/** Codes of Apollo for what a client did wrong before any resolver ran. */
const CLIENT_ERRORS: ReadonlySet<unknown> = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
]);

/** An error as GraphQL tells it: a message and, in its extensions, the code of the one table of errors. */
function formatError(
  formatted: GraphQLFormattedError,
  thrown: unknown,
  logger: Logger,
): GraphQLFormattedError {
  const { message, locations, path } = formatted;
  const place = { ...(locations ? { locations } : {}), ...(path ? { path } : {}) };
  const original = unwrapResolverError(thrown);
  const known = original instanceof GraphQLError ? original.originalError : original;
  if (!(known instanceof ApiError) && CLIENT_ERRORS.has(formatted.extensions?.code)) {
    const code: ErrorCode = 'invalid-query';
    return { message, ...place, extensions: { code } };
  }
  const { detail, code, options } = toApiError(known ?? thrown, logger);
  return {
    message: detail,
    ...place,
    extensions: { code, ...(options.errors ? { errors: options.errors } : {}) },
  };
}
