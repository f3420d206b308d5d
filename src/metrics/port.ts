// The port of `/metrics` alone: closed unless METRICS_PORT is set.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config.js';
import { createHttpServer } from '../http-server.js';
import type { Logger } from '../log.js';
import type { Metrics } from '../metrics.js';
import { createMetricsListener } from './endpoint.js';

export interface MetricsPort {
  /** Where it listens, as a URL without a path. */
  readonly url: string;
  /** Closes it at once: what is asked here can be asked again. */
  close(): Promise<void>;
}

/** Listens on METRICS_PORT; null where that is not set. Rejects where it cannot listen there. */
export async function openMetricsPort(
  config: Config,
  logger: Logger,
  metrics: Metrics | null,
): Promise<MetricsPort | null> {
  if (metrics === null || config.METRICS_PORT === undefined) return null;
  const server = createHttpServer(config, logger, createMetricsListener(metrics, config, logger));
  server.listen(config.METRICS_PORT, config.METRICS_HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const host = config.METRICS_HOST.includes(':') ? `[${config.METRICS_HOST}]` : config.METRICS_HOST;
  const url = `http://${host}:${port}`;
  logger.info({ url: `${url}/metrics` }, 'metrics are read here');
  return {
    url,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
