// The application: every route on one screen. It handles requests and never listens.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import express, { type ErrorRequestHandler } from 'express';
import helmet from 'helmet';
import { mountAdmin } from './admin/mount.js';
import type { Auth } from './auth/auth.js';
import type { Config } from './config.js';
import { ApiError } from './errors.js';
import { createBinding } from './graphql/context-builder.js';
import { createGraphQLEndpoint } from './graphql/endpoint.js';
import { Operations } from './graphql/operations.js';
import { createHostCheck } from './host.js';
import type { Logger } from './log.js';
import { toApiError } from './masking.js';
import { createMetricsHandler } from './metrics/endpoint.js';
import type { Metrics } from './metrics.js';
import { deriveSdl } from './model/derive-sdl.js';
import type { Model } from './model/model.js';
import { errorsPage, graphqlPage } from './pages.js';
import { notOffered, onlyGet, sendProblem } from './problem.js';
import { createSchema } from './resolvers/schema.js';
import { mountDocs } from './rest/docs.js';
import { createRestHandler, inRestWords } from './rest/handler.js';
import { createOpenApi } from './rest/openapi.js';
import { BASE_PATH, createMapping } from './rest/sofa.js';
import type { Store } from './store/port.js';

export interface AppDependencies {
  readonly config: Config;
  readonly logger: Logger;
  readonly model: Model;
  readonly store: Store;
  readonly auth: Auth;
  /** What counts requests; absent or null where nobody could read it. */
  readonly metrics?: Metrics | null;
}

/** The listener of a `node:http` server. REST goes its own short way; everything else is Express's. */
export async function createApp(dependencies: AppDependencies): Promise<RequestListener> {
  const { config, logger, model, store, auth, metrics = null } = dependencies;
  const schema = createSchema(model);
  const authenticate = metrics ? metrics.watchRefusals(auth.authenticate) : auth.authenticate;
  const bindRecords = createBinding(store, authenticate, auth.usage, metrics?.timeRecords);
  const mapping = createMapping(schema, model);
  const operations = new Operations(schema, config.COMPILED_OPERATIONS_MAX);
  const streamed = metrics && { onStreamed: metrics.countStreamed };
  const restParts = { config, model, mapping, operations, ...streamed };
  const rest = createRestHandler({ ...restParts, bindRecords });
  const landingPage = graphqlPage(deriveSdl(model));
  const graphql = await createGraphQLEndpoint({ config, logger, schema, bindRecords, landingPage });

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: PAGE_CSP },
      frameguard: { action: 'deny' },
      strictTransportSecurity: config.PUBLIC_URL?.startsWith('https:') ?? false,
    }),
  );
  app.use('/assets', express.static(ASSETS, { index: false }));
  app
    .route('/')
    .get((_req, res) => res.redirect('/api-docs'))
    .all(onlyGet);
  app
    .route('/health/live')
    .get((_req, res) => res.json({ status: 'ok' }))
    .all(onlyGet);
  app
    .route('/health/ready')
    .get((_req, res) => store.ping().then(() => res.json({ status: 'ok' })))
    .all(onlyGet);
  if (metrics && config.METRICS_TOKEN !== undefined)
    app.route('/metrics').get(createMetricsHandler(metrics, config)).all(onlyGet);
  app
    .route('/errors')
    .get((_req, res) => res.type('html').send(errorsPage()))
    .all(onlyGet);
  mountDocs(
    app,
    createOpenApi(mapping.openApi, model, { publicUrl: config.PUBLIC_URL, authMode: config.AUTH_MODE }),
  );
  app
    .route('/graphql')
    .head(notOffered('GET, POST'))
    .get(graphql)
    .post(express.json({ limit: config.BODY_MAX_BYTES }), graphql)
    .all(notOffered('GET, POST'));
  const bindOwnRecords = createBinding(store, auth.browsers.authenticate, auth.usage, metrics?.timeRecords);
  const answerOwnRecords = createRestHandler({ ...restParts, bindRecords: bindOwnRecords });
  mountAdmin(app, { config, logger, model, auth, bindOwnRecords, answerOwnRecords });
  app.use(() => {
    throw new ApiError('not-found', 'There is nothing at this path; /api/openapi lists what there is.');
  });
  app.use(answerError(logger));

  const checkHost = createHostCheck(config);
  return (req, res) => {
    const requestId = readRequestId(req);
    const log = logger.child({ requestId });
    noteWhenDone(req, res, log, metrics);
    res.setHeader('X-Request-Id', requestId);
    res.setHeader('X-Content-Type-Options', 'nosniff');
    try {
      checkHost(req);
      if ((req.url ?? '').length > config.URL_MAX_LENGTH)
        throw new ApiError('url-too-long', `A URL has at most ${config.URL_MAX_LENGTH} bytes.`);
      if (!isRest(req.url ?? '')) return app(req, res);
    } catch (error) {
      return sendProblem(res, toApiError(error, log), requestId);
    }
    rest(req, res).catch((error) => {
      if (isGone(error)) return;
      const problem = inRestWords(toApiError(error, log));
      if (!res.destroyed) sendProblem(res, problem, requestId);
    });
  };
}

/** Whether a stream ended because the client went away: nothing failed here, and nobody is left to tell. */
const isGone = (error: { code?: string }): boolean => error?.code === 'ERR_STREAM_PREMATURE_CLOSE';

const isRest = (url: string): boolean =>
  url.startsWith(BASE_PATH) && ['/', '?', undefined].includes(url[BASE_PATH.length]);

/** Pages may load what this server serves, and nothing else. */
const PAGE_CSP = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

const ASSETS = fileURLToPath(new URL('../public', import.meta.url));

/** What Express's parts throw, as a problem. */
function answerError(logger: Logger): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    const requestId = String(res.getHeader('X-Request-Id'));
    sendProblem(res, fromExpress(error) ?? toApiError(error, logger.child({ requestId })), requestId);
  };
}

/** What Express's body reader and router refuse, in our words; null for anything else. */
function fromExpress(error: { status?: number; type?: string }): ApiError | null {
  if (error instanceof ApiError) return null;
  if (error.status === 413) return new ApiError('body-too-large', 'The request body is too large.');
  if (error.status === 415)
    return new ApiError('unsupported-media-type', 'The charset or encoding is not supported.');
  if (error.status === 400)
    return new ApiError('malformed-request', 'The URL or the JSON body is not well-formed.');
  return null;
}

/** The client's own id for the request, where it is short and plain, else a new one. */
function readRequestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}

/** One line for each request, and a count: no query string, no header. */
function noteWhenDone(req: IncomingMessage, res: ServerResponse, log: Logger, metrics: Metrics | null): void {
  const start = performance.now();
  const path = ((req.url ?? '').split('?', 1)[0] ?? '').slice(0, 200);
  res.once('close', () => {
    const ms = Math.round((performance.now() - start) * 10) / 10;
    const entry = { method: req.method, path, status: res.statusCode, ms, whole: res.writableFinished };
    log.info(entry, 'request');
    metrics?.countRequest(path, res.headersSent ? res.statusCode : null, ms);
  });
}
