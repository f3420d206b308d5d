// CSV: one table, whatever the texts in it.

import { expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { encode } from '../../../src/rest/formats/format.js';
import { anyText, asUtf8, formatOf, itemOf, layoutOf, resourceOf, wholeItem } from '../../support/layouts.js';

const csv = formatOf('csv');

it('writes a header and a row for each record, in the order of the schema', () => {
  const layout = layoutOf('catches', {
    fields: ['tags', 'notes', 'lengthCm', 'catchAndRelease', 'caughtAt', 'id', 'species'],
  });
  const items = [
    itemOf('catches', { id: '1', notes: 'Said "yes",\r\ntwice' }),
    wholeItem('catches', { id: '2', catchAndRelease: false, lengthCm: -3.5, tags: [], notes: '' }),
  ];
  expect(encode(csv.list(layout), items)).toBe(
    'id,caughtAt,species,lengthCm,catchAndRelease,notes,tags\r\n' +
      '1,2026-05-01T06:30:00.000Z,Pike,82.5,true,"Said ""yes"",\r\ntwice",dawn; boat\r\n' +
      '2,,,-3.5,false,,\r\n',
  );
  expect(csv.record(layout, items[1] ?? {})).toBe(
    'id,caughtAt,species,lengthCm,catchAndRelease,notes,tags\r\n2,,,-3.5,false,,\r\n',
  );
});

it('writes the header alone where there is no record', () => {
  expect(encode(csv.list(layoutOf('rods', { fields: ['id', 'name'] })), [])).toBe('id,name\r\n');
});

it('begins with a byte order mark where one is asked for', () => {
  const layout = layoutOf('rods', { fields: ['id', 'name'], bom: true });
  expect(encode(csv.list(layout), [{ id: '1', name: 'Åsa' }])).toBe('\uFEFFid,name\r\n1,Åsa\r\n');
});

it('writes every field of a record, and imperial measures beside the metric ones', () => {
  const stored = resourceOf('spots').fields.flatMap(({ name }) =>
    name === 'photos' ? ['photos.url', 'photos.caption'] : [name],
  );
  const [metric] = parse(encode(csv.list(layoutOf('spots')), []));
  const [imperial] = parse(encode(csv.list(layoutOf('spots', { units: 'imperial' })), []));
  expect(metric).toEqual(stored);
  expect(imperial).toEqual(stored.flatMap((name) => (name === 'accuracyM' ? [name, 'accuracyFt'] : [name])));
});

it('writes what is nested in dotted columns, so that the values of a list stay in line', () => {
  const layout = layoutOf('catches', {
    fields: ['id', 'lure.name', 'lure.targetSpecies', 'combo.rod.name', 'photos'],
  });
  const photos = [
    { url: 'a.jpg', caption: null },
    { url: 'b.jpg', caption: 'Släpp' },
  ];
  const lure = { name: 'Crank', targetSpecies: ['Pike', 'Perch'] };
  const items = [
    { id: '1', lure, combo: { rod: { name: 'Light' } }, photos },
    { id: '2', lure: null, combo: { rod: null }, photos: [{ url: 'c.jpg', caption: null }] },
    { id: '3', lure: { name: null, targetSpecies: null }, combo: null, photos: null },
  ];
  expect(encode(csv.list(layout), items)).toBe(
    'id,lure.name,lure.targetSpecies,combo.rod.name,photos.url,photos.caption\r\n' +
      '1,Crank,Pike; Perch,Light,a.jpg; b.jpg,; Släpp\r\n' +
      '2,,,,c.jpg,\r\n' +
      '3,,,,,\r\n',
  );
});

it.each(['=1+1', '+46 8', '-1', '@SUM(A1)', '\tx', '\rx', '\uFF1D1', '\uFF0B1', '\uFF0D1', '\uFF20x'])(
  'keeps the text %j from being run as a formula',
  (text) => {
    const layout = layoutOf('catches', { fields: ['species', 'tags', 'notes', 'lengthCm'] });
    const item = { species: text, tags: [text, 'x'], notes: `x${text}`, lengthCm: -3.5 };
    const [, row] = parse(encode(csv.list(layout), [item]));
    expect(row).toEqual([`'${text}`, '-3.5', `x${text}`, `'${text}; x`]);
  },
);

it('leaves a row of one empty cell a row', () => {
  const layout = layoutOf('catches', { fields: ['notes'] });
  const items = [{ notes: null }, { notes: 'x' }, { notes: '' }];
  expect(encode(csv.list(layout), items)).toBe('notes\r\n""\r\nx\r\n""\r\n');
});

it('is read again with the same cells, whatever the texts', () => {
  const layout = layoutOf('catches', { fields: ['id', 'species', 'lengthCm', 'notes'], bom: true });
  const item = fc.record({
    id: fc.string({ minLength: 1 }),
    species: fc.option(anyText),
    lengthCm: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    notes: fc.option(anyText),
  });
  fc.assert(
    fc.property(fc.array(item), (items) => {
      const [header, ...rows] = parse(encode(csv.list(layout), items), { bom: true });
      expect(header).toEqual(['id', 'species', 'lengthCm', 'notes']);
      expect(rows).toEqual(
        items.map(({ id, species, lengthCm, notes }) => [
          guarded(id),
          guarded(species),
          lengthCm === null ? '' : String(lengthCm),
          guarded(notes),
        ]),
      );
    }),
  );
});

const guarded = (text: string | null): string =>
  /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text ?? '') ? `'${asUtf8(text ?? '')}` : asUtf8(text ?? '');
