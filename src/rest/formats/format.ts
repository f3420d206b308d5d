// What a format of answers is: which collections it can show, what it needs of a record, and how it writes.

import type { Resource } from '../../model/model.js';
import type { Column, Item, Units } from './columns.js';

export type { Item };

/** Writes one answer. Its pieces, in the order of the calls, are the whole text. It is used once. */
export interface Encoder {
  /** What comes before all records. */
  head(): string;
  /** Some records, behind those that came before. */
  records(items: readonly Item[]): string;
  /** What comes after all records. */
  tail(): string;
}

/** What of the records is to be written. */
export interface Layout {
  readonly resource: Resource;
  /** What is answered of each record, in the order of the schema. */
  readonly columns: readonly Column[];
  /** Where they are metric, an item that JSON asked for is what the columns show. */
  readonly units: Units;
  /** Whether CSV begins with a byte order mark; no other format may have one. */
  readonly bom: boolean;
}

export interface Format {
  /** As `format` names it; also the extension of a file. */
  readonly name: string;
  /** As `Accept` names it. */
  readonly mediaType: string;
  /** As `Content-Type` says it. */
  readonly contentType: string;
  /** What it is, in a sentence of the documentation. */
  readonly description: string;
  /** Whether a browser is to save it as a file, not to show it. */
  readonly isFile: boolean;
  /** Whether records of a collection can be written in it. */
  offers(resource: Resource): boolean;
  /** Names of the stored fields that it reads beside those that are asked for. */
  needs(resource: Resource): readonly string[];
  /** An encoder of a list. */
  list(layout: Layout): Encoder;
  /** One record on its own, complete. */
  record(layout: Layout, item: Item): string;
}

/** All records of an encoder at once. */
export function encode(encoder: Encoder, items: readonly Item[]): string {
  return encoder.head() + encoder.records(items) + encoder.tail();
}
