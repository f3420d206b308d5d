// The command line: every command on one screen, and what becomes of an error.

import { Command } from 'commander';
import { ConfigError, readConfig } from '../config.js';
import { ApiError } from '../errors.js';
import { VERSION } from '../version.js';
import { configCommand } from './config.js';
import { deleteCommand } from './delete.js';
import { demoCommand } from './demo.js';
import { exportCommand } from './export.js';
import { importCommand } from './import.js';
import { indexesCommand } from './indexes.js';
import { plainText } from './plain-text.js';
import { serveCommand } from './serve.js';
import { explainSystemError } from './system-errors.js';
import { tokenCommand } from './token.js';
import { userCommand } from './user.js';
import { verifyCommand } from './verify.js';

/** What sysexits.h calls EX_CONFIG. */
const EXIT_CONFIG = 78;

const config = () => readConfig(process.env);

const program = new Command('creel')
  .description('A read-only JSON API over your own fishing log')
  .version(VERSION, '-V, --version', 'Print the version')
  .helpOption('-h, --help', 'Print this help')
  .helpCommand(false)
  .configureHelp({ showGlobalOptions: false })
  .addCommand(serveCommand(config))
  .addCommand(importCommand(config))
  .addCommand(exportCommand(config))
  .addCommand(verifyCommand())
  .addCommand(deleteCommand(config))
  .addCommand(demoCommand(config))
  .addCommand(userCommand(config))
  .addCommand(tokenCommand(config))
  .addCommand(indexesCommand(config))
  .addCommand(configCommand(config))
  .addHelpText('after', '\nSettings come from the environment: see `npx creel config --help`.');

for (const command of program.commands)
  for (const one of [command, ...command.commands]) one.copyInheritedSettings(program);

// A reader that has seen enough, such as `head`, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`creel: ${describe(error)}\n`);
  process.exitCode = error instanceof ConfigError ? EXIT_CONFIG : 1;
}

/** One line for the person at the terminal; where the log level asks for it, where it comes from. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isDetailed = process.env.LOG_LEVEL === 'debug' || process.env.LOG_LEVEL === 'trace';
  if (isDetailed && !(error instanceof ConfigError)) return error.stack ?? error.message;
  if (error instanceof ApiError) return [error.detail, ...allowedOf(error)].join('; ');
  const sentence = explainSystemError(error, process.env) ?? error.message.split('\n')[0];
  return plainText(sentence || error.name);
}

/** What would be right, for each thing that is wrong. */
function allowedOf({ options }: ApiError): string[] {
  return (options.errors ?? []).map(({ allowed }) => `allowed is ${[allowed].flat().join(', ')}`);
}
