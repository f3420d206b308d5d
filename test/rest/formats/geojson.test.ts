// GeoJSON: features with a place, and nothing lost of those without.

import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encode } from '../../../src/rest/formats/format.js';
import { anyText, asUtf8, formatOf, itemOf, layoutOf } from '../../support/layouts.js';

const geojson = formatOf('geojson');
const here = { id: '1', species: 'Pike', lat: 59.3721, lng: 17.0288, accuracyM: 8 };
const asked = { fields: ['id', 'species', 'lat', 'lng', 'accuracyM'] };

it('writes a list as a collection of features, and a record as a feature', () => {
  const layout = layoutOf('catches', asked);
  const feature =
    '{"type":"Feature","id":"1","geometry":{"type":"Point","coordinates":[17.0288,59.3721]},' +
    '"properties":{"id":"1","species":"Pike","accuracyM":8}}';
  expect(encode(geojson.list(layout), [here, here])).toBe(
    `{"type":"FeatureCollection","features":[${feature},${feature}]}`,
  );
  expect(encode(geojson.list(layout), [])).toBe('{"type":"FeatureCollection","features":[]}');
  expect(geojson.record(layout, here)).toBe(feature);
});

it.each([
  [{ lat: null, lng: null }],
  [{ lat: 59, lng: null }],
  [{ lat: null, lng: 17 }],
  [{ lat: 90.0001, lng: 17 }],
  [{ lat: 59, lng: -180.0001 }],
])('has no geometry for %j, and keeps the coordinates as properties', (coordinates) => {
  const feature = JSON.parse(geojson.record(layoutOf('catches', asked), { ...here, ...coordinates }));
  expect(feature).toEqual({
    type: 'Feature',
    id: '1',
    geometry: null,
    properties: { id: '1', species: 'Pike', ...coordinates, accuracyM: 8 },
  });
});

it.each([
  [90, 180],
  [-90, -180],
  [0, 0],
])('has a geometry at the edge of the world: %d north, %d east', (lat, lng) => {
  const feature = JSON.parse(geojson.record(layoutOf('catches', asked), { ...here, lat, lng }));
  expect(feature.geometry).toEqual({ type: 'Point', coordinates: [lng, lat] });
});

it('shows as properties only what was asked for', () => {
  const layout = layoutOf('catches', { fields: ['species'] });
  expect(JSON.parse(geojson.record(layout, here))).toEqual({
    type: 'Feature',
    id: '1',
    geometry: { type: 'Point', coordinates: [17.0288, 59.3721] },
    properties: { species: 'Pike' },
  });
  expect(JSON.parse(geojson.record(layout, { ...here, lat: null })).properties).toEqual({ species: 'Pike' });
});

it('holds every field of a record but the two of its position, nested as in JSON', () => {
  const item = itemOf('spots');
  const { lat, lng, ...properties } = item;
  expect(JSON.parse(geojson.record(layoutOf('spots'), item))).toEqual({
    type: 'Feature',
    id: item.id,
    geometry: { type: 'Point', coordinates: [lng, lat] },
    properties,
  });
});

it('puts imperial measures beside the metric ones', () => {
  const layout = layoutOf('catches', { ...asked, units: 'imperial' });
  expect(JSON.parse(geojson.record(layout, here)).properties).toEqual({
    id: '1',
    species: 'Pike',
    accuracyM: 8,
    accuracyFt: 26.2467,
  });
});

it('is JSON whatever the texts', () => {
  const layout = layoutOf('catches', asked);
  fc.assert(
    fc.property(fc.array(anyText), (texts) => {
      const items = texts.map((species) => ({ ...here, species }));
      const { features } = JSON.parse(asUtf8(encode(geojson.list(layout), items)));
      const read = features.map((feature: { properties: { species: string } }) => feature.properties.species);
      expect(read.map(asUtf8)).toEqual(texts.map(asUtf8));
    }),
  );
});
