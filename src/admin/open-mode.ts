// The panel in open mode: one page that says what is open, and how to change it.

import type { Visit } from './panel.js';
import { show } from './render.js';

/** Says whose log everybody reads, and the commands that lead to multi-user mode. */
export async function showOpenMode(visit: Visit): Promise<void> {
  const { OWNER_ID, HOST } = visit.panel.config;
  show(visit, 'open-mode', { title: 'This server is open' }, { owner: OWNER_ID ?? null, host: HOST });
}
