// Waits for what comes soon after an answer: a line of the log, a stream that is closed.

import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 15_000;

/** Resolves when it holds, or when that takes far too long: what a test asserts next tells what has not come. */
export async function until(holds: () => boolean): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; !holds() && performance.now() < end; ) await sleep(5);
}
