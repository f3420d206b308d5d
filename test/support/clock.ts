// A clock that only a test moves, so that neither a slow machine nor midnight comes between two lines of it.

import { jest } from '@jest/globals';

/** What goes on as ever: only the time of day and the timeouts that are set by it stand still. */
const REAL = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval'] as const),
];

/** Stops the clock of the test's own process where it is; `startClock` ends that. */
export const stopClock = (): void => void jest.useFakeTimers({ now: Date.now(), doNotFake: REAL });

/** Lets time pass at once, and what was set for that time happen. */
export const passTime = (ms: number): void => void jest.advanceTimersByTime(ms);

export const startClock = (): void => void jest.useRealTimers();
