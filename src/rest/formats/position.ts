// Where a record is, for the formats that put it on a map.

import type { Resource } from '../../model/model.js';
import type { Item } from './columns.js';

/** Degrees, WGS 84: north from -90 to 90, east from -180 to 180. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** The position of an item; null where a coordinate is missing, hidden or out of its range. */
export function positionOf({ position }: Resource, item: Item): Position | null {
  if (!position) return null;
  const latitude = item[position.latitude];
  const longitude = item[position.longitude];
  return isDegrees(latitude, 90) && isDegrees(longitude, 180) ? { latitude, longitude } : null;
}

function isDegrees(value: unknown, most: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= most;
}

/** The names of the fields that make a position; none where a record has no position. */
export function positionFields({ position }: Resource): string[] {
  return position ? [position.latitude, position.longitude] : [];
}

/** Degrees without an exponent, which neither XML Schema's decimal nor iCalendar's float allows. */
export function decimal(degrees: number): string {
  const text = String(degrees);
  return text.includes('e') ? degrees.toFixed(20) : text;
}
