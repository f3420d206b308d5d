// `creel delete`: removes records from the store, and tells what linked to them.

import { Command } from 'commander';
import type { Model, Resource } from '../model/model.js';
import type { Records } from '../store/port.js';
import { findOwner, USER_OPTION } from './owner.js';
import { plainText } from './plain-text.js';
import { BY_COMMAND_LINE, withAccounts } from './with-accounts.js';
import type { ConfigReader } from './with-store.js';

const HELP = `
Where one of the ids is not there, nothing is deleted and the exit code is 1. Records that
link to a deleted one keep its id; the link then leads nowhere, and they are counted.

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
      await withAccounts(config, async ({ store, model, users, audit }) => {
        const resource = findResource(model, collection);
        const owner = await findOwner(config, store, user);
        const ids = [...new Set(given)];
        const missing = await store.remove(
          owner,
          ids.map((id) => ({ resource, id })),
        );
        if (missing.length > 0) {
          for (const { id } of missing)
            process.stdout.write(`Not there: ${plainText(id)} of ${collection}\n`);
          process.stdout.write(`Nothing was deleted from ${plainText(store.label)}.\n`);
          process.exitCode = 1;
          return;
        }
        if (config.AUTH_MODE === 'multi-user') {
          const whose = user === undefined ? { owner } : { user: (await users.get(user)).name, owner };
          audit('records-deleted', { ...BY_COMMAND_LINE, ...whose, collection, ids });
        }
        for (const id of ids) process.stdout.write(`Deleted ${plainText(id)} of ${collection}\n`);
        process.stdout.write(`Deleted from ${plainText(store.label)}: ${count(ids.length)}.\n`);
        for (const line of await danglingLinks(model, store.bind({ kind: 'one', id: owner }), resource, ids))
          process.stdout.write(`${line}\n`);
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

/** Ids that are asked for at once. */
const BATCH_SIZE = 500;

/** A line for each collection with links to records that are gone. */
async function danglingLinks(
  { resources }: Model,
  records: Records,
  target: Resource,
  ids: readonly string[],
): Promise<string[]> {
  const lines: string[] = [];
  for (const resource of resources)
    for (const { from } of resource.links.filter(({ typeName }) => typeName === target.typeName)) {
      let linking = 0;
      for (let at = 0; at < ids.length; at += BATCH_SIZE) {
        const value = ids.slice(at, at + BATCH_SIZE);
        linking += await records.count(resource, [{ kind: 'field', field: from, operator: 'in', value }]);
      }
      if (linking > 0)
        lines.push(
          `Warning: ${count(linking)} of ${resource.name} with a ${from} that is not in ${target.name} any more`,
        );
    }
  return lines;
}

const count = (number: number): string => `${number} record${number === 1 ? '' : 's'}`;
