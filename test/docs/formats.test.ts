// docs/formats.md names the formats as the code has them, and its examples are what the encoders write.

import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { FORMATS } from '../../src/rest/formats/formats.js';
import { model } from '../support/app.js';
import { formatOf, itemOf, layoutOf } from '../support/layouts.js';
import { plain, readTable } from '../support/read-table.js';

const text = readFileSync(new URL('../../docs/formats.md', import.meta.url), 'utf8');
const example = (language: string): string =>
  text.match(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms'))?.[1] ?? '';

it('the table has every format, its media type and its collections', () => {
  const rows = readTable('formats.md', ['`format`', 'Media type', 'Of', 'A list is', 'One record is']);
  const told = rows.map(([name, type, of]) => [plain(name).replace(/\[(.*)\]\(.*\)/, '$1'), plain(type), of]);
  const all = model.resources.length;
  const known = FORMATS.map((format) => {
    const of = model.resources.filter((resource) => format.offers(resource)).map(({ name }) => name);
    return [format.name, format.mediaType, of.length === all ? 'everything' : of.join(', ')];
  });
  expect(told).toEqual(known);
});

it('the example of CSV is what is written', () => {
  const layout = layoutOf('catches', {
    fields: ['id', 'caughtAt', 'species', 'lengthCm', 'tags', 'lure.name'],
  });
  const written = formatOf('csv').record(layout, itemOf('catches', { lure: itemOf('lures') }));
  expect(written.replaceAll('\r\n', '\n')).toBe(example('csv'));
});

it('the example of GeoJSON is what is written', () => {
  const layout = layoutOf('catches', { fields: ['species', 'lengthCm', 'accuracyM'] });
  expect(JSON.parse(formatOf('geojson').record(layout, itemOf('catches')))).toEqual(
    JSON.parse(example('json')),
  );
});

it('the example of GPX is what is written, but for its indentation', () => {
  const layout = layoutOf('catches', { fields: ['caughtAt', 'lengthCm', 'weightG', 'notes', 'tags'] });
  const written = formatOf('gpx').record(layout, itemOf('catches'));
  expect(written).toContain(example('xml').replace(/>\s+</g, '><').trim());
});

it('the example of iCalendar is what is written', () => {
  const fields = ['lengthCm', 'weightG', 'lat', 'lng', 'sky', 'notes', 'tags', 'createdAt', 'updatedAt'];
  const written = formatOf('ics').record(layoutOf('catches', { fields }), itemOf('catches'));
  expect(written.replaceAll('\r\n', '\n')).toContain(example('ics'));
});
