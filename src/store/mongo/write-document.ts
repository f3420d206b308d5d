// Makes the document that a record is kept as.

import type { Document } from 'mongodb';
import type { Resource, ScalarField } from '../../model/model.js';
import type { StoredRecord } from '../port.js';
import { type StoredId, toStoredId } from './ids.js';
import { pathOf } from './value-types.js';

/** The owner as it is written. */
export interface OwnerValue {
  readonly field: string;
  readonly id: StoredId;
}

/**
 * The document of a record that is of the model's types: times as BSON dates, ids that read like one as ObjectIds.
 * What is null is left out. Ids and the owner stand first, for whoever looks at the collection.
 */
export function toDocument(resource: Resource, record: StoredRecord, owner: OwnerValue): Document {
  const document: Document = { _id: undefined, [owner.field]: owner.id };
  for (const field of resource.fields) {
    const value = record[field.name];
    if (value === undefined || value === null) continue;
    document[pathOf(field)] = field.kind === 'scalar' ? toValue(field, value) : value;
    if (field.kind === 'objects')
      document[field.name] = (value as StoredRecord[]).map((element) => toObject(field.fields, element));
  }
  return document;
}

function toObject(fields: readonly ScalarField[], element: StoredRecord): Document {
  const present = fields.filter(({ name }) => element[name] !== undefined && element[name] !== null);
  return Object.fromEntries(present.map((field) => [field.name, toValue(field, element[field.name])]));
}

function toValue({ scalar }: ScalarField, value: unknown): unknown {
  if (scalar === 'DateTime') return new Date(String(value));
  return scalar === 'ID' ? toStoredId(String(value)) : value;
}
