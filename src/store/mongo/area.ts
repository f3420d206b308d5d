// Compiles boxes and circles to MongoDB filters, so that the index on the position serves them.

import type { Document } from 'mongodb';
import type { Resource } from '../../model/model.js';
import { boxOf, haversineOf, type Range } from '../geography.js';
import type { AreaCondition, CircleCondition } from '../port.js';
import { within } from './value-types.js';

/**
 * The decimal 59.3 and the double 59.3 differ, by less than this many degrees, and both are on an edge at 59.3. It is a tenth
 * of a millimetre.
 */
const SAME_DEGREES = 1e-9;

/** The box as ranges, and within it the distance where a circle is asked for. What is no number is in no range. */
export function compileArea({ name, position }: Resource, area: AreaCondition): Document[] {
  if (!position) throw new Error(`${name} have no position`);
  const { latitude, longitudes } = boxOf(area);
  const east = longitudes.map((range) => ({ [position.longitude]: within(widened(range)) }));
  return [
    { [position.latitude]: within(widened(latitude)) },
    east.length === 1 ? { ...east[0] } : { $or: east },
    ...(area.kind === 'near'
      ? [{ $expr: isNear(`$${position.latitude}`, `$${position.longitude}`, area) }]
      : []),
  ];
}

const widened = ([from, to]: Range): Range => [from - SAME_DEGREES, to + SAME_DEGREES];

/**
 * The distance as an expression. It fails on what is no number and on infinity, and MongoDB may ask it first, so it checks
 * for itself: only numbers lie between two numbers in the order of all values.
 */
function isNear(lat: string, lng: string, area: CircleCondition): Document {
  const { latitude, longitude, cosine, most } = haversineOf(area);
  const isPosition = {
    $and: [{ $gte: [lat, -90] }, { $lte: [lat, 90] }, { $gte: [lng, -180] }, { $lte: [lng, 180] }],
  };
  const halfSine = (value: string, centre: number): Document => ({
    $pow: [{ $sin: { $divide: [{ $degreesToRadians: { $subtract: [value, centre] } }, 2] } }, 2],
  });
  const haversine = {
    $add: [
      halfSine(lat, latitude),
      { $multiply: [cosine, { $cos: { $degreesToRadians: lat } }, halfSine(lng, longitude)] },
    ],
  };
  return { $cond: [isPosition, { $lte: [haversine, most] }, false] };
}
