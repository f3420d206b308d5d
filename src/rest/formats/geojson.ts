// GeoJSON: records on a map, for GIS programs and web maps.

import type { Resource } from '../../model/model.js';
import { type Item, project } from './columns.js';
import type { Format, Layout } from './format.js';
import { arrayEncoder } from './json.js';
import { positionFields, positionOf } from './position.js';

/**
 * Shows an item as a Feature (RFC 7946 section 3.2). Its geometry is null where the position is not known or not on Earth;
 * only then its properties keep the coordinates, so that nothing is lost.
 */
function features({ resource, columns }: Layout): (item: Item) => unknown {
  const coordinates = positionFields(resource);
  const others = columns.filter(({ name }) => !coordinates.includes(name));
  return (item) => {
    const position = positionOf(resource, item);
    return {
      type: 'Feature',
      id: item.id,
      geometry: position && { type: 'Point', coordinates: [position.longitude, position.latitude] },
      properties: project(position ? others : columns, item),
    };
  };
}

export const geojson: Format = {
  name: 'geojson',
  mediaType: 'application/geo+json',
  contentType: 'application/geo+json',
  description: 'GeoJSON: a list is a FeatureCollection, a record a Feature with its position (RFC 7946)',
  isFile: true,
  offers: (resource: Resource) => resource.position !== null,
  needs: (resource) => ['id', ...positionFields(resource)],
  list: (layout) => arrayEncoder('{"type":"FeatureCollection","features":[', ']}', features(layout)),
  record: (layout, item) => JSON.stringify(features(layout)(item)),
};
