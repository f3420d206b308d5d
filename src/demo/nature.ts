// What the day and the place decide: sun, moon, weather and the temperature of the water.

import { type Random, round } from './random.js';
import type { DemoSpot } from './waters.js';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

const PHASES = [
  'New moon',
  'Waxing crescent',
  'First quarter',
  'Waxing gibbous',
  'Full moon',
  'Waning gibbous',
  'Last quarter',
  'Waning crescent',
] as const;
const SYNODIC_MONTH = 29.530588853 * DAY;
/** A new moon. Source: J. Meeus, Astronomical Algorithms, chapter 49. */
const NEW_MOON = Date.UTC(2000, 0, 6, 18, 14);

/** The phase of the moon at a moment, right to within a day. */
export function moonPhase(time: number): string {
  const month = (time - NEW_MOON) / SYNODIC_MONTH;
  const eighth = Math.round((month - Math.floor(month)) * 8) % 8;
  return PHASES[eighth] ?? PHASES[0];
}

/** Sunrise and sunset of a day (its start in UTC), right to within a quarter of an hour. */
export function sunOf(
  day: number,
  { lat, lng }: Pick<DemoSpot, 'lat' | 'lng'>,
): { rise: number; set: number } {
  const radians = Math.PI / 180;
  const declination = -23.44 * Math.cos(yearAngle(day, -10)) * radians;
  const cosine = -Math.tan(lat * radians) * Math.tan(declination);
  const halfDay = (Math.acos(Math.max(-1, Math.min(1, cosine))) / radians / 15) * HOUR;
  const noon = day + (12 - lng / 15) * HOUR;
  return { rise: noon - halfDay, set: noon + halfDay };
}

/** Conditions of one trip. A null is something that the angler did not write down. */
export interface Weather {
  readonly waterTempC: number;
  readonly airTempC: number;
  readonly pressureHpa: number;
  readonly windMps: number;
  readonly windDirection: string;
  readonly sky: string;
  readonly clarity: string;
  /** Whether one can stand on the water. */
  readonly hasIce: boolean;
}

/** Weather that fits the season and the kind of water. */
export function weatherOn(day: number, { waterType }: DemoSpot, random: Random): Weather {
  const lag = waterType === 'Sea' ? 12 : 0;
  const mean = 9.3 + 10.3 * Math.cos(yearAngle(day, 212 + lag));
  const waterTempC = round(Math.max(0.4, random.normal(mean, 0.9)), 1);
  const airTempC = round(random.normal(7.5 + 11 * Math.cos(yearAngle(day, 203)), 3), 0);
  const pressureHpa = round(random.normal(1012, 9), 0);
  const skies = pressureHpa > 1012 ? CLEAR_SKIES : POOR_SKIES;
  return {
    waterTempC,
    airTempC,
    pressureHpa,
    windMps: round(Math.min(14, Math.abs(random.normal(3, 2.2))), 1),
    windDirection: random.pick(['N', 'NE', 'E', 'SE', 'S', 'SW', 'SW', 'W', 'W', 'NW']),
    sky: random.pick(airTempC < 1 && pressureHpa < 1008 ? ['Snow', 'Overcast'] : skies),
    clarity: random.pick(waterTempC > 14 ? ['Stained', 'Murky', 'Clear'] : ['Clear', 'Clear', 'Stained']),
    hasIce: waterType !== 'Sea' && waterType !== 'River' && mean < 1.6,
  };
}

const CLEAR_SKIES = ['Clear', 'Partly cloudy', 'Partly cloudy', 'Overcast'] as const;
const POOR_SKIES = ['Overcast', 'Overcast', 'Light rain', 'Partly cloudy', 'Rain', 'Fog'] as const;

/** How far the year is from its day of that number, as an angle. */
function yearAngle(day: number, dayOfYear: number): number {
  const start = Date.UTC(new Date(day).getUTCFullYear(), 0, 1);
  return (2 * Math.PI * ((day - start) / DAY - dayOfYear)) / 365.25;
}
