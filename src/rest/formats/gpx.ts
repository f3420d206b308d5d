// GPX 1.1: records as waypoints, for GPS devices and map apps.

import XMLBuilder from 'fast-xml-builder';
import { measureTexts, selectedOf } from './caption.js';
import type { Column, Item } from './columns.js';
import { type Encoder, encode, type Format, type Layout } from './format.js';
import { decimal, type Position, positionFields, positionOf } from './position.js';

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<gpx xmlns="http://www.topografix.com/GPX/1/1" xmlns:creel="urn:creel:gpx:1" version="1.1" creator="Creel">
`;

/** What XML 1.0 cannot hold, not even as a reference (section 2.2). */
const NO_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  tagValueProcessor: (_, value) => (typeof value === 'string' ? value.replace(NO_XML, '\uFFFD') : value),
});

function gpxEncoder({ resource, columns }: Layout): Encoder {
  const { newestBy, title } = resource;
  const selected = selectedOf(columns);
  const measures = measureTexts(resource, columns);
  const own = new Set([...positionFields(resource), newestBy, title]);
  const others = elementsOf(columns.filter(({ name }) => !own.has(name)));
  let leftOut = 0;

  /** The elements in the order of the schema: time, name, desc, extensions. */
  function waypoint(item: Item, { latitude, longitude }: Position): Item {
    const notes = selected.has('notes') && item.notes ? [item.notes] : [];
    const description = [measures(item).join(', '), ...notes].filter((line) => line !== '').join('\n');
    const extensions = others(item);
    return {
      '@lat': decimal(latitude),
      // 180 degrees east is -180: the schema has the meridian once.
      '@lon': decimal(longitude === 180 ? -180 : longitude),
      time: (selected.has(newestBy) && item[newestBy]) || undefined,
      name: item[title] || undefined,
      desc: description || undefined,
      extensions: Object.keys(extensions).length > 0 ? extensions : undefined,
    };
  }

  return {
    head: () => HEAD,
    records(items) {
      const waypoints = items.flatMap((item) => {
        const position = positionOf(resource, item);
        return position ? [`${builder.build({ wpt: waypoint(item, position) })}\n`] : [];
      });
      leftOut += items.length - waypoints.length;
      return waypoints.join('');
    },
    tail() {
      const told = { extensions: { 'creel:withoutPosition': leftOut } };
      return `${leftOut > 0 ? `${builder.build(told)}\n` : ''}</gpx>\n`;
    },
  };
}

/** Shows columns of an item as elements of Creel's namespace; what is missing has none. */
function elementsOf(columns: readonly Column[]): (item: Item) => Item {
  const elements = columns.map((column) => ({ name: `creel:${column.name}`, read: contentOf(column) }));
  return (item) => {
    const found: Record<string, unknown> = {};
    for (const { name, read } of elements) {
      const content = read(item);
      if (content !== null) found[name] = content;
    }
    return found;
  };
}

function contentOf(column: Column): (item: Item) => unknown {
  const { kind, name } = column;
  if (kind === 'value') return column.read;
  if (kind === 'texts') return (item) => item[name] ?? null;
  const show = elementsOf(column.columns);
  if (kind === 'record') return (item) => (item[name] ? show(item[name] as Item) : null);
  return (item) => (item[name] as readonly Item[] | null)?.map(show) ?? null;
}

export const gpx: Format = {
  name: 'gpx',
  mediaType: 'application/gpx+xml',
  contentType: 'application/gpx+xml',
  description: 'GPX 1.1: a waypoint for each record with a position',
  isFile: true,
  offers: ({ position }) => position !== null,
  needs: (resource) => [...positionFields(resource), resource.title],
  list: gpxEncoder,
  record: (layout, item) => encode(gpxEncoder(layout), [item]),
};
