// Makes the catches of the demo log, one at a time, so that a million of them need no more memory than ten.

import type { StoredRecord } from '../store/port.js';
import type { Gear } from './gear.js';
import { DAY, HOUR, moonPhase } from './nature.js';
import { writeNote } from './notes.js';
import { demoIds, type Random, round } from './random.js';
import { type Species, usualWeightG } from './species.js';
import { OUTFITS } from './tackle.js';
import type { Trip } from './trips.js';

/** Exactly `count` catches, trip by trip and within a trip by time, none of them after `end`. */
export function* makeCatches(
  seed: number,
  count: number,
  trips: readonly Trip[],
  gear: Gear,
  end: number,
  random: Random,
): Generator<StoredRecord & { readonly id: string }> {
  const ids = demoIds(seed, 'catches');
  const best = new Map<Species, Best>();
  const luck = trips.reduce((sum, trip) => sum + trip.luck, 0);
  let before = 0;
  let made = 0;
  for (const trip of trips) {
    before += trip.luck;
    const upTo = Math.round((count * before) / luck);
    const times = Array.from({ length: upTo - made }, () => Math.round(random.between(trip.start, trip.end)));
    for (const time of times.sort((a, b) => a - b)) {
      const id = ids.next().value;
      const { fish, lure } = makeFish(trip, best, random);
      yield {
        id,
        ...fish,
        ...makeCircumstances(trip, time, random),
        ...makeTimes(time, end, random),
        spotId: random.sometimesNull(0.04, gear.spotIds.get(trip.spot) ?? null),
        lureId: random.sometimesNull(0.06, gear.lureIds.get(lure) ?? null),
        comboId: random.sometimesNull(0.08, gear.comboIds.get(lure.style) ?? null),
        photos: makePhotos(id, fish, random),
      };
    }
    made = upTo;
  }
}

function makeFish(trip: Trip, best: Map<Species, Best>, random: Random) {
  const { species, lures } = random.weighted(trip.chances, ({ weight }) => weight);
  const { mean, deviation, least, most } = species.lengthCm;
  const exact = Math.max(least, Math.min(most, random.normal(mean, deviation)));
  const quantity = random.chance(0.25) ? random.whole(1, species.shoal) : 1;
  const isMeasured = quantity === 1 && random.chance(0.92);
  const lengthCm = isMeasured ? Math.round(exact * 2) / 2 : null;
  const isBest = isMeasured && isNewBest(species, exact, best);
  const condition = Math.max(0.8, Math.min(1.2, random.normal(1, 0.07)));
  const weightG = roundWeight(usualWeightG(species, exact) * condition);
  const lure = random.pick(lures);
  const outfit = OUTFITS.find(({ style }) => style === lure.style);
  const fish = {
    species: species.name,
    scientificName: random.sometimesNull(0.1, species.scientificName),
    quantity,
    lengthCm,
    weightG: isMeasured ? random.sometimesNull(0.4, weightG) : null,
    catchAndRelease: random.sometimesNull(0.03, random.chance(species.release)),
    presentation: random.sometimesNull(0.2, random.pick(outfit?.presentations ?? ['Cast and retrieve'])),
    waterDepthM: random.sometimesNull(0.3, round(random.between(...(outfit?.depthM ?? [1, 5])), 1)),
    favourite: isBest || random.chance(0.05),
    notes: writeNote(random, isBest),
    tags: makeTags(trip, isBest, random),
  };
  return { fish, lure };
}

/** The longest fish of a species so far, and how many were measured. */
interface Best {
  readonly lengthCm: number;
  readonly count: number;
}

/** Whether a fish is longer than all before it; the first few of a species are no record worth a word. */
function isNewBest(species: Species, lengthCm: number, best: Map<Species, Best>): boolean {
  const before = best.get(species) ?? { lengthCm: 0, count: 0 };
  best.set(species, { lengthCm: Math.max(before.lengthCm, lengthCm), count: before.count + 1 });
  return before.count >= 5 && lengthCm > before.lengthCm;
}

const roundWeight = (grams: number): number => (grams < 500 ? round(grams / 5) * 5 : round(grams / 10) * 10);

function makeTags({ part, spot, weather }: Trip, isBest: boolean, random: Random): string[] | null {
  const place = weather.hasIce ? 'ice' : (spot.tags[0] ?? 'shore');
  const tags = [...(part === 'day' ? [] : [part]), place, ...(isBest ? ['pb'] : [])];
  return random.sometimesNull(isBest ? 0 : 0.2, tags);
}

function makeCircumstances({ spot, weather }: Trip, time: number, random: Random): StoredRecord {
  const hasPosition = random.chance(0.85);
  const hasWeather = random.chance(0.9);
  return {
    timeZone: random.sometimesNull(0.05, 'Europe/Stockholm'),
    // Within a few hundred metres of the spot.
    lat: hasPosition ? round(random.normal(spot.lat, 0.001), 5) : null,
    lng: hasPosition ? round(random.normal(spot.lng, 0.002), 5) : null,
    accuracyM: hasPosition ? random.pick([4, 5, 6, 8, 12, 20]) : null,
    waterTempC: random.sometimesNull(0.2, weather.waterTempC),
    waterClarity: random.sometimesNull(0.25, weather.clarity),
    airTempC: hasWeather ? weather.airTempC : null,
    pressureHpa: hasWeather ? weather.pressureHpa : null,
    windMps: hasWeather ? weather.windMps : null,
    windDirection: hasWeather ? weather.windDirection : null,
    sky: hasWeather ? weather.sky : null,
    moonPhase: moonPhase(time),
    tide: spot.isTidal ? random.pick(['Rising', 'Falling', 'High', 'Low']) : null,
    biteIndex: random.sometimesNull(0.5, Math.max(0, Math.min(100, round(random.normal(55, 18))))),
  };
}

/** Written down within some hours, now and then corrected within some weeks. */
function makeTimes(time: number, end: number, random: Random): Record<string, string> {
  const created = Math.min(end, time + Math.round(random.between(0.02, 9) * HOUR));
  const delay = random.chance(0.15) ? Math.round(random.between(0, 30) * DAY) : 0;
  const text = (moment: number): string => new Date(moment).toISOString();
  return { caughtAt: text(time), createdAt: text(created), updatedAt: text(Math.min(end, created + delay)) };
}

function makePhotos(id: string, fish: { species: string; lengthCm: number | null }, random: Random) {
  const { species, lengthCm } = fish;
  if (!random.chance(0.14)) return null;
  const caption = lengthCm === null ? species : `${species}, ${lengthCm} cm`;
  const photos = Array.from({ length: random.whole(1, 2) }, (_, index) => ({
    url: `https://photos.example/demo/${id}-${index + 1}.jpg`,
    caption: random.sometimesNull(0.3, caption),
  }));
  return photos;
}
