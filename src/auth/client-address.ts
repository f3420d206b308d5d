// The address that a request comes from, also behind proxies that the host trusts.

import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import proxyAddr from 'proxy-addr';
import { type Config, ConfigError } from '../config.js';

/** An IP address, or nothing where the client is gone already. */
export type ClientAddress = (req: IncomingMessage) => string;

/** Reads X-Forwarded-For as far as it was written by trusted proxies. Throws ConfigError for a network that is none. */
export function createClientAddress({ TRUSTED_PROXIES }: Pick<Config, 'TRUSTED_PROXIES'>): ClientAddress {
  if (TRUSTED_PROXIES === undefined) return (req) => withoutMapping(req.socket.remoteAddress ?? '');
  try {
    const trust = proxyAddr.compile(TRUSTED_PROXIES.split(',').map((part) => part.trim()));
    return (req) => {
      const peer = req.socket.remoteAddress;
      if (peer === undefined) return '';
      const address = proxyAddr(req, trust);
      // A proxy may write anything there, such as `unknown`: then the proxy itself is all that is known.
      return withoutMapping(isIP(address) ? address : peer);
    };
  } catch {
    throw new ConfigError(
      `TRUSTED_PROXIES is ${JSON.stringify(TRUSTED_PROXIES)}: allowed is a list of addresses or networks`,
    );
  }
}

/**
 * What attempts are counted by: an IPv4 address, or the first 64 bits of an IPv6 address, as whoever has one of those has
 * all of that network's.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [plain = ''] = address.toLowerCase().split('%', 1);
  const [head = '', tail] = plain.split('::');
  const left = head.split(':').filter((group) => group !== '');
  const right = (tail ?? '').split(':').filter((group) => group !== '');
  const rightGroups = right.length + (tail?.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - rightGroups).fill('0');
  const groups = [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ''));
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** A socket that takes both families writes IPv4 addresses as `::ffff:192.0.2.1`. */
const withoutMapping = (address: string): string =>
  address.replace(/^::ffff:(?=\d{1,3}(\.\d{1,3}){3}$)/i, '');
