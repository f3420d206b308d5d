// Opens the accounts of the configured store for the time of one command.

import { destination, pino } from 'pino';
import { ApiTokens } from '../auth/api-tokens.js';
import { type Audit, createAudit } from '../auth/audit.js';
import { Sessions } from '../auth/sessions.js';
import { Users } from '../auth/users.js';
import type { Config } from '../config.js';
import type { Logger } from '../log.js';
import type { Model } from '../model/model.js';
import type { Store } from '../store/port.js';
import { withExistingStore } from './with-store.js';

export interface AccountTools {
  readonly store: Store;
  readonly model: Model;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly tokens: ApiTokens;
  readonly audit: Audit;
}

/** Who did it, in the audit log. */
export const BY_COMMAND_LINE = { by: 'command line' } as const;

/**
 * Does something with the accounts of a store that must be there, unless it is opened in another way. The server may run
 * meanwhile: it sees a change within TOKEN_CACHE_SECONDS.
 */
export function withAccounts(
  config: Config,
  work: (tools: AccountTools) => Promise<void>,
  open: typeof withExistingStore = withExistingStore,
): Promise<void> {
  return open(config, (store, model) =>
    work({
      store,
      model,
      users: new Users(store.accounts),
      sessions: new Sessions(store.accounts),
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
