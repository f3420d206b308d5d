// The demo log: a plausible year of one angler in central Sweden, all of it made up but the waters and the tackle.

import { getResource, type Model } from '../model/model.js';
import type { RecordWrite } from '../store/port.js';
import { makeCatches } from './catches.js';
import { type Gear, makeGear } from './gear.js';
import { DAY } from './nature.js';
import { Random } from './random.js';
import { planTrips } from './trips.js';

export interface DemoOptions {
  /** From 0 to 2^32 - 1; 1 unless given. */
  readonly seed?: number;
  /** From 0 to DEMO_CATCHES_MAX; 300 unless given. */
  readonly catches?: number;
  /** The year of the log ends with the day before this moment, in UTC. */
  readonly now?: Date;
}

export const DEMO_CATCHES_MAX = 1_000_000;

const TYPES = {
  spots: 'Spot',
  lures: 'Lure',
  rods: 'Rod',
  lines: 'Line',
  reels: 'Reel',
  combos: 'Combo',
} as const;

/**
 * The records of the log: spots and tackle first, then the catches, trip by trip. Every link leads to
 * a record that came before it. The same seed, day and number of catches give the same records; the same seed gives
 * the same ids on any day.
 */
export function* demoLog(model: Model, options: DemoOptions = {}): Generator<RecordWrite> {
  const { seed = 1, catches = 300, now = new Date() } = options;
  const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const random = new Random(seed);
  const gear = makeGear(seed, end - 366 * DAY, random);
  for (const [name, typeName] of Object.entries(TYPES)) {
    const resource = getResource(model, typeName);
    for (const record of gear[name as keyof typeof TYPES & keyof Gear]) yield { resource, record };
  }
  const trips = planTrips(end, catches, random);
  const resource = getResource(model, 'Catch');
  for (const record of makeCatches(seed, catches, trips, gear, end, random)) yield { resource, record };
}
