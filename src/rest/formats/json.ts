// JSON: a list is one array, a record one object.

import { type Item, project } from './columns.js';
import type { Encoder, Format, Layout } from './format.js';

/** What JSON shows of an item: its columns, and the item itself where it is just that. */
export function shownIn(layout: Layout): (item: Item) => Item {
  return layout.units === 'metric' ? (item) => item : (item) => project(layout.columns, item);
}

/** Writes an array of JSON between two texts, of which the first opens it and the second closes it. */
export function arrayEncoder(open: string, close: string, show: (item: Item) => unknown): Encoder {
  let separator = '';
  return {
    head: () => open,
    records(items) {
      if (items.length === 0) return '';
      const text = separator + JSON.stringify(items.map(show)).slice(1, -1);
      separator = ',';
      return text;
    },
    tail: () => close,
  };
}

export const json: Format = {
  name: 'json',
  mediaType: 'application/json',
  contentType: 'application/json; charset=utf-8',
  description: 'JSON: a list is one array, a record one object (RFC 8259)',
  isFile: false,
  offers: () => true,
  needs: () => [],
  list: (layout) => arrayEncoder('[', ']', shownIn(layout)),
  record: (layout, item) => JSON.stringify(shownIn(layout)(item)),
};
