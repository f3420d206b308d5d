// The table of formats: which there are, what they offer and need, and that batches do not show.

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encode } from '../../../src/rest/formats/format.js';
import { FORMATS } from '../../../src/rest/formats/formats.js';
import { model } from '../../support/app.js';
import { itemOf, layoutOf, resourceOf, wholeItem, written } from '../../support/layouts.js';

const BARE = wholeItem('catches', { id: 'bare' });
const ITEMS = [
  itemOf('catches'),
  BARE,
  itemOf('catches', { id: '2', species: '=1+1', notes: 'två, "rader"\r\n🎣' }),
  itemOf('catches', { id: '3', caughtAt: null, lng: null }),
];

it('lists the formats with JSON first', () => {
  const types = FORMATS.map(({ name, mediaType, contentType, isFile }) => [
    name,
    mediaType,
    contentType,
    isFile,
  ]);
  expect(types).toEqual([
    ['json', 'application/json', 'application/json; charset=utf-8', false],
    ['ndjson', 'application/x-ndjson', 'application/x-ndjson', false],
    ['csv', 'text/csv', 'text/csv; charset=utf-8; header=present', true],
    ['geojson', 'application/geo+json', 'application/geo+json', true],
    ['gpx', 'application/gpx+xml', 'application/gpx+xml', true],
    ['ics', 'text/calendar', 'text/calendar; charset=utf-8', true],
  ]);
});

it('offers maps for what has a position, and calendars for what happens at a moment', () => {
  const offered = model.resources.map((resource) => [
    resource.name,
    FORMATS.filter((format) => format.offers(resource)).map(({ name }) => name),
  ]);
  const always = ['json', 'ndjson', 'csv'];
  expect(Object.fromEntries(offered)).toEqual({
    catches: [...always, 'geojson', 'gpx', 'ics'],
    combos: always,
    lines: always,
    lures: always,
    reels: always,
    rods: always,
    spots: [...always, 'geojson', 'gpx'],
  });
});

it('needs only stored fields of the record, and none where a selection is all that is shown', () => {
  const catches = resourceOf('catches');
  const needs = FORMATS.map((format) => [format.name, format.needs(catches)]);
  expect(Object.fromEntries(needs)).toEqual({
    json: [],
    ndjson: [],
    csv: [],
    geojson: ['id', 'lat', 'lng'],
    gpx: ['lat', 'lng', 'species'],
    ics: ['id', 'caughtAt', 'species', 'updatedAt', 'createdAt'],
  });
});

describe.each(FORMATS.map((format) => [format.name, format] as const))('%s', (_, format) => {
  it.each(['metric', 'imperial'] as const)('writes the same in batches of any size, %s', (units) => {
    const layout = layoutOf('catches', { units, bom: true });
    const whole = encode(format.list(layout), ITEMS);
    const cuts = fc.array(fc.integer({ min: 0, max: ITEMS.length }), { maxLength: 6 });
    fc.assert(
      fc.property(cuts, (at) => {
        const ends = [0, ...at.sort(), ITEMS.length];
        const batches = ends.slice(1).map((end, index) => ITEMS.slice(ends[index], end));
        expect(written(format.list(layout), ...batches)).toBe(whole);
      }),
    );
  });

  it('begins anew with each encoder', () => {
    const layout = layoutOf('catches');
    expect(encode(format.list(layout), ITEMS)).toBe(encode(format.list(layout), ITEMS));
  });
});
