// The data model as data: what the schema says of each record type, in a form that every other part derives from.

import type { ImperialMeasure } from './units.js';

/** The scalar types that a field can have, by their GraphQL names. */
export type ScalarName = 'ID' | 'String' | 'Int' | 'Float' | 'Boolean' | 'DateTime' | 'Date';

interface FieldBase {
  readonly name: string;
  /** The schema's own description, one sentence. */
  readonly description: string;
  /** The unit in UCUM notation, where the field is a measure. */
  readonly unit: string | null;
  /** An example value, as JSON gives it. */
  readonly example: unknown;
  readonly required: boolean;
}

/** A part of a position: its degrees north and east, or how many metres it may be off. */
export type CoordinateRole = 'latitude' | 'longitude' | 'accuracy';

/** A field that holds one scalar value. Only these can be sorted by. */
export interface ScalarField extends FieldBase {
  readonly kind: 'scalar';
  readonly scalar: ScalarName;
  /** Whether MongoDB gets an index on it; the embedded store has one on every field. */
  readonly indexed: boolean;
  /** What part of a position it is, if it is one. */
  readonly coordinate: CoordinateRole | null;
  /** What it is called and how it is computed in imperial units, where it is a measure. */
  readonly imperial: ImperialMeasure | null;
}

/** A field that holds a list of texts, such as `tags`. */
export interface TextListField extends FieldBase {
  readonly kind: 'texts';
}

/** A field that holds a list of embedded objects, such as `photos`. */
export interface ObjectListField extends FieldBase {
  readonly kind: 'objects';
  readonly typeName: string;
  readonly fields: readonly ScalarField[];
}

/** What a record itself holds: everything but its links. */
export type Field = ScalarField | TextListField | ObjectListField;

/** The names of the two fields that make a position. */
export interface PositionFields {
  readonly latitude: string;
  readonly longitude: string;
}

/** A linked record: found in the collection `to` by the id in the field `from`. */
export interface Link {
  readonly kind: 'link';
  readonly name: string;
  readonly description: string;
  readonly from: string;
  readonly typeName: string;
}

/** One record type: a GraphQL type, a collection of that name in the store, a path of the REST API. */
export interface Resource {
  /** The collection, the path segment and the list field of `Query`: `catches`. */
  readonly name: string;
  /** The by-id field of `Query`: `catch`. */
  readonly singular: string;
  /** The GraphQL type: `Catch`. */
  readonly typeName: string;
  readonly description: string;
  /** The DateTime field by which lists come, newest first, where no sort is asked for. */
  readonly newestBy: string;
  /** Fields and links in the schema's order, which is also the order of answers and columns. */
  readonly members: readonly (Field | Link)[];
  readonly fields: readonly Field[];
  readonly links: readonly Link[];
  /** Field by name; links are not in it. */
  readonly field: ReadonlyMap<string, Field>;
  readonly link: ReadonlyMap<string, Link>;
  /** Names of the fields that a list can be sorted by, in schema order. */
  readonly sortable: readonly string[];
  /** The fields that tell where something is, by name. */
  readonly coordinates: ReadonlyMap<string, CoordinateRole>;
  /** The names of the fields that hold the degrees of a position, where it has one: it can be put on a map. */
  readonly position: PositionFields | null;
  /** Name of the text field that shows a record to a person. */
  readonly title: string;
  /** Names of the fields that `q` looks into. */
  readonly textFields: readonly string[];
}

/** The whole model: the resources in the order of the schema's files. */
export interface Model {
  readonly resources: readonly Resource[];
  readonly byName: ReadonlyMap<string, Resource>;
  readonly byType: ReadonlyMap<string, Resource>;
  /** The schema's text: the directives, scalars and types that the derived parts are added to. */
  readonly sdl: string;
}

/** The resource of that type. Throws where the model has none: that is an error of the schema, not of a request. */
export function getResource(model: Model, typeName: string): Resource {
  const resource = model.byType.get(typeName);
  if (!resource) throw new Error(`The schema has no collection of type ${typeName}`);
  return resource;
}

/** The type whose operators a field takes: its scalar, `String` for a list of texts, `List` for a list of objects. */
export function filterTypeOf(field: Field): ScalarName | 'List' {
  if (field.kind === 'scalar') return field.scalar;
  return field.kind === 'texts' ? 'String' : 'List';
}
