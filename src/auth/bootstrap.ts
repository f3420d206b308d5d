// The first user: an administrator whose password lies in a file, so that nobody has to sign in to a server without users.

import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Config, ConfigError } from '../config.js';
import { ApiError } from '../errors.js';
import type { Logger } from '../log.js';
import { StoreUnavailable } from '../store/port.js';
import type { Auth } from './auth.js';

/** The name of the administrator that is made at the start. */
const FIRST_ADMIN = 'admin';
/** How soon it is tried again where the database does not answer, in milliseconds. */
const RETRY_MS = 5000;

type BootstrapConfig = Pick<Config, 'AUTH_MODE' | 'CREEL_ADMIN_PASSWORD_FILE'>;

/**
 * Makes the first administrator in multi-user mode, or says how to make one. Throws ConfigError where the file cannot be
 * read or holds no password. A database that does not answer yet does not stop the start: it is asked again until
 * `signal` says that the server is closing.
 */
export async function bootstrap(
  config: BootstrapConfig,
  auth: Pick<Auth, 'users' | 'audit'>,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  if (config.AUTH_MODE === 'open') return;
  try {
    await makeFirstAdmin(config, auth, logger);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    logger.warn('The database does not answer: whether there is a user is looked up later');
    retry(config, auth, logger, signal).catch((failure) => {
      if (!signal.aborted) logger.error({ err: failure }, 'the first user was not made');
    });
  }
}

async function retry(
  config: BootstrapConfig,
  auth: Pick<Auth, 'users' | 'audit'>,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await wait(RETRY_MS, undefined, { signal, ref: false });
    try {
      return await makeFirstAdmin(config, auth, logger);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
}

async function makeFirstAdmin(
  { CREEL_ADMIN_PASSWORD_FILE: path }: BootstrapConfig,
  { users, audit }: Pick<Auth, 'users' | 'audit'>,
  logger: Logger,
): Promise<void> {
  if ((await users.list()).length > 0) return;
  if (path === undefined) {
    logger.warn('There is no user yet: make an administrator with `npx creel user add NAME --admin`');
    return;
  }
  const password = await readPassword(path);
  try {
    await users.create({ name: FIRST_ADMIN, password, isAdmin: true, ownerId: null });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Another server that starts at the same moment has made the user.
    if (await users.find({ name: FIRST_ADMIN })) return;
    const [wrong] = error.options.errors ?? [];
    throw new ConfigError(`${describe(path)}: the first line must be ${wrong?.allowed ?? 'a password'}`);
  }
  audit('user-created', { by: 'bootstrap', user: FIRST_ADMIN });
  logger.info(
    `There was no user yet: made the administrator \`${FIRST_ADMIN}\` with the password of ${path}`,
  );
}

async function readPassword(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`${describe(path)}: it cannot be read (${error.code ?? 'unknown reason'})`);
  });
  return text.split(/\r?\n/, 1)[0] ?? '';
}

const describe = (path: string): string => `CREEL_ADMIN_PASSWORD_FILE is ${JSON.stringify(path)}`;
