// NDJSON: one record a line, for tools that read line by line.

import type { Item } from './columns.js';
import type { Format, Layout } from './format.js';
import { shownIn } from './json.js';

/** Writes items as lines. A line feed ends each; JSON has none inside. */
function lines(layout: Layout): (items: readonly Item[]) => string {
  const show = shownIn(layout);
  return (items) => items.map((item) => `${JSON.stringify(show(item))}\n`).join('');
}

export const ndjson: Format = {
  name: 'ndjson',
  mediaType: 'application/x-ndjson',
  contentType: 'application/x-ndjson',
  description: 'NDJSON: a JSON object on each line',
  isFile: false,
  offers: () => true,
  needs: () => [],
  list: (layout) => ({ head: () => '', records: lines(layout), tail: () => '' }),
  record: (layout, item) => lines(layout)([item]),
};
