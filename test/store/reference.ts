// What a store must answer, written as plainly as possible: arrays in memory, no index, no keyset.

import type { Field, Resource } from '../../src/model/model.js';
import type {
  AreaCondition,
  Condition,
  FieldCondition,
  Query,
  Scalar,
  SortKey,
  StoredRecord,
} from '../../src/store/port.js';
import { foldText } from '../../src/store/text.js';

export type TestRecord = StoredRecord & { readonly id: string };

/** All records that match, in the order of the sort. */
export function expectedList(
  resource: Resource,
  records: readonly TestRecord[],
  { where, sort }: Pick<Query, 'where' | 'sort'>,
): TestRecord[] {
  return records
    .filter((record) => where.every((condition) => holds(resource, record, condition)))
    .sort((a, b) => compareRecords(a, b, sort));
}

function holds(resource: Resource, record: TestRecord, condition: Condition): boolean {
  if (condition.kind === 'words')
    return condition.words.every((word) =>
      resource.textFields.some((name) => texts(record[name]).some((text) => contains(text, word))),
    );
  if (condition.kind !== 'field') return isIn(resource, record, condition);
  const field = resource.field.get(condition.field);
  if (!field) throw new Error(`no field ${condition.field}`);
  return fieldHolds(field, record[field.name] ?? null, condition);
}

/** By other formulas than the stores have. */
function isIn({ position }: Resource, record: TestRecord, area: AreaCondition): boolean {
  const [lat, lng] = [position?.latitude, position?.longitude].map((name = '') => record[name]);
  if (typeof lat !== 'number' || typeof lng !== 'number' || Math.abs(lat) > 90 || Math.abs(lng) > 180)
    return false;
  if (area.kind === 'near') return distanceKm(lat, lng, area.latitude, area.longitude) <= area.km;
  const { west, south, east, north } = area;
  if (lat < south || lat > north) return false;
  // In ten millionths of a degree, so that nothing is left to rounding.
  const eastwards = (from: number, to: number): number => Math.round((to - from + 720) * 1e7) % 3.6e9;
  return east - west === 360 || eastwards(west, lng) <= eastwards(west, east);
}

/** Along a great circle: the angle between two vectors, by their cross and dot products. */
export function distanceKm(lat: number, lng: number, otherLat: number, otherLng: number): number {
  const [a, b] = [vector(lat, lng), vector(otherLat, otherLng)];
  const cross = [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x];
  return 6371.0088 * Math.atan2(Math.hypot(...cross), a.x * b.x + a.y * b.y + a.z * b.z);
}

function vector(lat: number, lng: number): { x: number; y: number; z: number } {
  const [north, east] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180];
  const radius = Math.cos(north);
  return { x: radius * Math.cos(east), y: radius * Math.sin(east), z: Math.sin(north) };
}

function fieldHolds(field: Field, value: unknown, { operator, value: wanted }: FieldCondition): boolean {
  if (operator === 'exists')
    return (value !== null && !(Array.isArray(value) && value.length === 0)) === wanted;
  if (operator === 'ne') return !elements(value).some((element) => equalsAny(field, element, wanted));
  return elements(value).some((element) => {
    if (operator === 'in') return equalsAny(field, element, wanted);
    if (operator === 'contains') return contains(String(element), String(wanted));
    if (operator === 'startsWith') return foldText(String(element)).startsWith(foldText(String(wanted)));
    const order = compareValues(element as Scalar, wanted as Scalar);
    return { gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 }[operator];
  });
}

/** A value as a list: no element if it is missing. */
const elements = (value: unknown): unknown[] =>
  value === null ? [] : Array.isArray(value) ? value : [value];
const texts = (value: unknown): string[] => elements(value ?? null).map(String);
const contains = (text: string, part: string): boolean => foldText(text).includes(foldText(part));

function equalsAny(field: Field, value: unknown, wanted: FieldCondition['value']): boolean {
  const isText = field.kind === 'texts' || (field.kind === 'scalar' && field.scalar === 'String');
  const same = (a: unknown): unknown => (isText ? foldText(String(a)) : a);
  return (wanted as readonly Scalar[]).some((one) => same(one) === same(value));
}

function compareRecords(a: TestRecord, b: TestRecord, sort: readonly SortKey[]): number {
  for (const { field, descending } of sort) {
    const left = (a[field] ?? null) as Scalar | null;
    const right = (b[field] ?? null) as Scalar | null;
    if (left === null && right === null) continue;
    if (left === null) return 1;
    if (right === null) return -1;
    const order = compareValues(left, right);
    if (order !== 0) return descending ? -order : order;
  }
  const order = compareValues(a.id, b.id);
  return sort.at(-1)?.descending ? -order : order;
}

/** Text by code point, which is not the order of UTF-16: U+FFFF comes before U+10000. */
function compareValues(a: Scalar, b: Scalar): number {
  if (typeof a !== 'string' || typeof b !== 'string') return a < b ? -1 : Number(a > b);
  const left = Array.from(a);
  const right = Array.from(b);
  const different = left.findIndex((character, index) => character !== right[index]);
  if (different < 0) return left.length - right.length;
  return (left[different]?.codePointAt(0) ?? -1) - (right[different]?.codePointAt(0) ?? -1);
}
