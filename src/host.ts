// Which `Host` a request may name. A page of the web must not reach a server on this machine through a name of its own
// (DNS rebinding), so a server that listens on the loopback answers only for names that no one else can hold.

import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Config } from './config.js';
import { ApiError } from './errors.js';

const HOST = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/i;

/** A check that throws `malformed-request` or `host-not-served`. */
export function createHostCheck(
  config: Pick<Config, 'HOST' | 'PUBLIC_URL'>,
): (request: IncomingMessage) => void {
  const own = [
    config.HOST.toLowerCase(),
    ...(config.PUBLIC_URL ? [new URL(config.PUBLIC_URL).hostname] : []),
  ];
  const loopbackOnly = isLoopback(config.HOST);
  return ({ headers, rawHeaders }) => {
    const match = HOST.exec(headers.host ?? '');
    const name = (match?.[1] ?? match?.[2])?.toLowerCase();
    if (name === undefined || isRepeated(rawHeaders))
      throw new ApiError('malformed-request', 'The Host header is missing, repeated, or is no host.');
    if (loopbackOnly && !isLocalName(name) && !own.includes(name))
      throw new ApiError(
        'host-not-served',
        'This server answers for localhost and for the host of PUBLIC_URL.',
      );
  };
}

/** Whether there are several Host headers, of which node:http keeps the first (RFC 9112, 3.2: to be refused). */
function isRepeated(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') count++;
  return count > 1;
}

const isLocalName = (name: string): boolean =>
  isIP(name) > 0 || name === 'localhost' || name.endsWith('.localhost');

/** Whether an address to listen on can be reached from this machine only. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host.startsWith('127.');
