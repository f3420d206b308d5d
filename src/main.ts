// Starts the server: configuration → store → app → listen, and closes it again without losing an answer.

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.js';
import { type Auth, createAuth } from './auth/auth.js';
import { bootstrap } from './auth/bootstrap.js';
import { type Config, ConfigError } from './config.js';
import { isLoopback } from './host.js';
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
    await checkOpenMode(config, store, logger);
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

/**
 * Open mode serves without a token, so it must be meant: not where the store has users, whose mode was forgotten, nor where
 * records of several owners lie in the embedded store, whose ids can be equal. A database that does not answer is told later.
 */
async function checkOpenMode(config: Config, store: Store, logger: Logger): Promise<void> {
  if (config.AUTH_MODE !== 'open') return;
  if (!isLoopback(config.HOST))
    logger.warn(`open mode on ${config.HOST}: whoever reaches this server reads the log`);
  if (config.CORS_ORIGINS === '*')
    throw new ConfigError(
      'CORS_ORIGINS is "*": in open mode every web page could read the log; name the origins that may',
    );
  if (config.OWNER_ID) return;
  const users = await store.accounts.listUsers().catch(() => []);
  if (users.length > 0)
    throw new ConfigError(
      'AUTH_MODE is "open", but the store has users: set it to multi-user, or set OWNER_ID to serve one log without tokens',
    );
  if (config.DATABASE_URL || (await store.owners()).length < 2) return;
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
