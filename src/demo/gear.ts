// Makes records of the places and the tackle of the demo log, and keeps their ids for the catches to link to.

import type { StoredRecord } from '../store/port.js';
import { type DemoLure, LURES } from './lures.js';
import { DAY } from './nature.js';
import { demoIds, type Random, round } from './random.js';
import { OUTFITS, type Style } from './tackle.js';
import { type DemoSpot, SPOTS } from './waters.js';

type Made = StoredRecord & { readonly id: string };

/** The records of each type, and the ids by what they were made from. */
export interface Gear {
  readonly spots: readonly Made[];
  readonly lures: readonly Made[];
  readonly rods: readonly Made[];
  readonly reels: readonly Made[];
  readonly lines: readonly Made[];
  readonly combos: readonly Made[];
  readonly spotIds: ReadonlyMap<DemoSpot, string>;
  readonly lureIds: ReadonlyMap<DemoLure, string>;
  readonly comboIds: ReadonlyMap<Style, string>;
}

/** Makes all of it, as it was written down at the start of the log. */
export function makeGear(seed: number, start: number, random: Random): Gear {
  const ids = (collection: string) => {
    const source = demoIds(seed, collection);
    return () => source.next().value;
  };
  const spots = withIds(SPOTS, ids('spots'), (spot) => spotRecord(spot, random));
  const lures = withIds(LURES, ids('lures'), (lure, index) => lureRecord(lure, index, random));
  const rods = withIds(OUTFITS, ids('rods'), ({ rod }) => ({
    ...rod,
    purchasedOn: dayBefore(start, random),
  }));
  const lines = withIds(OUTFITS, ids('lines'), ({ line }) => ({
    ...line,
    purchasedOn: dayBefore(start, random),
  }));
  const lineIds = lines.map(({ id }) => id);
  const reels = withIds(OUTFITS, ids('reels'), ({ reel }, index) => ({
    ...reel,
    purchasedOn: random.sometimesNull(0.2, dayBefore(start, random)),
    currentLineId: lineIds[index] ?? null,
    lineHistory: spoolings(index, lineIds, start),
  }));
  const combos = withIds(OUTFITS, ids('combos'), ({ combo }, index) => ({
    ...combo,
    rodId: rods[index]?.id,
    reelId: reels[index]?.id,
    lineId: lineIds[index],
    active: true,
  }));
  const dated = (records: readonly Made[]): Made[] =>
    records.map((record) => withTimes(record, start, random));
  return {
    spots: dated(spots),
    lures: dated(lures),
    rods: dated(rods),
    reels: dated(reels),
    lines: dated(lines),
    combos: dated(combos),
    spotIds: idsBy(SPOTS, spots),
    lureIds: idsBy(LURES, lures),
    comboIds: idsBy(
      OUTFITS.map(({ style }) => style),
      combos,
    ),
  };
}

function withIds<T>(
  items: readonly T[],
  nextId: () => string,
  make: (item: T, index: number) => StoredRecord,
): Made[] {
  return items.map((item, index) => ({ id: nextId(), ...make(item, index) }));
}

const idsBy = <T>(keys: readonly T[], made: readonly Made[]): Map<T, string> =>
  new Map(keys.map((key, index) => [key, made[index]?.id ?? '']));

function withTimes(record: Made, start: number, random: Random): Made {
  const time = new Date(start + random.whole(0, DAY - 1)).toISOString();
  return { ...record, createdAt: time, updatedAt: time };
}

/** A day of the five years before. */
const dayBefore = (start: number, random: Random): string =>
  new Date(start - random.whole(10, 1800) * DAY).toISOString().slice(0, 10);

/** The line that is on now; on the first two reels it came after the next reel's kind of line. */
function spoolings(index: number, lineIds: readonly string[], start: number): StoredRecord[] {
  const changed = new Date(start - 20 * DAY).toISOString();
  const before = new Date(start - 400 * DAY).toISOString();
  const earlier = index < 2 ? [{ lineId: lineIds[index + 1], spooledAt: before, removedAt: changed }] : [];
  return [...earlier, { lineId: lineIds[index], spooledAt: changed }];
}

function spotRecord({ isTidal: _, weight: __, ...spot }: DemoSpot, random: Random): StoredRecord {
  return {
    ...spot,
    accuracyM: random.sometimesNull(0.3, random.pick([5, 8, 10, 15, 25])),
    country: 'Sweden',
  };
}

function lureRecord(lure: DemoLure, index: number, random: Random): StoredRecord {
  const { brand, model, type, color, size, weightG, lengthMm, dive, targets, isNatural } = lure;
  const isSalt = targets.includes('Mackerel') || targets.includes('Sea trout');
  return {
    lureNumber: isNatural ? null : `L-${String(index + 1).padStart(3, '0')}`,
    name: random.sometimesNull(0.15, color === null ? model : `${color} ${model}`),
    brand,
    model: isNatural ? null : model,
    type,
    baitKind: isNatural ? 'Natural' : 'Artificial',
    color,
    size,
    weightG,
    lengthMm,
    runningDepth: dive === null ? null : dive[1] > 2.6 ? 'Medium' : 'Shallow',
    minDiveDepthM: dive?.[0] ?? null,
    maxDiveDepthM: dive?.[1] ?? null,
    waterType: isSalt ? 'Saltwater' : 'Freshwater',
    targetSpecies: targets,
    amount: isNatural ? null : round(random.between(1, 4)),
    favourite: random.chance(0.2),
    lost: !isNatural && random.chance(0.12),
    tags: random.chance(0.2) ? ['confidence'] : null,
    notes: random.chance(0.15)
      ? random.pick(['Change the hooks.', 'Works after rain.', 'Buy another.'])
      : null,
  };
}
