// Reads the box or the circle that a list is asked for, and refuses degrees and distances that are none.

import { invalidParameter } from '../errors.js';
import { CIRCLE_KM_MAX } from '../model/limits.js';
import type { BoxCondition, CircleCondition, Condition } from '../store/port.js';

/** The input types of GraphQL; REST writes their values in this order. */
export type BoundingBox = Omit<BoxCondition, 'kind'>;
export type Circle = Omit<CircleCondition, 'kind'>;

/** What may be given, for a person. */
export const AREA_ALLOWED = {
  bbox: 'west, south, east and north in degrees: -180 to 180 east, -90 to 90 north, and south not above north',
  near: `latitude (-90 to 90), longitude (-180 to 180) and more than 0, at most ${CIRCLE_KM_MAX} km`,
} as const;

/** The conditions of both arguments; none for what is not given. Throws `invalid-parameter`. */
export function readArea(bbox: BoundingBox | null | undefined, near: Circle | null | undefined): Condition[] {
  return [...(bbox ? [readBox(bbox)] : []), ...(near ? [readCircle(near)] : [])];
}

function readBox({ west, south, east, north }: BoundingBox): BoxCondition {
  check('bbox', { west, east }, (value) => Math.abs(value) <= 180);
  check('bbox', { south, north }, (value) => Math.abs(value) <= 90);
  if (south > north)
    throw invalidParameter('bbox', `south ${south} is above north ${north}`, AREA_ALLOWED.bbox);
  return { kind: 'bbox', west, south, east, north };
}

function readCircle({ latitude, longitude, km }: Circle): CircleCondition {
  check('near', { latitude }, (value) => Math.abs(value) <= 90);
  check('near', { longitude }, (value) => Math.abs(value) <= 180);
  check('near', { km }, (value) => value > 0 && value <= CIRCLE_KM_MAX);
  return { kind: 'near', latitude, longitude, km };
}

/** What is not finite fits no range. */
function check(
  parameter: keyof typeof AREA_ALLOWED,
  values: Readonly<Record<string, number>>,
  fits: (value: number) => boolean,
): void {
  for (const [name, value] of Object.entries(values))
    if (!fits(value))
      throw invalidParameter(parameter, `${name} ${value} is not allowed`, AREA_ALLOWED[parameter]);
}
