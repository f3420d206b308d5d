// `creel user`: makes users, gives them passwords, and lists them.

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
  creel user password anna
  creel user list`;

interface PasswordFlags {
  readonly passwordStdin?: boolean;
}

interface AddFlags extends PasswordFlags {
  readonly admin?: boolean;
  readonly ownerId?: string;
}

const PASSWORD_STDIN = [
  '--password-stdin',
  'take the password from the first line of standard input',
] as const;

export function userCommand(readConfig: ConfigReader): Command {
  return new Command('user')
    .description('Add users, set their passwords, and list them (multi-user mode)')
    .helpCommand(false)
    .addHelpText('after', HELP)
    .addCommand(addCommand(readConfig))
    .addCommand(passwordCommand(readConfig))
    .addCommand(listCommand(readConfig));
}

function addCommand(readConfig: ConfigReader): Command {
  return new Command('add')
    .description('Add a user; asks for a password, unless there is no terminal to ask on')
    .argument('<name>', 'what the user signs in with')
    .option('--admin', 'the user may manage other users')
    .option('--owner-id <id>', 'the user reads the records of this owner (default: a new one)')
    .option(...PASSWORD_STDIN)
    .addHelpText('after', '\nExample:\n  creel user add anna --admin')
    .action(async (name: string, { admin = false, ownerId, ...flags }: AddFlags) => {
      const config = readConfig();
      const password = await readPassword(flags);
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

function passwordCommand(readConfig: ConfigReader): Command {
  return new Command('password')
    .description(
      'Give a user another password, such as one who forgot it; ends what the user is signed in to',
    )
    .argument('<name>', 'what the user signs in with')
    .option(...PASSWORD_STDIN)
    .addHelpText('after', '\nExample:\n  creel user password anna')
    .action((name: string, flags: PasswordFlags) =>
      withAccounts(readConfig(), async ({ users, sessions, audit }) => {
        const user = await users.get(name);
        const password = await readPassword(flags);
        if (password === null)
          throw new Error('there is no terminal to ask on: give the password by --password-stdin');
        await users.setPassword(user.id, password);
        await sessions.endAll(user.id);
        audit('password-reset', { ...BY_COMMAND_LINE, user: user.name });
        process.stdout.write(`${plainText(user.name)} has a new password, and is signed out everywhere.\n`);
      }),
    );
}

/** From standard input or from a person; null where there is neither. */
async function readPassword({ passwordStdin = false }: PasswordFlags): Promise<string | null> {
  if (passwordStdin) return readPiped();
  return isAttended() ? askTwice() : null;
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
