// `creel demo`: loads a year of a made-up log.

import { Command, InvalidArgumentError } from 'commander';
import type { Config } from '../config.js';
import { DEMO_CATCHES_MAX, type DemoOptions, demoLog } from '../demo/demo-log.js';
import { holdsDemoLog } from '../demo/holds-demo-log.js';
import type { Model } from '../model/model.js';
import type { Store, WriteResult } from '../store/port.js';
import { findOwner } from './owner.js';
import { type ConfigReader, withStore } from './with-store.js';

export function demoCommand(readConfig: ConfigReader): Command {
  return new Command('demo')
    .description('Load a year of a made-up log, to try things on')
    .option(
      '--catches <n>',
      `how many catches, up to ${DEMO_CATCHES_MAX} (default: 300)`,
      wholeUpTo(DEMO_CATCHES_MAX),
    )
    .option('--seed <n>', 'another number makes another log (default: 1)', wholeUpTo(2 ** 32 - 1))
    .addHelpText('after', '\nExample:\n  DATA_DIR=./demo creel demo --catches 50000')
    .action(async (options: DemoOptions) => {
      const config = readConfig();
      await withStore(config, async (store, model) => {
        const { added, replaced } = await loadDemo(store, model, config, options);
        process.stdout.write(
          `Loaded the demo log into ${store.label}: ${added} added, ${replaced} replaced.\n`,
        );
      });
    });
}

/**
 * Writes the demo log; again, it replaces itself. Throws where the owner has another log, since made-up catches could
 * not be told from real ones afterwards.
 */
export async function loadDemo(
  store: Store,
  model: Model,
  config: Config,
  options: DemoOptions,
): Promise<WriteResult> {
  const owners = await store.owners();
  const owner = await findOwner(config, store);
  const isMixed =
    owners.length > 0 && !(await holdsDemoLog(store.bind({ kind: 'one', id: owner }), model, options));
  if (isMixed)
    throw new Error(`${store.label} has a log already: set DATA_DIR to another folder for the demo log`);
  return store.write(owner, demoLog(model, options));
}

function wholeUpTo(most: number): (text: string) => number {
  return (text) => {
    if (/^\d{1,10}$/.test(text) && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`Allowed is a whole number from 0 to ${most}.`);
  };
}
