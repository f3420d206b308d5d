// Opens the accounts of the configured store for the time of one command.

import { destination, pino } from 'pino';
import { ApiTokens } from '../auth/api-tokens.js';
import { type Audit, createAudit } from '../auth/audit.js';
import { Users } from '../auth/users.js';
import type { Config } from '../config.js';
import type { Logger } from '../log.js';
import { withStore } from './with-store.js';

export interface AccountTools {
  readonly users: Users;
  readonly tokens: ApiTokens;
  readonly audit: Audit;
}

/** Who did it, in the audit log. */
export const BY_COMMAND_LINE = { by: 'command line' } as const;

/** Does something with the accounts. The server may run meanwhile: it sees a change within TOKEN_CACHE_SECONDS. */
export function withAccounts(config: Config, work: (tools: AccountTools) => Promise<void>): Promise<void> {
  return withStore(config, (store, model) =>
    work({
      users: new Users(store.accounts),
      tokens: new ApiTokens(store.accounts, model, config),
      audit: createAudit(createErrorLogger(config)),
    }),
  );
}

/** The log on standard error: standard output is for what the command was asked for. */
function createErrorLogger({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>): Logger {
  const options = { level: LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return pino(options, destination({ dest: 2, sync: true }));
}
