// The two ways in which MongoDB holds an id: an ObjectId, which a record shows as 24 hexadecimal digits, or a text.

import { type Document, ObjectId } from 'mongodb';

/** An id as a document holds it. */
export type StoredId = string | ObjectId;

/** A document as the collections hold it. A document with an id of another type is no record, and never read. */
export interface StoredDocument extends Document {
  _id: StoredId;
}

const HEX = /^[0-9a-f]{24}$/;

/** The id as a record shows it, or null where the value is neither a text nor an ObjectId. */
export function readId(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return value instanceof ObjectId ? value.toHexString() : null;
}

/** The id as it is written: an ObjectId if the text reads like one, so that reading it back gives the same text. */
export function toStoredId(id: string): StoredId {
  return HEX.test(id) ? ObjectId.createFromHexString(id) : id;
}

/** Every way in which a document can hold this id, the one that is written first. */
export function idSpellings(id: string): StoredId[] {
  return HEX.test(id) ? [toStoredId(id), id] : [id];
}

/** The value that an owner's id is looked up by. A host may write an ObjectId in upper case, too. */
export function ownerCondition(id: string): unknown {
  const hex = id.toLowerCase();
  return HEX.test(hex) ? { $in: [id, ObjectId.createFromHexString(hex)] } : id;
}

/** Whether a document's owner is the one of this id, by the same rule. */
export function isOwner(value: unknown, id: string): boolean {
  const read = readId(value);
  return read === id || (value instanceof ObjectId && read === id.toLowerCase());
}

/** Holds of every value that can be an id. A document whose `_id` is of another type is no record. */
export const ID_TYPES: Document = { $type: ['string', 'objectId'] };

/**
 * Holds of ids that come after this one. Texts come before ObjectIds, as MongoDB sorts them. `$gt` alone would only find
 * ids of the same type, so where the other type follows too, the ids that come before are excluded instead.
 */
export function idsAfter(id: StoredId, descending: boolean): Document {
  const isText = typeof id === 'string';
  if (descending) return isText ? { $lt: id } : { ...ID_TYPES, $not: { $gte: id } };
  return isText ? { ...ID_TYPES, $not: { $lte: id } } : { $gt: id };
}
