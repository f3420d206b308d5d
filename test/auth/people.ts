// Users and tokens for the tests of multi-user mode, and a second server on the same store.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../src/app.js';
import type { MadeToken, NewToken } from '../../src/auth/api-tokens.js';
import { createAuth } from '../../src/auth/auth.js';
import { readConfig } from '../../src/config.js';
import type { ErrorCode } from '../../src/errors.js';
import { createHttpServer } from '../../src/http-server.js';
import type { User } from '../../src/store/accounts.js';
import { openSqliteStore } from '../../src/store/sqlite/open.js';
import { type Answer, captureLog, model, startApp, type TestApp, type TestLog } from '../support/app.js';
import { expectProblem, problem } from '../support/problems.js';

/** Whose records TestApp.write writes. */
const OWNER = 'angler';

export interface Bearer extends MadeToken {
  readonly user: User;
  readonly headers: { readonly Authorization: string };
}

export const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` });

/** An application in multi-user mode. */
export const startMultiUser = (
  config: Readonly<Record<string, string>> = {},
  records: TestLog = {},
): Promise<TestApp> => startApp({ records, config: { AUTH_MODE: 'multi-user', ...config } });

/** A new token of the user of that name, who owns what TestApp.write writes and is made where there is none. */
export async function createBearer(
  { auth: { users, tokens } }: TestApp,
  wanted: Partial<NewToken> = {},
  userName = 'anna',
): Promise<Bearer> {
  const user =
    (await users.find({ name: userName })) ??
    (await users.create({ name: userName, password: null, isAdmin: false, ownerId: OWNER }));
  const made = await tokens.create(user.id, {
    ...{ name: 'test', expiresAt: null, collections: null, coordinates: 'exact', ...wanted },
  });
  return { ...made, user, headers: bearer(made.secret) };
}

/** Asserts the whole of a 401: the problem and its challenge. */
export function expect401(answer: Answer, code: ErrorCode, detail: string): void {
  expectProblem(answer, problem(401, code, detail));
  const error = code === 'token-missing' ? '' : `, error="invalid_token", error_description="${detail}"`;
  expect(answer.headers['www-authenticate']).toBe(`Bearer realm="creel"${error}`);
  expect(answer.headers).not.toHaveProperty('ratelimit');
}

/** A second server on the store of an application, with a memory of its own. */
export async function startSecond(app: TestApp, variables: Readonly<Record<string, string>>) {
  const config = readConfig({ DATA_DIR: app.config.DATA_DIR, AUTH_MODE: 'multi-user', ...variables });
  const store = openSqliteStore({ dataDir: config.DATA_DIR, model });
  const { logger } = captureLog();
  const auth = createAuth(config, store, model, logger);
  const server = createHttpServer(config, logger, await createApp({ config, logger, model, store, auth }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    status: async (target: string, headers: Readonly<Record<string, string>>): Promise<number> =>
      (await fetch(`http://127.0.0.1:${port}${target}`, { headers })).status,
    async close() {
      server.close();
      server.closeAllConnections();
      await auth.close();
      await store.close();
    },
  };
}
