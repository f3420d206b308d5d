// What of the MongoDB adapter needs no server: reading and writing documents, filters, patterns, positions.

import { BSONRegExp, Decimal128, type Document, Double, Int32, Long, ObjectId } from 'mongodb';
import { readModel } from '../../src/model/read-schema.js';
import { compileWhere } from '../../src/store/mongo/filter.js';
import { idSpellings, idsAfter, ownerCondition } from '../../src/store/mongo/ids.js';
import { openMongoStore } from '../../src/store/mongo/open.js';
import { readPlace, toPosition } from '../../src/store/mongo/position.js';
import { documentReader } from '../../src/store/mongo/read-document.js';
import { containing, equalTo, startingWith } from '../../src/store/mongo/text-pattern.js';
import { isDay, scalarField } from '../../src/store/mongo/value-types.js';
import { toDocument } from '../../src/store/mongo/write-document.js';
import { InvalidPosition } from '../../src/store/port.js';
import { condition, contractModel, things } from './fixture.js';

const HEX = '665f1c2ab7a4d90c1e0a42f1';

describe('reading a document', () => {
  function read(document: Document): { record: Record<string, unknown>; odd: string[] } {
    const odd: string[] = [];
    const reader = documentReader(things, things.fields, ({ resource, id, field }) =>
      odd.push(`${resource} ${id} ${field}`),
    );
    const all = reader({ _id: 'a', ...document });
    const record = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
    return { record, odd };
  }

  test('a missing or null value is null and not odd', () => {
    expect(read({ text: null, number: undefined })).toEqual({ record: { id: 'a' }, odd: [] });
  });

  test.each([
    ['at', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['linkId', new ObjectId(HEX), HEX],
    ['linkId', 'l1', 'l1'],
    ['number', Decimal128.fromString('82.50'), 82.5],
    ['number', Long.fromString('-3'), -3],
    ['number', new Double(2.5), 2.5],
    ['number', new Int32(2), 2],
    ['whole', Long.fromString('7'), 7],
    ['whole', Decimal128.fromString('7.0'), 7],
    ['day', '2024-02-29', '2024-02-29'],
  ])('a %s that is %p is read', (field, value, expected) => {
    expect(read({ [field]: value })).toEqual({ record: { id: 'a', [field]: expected }, odd: [] });
  });

  test.each([
    ['at', new Date(8.64e15)],
    ['at', new Date(Number.NaN)],
    ['at', '2026-05-01T06:30:00.000Z'],
    ['text', new ObjectId(HEX)],
    ['text', new BSONRegExp('(?<')],
    ['whole', 2 ** 31],
    ['whole', Long.fromString('9007199254740993')],
    ['whole', '7'],
    ['number', Number.NaN],
    ['number', Decimal128.fromString('Infinity')],
    ['number', '7'],
    ['flag', 1],
    ['day', '2026-02-30'],
    ['linkId', 7],
    ['labels', 'dawn'],
    ['parts', { text: 'x' }],
  ])('a %s that is %p is null and reported once', (field, value) => {
    expect(read({ [field]: value })).toEqual({ record: { id: 'a' }, odd: [`things a ${field}`] });
  });

  test('a calendar day must exist', () => {
    const days = ['2024-02-29', '2000-02-29', '2025-12-31', '0001-01-01', '9999-04-30'];
    expect(days.filter(isDay)).toEqual(days);
    const others = [
      '1900-02-29',
      '2025-02-29',
      '2025-04-31',
      '2025-13-01',
      '2025-00-10',
      '2025-1-1',
      '2025-01-01\n',
    ];
    expect(others.filter(isDay)).toEqual([]);
  });
});

test('a written document reads back as the record, for every type of the schema', () => {
  for (const resource of readModel().resources) {
    const record = Object.fromEntries(resource.fields.map((field) => [field.name, field.example]));
    const document = toDocument(resource, record, { field: 'userId', id: 'me' });
    expect(Object.keys(document).slice(0, 2)).toEqual(['_id', 'userId']);
    const odd: unknown[] = [];
    const read = documentReader(resource, resource.fields, (value) => odd.push(value));
    expect(read(document)).toEqual(record);
    expect(odd).toEqual([]);
  }
});

describe('patterns', () => {
  test('hold each character in all its cases, and nothing of a text as syntax', () => {
    expect(equalTo('a.K')).toBe('^[aA]\\.[kK\u212a](?![\\s\\S])');
    expect(startingWith('é')).toBe('^[éÉ]');
    expect(containing('7*')).toBe('7\\*');
    expect(containing('𐐀')).toBe('[𐐨𐐀]');
    expect(containing('\u0000\n')).toBe('\\x00\\x0a');
  });

  test('match the text itself, whatever punctuation it has', () => {
    for (let code = 0; code < 128; code++) {
      const text = `a${String.fromCharCode(code)}b`;
      expect(new RegExp(equalTo(text)).test(text)).toBe(true);
      expect(new RegExp(equalTo(text)).test(`a${String.fromCharCode(code + 1)}b`)).toBe(false);
    }
  });
});

test('a value that is not of its type is refused, so that no object can reach the database', () => {
  const shape = { $gt: '' } as never;
  for (const field of ['whole', 'number', 'flag', 'day', 'at'])
    expect(() => compileWhere(things, [condition(field, 'in', [shape])])).toThrow(TypeError);
  expect(JSON.stringify(compileWhere(things, [condition('linkId', 'in', [shape])]))).toContain(
    '[object Object]',
  );
});

test('an id or an owner that reads like an ObjectId is looked up as both', () => {
  expect(idSpellings(HEX)).toEqual([new ObjectId(HEX), HEX]);
  expect(idSpellings('x')).toEqual(['x']);
  expect(idSpellings(HEX.toUpperCase())).toEqual([HEX.toUpperCase()]);
  expect(ownerCondition('x')).toBe('x');
  expect(ownerCondition(HEX)).toEqual({ $in: [HEX, new ObjectId(HEX)] });
});

test('after a text come the ObjectIds, after an ObjectId no texts', () => {
  expect(idsAfter('a', false)).toEqual({ $type: ['string', 'objectId'], $not: { $lte: 'a' } });
  expect(idsAfter('a', true)).toEqual({ $lt: 'a' });
  expect(idsAfter(new ObjectId(HEX), false)).toEqual({ $gt: new ObjectId(HEX) });
});

describe('positions', () => {
  const keys = (...names: string[]) => names.map((name) => scalarField(things, name));

  test('say of a number and a link id how they lie in the document', () => {
    const number = Decimal128.fromString('2.10');
    expect(toPosition(keys('number'), { id: 'a', number: 2.1 }, { _id: 'a', number })).toEqual({
      values: [2.1],
      id: 'n2.10;s:a',
    });
    const linkId = new ObjectId(HEX);
    const position = toPosition(keys('linkId'), { id: HEX, linkId: HEX }, { _id: linkId, linkId });
    expect(position).toEqual({ values: [HEX], id: `o;o:${HEX}` });
    expect(readPlace(keys('linkId'), position)).toEqual({ values: [linkId], id: linkId });
  });

  test('that this store cannot have made are refused', () => {
    const bad: [string[], unknown[], string][] = [
      [['number'], [1], 'x'],
      [['number'], [1], 'o:1'],
      [['number'], [1], 'n2;s:a'],
      [['number'], [], 's:a'],
      [['number'], ['1'], 's:a'],
      [['text'], [HEX], 'o;s:a'],
      [['at'], ['yesterday'], 's:a'],
      [['day'], ['2026-02-30'], 's:a'],
      [['whole'], [1.5], 's:a'],
      [['flag', 'text'], [true, HEX], 'n1;s:a'],
    ];
    for (const [names, values, id] of bad)
      expect(() => readPlace(keys(...names), { values: values as never, id })).toThrow(InvalidPosition);
  });
});

test('a URL that cannot be used is refused without being quoted', async () => {
  const options = {
    ownerField: 'userId',
    queryTimeoutMs: 1,
    everyOwner: false,
    onOddValue: () => {},
    model: contractModel,
  };
  const failure = await openMongoStore({ url: 'mongodb://u:s3cret@:x', ...options }).catch(
    (error: unknown) => error,
  );
  expect(String(failure)).toBe('Error: the MongoDB URL is not understood');
});

test('the database is the one of the URL, else creel', async () => {
  const options = {
    ownerField: 'userId',
    queryTimeoutMs: 1,
    everyOwner: false,
    onOddValue: () => {},
    model: contractModel,
  };
  for (const [url, label] of [
    ['mongodb://u:p%2F@h1:1,h2:2/log?replicaSet=r', 'mongodb h1:1,h2:2/log'],
    ['mongodb://h1', 'mongodb h1:27017/creel'],
    ['mongodb://h1/?tls=false', 'mongodb h1:27017/creel'],
  ] as const) {
    const store = await openMongoStore({ url, ...options });
    expect(store.label).toBe(label);
    await store.close();
  }
});
