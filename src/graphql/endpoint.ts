// The GraphQL endpoint: Apollo Server over the same schema, the same scoping and the same errors as REST.

import { ApolloServer, type ApolloServerOptions, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerValidationErrorCode, unwrapResolverError } from '@apollo/server/errors';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { expressMiddleware } from '@as-integrations/express5';
import accepts from 'accepts';
import type { RequestHandler } from 'express';
import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import type { Config } from '../config.js';
import type { ApiError, ErrorCode } from '../errors.js';
import type { Logger } from '../log.js';
import { toApiError } from '../masking.js';
import { type Context, createContext } from '../resolvers/context.js';
import { checkRequest } from './check-request.js';
import type { BindRecords } from './context-builder.js';
import { limitsPlugin, onlyQueries } from './limits.js';

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
  // What was thrown is turned once into what may be told, by the log of its request.
  const tellable = new WeakMap<object, ApiError>();
  const told = (thrown: object, log: Logger): ApiError => {
    const error = tellable.get(thrown) ?? toApiError(thrown, log);
    tellable.set(thrown, error);
    return error;
  };
  const failures: ApolloServerPlugin<RequestContext> = {
    requestDidStart: async () => ({
      async didEncounterErrors({ errors, contextValue: { log } }) {
        for (const error of errors) if (!isClientError(error)) told(causeOf(error), log);
      },
      /** Where nothing could be answered because of a failure here, the status says so too. */
      async willSendResponse({ errors, response }) {
        if (response.body.kind !== 'single' || response.body.singleResult.data) return;
        const failure = errors
          ?.map((error) => tellable.get(causeOf(error)))
          .find((one) => one && one.status >= 500);
        if (!failure) return;
        response.http.status = failure.status;
        for (const [name, value] of Object.entries(failure.options.headers ?? {}))
          response.http.headers.set(name, value);
      },
    }),
  };
  const options: ApolloServerOptions<RequestContext> = {
    schema,
    introspection: config.GRAPHQL_INTROSPECTION,
    validationRules: [onlyQueries],
    parseOptions: { maxTokens: config.GRAPHQL_MAX_TOKENS },
    // Nothing but what a request itself says is run: no persisted queries, no batches.
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    logger: { debug() {}, info() {}, warn: (text) => logger.warn(text), error: (text) => logger.error(text) },
    plugins: [ApolloServerPluginLandingPageDisabled(), limitsPlugin(schema, config), failures],
    formatError: (formatted, error) => formatError(formatted, error, (known) => told(known, logger)),
  };
  const server = new ApolloServer<RequestContext>(options);
  await server.start();
  // The page holds no data, so it needs no token; what is said in a URL is looked at as always.
  const showPage: RequestHandler = async (req, res, next) => {
    if (req.method !== 'GET' || accepts(req).type(['json', 'html']) !== 'html') return next();
    if (req.url.includes('?')) await bindRecords(req, res);
    res.vary('Accept').type('html').send(landingPage);
  };
  // The records are bound before Apollo is reached, so that a request that may read nothing is refused as in REST.
  const bind: RequestHandler = async (req, res, next) => {
    res.locals.records = await bindRecords(req, res);
    checkRequest(req);
    // Apollo asks for the property, which Express has only where a body was read.
    if (!('body' in req)) Object.assign(req, { body: undefined });
    next();
  };
  const answer = expressMiddleware(server, {
    context: async ({ res }) => ({
      ...createContext(res.locals.records),
      log: logger.child({ requestId: res.getHeader('X-Request-Id') }),
    }),
  });
  return [showPage, bind, answer];
}

/** The context of the resolvers, and the log of the request. */
interface RequestContext extends Context {
  readonly log: Logger;
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

/** Whether GraphQL itself refused what the client sent; a resolver's error is none of these, whatever it says of itself. */
const isClientError = (thrown: unknown): boolean =>
  causeOf(thrown) instanceof GraphQLError &&
  thrown instanceof GraphQLError &&
  CLIENT_ERRORS.has(thrown.extensions.code);

/** What was thrown first, without the GraphQLErrors that were put around it. */
function causeOf(thrown: unknown): object {
  const original = unwrapResolverError(thrown);
  const cause = original instanceof GraphQLError ? (original.originalError ?? original) : original;
  return typeof cause === 'object' && cause !== null ? cause : new Error(String(cause));
}

/** What a client did wrong: in the words of GraphQL, but for what only Apollo and the parser say otherwise. */
function refusalOf({ message, extensions }: GraphQLFormattedError): {
  readonly code: ErrorCode;
  readonly detail: string;
} {
  const [, tokens] = /contains more that (\d+) tokens/.exec(message) ?? [];
  if (tokens)
    return { code: 'query-too-long', detail: `The query has more than ${tokens} names, values and marks.` };
  if (extensions?.validationErrorCode === ApolloServerValidationErrorCode.INTROSPECTION_DISABLED)
    return { code: 'invalid-query', detail: 'Introspection is switched off on this server.' };
  return { code: 'invalid-query', detail: message };
}

/** An error as GraphQL tells it: a message and, in its extensions, the code of the one table of errors. */
function formatError(
  formatted: GraphQLFormattedError,
  thrown: unknown,
  tell: (cause: object) => ApiError,
): GraphQLFormattedError {
  const { locations, path } = formatted;
  const place = { ...(locations ? { locations } : {}), ...(path ? { path } : {}) };
  if (isClientError(thrown)) {
    const refusal = refusalOf(formatted);
    return { message: refusal.detail, ...place, extensions: { code: refusal.code } };
  }
  const { detail, code, options } = tell(causeOf(thrown));
  return {
    message: detail,
    ...place,
    extensions: { code, ...(options.errors ? { errors: options.errors } : {}) },
  };
}
