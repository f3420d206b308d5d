// Where clients reach this server, as far as it can know.

import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.js';

/** PUBLIC_URL, else the host that the request named; without a slash at the end. */
export function serverUrl({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>, { headers }: IncomingMessage): string {
  return PUBLIC_URL?.replace(/\/+$/, '') ?? `http://${headers.host}`;
}
