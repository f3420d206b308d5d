// JSON and NDJSON: the records as they were asked for.

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encode } from '../../../src/rest/formats/format.js';
import { anyText, formatOf, itemOf, layoutOf, wholeItem } from '../../support/layouts.js';

const json = formatOf('json');
const ndjson = formatOf('ndjson');
const pike = { id: '1', species: 'Pike', lengthCm: 82.5 };
const perch = { id: '2', species: null, lengthCm: null };
const asked = { fields: ['id', 'species', 'lengthCm'] };

describe('JSON', () => {
  it('writes a list as one array, and a record as one object', () => {
    const layout = layoutOf('catches', asked);
    expect(encode(json.list(layout), [pike, perch])).toBe(
      '[{"id":"1","species":"Pike","lengthCm":82.5},{"id":"2","species":null,"lengthCm":null}]',
    );
    expect(encode(json.list(layout), [])).toBe('[]');
    expect(json.record(layout, pike)).toBe('{"id":"1","species":"Pike","lengthCm":82.5}');
  });

  it('puts imperial measures beside the metric ones', () => {
    const layout = layoutOf('catches', { ...asked, units: 'imperial' });
    expect(encode(json.list(layout), [pike, perch])).toBe(
      '[{"id":"1","species":"Pike","lengthCm":82.5,"lengthIn":32.4803},' +
        '{"id":"2","species":null,"lengthCm":null,"lengthIn":null}]',
    );
  });

  it('puts imperial measures into expanded records too', () => {
    const layout = layoutOf('catches', {
      fields: ['id', 'lure.weightG', 'photos.url'],
      units: 'imperial',
    });
    const item = { id: '1', photos: [{ url: 'a' }], lure: { weightG: 8 } };
    expect(JSON.parse(json.record(layout, item))).toEqual({
      id: '1',
      photos: [{ url: 'a' }],
      lure: { weightG: 8, weightOz: 0.2822 },
    });
    expect(JSON.parse(json.record(layout, { ...item, photos: null, lure: null }))).toEqual({
      id: '1',
      photos: null,
      lure: null,
    });
  });

  it('writes whole records as they are', () => {
    const items = [itemOf('catches'), wholeItem('catches', { id: 'bare' })];
    expect(encode(json.list(layoutOf('catches')), items)).toBe(JSON.stringify(items));
  });
});

describe('NDJSON', () => {
  it('writes one record a line, and ends each line', () => {
    const layout = layoutOf('catches', asked);
    const line = '{"id":"1","species":"Pike","lengthCm":82.5}\n';
    expect(encode(ndjson.list(layout), [pike, perch])).toBe(
      `${line}{"id":"2","species":null,"lengthCm":null}\n`,
    );
    expect(encode(ndjson.list(layout), [])).toBe('');
    expect(ndjson.record(layout, pike)).toBe(line);
  });

  it('keeps any text within its line', () => {
    const layout = layoutOf('catches', { fields: ['notes'] });
    fc.assert(
      fc.property(fc.array(anyText), (texts) => {
        const lines = encode(
          ndjson.list(layout),
          texts.map((notes) => ({ notes })),
        ).split('\n');
        expect(lines.pop()).toBe('');
        expect(lines.map((line) => JSON.parse(line).notes)).toEqual(texts);
      }),
    );
  });
});
