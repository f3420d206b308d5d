// Gives a record without an id one that follows from its content, so that importing it again finds it again.

import { createHash } from 'node:crypto';
import type { StoredRecord } from '../store/port.js';

const ID_LENGTH = 24;

/** The content of a record in a form that is equal for equal content: names sorted, nulls and empty lists left out. */
export function canonicalContent(record: StoredRecord): string {
  return JSON.stringify(sorted(record));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => !isMissing(inner));
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, inner]) => [name, sorted(inner)]);
}

const isMissing = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/**
 * Makes the ids of one import: 24 hex digits of the SHA-256 of the collection, the content and how many equal records
 * came before. So two fish that are equal in all stay two, and the same file gives the same ids each time.
 */
export class ContentIds {
  readonly #seen = new Map<string, number>();

  next(collection: string, record: StoredRecord): string {
    const content = hash(`${collection}\n${canonicalContent(record)}`);
    const before = this.#seen.get(content) ?? 0;
    this.#seen.set(content, before + 1);
    return hash(`${content}\n${before}`).slice(0, ID_LENGTH);
  }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
