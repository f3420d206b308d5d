// MongoDB Extended JSON, as mongoexport writes it: unwraps the values that JSON has no form for.

import { BadValue, show } from './problems.js';

/**
 * A value without its Extended JSON wrapper, canonical or relaxed: an ObjectId is its hex text, a date is text in
 * ISO form, a number is a number. Any other value is given back as it is. Throws BadValue for a wrapper that is empty
 * or of a kind that no field of a log has.
 * Source: the MongoDB specification "Extended JSON (v2)".
 */
export function unwrapExtended(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const [wrapper, another] = Object.entries(value);
  if (!wrapper?.[0].startsWith('$') || another) return value;
  const [kind, inner] = wrapper;
  if (kind === '$oid' && typeof inner === 'string') return inner;
  if (kind === '$date') return unwrapDate(inner);
  if (NUMBERS.has(kind) && typeof inner === 'string' && inner.trim() !== '') return Number(inner);
  if (kind === '$undefined') return null;
  throw new BadValue(`${show(value)} is Extended JSON of a kind that no field has`);
}

const NUMBERS: ReadonlySet<string> = new Set([
  '$numberInt',
  '$numberLong',
  '$numberDouble',
  '$numberDecimal',
]);

function unwrapDate(inner: unknown): string {
  if (typeof inner === 'string') return inner;
  const milliseconds = unwrapExtended(inner);
  const date = new Date(typeof milliseconds === 'number' ? milliseconds : Number.NaN);
  if (Number.isNaN(date.getTime())) throw new BadValue(`${show({ $date: inner })} is not a moment`);
  return date.toISOString();
}
