// `creel token`: makes API tokens of a user, lists them and revokes them.

import { Command, Option } from 'commander';
import { isLive } from '../auth/api-tokens.js';
import { readExpiry } from '../auth/expiry.js';
import { prefixOf } from '../auth/token-format.js';
import type { CoordinateAccess, Token } from '../store/accounts.js';
import { plainText, printTable, shellWord } from './plain-text.js';
import { BY_COMMAND_LINE, withAccounts } from './with-accounts.js';
import type { ConfigReader } from './with-store.js';

const HELP = `
Examples:
  creel token create --user anna --name spreadsheet
  creel token create --user anna --name "map of a friend" --collections spots --coordinates rounded
  creel token list --user anna
  creel token revoke --user anna creel_Ab12Cd`;

interface CreateFlags {
  readonly user: string;
  readonly name: string;
  readonly expires: string;
  readonly collections?: string;
  readonly coordinates: CoordinateAccess;
}

export function tokenCommand(readConfig: ConfigReader): Command {
  return new Command('token')
    .description('Create, list and revoke the API tokens of a user')
    .helpCommand(false)
    .addHelpText('after', HELP)
    .addCommand(createCommand(readConfig))
    .addCommand(listCommand(readConfig))
    .addCommand(revokeCommand(readConfig));
}

function createCommand(readConfig: ConfigReader): Command {
  return new Command('create')
    .description('Create a token and print it, this once, on standard output')
    .requiredOption('--user <name>', 'whose records it reads')
    .requiredOption('--name <label>', 'what it is for')
    .option('--expires <when>', 'after days (90d), on a date (2030-01-31), or never', '90d')
    .option('--collections <names>', 'only these, separated by commas (default: all)')
    .addOption(
      new Option('--coordinates <how>', 'how exact positions are')
        .choices(['exact', 'rounded', 'hidden'])
        .default('exact'),
    )
    .addHelpText('after', '\nExample:\n  creel token create --user anna --name spreadsheet --expires 365d')
    .action((flags: CreateFlags) =>
      withAccounts(readConfig(), async ({ users, tokens, audit }) => {
        const user = await users.get(flags.user);
        const { token, secret } = await tokens.create(user.id, {
          name: flags.name,
          expiresAt: readExpiry(flags.expires, new Date()),
          collections: flags.collections?.split(',').map((name) => name.trim()) ?? null,
          coordinates: flags.coordinates,
        });
        audit('token-created', { ...BY_COMMAND_LINE, user: user.name, token: token.id });
        process.stdout.write(`${secret}\n`);
        process.stderr.write(
          `This token of ${plainText(user.name)} is not shown again. It reads ${limitsOf(token)}; it expires ${token.expiresAt ?? 'never'}.\n`,
        );
      }),
    );
}

function listCommand(readConfig: ConfigReader): Command {
  return new Command('list')
    .description('List the tokens of a user, the newest first')
    .requiredOption('--user <name>', 'whose tokens')
    .addHelpText('after', '\nExample:\n  creel token list --user anna')
    .action(({ user: name }: { user: string }) =>
      withAccounts(readConfig(), async ({ users, tokens }) => {
        const now = new Date();
        const list = await tokens.list((await users.get(name)).id);
        const rows = list.map((token) => [
          token.id,
          token.prefix,
          stateOf(token, now),
          token.expiresAt ?? 'never',
          token.lastUsedAt ?? 'never',
          limitsOf(token),
          token.name,
        ]);
        const headings = ['ID', 'PREFIX', 'STATE', 'EXPIRES', 'LAST USED', 'READS', 'NAME'];
        process.stdout.write(printTable(headings, rows));
      }),
    );
}

function revokeCommand(readConfig: ConfigReader): Command {
  return new Command('revoke')
    .description('Revoke a token: no server accepts it after TOKEN_CACHE_SECONDS')
    .argument('<token>', 'its id, or its first characters as the list shows them')
    .requiredOption('--user <name>', 'whose token it is')
    .addHelpText('after', '\nExample:\n  creel token revoke --user anna creel_Ab12Cd')
    .action((wanted: string, { user: name }: { user: string }) =>
      withAccounts(readConfig(), async ({ users, tokens, audit }) => {
        const user = await users.get(name);
        // A whole token is found by its first characters too: somebody who found one may hand it in.
        const found = (await tokens.list(user.id)).filter(
          ({ id, prefix }) => id === wanted || prefix === prefixOf(wanted),
        );
        const [token, another] = found;
        if (!token)
          throw new Error(
            `${plainText(user.name)} has no such token: see \`npx creel token list --user ${plainText(shellWord(user.name))}\``,
          );
        if (another)
          throw new Error(
            `several tokens begin like that: say which by its id, ${token.id} or ${another.id}`,
          );
        if (token.revokedAt === null) {
          await tokens.revoke(user.id, token.id);
          audit('token-revoked', { ...BY_COMMAND_LINE, user: user.name, token: token.id });
        }
        const since = token.revokedAt === null ? '' : ` already, at ${token.revokedAt}`;
        process.stdout.write(`Revoked${since}: ${token.prefix}… ${plainText(token.name)}\n`);
      }),
    );
}

function stateOf(token: Token, now: Date): string {
  if (token.revokedAt !== null) return 'revoked';
  return isLive(token, now) ? 'live' : 'expired';
}

function limitsOf({ collections, coordinates }: Token): string {
  const what = collections === null ? 'everything' : collections.join(',');
  return coordinates === 'exact' ? what : `${what}; coordinates ${coordinates}`;
}
