// Starts the server: configuration → store → app → listen, and closes it again without losing an answer.

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.js';
import { type Auth, createAuth } from './auth/auth.js';
import { bootstrap } from './auth/bootstrap.js';
import { type Config, ConfigError } from './config.js';
import { createHttpServer } from './http-server.js';
import type { Logger } from './log.js';
import { type MetricsPort, openMetricsPort } from './metrics/port.js';
import { createMetrics } from './metrics.js';
import { readModel } from './model/read-schema.js';
import { openStore } from './store/open.js';
import type { Store } from './store/port.js';

export interface RunningServer {
  /** Where it listens, as a URL without a path. */
  readonly url: string;
  /** Where `/metrics` has a port of its own, the same of that; else null. */
  readonly metricsUrl: string | null;
  /** What it reads from. */
  readonly store: Store;
  /** Ends it: no new requests, answers under way are finished (for SHUTDOWN_TIMEOUT_MS at most), the store is closed. */
  close(): Promise<void>;
}

/** Serves until it is closed. Throws ConfigError for a configuration that does not fit the store. */
export async function serve(config: Config, logger: Logger): Promise<RunningServer> {
  const model = readModel();
  const metrics = createMetrics(config, model);
  const store = await openStore(config, model, (odd) => {
    metrics?.countOddValue(odd);
    logger.warn(odd, 'a value is not of its type; answered as null');
  });
  const stopping = new AbortController();
  let auth: Auth | undefined;
  let metricsPort: MetricsPort | null = null;
  try {
    auth = createAuth(config, store, model, logger);
    await checkOwner(config, store);
    await bootstrap(config, auth, logger, stopping.signal);
    const listener = await createApp({ config, logger, model, store, auth, metrics });
    metricsPort = await openMetricsPort(config, logger, metrics);
    const server = createHttpServer(config, logger, listener);
    server.listen(config.PORT, config.HOST);
    await once(server, 'listening');
    const parts = { server, metricsPort, auth, store, stopping };
    const metricsUrl = metricsPort?.url ?? null;
    return { url: urlOf(server, config), metricsUrl, store, close: () => close(parts, config) };
  } catch (error) {
    stopping.abort();
    await metricsPort?.close();
    await auth?.close();
    await store.close();
    throw error;
  }
}

/** In the embedded store two owners can have the same id, so open mode needs to know whose records to serve. */
async function checkOwner(config: Config, store: Store): Promise<void> {
  if (
    config.AUTH_MODE !== 'open' ||
    config.DATABASE_URL ||
    config.OWNER_ID ||
    (await store.owners()).length < 2
  )
    return;
  throw new ConfigError(
    'OWNER_ID is not set: the store holds records of several owners; set it to one of their ids',
  );
}

function urlOf(server: Server, config: Config): string {
  const { port } = server.address() as AddressInfo;
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  return `http://${host}:${port}`;
}

interface Parts {
  readonly server: Server;
  readonly metricsPort: MetricsPort | null;
  readonly auth: Auth;
  readonly store: Store;
  readonly stopping: AbortController;
}

async function close({ server, metricsPort, auth, store, stopping }: Parts, config: Config): Promise<void> {
  stopping.abort();
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  // A connection whose answer has ended since is idle too, but kept open for the next request.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const timer = setTimeout(() => server.closeAllConnections(), config.SHUTDOWN_TIMEOUT_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(timer);
  await metricsPort?.close();
  await auth.close();
  await store.close();
}
