// `creel user`: makes users and lists them.

import { Command } from 'commander';
import type { User } from '../store/accounts.js';
import { plainText, printTable, shellWord } from './plain-text.js';
import { askTwice, isAttended, readPiped } from './read-password.js';
import { type AccountTools, BY_COMMAND_LINE, withAccounts } from './with-accounts.js';
import { type ConfigReader, withStore } from './with-store.js';

const HELP = `
Examples:
  creel user add anna --admin
  creel user add ben --password-stdin < password.txt
  creel user list`;

interface AddFlags {
  readonly admin?: boolean;
  readonly ownerId?: string;
  readonly passwordStdin?: boolean;
}

export function userCommand(readConfig: ConfigReader): Command {
  return new Command('user')
    .description('Add users and list them (multi-user mode)')
    .helpCommand(false)
    .addHelpText('after', HELP)
    .addCommand(addCommand(readConfig))
    .addCommand(listCommand(readConfig));
}

function addCommand(readConfig: ConfigReader): Command {
  return new Command('add')
    .description('Add a user; asks for a password, unless there is no terminal to ask on')
    .argument('<name>', 'what the user signs in with')
    .option('--admin', 'the user may manage other users')
    .option('--owner-id <id>', 'the user reads the records of this owner (default: a new one)')
    .option('--password-stdin', 'take the password from the first line of standard input')
    .addHelpText('after', '\nExample:\n  creel user add anna --admin')
    .action(async (name: string, { admin = false, ownerId, passwordStdin = false }: AddFlags) => {
      const config = readConfig();
      const password = passwordStdin ? await readPiped() : isAttended() ? await askTwice() : null;
      const add = async ({ users, audit }: AccountTools) => {
        const user = await users.create({ name, password, isAdmin: admin, ownerId: ownerId ?? null });
        audit('user-created', { ...BY_COMMAND_LINE, user: user.name });
        process.stdout.write(
          `Added ${plainText(user.name)}, who reads the records of owner ${plainText(user.ownerId)}.\n`,
        );
        if (password === null)
          process.stderr.write(
            `The user has no password and cannot sign in to the panel: make a token with \`npx creel token create --user ${plainText(shellWord(user.name))} --name LABEL\`.\n`,
          );
      };
      // The first user may come before anything else is in the store.
      await withAccounts(config, add, withStore);
    });
}

function listCommand(readConfig: ConfigReader): Command {
  return new Command('list')
    .description('List the users')
    .addHelpText('after', '\nExample:\n  creel user list')
    .action(() =>
      withAccounts(readConfig(), async ({ users }) => {
        const rows = (await users.list()).map(describe);
        process.stdout.write(printTable(['NAME', 'ROLE', 'STATE', 'CREATED', 'LAST SIGN-IN', 'OWNER'], rows));
      }),
    );
}

function describe({ name, isAdmin, isDisabled, passwordHash, ...user }: User): string[] {
  const state = isDisabled ? 'disabled' : passwordHash === null ? 'no password' : 'active';
  const role = isAdmin ? 'admin' : 'user';
  return [name, role, state, user.createdAt.slice(0, 10), user.lastSignInAt ?? 'never', user.ownerId];
}
