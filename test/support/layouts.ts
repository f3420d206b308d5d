// What the encoders of formats are given: the records of a small log as items, and the columns of a selection.

import fc from 'fast-check';
import type { Resource } from '../../src/model/model.js';
import type { Item, Units } from '../../src/rest/formats/columns.js';
import type { Encoder, Format, Layout } from '../../src/rest/formats/format.js';
import { FORMATS } from '../../src/rest/formats/formats.js';
import { createLayout } from '../../src/rest/formats/layout.js';
import { addExpansion, addField, type Selection, wholeRecord } from '../../src/rest/selection.js';
import { model } from './app.js';
import { exampleLog } from './example-log.js';

export interface Asked {
  readonly fields?: readonly string[];
  readonly expand?: readonly string[];
  readonly units?: Units;
  readonly bom?: boolean;
}

export function resourceOf(collection: string): Resource {
  const resource = model.byName.get(collection);
  if (!resource) throw new Error(`There is no collection ${collection}`);
  return resource;
}

export function formatOf(name: string): Format {
  const format = FORMATS.find((known) => known.name === name);
  if (!format) throw new Error(`There is no format ${name}`);
  return format;
}

/** The layout of a request that asks for these fields, all of them unless told. */
export function layoutOf(collection: string, asked: Asked = {}): Layout {
  const resource = resourceOf(collection);
  const selection: Selection = asked.fields ? new Map() : wholeRecord(resource);
  for (const path of asked.fields ?? []) addField(model, resource, selection, path.split('.'));
  for (const path of asked.expand ?? []) addExpansion(model, resource, selection, path.split('.'));
  return createLayout(model, resource, {
    selection,
    units: asked.units ?? 'metric',
    bom: asked.bom ?? false,
  });
}

/** The first record of the example log with every field, some of them with other values. */
export function itemOf(collection: string, values: Item = {}): Item {
  return { ...wholeItem(collection, exampleLog()[collection]?.[0] ?? {}), ...values };
}

/** A record that has only these values; all its other fields are null. */
export function wholeItem(collection: string, values: Item): Item {
  return Object.fromEntries(resourceOf(collection).fields.map(({ name }) => [name, values[name] ?? null]));
}

/** The whole text of an encoder that is given the items in these batches. */
export function written(encoder: Encoder, ...batches: readonly (readonly Item[])[]): string {
  const head = encoder.head();
  return head + batches.map((batch) => encoder.records(batch)).join('') + encoder.tail();
}

const AWKWARD = [
  ...['\r\n', '\r', '\n', '\t', '"', '""', "'", ',', ';', '; ', '\\', '\\n', ':'],
  ...['=', '+', '-', '@', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20', '=1+1', '\uFEFF'],
  ...['&', '&amp;', '<', '</', ']]>', '<!--', '\u0000', '\u001B', '\u007F', '\u0085', '\u2028', '\uFFFE'],
  ...['\uD800', '\uDC00', '🎣', 'å', '漁'],
];

/** Any text, and more often than not one that some format has to escape. */
export const anyText = fc
  .array(fc.oneof(fc.constantFrom(...AWKWARD), fc.string({ unit: 'binary' }), fc.string({ maxLength: 60 })), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));

/** A text as UTF-8 carries it: halves of surrogate pairs become U+FFFD. */
export const asUtf8 = (text: string): string => Buffer.from(text).toString();
