// Boxes and circles on the globe, as both adapters need them: ranges of degrees, and the terms of a great-circle distance.

import type { AreaCondition, BoxCondition, CircleCondition } from './port.js';

/** The mean radius of the Earth: R1 of GRS 80 (H. Moritz, Geodetic Reference System 1980). */
const EARTH_RADIUS_KM = 6371.0088;
/** About a metre. A box around a circle is greater by this, so that no rounding cuts off the circle's edge. */
const MARGIN_DEGREES = 1e-5;

/** From and to, in degrees, both inclusive. */
export type Range = readonly [number, number];

/** Ranges of degrees: one of latitude, and one or more of longitude, any of which holds. */
export interface DegreeBox {
  readonly latitude: Range;
  readonly longitudes: readonly Range[];
}

/** The area itself where it is a box; the box around it where it is a circle. */
export function boxOf(area: AreaCondition): DegreeBox {
  return area.kind === 'bbox' ? boxItself(area) : boxAround(area);
}

const boxItself = ({ west, south, east, north }: BoxCondition): DegreeBox => ({
  latitude: [south, north],
  longitudes: longitudes(west, east),
});

/**
 * The least box around a circle, and a metre more. The meridians that touch the circle do so nearer to the pole than its
 * centre is, hence the arc sine (J. P. Matuschek, Finding Points Within a Distance of a Latitude/Longitude Using Bounding
 * Coordinates, section 3.3). A circle that holds a pole has every longitude.
 */
function boxAround({ latitude, longitude, km }: CircleCondition): DegreeBox {
  const reach = degrees(km / EARTH_RADIUS_KM) + MARGIN_DEGREES;
  const south = latitude - reach;
  const north = latitude + reach;
  if (south <= -90 || north >= 90)
    return { latitude: [Math.max(south, -90), Math.min(north, 90)], longitudes: [[-180, 180]] };
  const sine = Math.sin(radians(reach)) / Math.cos(radians(latitude));
  const width = degrees(Math.asin(Math.min(sine, 1)));
  return {
    latitude: [south, north],
    longitudes: longitudes(wrap(longitude - width), wrap(longitude + width)),
  };
}

/** From west to east, across the antimeridian where west is the greater. -180 and 180 are one meridian. */
function longitudes(west: number, east: number): Range[] {
  const crossed: Range[] = [
    [west, 180],
    [-180, east],
  ];
  if (west > east) return crossed;
  const itself: Range = [west, east];
  if (west === -180 && east < 180) return [itself, [180, 180]];
  if (east === 180 && west > -180) return [itself, [-180, -180]];
  return [itself];
}

const wrap = (longitude: number): number =>
  longitude < -180 ? longitude + 360 : longitude > 180 ? longitude - 360 : longitude;

/** The terms of a circle's condition: `sin²((lat - latitude)/2) + cosine · cos(lat) · sin²((lng - longitude)/2) <= most`. */
export interface Haversine {
  /** The centre, in degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** The cosine of the centre's latitude. */
  readonly cosine: number;
  readonly most: number;
}

/**
 * The haversine formula (R. W. Sinnott, Virtues of the Haversine, Sky and Telescope 68, 1984), which is exact for small
 * distances too. It grows with the distance, so it is compared itself, and no root or arc sine is needed.
 */
export function haversineOf({ latitude, longitude, km }: CircleCondition): Haversine {
  const angle = km / EARTH_RADIUS_KM;
  // Half around the Earth reaches everything, whatever the rounding: no haversine is as great as 2.
  const most = angle < Math.PI ? Math.sin(angle / 2) ** 2 : 2;
  return { latitude, longitude, cosine: Math.cos(radians(latitude)), most };
}

const radians = (angle: number): number => (angle * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;
