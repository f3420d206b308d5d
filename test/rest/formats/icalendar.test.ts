// iCalendar: one event for each catch, in lines as RFC 5545 wants them.

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encode } from '../../../src/rest/formats/format.js';
import { anyText, formatOf, itemOf, layoutOf, wholeItem } from '../../support/layouts.js';

const ics = formatOf('ics');
const HEAD = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Creel//Creel//EN'];
const text = (...lines: readonly string[]): string => [...HEAD, ...lines, 'END:VCALENDAR', ''].join('\r\n');

const asked = {
  fields: [
    'id',
    'caughtAt',
    'species',
    'lengthCm',
    'weightG',
    'lat',
    'lng',
    'sky',
    'notes',
    'tags',
    'updatedAt',
  ],
};

it('writes an event for each record, and tells how many have no moment', () => {
  const items = [
    itemOf('catches', { notes: 'One; two,\r\nthree \\ four', tags: ['dawn', 'boat, big'] }),
    wholeItem('catches', {
      id: '2',
      caughtAt: '2026-05-02T06:30:00.999Z',
      createdAt: '2026-05-03T00:00:00.000Z',
    }),
    wholeItem('catches', { id: '3', species: 'Perch' }),
  ];
  expect(encode(ics.list(layoutOf('catches', asked)), items)).toBe(
    text(
      'BEGIN:VEVENT',
      'UID:665f1c2ab7a4d90c1e0a42f1@creel',
      'DTSTAMP:20260502T071540Z',
      'DTSTART:20260501T063000Z',
      'SUMMARY:Pike\\, 82.5 cm\\, 4150 g',
      'DESCRIPTION:sky: Overcast\\nnotes: One\\; two\\,\\nthree \\\\ four',
      'GEO:59.3721;17.0288',
      'CATEGORIES:dawn,boat\\, big',
      'LAST-MODIFIED:20260502T071540Z',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:2@creel',
      'DTSTAMP:20260503T000000Z',
      'DTSTART:20260502T063000Z',
      'SUMMARY:Catch',
      'END:VEVENT',
      'BEGIN:X-CREEL-LEFT-OUT',
      'X-CREEL-RECORDS:1',
      'COMMENT:Records without caughtAt\\, which are no events: 1',
      'END:X-CREEL-LEFT-OUT',
    ),
  );
});

it('has one component at least, as a calendar must, also where there is no event', () => {
  expect(encode(ics.list(layoutOf('catches')), [])).toBe(
    text(
      'BEGIN:X-CREEL-LEFT-OUT',
      'X-CREEL-RECORDS:0',
      'COMMENT:Records without caughtAt\\, which are no events: 0',
      'END:X-CREEL-LEFT-OUT',
    ),
  );
});

it('tells of what was not asked for only the moment and the title', () => {
  const item = itemOf('catches', { updatedAt: null, createdAt: null });
  expect(ics.record(layoutOf('catches', { fields: ['weightG', 'lat'] }), item)).toBe(
    text(
      'BEGIN:VEVENT',
      'UID:665f1c2ab7a4d90c1e0a42f1@creel',
      'DTSTAMP:20260501T063000Z',
      'DTSTART:20260501T063000Z',
      'SUMMARY:Pike\\, 4150 g',
      'DESCRIPTION:lat: 59.3721',
      'END:VEVENT',
    ),
  );
});

describe('a position', () => {
  const layout = layoutOf('catches', { fields: ['lat', 'lng'] });
  const placeOf = (values: object) =>
    unfolded(ics.record(layout, itemOf('catches', { ...values })))
      .filter((line) => /^(GEO|DESCRIPTION):/.test(line))
      .join(' ');

  it('has no exponent', () => {
    expect(placeOf({ lat: 0.0000001, lng: -0 })).toBe('GEO:0.00000010000000000000;0');
  });

  it('is told in words where it is half or none on Earth, and not at all where it is hidden', () => {
    expect(placeOf({ lat: 91 })).toBe('DESCRIPTION:lat: 91\\nlng: 17.0288');
    expect(placeOf({ lng: null })).toBe('DESCRIPTION:lat: 59.3721');
    expect(placeOf({ lat: null, lng: null })).toBe('');
  });
});

it('describes what is nested, and imperial measures, a line each', () => {
  const layout = layoutOf('catches', {
    fields: ['lengthCm', 'airTempC', 'lure.name', 'photos.url', 'catchAndRelease'],
    units: 'imperial',
  });
  const item = itemOf('catches', { lure: { name: 'Crank' }, photos: [{ url: 'a' }, { url: 'b' }] });
  const description = unfolded(ics.record(layout, item)).find((line) => line.startsWith('DESCRIPTION:'));
  expect(description?.split('\\n')).toEqual([
    'DESCRIPTION:lengthIn: 32.4803',
    'catchAndRelease: true',
    'airTempC: 9',
    'airTempF: 48.2',
    'lure.name: Crank',
    'photos.url: a\\; b',
  ]);
});

it.each([62, 63, 64, 135, 136, 137, 138])('folds a note of %d characters at 75 octets', (length) => {
  const layout = layoutOf('catches', { fields: ['notes'] });
  const notes = 'x'.repeat(length);
  const lines = ics.record(layout, itemOf('catches', { notes })).split('\r\n');
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(unfolded(lines.join('\r\n'))).toContain(`DESCRIPTION:notes: ${notes}`);
});

it('folds lines between characters, and tells the same texts, whatever they are', () => {
  const layout = layoutOf('catches', { fields: ['notes', 'tags'] });
  fc.assert(
    fc.property(anyText, anyText, fc.array(anyText, { minLength: 1 }), (species, notes, tags) => {
      const whole = ics.record(layout, itemOf('catches', { id: notes, species, notes, tags }));
      for (const line of whole.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line).not.toMatch(/[^\t\u0020-\u007E\u0080-\uD7FF\uE000-\u{10FFFF}]/u);
      }
      const values = new Map(unfolded(whole).map((line) => line.split(/:(.*)/su) as [string, string]));
      expect(unescaped(values.get('UID'))).toBe(`${asText(notes)}@creel`);
      expect(unescaped(values.get('SUMMARY'))).toBe(asText(species) || 'Catch');
      expect(unescaped(values.get('DESCRIPTION'))).toBe(notes && asText(`notes: ${notes}`));
      expect(unescaped(values.get('CATEGORIES'))).toBe(tags.map(asText).join(','));
    }),
  );
});

const unfolded = (whole: string): string[] => whole.replaceAll('\r\n ', '').split('\r\n');

const unescaped = (value = ''): string =>
  value.replace(/\\(.)/gsu, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));

/** A text as iCalendar holds it. */
const asText = (value: string): string =>
  value.replace(/\r\n?/g, '\n').replace(/[^\t\n\u0020-\u007E\u0080-\uD7FF\uE000-\u{10FFFF}]/gu, '\uFFFD');
