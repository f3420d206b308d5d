// `creel config`: prints the configuration that the other commands would use.

import { Command } from 'commander';
import { describeVariables, printConfig } from '../config.js';
import type { ConfigReader } from './with-store.js';

export function configCommand(readConfig: ConfigReader): Command {
  return new Command('config')
    .description('Print the configuration, with secrets masked')
    .addHelpText('after', () => `\nVariables:\n${listVariables()}\n\nExample:\n  PORT=9000 creel config`)
    .action(() => {
      process.stdout.write(printConfig(readConfig()));
    });
}

/** Every variable with its meaning, what is allowed and the default. */
function listVariables(): string {
  const blocks = describeVariables().map(({ name, meaning, allowed, defaultValue }) => {
    const otherwise = defaultValue === null ? 'not set' : defaultValue;
    return `  ${name}\n      ${meaning}\n      ${allowed}; default: ${otherwise}`;
  });
  return blocks.join('\n');
}
