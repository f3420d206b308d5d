// Tells whether a store holds the demo log.

import type { Model } from '../model/model.js';
import type { Records } from '../store/port.js';
import { type DemoOptions, demoLog } from './demo-log.js';

/** Whether the first record of the demo log of that seed is there. */
export async function holdsDemoLog(records: Records, model: Model, { seed }: DemoOptions): Promise<boolean> {
  const [first] = demoLog(model, { ...(seed === undefined ? {} : { seed }), catches: 0 });
  if (!first) return false;
  const [found] = await records.getMany(first.resource, [first.record.id], ['id']);
  return found !== null && found !== undefined;
}
