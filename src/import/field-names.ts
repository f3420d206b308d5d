// Tells what a name in a log stands for: a field, something that is left out on purpose, or nothing known.

import { didYouMean, nearestNames, plainName } from '../did-you-mean.js';
import type { Field, Link, ObjectListField, Resource, ScalarField } from '../model/model.js';
import { type RecordProblem, show } from './problems.js';

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

/**
 * The name that the title of a column stands for, where it has one that differs only in case, spaces and punctuation:
 * `Length (cm)` is `lengthCm`. Any other title is given back.
 */
export function columnName(resource: Resource, title: string, ownerField: string): string {
  if (readColumn(resource, title, ownerField).kind !== 'unknown') return title;
  const bare = bareName(title);
  return (bare && columnNames(resource).find((name) => bareName(name) === bare)) || title;
}

/** All names that a column can have, but for those of linked records. */
function columnNames({ fields }: Resource): string[] {
  return fields.flatMap((field) => {
    if (field.kind === 'objects')
      return [field.name, ...field.fields.map(({ name }) => `${field.name}.${name}`)];
    return field.kind === 'scalar' && field.imperial ? [field.name, field.imperial.name] : [field.name];
  });
}

const bareName = (name: string): string => name.toLowerCase().replace(/[^\p{Letter}\p{Number}.]/gu, '');

/** Says that a name is not known in records of that collection, and what might have been meant. */
export function unknownField(resource: Resource, name: string): string {
  const near = whatIsNear(resource, name);
  return (
    near ??
    `${show(name)} is not a field of ${resource.name}; its fields are ${[...resource.field.keys()].join(', ')}`
  );
}

/** The same of all columns of a table; those that are like nothing are told at once, since they are told all names. */
export function unknownFields(resource: Resource, names: readonly string[]): RecordProblem[] {
  const far = names.filter((name) => whatIsNear(resource, name) === null);
  const [first, another] = far;
  const all = far.map(show).join(', ');
  const problem = `${all} are not fields of ${resource.name}; its fields are ${[...resource.field.keys()].join(', ')}`;
  return names
    .filter((name) => name === first || !far.includes(name))
    .map((name) =>
      name === first && another !== undefined
        ? { field: null, problem }
        : { field: name, problem: unknownField(resource, name) },
    );
}

/** What people call the column that says when. */
const MOMENTS: ReadonlySet<string> = new Set([
  'date',
  'time',
  'datetime',
  'dateandtime',
  'day',
  'timestamp',
  'when',
]);

function whatIsNear(resource: Resource, name: string): string | null {
  const plain = plainName(name);
  const link = resource.links.find((one) => plainName(one.name) === plain);
  if (link) return `${show(name)} is a linked record; give its id as ${link.from}`;
  if (MOMENTS.has(plain))
    return `${show(name)} is not a field of ${resource.name}; its day and time are ${resource.newestBy}`;
  const ofRole = [...resource.coordinates].find(([, role]) => role === plain)?.[0];
  const nearest = ofRole ?? nearestNames(name, [...resource.field.keys()])[0];
  if (nearest === undefined) return null;
  const unit = resource.field.get(nearest)?.unit;
  const meant = unit ? `${nearest} (in ${unit})` : nearest;
  return `${show(name)} is not a field of ${resource.name}${didYouMean([meant])}`;
}

/** Says that a name is not known: with the nearest known name if one is near, else with all of them. */
export function unknownName(name: string, known: readonly string[], what: string): string {
  const [nearest] = nearestNames(name, known);
  if (nearest) return `${show(name)} is not a field of ${what}${didYouMean([nearest])}`;
  return `${show(name)} is not a field of ${what}; its fields are ${known.join(', ')}`;
}
