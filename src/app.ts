// The application: every route on one screen. It handles requests and never listens.

import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import express from 'express';
import helmet from 'helmet';
import { mountAdmin } from './admin/mount.js';
import type { Auth } from './auth/auth.js';
import type { Config } from './config.js';
import { createCors } from './cors.js';
import { ApiError } from './errors.js';
import { answerExpressError } from './express-errors.js';
import { createFront } from './front.js';
import { createBinding } from './graphql/context-builder.js';
import { createGraphQLEndpoint } from './graphql/endpoint.js';
import { Operations } from './graphql/operations.js';
import type { Logger } from './log.js';
import { createMetricsHandler } from './metrics/endpoint.js';
import type { Metrics } from './metrics.js';
import { deriveSdl } from './model/derive-sdl.js';
import type { Model } from './model/model.js';
import { errorsPage, graphqlPage } from './pages.js';
import { notOffered, onlyGet } from './problem.js';
import { createSchema } from './resolvers/schema.js';
import { CHANGES_PATH, createChangesHandler } from './rest/changes.js';
import { mountDocs } from './rest/docs.js';
import { createExportHandler, EXPORT_PATH } from './rest/export.js';
import { createRestHandler } from './rest/handler.js';
import { createOpenApi } from './rest/openapi.js';
import type { RestHandler } from './rest/request.js';
import { createMapping } from './rest/sofa.js';
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
  const { bindRecords, bindSnapshot } = createBinding(store, authenticate, auth.usage, metrics?.timeRecords);
  const mapping = await createMapping(schema, model);
  const operations = new Operations(schema, config.COMPILED_OPERATIONS_MAX);
  const streamed = metrics && { onStreamed: metrics.countStreamed };
  const restParts = { config, model, mapping, operations, ...streamed };
  const allowOrigins = createCors(config);
  const answerRest = createRestHandler({ ...restParts, bindRecords });
  /** What Sofa does not map, by path. */
  const beside: Readonly<Record<string, RestHandler>> = {
    [EXPORT_PATH]: createExportHandler({ model, bindSnapshot }),
    [CHANGES_PATH]: createChangesHandler({ config, model, bindRecords }),
  };
  const rest: RestHandler = (req, res) => {
    const path = req.url?.split('?', 1)[0] ?? '';
    return (beside[path] ?? answerRest)(req, res);
  };
  const landingPage = graphqlPage(
    config.GRAPHQL_INTROSPECTION ? deriveSdl(model) : null,
    config.PUBLIC_URL ?? `localhost:${config.PORT}`,
    config.AUTH_MODE,
  );
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
    allowOrigins,
  );
  app
    .route('/graphql')
    .head(notOffered('GET, POST'))
    .get(graphql)
    .post(express.json({ limit: config.BODY_MAX_BYTES }), graphql)
    .all(notOffered('GET, POST'));
  const own = createBinding(store, auth.browsers.authenticate, auth.usage, metrics?.timeRecords);
  mountAdmin(app, {
    ...{ config, logger, model, auth, bindOwnRecords: own.bindRecords },
    answerOwnRecords: createRestHandler({ ...restParts, bindRecords: own.bindRecords }),
    answerOwnExport: createExportHandler({ model, bindSnapshot: own.bindSnapshot }),
  });
  app.use(() => {
    throw new ApiError('not-found', 'There is nothing at this path; /api/openapi lists what there is.');
  });
  app.use(answerExpressError(logger));

  return createFront({ config, logger, metrics, allowOrigins, rest, pages: app });
}

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
