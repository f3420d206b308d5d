// Compiles boxes and circles to SQL, so that the index on the position serves them.

import type { Resource } from '../../model/model.js';
import { boxOf, haversineOf } from '../geography.js';
import type { AreaCondition } from '../port.js';
import { type Cell, column } from './columns.js';

/** The box by comparisons, and within it the distance where a circle is asked for. */
export function compileArea(
  { name, position }: Resource,
  area: AreaCondition,
): { sql: string; values: Cell[] } {
  if (!position) throw new Error(`${name} have no position`);
  const [lat, lng] = [column(position.latitude), column(position.longitude)];
  const { latitude, longitudes } = boxOf(area);
  const between = longitudes.map(() => `${lng} BETWEEN ? AND ?`).join(' OR ');
  const box = {
    sql: `${lat} BETWEEN ? AND ? AND (${between})`,
    values: [...latitude, ...longitudes.flat()],
  };
  if (area.kind === 'bbox') return box;
  const half = (name: string): string => `sin(radians(${name} - ?) / 2)`;
  // libsql has no pow().
  const square = (name: string): string => `${half(name)} * ${half(name)}`;
  const { latitude: north, longitude: east, cosine, most } = haversineOf(area);
  return {
    sql: `${box.sql} AND ${square(lat)} + ? * cos(radians(${lat})) * ${square(lng)} <= ?`,
    values: [...box.values, north, north, cosine, east, east, most],
  };
}
