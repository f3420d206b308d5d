// Sorts and keysets for MongoDB: nulls last in both directions, the id as tie-break, no page that reads those before it.

import type { Document } from 'mongodb';
import type { Resource, ScalarField } from '../../model/model.js';
import type { SortKey } from '../port.js';
import { idsAfter, type StoredId } from './ids.js';
import type { Place } from './position.js';
import { hasValue, pathOf, scalarField, sortValue } from './value-types.js';

/** One key of a sort before the id. */
interface Key {
  readonly field: ScalarField;
  readonly descending: boolean;
}

/** A sort up to the id, which ends it. */
export interface Order {
  readonly keys: readonly Key[];
  readonly idDescending: boolean;
}

/** Reads a sort: the keys before `id`, and the id in its own direction or in that of the last key. */
export function readOrder(resource: Resource, sort: readonly SortKey[]): Order {
  const end = sort.findIndex((key) => key.field === 'id');
  const before = end < 0 ? sort : sort.slice(0, end);
  return {
    keys: before.map(({ field, descending }) => ({ field: scalarField(resource, field), descending })),
    idDescending: (end < 0 ? sort.at(-1) : sort[end])?.descending ?? false,
  };
}

/** A part of a sorted list. Parts come one after the other. */
export interface Part {
  readonly where: readonly Document[];
  readonly sort: Readonly<Record<string, 1 | -1>>;
}

const direction = (descending: boolean): 1 | -1 => (descending ? -1 : 1);

/**
 * The parts of a list sorted by one key or by the id alone: the rest of the records with the place's value, those with
 * values behind it, those without one. Each is one range of the index on the key, in the index's order.
 * Numbers that are no doubles sort by all their digits, and link ids that are texts before ObjectIds.
 */
export function sortedParts({ keys: [key], idDescending }: Order, after: Place | null): Part[] {
  const byId = { _id: direction(idDescending) };
  const restById = after ? [{ _id: idsAfter(after.id, idDescending) }] : [];
  if (!key) return [{ where: restById, sort: byId }];
  const { field, descending } = key;
  const path = pathOf(field);
  const byKey = { [path]: direction(descending), ...byId };
  const missing = { where: [{ $nor: [hasValue(field)] }], sort: byId };
  if (!after) return [{ where: [hasValue(field)], sort: byKey }, missing];
  const [value] = after.values;
  if (value === null) return [{ ...missing, where: [...missing.where, ...restById] }];
  return [
    { where: [hasValue(field), { [path]: { $eq: value } }, ...restById], sort: byId },
    { where: [hasValue(field), { [path]: beyond(field, value, descending) }], sort: byKey },
    missing,
  ];
}

function beyond(field: ScalarField, value: unknown, descending: boolean): Document {
  if (field.scalar === 'ID') return idsAfter(value as StoredId, descending);
  return descending ? { $lt: value } : { $gt: value };
}

const keyName = (index: number): string => `__key${index}`;
const noneName = (index: number): string => `__none${index}`;

/**
 * The stages of an aggregation for a list sorted by several keys: computes the keys, with what is of another type as null,
 * and whether there are none, then sorts what is behind the place. The first stage also drops every field not needed.
 */
export function sortedStages(
  order: Order,
  after: Place | null,
  projection: Document,
  limit: number,
): Document[] {
  const names = order.keys.map((_, index) => [keyName(index), noneName(index)] as const);
  const values = order.keys.map(({ field }, index) => [keyName(index), sortValue(field)]);
  const nones = names.map(([key, none]) => [none, { $eq: [`$${key}`, null] }]);
  const sort = order.keys.flatMap(({ descending }, index) => [
    [noneName(index), 1],
    [keyName(index), direction(descending)],
  ]);
  return [
    { $project: { ...projection, ...Object.fromEntries(values) } },
    { $set: Object.fromEntries(nones) },
    ...(after ? [{ $match: { $or: behind(order, after) } }] : []),
    { $sort: { ...Object.fromEntries(sort), _id: direction(order.idDescending) } },
    { $limit: limit },
  ];
}

/** Holds of what comes after the place: greater in some key and equal in all before it. */
function behind({ keys, idDescending }: Order, { values, id }: Place): Document[] {
  const equal = values.map((value, index) =>
    value === null ? { [noneName(index)]: true } : { [keyName(index)]: { $eq: value } },
  );
  const greater = keys.flatMap(({ descending }, index) => {
    const value = values[index];
    if (value === null) return [];
    const beyondValue = { [keyName(index)]: descending ? { $lt: value } : { $gt: value } };
    return { $and: [...equal.slice(0, index), { $or: [beyondValue, { [noneName(index)]: true }] }] };
  });
  return [...greater, { $and: [...equal, { _id: idsAfter(id, idDescending) }] }];
}
