// Tells what a name in a log stands for: a field, something that is left out on purpose, or nothing known.

import { didYouMean, nearestNames } from '../did-you-mean.js';
import type { Field, Link, ObjectListField, Resource, ScalarField } from '../model/model.js';
import { show } from './problems.js';

export type NameMeaning =
  | { readonly kind: 'field'; readonly field: Field }
  /** The owner, which the import decides and not the file; and Mongoose's version of a document. */
  | { readonly kind: 'owner' | 'dropped' }
  | { readonly kind: 'unknown' };

/** What a name means in records of that collection. `_id` is `id`; the field that holds the owner is `ownerField`. */
export function readName(resource: Resource, name: string, ownerField: string): NameMeaning {
  const field = resource.field.get(name === '_id' ? 'id' : name);
  if (field) return { kind: 'field', field };
  if (name === ownerField) return { kind: 'owner' };
  return { kind: name === '__v' ? 'dropped' : 'unknown' };
}

export type ColumnMeaning =
  | NameMeaning
  /** One value of each object of a list: `photos.url`. */
  | { readonly kind: 'part'; readonly field: ObjectListField; readonly part: ScalarField }
  /** A measure in the imperial unit that the API gives beside the metric one: `lengthIn`. */
  | { readonly kind: 'imperial'; readonly metric: ScalarField }
  /** A value of a linked record, which has a collection of its own: `lure.name`. */
  | { readonly kind: 'linked'; readonly link: Link };

/** What a column of a table stands for: a name, or what the API makes of names where it writes tables. */
export function readColumn(resource: Resource, name: string, ownerField: string): ColumnMeaning {
  const meaning = readName(resource, name, ownerField);
  if (meaning.kind !== 'unknown') return meaning;
  const [first = '', second, ...more] = name.split('.');
  const field = resource.field.get(first);
  const part =
    field?.kind === 'objects' && more.length === 0 && field.fields.find((found) => found.name === second);
  if (field?.kind === 'objects' && part) return { kind: 'part', field, part };
  const link = resource.link.get(first);
  if (second && link) return { kind: 'linked', link };
  const metric = resource.fields.find((found) => found.kind === 'scalar' && found.imperial?.name === name);
  return metric?.kind === 'scalar' ? { kind: 'imperial', metric } : meaning;
}

/** Says that a name is not known in records of that collection, and what might have been meant. */
export function unknownField(resource: Resource, name: string): string {
  const link = resource.link.get(name);
  if (link) return `${show(name)} is a linked record; give its id as ${link.from}`;
  return unknownName(name, [...resource.field.keys()], resource.name);
}

/** Says that a name is not known: with the nearest known name if one is near, else with all of them. */
export function unknownName(name: string, known: readonly string[], what: string): string {
  const [nearest] = nearestNames(name, known);
  if (nearest) return `${show(name)} is not a field of ${what}${didYouMean([nearest])}`;
  return `${show(name)} is not a field of ${what}; its fields are ${known.join(', ')}`;
}
