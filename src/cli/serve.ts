// `creel serve`: runs the server until it is told to stop.

import { Command } from 'commander';
import type { Config } from '../config.js';
import { settleHeap } from '../heap.js';
import { createLogger, type Logger } from '../log.js';
import { loadDemo } from './demo.js';
import { findOwner } from './owner.js';
import { type ConfigReader, withStore } from './with-store.js';

export function serveCommand(readConfig: ConfigReader): Command {
  return new Command('serve')
    .description('Serve the API until stopped')
    .option('--demo', 'first load the demo log, if the embedded store is empty')
    .addHelpText('after', '\nExample:\n  PORT=9000 creel serve')
    .action(async ({ demo = false }: { demo?: boolean }) => {
      const config = readConfig();
      const logger = createLogger(config);
      if (demo) await loadDemoIfEmpty(config, logger);
      // The server's libraries take a second to load, which no other command should wait for.
      const { serve } = await import('../main.js');
      const server = await serve(config, logger);
      await settleHeap();
      const { url, store } = server;
      logger.info({ url, store: store.label }, `Serving ${url}/api/v1/catches and more: see ${url}/api-docs`);
      greet(config, url, store.label);
      stopOnSignal(server, logger);
      if (!config.DATABASE_URL && (await store.owners()).length === 0) process.stderr.write(EMPTY);
    });
}

async function loadDemoIfEmpty(config: Config, logger: Logger): Promise<void> {
  if (config.DATABASE_URL) return;
  if (config.AUTH_MODE === 'multi-user') {
    logger.info('No demo log in multi-user mode: `npx creel demo --user NAME` loads one for a user');
    return;
  }
  await withStore(config, async (store, model) => {
    if ((await store.owners()).length > 0) return;
    const { added } = await loadDemo(store, model, await findOwner(config, store), {});
    logger.info({ added }, 'loaded the demo log');
    process.stderr.write(`\nThe store was empty: loaded a demo log of ${added} made-up records.\n`);
  });
}

const EMPTY =
  'The store is empty: `npx creel import` with the same DATA_DIR fills it; if your log is in another folder, set DATA_DIR to that.\n\n';

/** Tells a person where to look. It goes to standard error, beside the log. */
function greet({ AUTH_MODE }: Config, url: string, store: string): void {
  const isOpen = AUTH_MODE === 'open';
  process.stderr.write(`
Creel serves ${store}${isOpen ? '' : ', to everybody with a token'}

  ${isOpen ? `catches   ${url}/api/v1/catches` : `tokens    ${url}/admin`}
  try it    ${url}/api-docs
  GraphQL   ${url}/graphql

`);
}

/** Closes on the first signal, gracefully; a second one ends at once. */
function stopOnSignal(server: { close(): Promise<void> }, logger: Logger): void {
  let isStopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    logger.info(`${signal}: stopping`);
    server.close().catch((error: unknown) => {
      logger.error(error);
      process.exitCode = 1;
    });
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
