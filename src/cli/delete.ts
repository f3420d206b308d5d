// `creel delete`: removes records from the store.

import { Command } from 'commander';
import type { Model, Resource } from '../model/model.js';
import { findOwner, USER_OPTION } from './owner.js';
import { plainText } from './plain-text.js';
import { type ConfigReader, withStore } from './with-store.js';

const HELP = `
Where one of the ids is not there, nothing is deleted and the exit code is 1. Records that
link to a deleted one keep its id; the link then leads nowhere.

Example:
  creel delete catches 665f1c2ab7a4d90c1e0a42f1`;

export function deleteCommand(readConfig: ConfigReader): Command {
  return new Command('delete')
    .description('Delete records')
    .argument('<collection>', 'such as catches')
    .argument('<id...>', 'ids of its records')
    .option(...USER_OPTION)
    .addHelpText('after', HELP)
    .action(async (collection: string, given: string[], { user }: { readonly user?: string }) => {
      const config = readConfig();
      await withStore(config, async (store, model) => {
        const resource = findResource(model, collection);
        const owner = await findOwner(config, store, user);
        const ids = [...new Set(given)];
        const missing = await store.remove(
          owner,
          ids.map((id) => ({ resource, id })),
        );
        for (const { id } of missing) process.stdout.write(`Not there: ${plainText(id)} of ${collection}\n`);
        if (missing.length > 0) {
          process.stdout.write('Nothing was deleted.\n');
          process.exitCode = 1;
          return;
        }
        for (const id of ids) process.stdout.write(`Deleted ${plainText(id)} of ${collection}\n`);
      });
    });
}

function findResource({ byName, resources }: Model, name: string): Resource {
  const resource = byName.get(name);
  if (resource) return resource;
  throw new Error(
    `there is no collection ${plainText(name)}; allowed is ${resources.map((one) => one.name).join(', ')}`,
  );
}
