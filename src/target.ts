// The forms that the target of a request can have (RFC 9112, 3.2), brought to the one that all else here reads.

import type { IncomingMessage } from 'node:http';

const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/is;

/** Makes a path of an absolute URL, which every server must accept; its host goes before the Host header (3.2.2). */
export function toOriginForm(req: IncomingMessage): void {
  const [, host, target = ''] = ABSOLUTE.exec(req.url ?? '') ?? [];
  if (host === undefined) return;
  req.headers.host = host;
  req.url = target.startsWith('/') ? target : `/${target}`;
}

/** Whether a request asks what the server as a whole offers: `OPTIONS *` (RFC 9110, 9.3.7). */
export const asksTheServer = ({ method, url }: IncomingMessage): boolean =>
  method === 'OPTIONS' && url === '*';
