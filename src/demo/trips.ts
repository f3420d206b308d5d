// Plans the fishing trips of the year: when, where, in what weather, and for which fish with which lures.

import { type DemoLure, LURES } from './lures.js';
import { DAY, HOUR, sunOf, type Weather, weatherOn } from './nature.js';
import type { Random } from './random.js';
import { SPECIES, type Species } from './species.js';
import { type DemoSpot, SPOTS } from './waters.js';

/** A fish that can be caught on a trip, and the lures that it can be caught with there. */
export interface Chance {
  readonly species: Species;
  readonly lures: readonly DemoLure[];
  readonly weight: number;
}

export interface Trip {
  readonly spot: DemoSpot;
  /** First and last moment of fishing, in milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  readonly part: 'dawn' | 'day' | 'dusk';
  readonly weather: Weather;
  readonly chances: readonly Chance[];
  /** How many fish, compared with other trips. */
  readonly luck: number;
}

const DAYS = 365;
/** How often the angler goes out, from January to December. */
const MONTHS = [3, 3, 4, 7, 10, 10, 9, 10, 10, 8, 5, 2] as const;
const CATCHES_PER_TRIP = 2.7;
const TRIPS_MAX = 1200;
const DAYS_OUT_MAX = 200;

/** The trips of the year that ends at the start of the day `end`, in order of their days. Enough of them for so many catches. */
export function planTrips(end: number, catches: number, random: Random): Trip[] {
  const days = Array.from({ length: DAYS }, (_, index) => end - (DAYS - index) * DAY);
  const count = Math.min(TRIPS_MAX, Math.ceil(catches / CATCHES_PER_TRIP));
  const chosen: number[] = [];
  while (chosen.length < count) {
    const day = random.weighted(days, dayWeight);
    // A real angler is at one place at a time; a great many catches need more trips than the year has days.
    if (count > DAYS_OUT_MAX || !chosen.includes(day)) chosen.push(day);
  }
  return chosen.sort((a, b) => a - b).map((day) => planTrip(day, random));
}

function dayWeight(day: number): number {
  const date = new Date(day);
  const isWeekend = date.getUTCDay() === 0 || date.getUTCDay() === 6;
  return (MONTHS[date.getUTCMonth()] ?? 0) * (isWeekend ? 3 : 1);
}

function planTrip(day: number, random: Random): Trip {
  const month = new Date(day).getUTCMonth();
  const isHoliday = month >= 5 && month <= 8;
  const options = SPOTS.filter(({ isTidal }) => isHoliday || !isTidal).map((spot) => {
    const weather = weatherOn(day, spot, random);
    return { spot, weather, chances: findChances(spot, month, weather.hasIce) };
  });
  const { spot, weather, chances } = random.weighted(options, ({ spot, chances }) =>
    chances.length > 0 ? spot.weight : 0,
  );
  const part = weather.hasIce ? 'day' : random.pick(['dawn', 'dusk', 'day', 'dusk'] as const);
  const hours = random.between(1.5, 5);
  const { rise, set } = sunOf(day, spot);
  const start = {
    dawn: rise - HOUR / 2,
    day: (rise + set) / 2 - 2 * HOUR,
    dusk: set + HOUR / 2 - hours * HOUR,
  };
  const luck = random.between(0.2, 1) ** 2;
  return { spot, start: start[part], end: start[part] + hours * HOUR, part, weather, chances, luck };
}

function findChances({ waterType, waterBody, isTidal }: DemoSpot, month: number, hasIce: boolean): Chance[] {
  const habitats: readonly string[] = [isTidal ? 'Tidal' : waterType, waterBody];
  const usable = LURES.filter(({ style }) => (style === 'ice') === hasIce);
  return SPECIES.filter((species) => species.habitats.some((habitat) => habitats.includes(habitat)))
    .map((species) => ({
      species,
      lures: usable.filter(({ targets }) => targets.includes(species.name)),
      weight: species.months[month] ?? 0,
    }))
    .filter(({ lures, weight }) => lures.length > 0 && weight > 0);
}
