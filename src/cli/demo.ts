// `creel demo`: loads a year of a made-up log.

import { Command, InvalidArgumentError } from 'commander';
import { DEMO_CATCHES_MAX, type DemoOptions, demoLog } from '../demo/demo-log.js';
import { holdsDemoLog } from '../demo/holds-demo-log.js';
import type { Model } from '../model/model.js';
import type { Records, Store, WriteResult } from '../store/port.js';
import { findOwner, USER_OPTION } from './owner.js';
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
    .option(...USER_OPTION)
    .addHelpText('after', '\nExample:\n  DATA_DIR=./demo creel demo --catches 50000')
    .action(async ({ user, ...options }: DemoOptions & { readonly user?: string }) => {
      const config = readConfig();
      await withStore(config, async (store, model) => {
        const { added, replaced } = await loadDemo(
          store,
          model,
          await findOwner(config, store, user),
          options,
        );
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
  owner: string,
  options: DemoOptions,
): Promise<WriteResult> {
  const records = store.bind({ kind: 'one', id: owner });
  if ((await holdsAnything(records, model)) && !(await holdsDemoLog(records, model, options)))
    throw new Error(`${store.label} has a log already: set DATA_DIR to another folder for the demo log`);
  return store.write(owner, demoLog(model, options));
}

async function holdsAnything(records: Records, model: Model): Promise<boolean> {
  for (const resource of model.resources) if ((await records.count(resource, [])) > 0) return true;
  return false;
}

function wholeUpTo(most: number): (text: string) => number {
  return (text) => {
    if (/^\d{1,10}$/.test(text) && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`Allowed is a whole number from 0 to ${most}.`);
  };
}
