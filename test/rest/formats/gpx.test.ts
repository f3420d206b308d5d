// GPX: waypoints in the order of its schema, well-formed whatever the texts.

import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encode } from '../../../src/rest/formats/format.js';
import { anyText, formatOf, itemOf, layoutOf, wholeItem } from '../../support/layouts.js';
import { readXml, type XmlElement } from '../../support/xml.js';

const gpx = formatOf('gpx');
const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<gpx xmlns="http://www.topografix.com/GPX/1/1" xmlns:creel="urn:creel:gpx:1" version="1.1" creator="Creel">\n';

const asked = {
  fields: ['id', 'caughtAt', 'species', 'lengthCm', 'weightG', 'lat', 'lng', 'waterTempC', 'notes', 'tags'],
};

it('writes a waypoint for each record, and tells how many have no position', () => {
  const items = [
    itemOf('catches', { notes: 'By the reeds & <wind>' }),
    wholeItem('catches', { id: '2', species: 'Perch', lat: 59.5, lng: 17 }),
    wholeItem('catches', { id: '3', species: 'Perch', lat: 59.5 }),
    wholeItem('catches', { id: '4', species: 'Perch', lat: 95, lng: 17 }),
  ];
  expect(encode(gpx.list(layoutOf('catches', asked)), items)).toBe(
    `${HEAD}<wpt lat="59.3721" lon="17.0288"><time>2026-05-01T06:30:00.000Z</time><name>Pike</name>` +
      '<desc>82.5 cm, 4150 g\nBy the reeds &amp; &lt;wind&gt;</desc>' +
      '<extensions><creel:id>665f1c2ab7a4d90c1e0a42f1</creel:id><creel:lengthCm>82.5</creel:lengthCm>' +
      '<creel:weightG>4150</creel:weightG><creel:waterTempC>11.5</creel:waterTempC>' +
      '<creel:notes>By the reeds &amp; &lt;wind&gt;</creel:notes>' +
      '<creel:tags>dawn</creel:tags><creel:tags>boat</creel:tags></extensions></wpt>\n' +
      '<wpt lat="59.5" lon="17"><name>Perch</name><extensions><creel:id>2</creel:id></extensions></wpt>\n' +
      '<extensions><creel:withoutPosition>2</creel:withoutPosition></extensions>\n' +
      '</gpx>\n',
  );
});

it('writes a file without waypoints where there is no record', () => {
  expect(encode(gpx.list(layoutOf('spots')), [])).toBe(`${HEAD}</gpx>\n`);
});

it('writes a whole file for one record', () => {
  const layout = layoutOf('spots', { fields: ['name', 'createdAt'] });
  expect(gpx.record(layout, itemOf('spots'))).toBe(
    `${HEAD}<wpt lat="59.3721" lon="17.0288"><time>2026-05-01T18:02:11.000Z</time><name>North bay reeds</name></wpt>\n</gpx>\n`,
  );
});

it('tells of what was not asked for only the position and the name', () => {
  const layout = layoutOf('catches', { fields: ['weightG'] });
  expect(gpx.record(layout, itemOf('catches'))).toBe(
    `${HEAD}<wpt lat="59.3721" lon="17.0288"><name>Pike</name><desc>4150 g</desc>` +
      '<extensions><creel:weightG>4150</creel:weightG></extensions></wpt>\n</gpx>\n',
  );
});

it.each([
  [0.0000001, '0.00000010000000000000'],
  [-0, '0'],
  [180, '-180'],
  [-180, '-180'],
  [179.9999999, '179.9999999'],
])('writes the longitude %d as the decimal %s', (lng, lon) => {
  const { children } = readXml(gpx.record(layoutOf('catches'), itemOf('catches', { lng })));
  expect(children[0]?.attributes).toEqual({ lat: '59.3721', lon });
});

it('keeps the order of the schema, and shows every other field as an extension', () => {
  const layout = layoutOf('catches', { expand: ['combo.rod'], units: 'imperial' });
  const combo = { ...itemOf('combos'), rod: itemOf('rods') };
  const { children } = readXml(gpx.record(layout, itemOf('catches', { combo })));
  const [waypoint] = children as [XmlElement];
  expect(namesIn(waypoint)).toEqual(['time', 'name', 'desc', 'extensions']);
  const own = new Set(['caughtAt', 'species', 'lat', 'lng']);
  const fields = layout.columns.map(({ name }) => name).filter((name) => !own.has(name));
  const extensions = waypoint.children.at(-1) as XmlElement;
  expect([...new Set(namesIn(extensions))]).toEqual(fields.map((name) => `creel:${name}`));
  const find = (element: XmlElement, name: string) =>
    element.children.find((child) => child.name === `creel:${name}`) as XmlElement;
  expect(find(find(find(extensions, 'combo'), 'rod'), 'name').text).toBe('Light spinning');
  expect(find(extensions, 'lengthIn').text).toBe('32.4803');
  expect(namesIn(find(extensions, 'photos'))).toEqual(['creel:url', 'creel:caption']);
});

it('is well-formed and tells the same texts, whatever they are', () => {
  const layout = layoutOf('catches', { fields: ['species', 'notes', 'tags', 'photos.caption'] });
  fc.assert(
    fc.property(anyText, anyText, fc.array(anyText), (species, notes, tags) => {
      const item = itemOf('catches', { species, notes, tags, photos: [{ caption: notes }] });
      const [waypoint] = readXml(gpx.record(layout, item)).children as [XmlElement];
      const texts = textsIn(waypoint);
      const shown = [species, notes].filter((text) => text !== '');
      expect(texts).toEqual([...shown, notes, ...tags, notes].map(asXml));
    }),
  );
});

const namesIn = ({ children }: XmlElement): string[] => children.map(({ name }) => name);

/** The texts of the elements that have no others in them. */
const textsIn = ({ children, text }: XmlElement): string[] =>
  children.length > 0 ? children.flatMap(textsIn) : [text];

/** A text as XML 1.0 holds it. */
const asXml = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
