// `creel indexes`: creates in MongoDB what the queries need.

import { Command } from 'commander';
import { type ConfigReader, withExistingStore } from './with-store.js';

export function indexesCommand(readConfig: ConfigReader): Command {
  return new Command('indexes')
    .description('Create the indexes that the queries need in MongoDB')
    .addHelpText('after', '\nExample:\n  DATABASE_URL=mongodb://localhost/fishing creel indexes')
    .action(async () => {
      const config = readConfig();
      await withExistingStore(config, async (store) => {
        const names = config.DATABASE_URL ? await store.createIndexes() : [];
        const text = config.DATABASE_URL
          ? `Indexes of ${store.label}:\n${names.map((name) => `  ${name}\n`).join('')}`
          : `${store.label} keeps its own indexes; there is nothing to do.\n`;
        process.stdout.write(text);
      });
    });
}
