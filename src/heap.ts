// Keeps the heap of a long-running process small: by itself V8 takes memory as if nothing else ran on the machine.

import { Session } from 'node:inspector/promises';
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** How far the heap may outgrow what is in use before it is collected, in percent. */
const GROWTH_PERCENT = 50;
/** The space of new objects has two halves, of 1 MiB at first, which grow once by this factor. Smaller ones cost requests time. */
const NEW_SPACE_GROWTH = 8;
const NEW_SPACE_BYTES = 16 * 2 ** 20;

/** To be called when all is loaded: gives back what loading took, and bounds what comes. bench/README.md has the measurements. */
export async function settleHeap(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  setFlagsFromString(`--semi-space-growth-factor=${NEW_SPACE_GROWTH}`);
  // This also leaves the new space at its least.
  await collectGarbage();
  const observer = new PerformanceObserver(() => {
    if (newSpaceBytes() < NEW_SPACE_BYTES) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    observer.disconnect();
  });
  observer.observe({ entryTypes: ['gc'] });
}

async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}

const newSpaceBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
