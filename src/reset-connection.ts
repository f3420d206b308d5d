// Breaks a connection off so that its peer sees it.

import type { Socket } from 'node:net';

/**
 * Ends a connection with a reset, at once. To a client of HTTP/1.0, as proxies can be, an answer without a length is whole
 * when its connection ends in the usual way. `resetAndDestroy` of node:net is of no use: before the reset it sends what is
 * still to be sent, and that this is the end. So what it makes of a socket is made here: one that is reset when destroyed.
 */
export function resetConnection(socket: Socket | null): void {
  if (socket) Object.assign(socket, { resetAndClosing: true }).destroy();
}
