// All that has to do with who may read what, put together for one store.

import type { Config } from '../config.js';
import type { Logger } from '../log.js';
import type { Model } from '../model/model.js';
import type { Store } from '../store/port.js';
import { ApiTokens } from './api-tokens.js';
import { type Audit, createAudit } from './audit.js';
import { BrowserSessions } from './browser-sessions.js';
import { type ClientAddress, createClientAddress } from './client-address.js';
import { multiUserMode } from './multi-user.js';
import { PasswordAttempts } from './password-attempts.js';
import { Sessions } from './sessions.js';
import { refuseTokensInUrl } from './token-in-url.js';
import { UsageRecorder } from './usage.js';
import { Users } from './users.js';
import { type Authenticate, openMode } from './viewer.js';

export interface Auth {
  /** How a request for data becomes a viewer: by the configured mode. */
  readonly authenticate: Authenticate;
  readonly users: Users;
  readonly tokens: ApiTokens;
  readonly sessions: Sessions;
  /** The sessions as browsers hold them. */
  readonly browsers: BrowserSessions;
  readonly attempts: PasswordAttempts;
  readonly usage: UsageRecorder;
  readonly audit: Audit;
  readonly addressOf: ClientAddress;
  /** Writes what is still to be written. */
  close(): Promise<void>;
}

export function createAuth(config: Config, store: Store, model: Model, logger: Logger): Auth {
  const tokens = new ApiTokens(store.accounts, model, config);
  const usage = new UsageRecorder(store.accounts, (err) =>
    logger.error({ err }, 'the usage was not written'),
  );
  const sessions = new Sessions(store.accounts);
  const addressOf = createClientAddress(config);
  return {
    authenticate: refuseTokensInUrl(
      config.AUTH_MODE === 'open' ? openMode(config) : multiUserMode(tokens, addressOf, config),
    ),
    users: new Users(store.accounts, () => tokens.forget()),
    tokens,
    sessions,
    browsers: new BrowserSessions(sessions, config),
    attempts: new PasswordAttempts(),
    usage,
    audit: createAudit(logger),
    addressOf,
    close: () => usage.close(),
  };
}
