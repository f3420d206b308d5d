// Everything that can be wrong with a log is refused with its file and line, and the log with it.

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Trial } from './try-import.js';

let trial: Trial;
beforeEach(() => {
  trial = new Trial();
});
afterEach(() => trial.close());

/** What an import of one file refuses: `line field: problem`. */
async function refusals(file: string, content: string | Uint8Array): Promise<string[]> {
  trial.put({ [file]: content });
  const { refused, written } = await trial.import({ paths: [trial.path(file)] });
  expect(written).toBeNull();
  expect(await trial.read('Catch')).toEqual([]);
  return refused.map(({ file, line, field, problem }) =>
    [file, line ?? '-', field ?? '-', problem].join(' | '),
  );
}

const bad = (value: unknown, field: string) => ({ [field]: value });
const DAY = 'is not a moment with its offset, such as 2026-05-01T06:30:00+02:00';
const LOCAL = `${DAY} (for local times: --tz ZONE)`;
const COMMA = '(write a point, not a comma; a comma is read where semicolons or tabs separate the cells)';
const INT = 'is not a whole number from -2147483647 to 2147483647';

describe('a value in JSON', () => {
  test.each<[string, unknown, string]>([
    ['lengthCm', '82.5', '"82.5" is not a number (write it without quotes)'],
    ['lengthCm', '82,5', `"82,5" is not a number ${COMMA}`],
    ['lengthCm', true, 'true is not a number'],
    ['lengthCm', [1], '[1] is not a number'],
    ['lengthCm', { $numberDouble: 'NaN' }, 'NaN is not a number'],
    ['quantity', 1.5, `1.5 ${INT}`],
    ['quantity', 2 ** 31, `2147483648 ${INT}`],
    ['quantity', '1', `"1" ${INT} (write it without quotes)`],
    ['favourite', 'yes', '"yes" is not true or false (in a table also yes, no, 1 or 0)'],
    ['favourite', 1, '1 is not true or false (in a table also yes, no, 1 or 0)'],
    ['species', 7, '7 is not text'],
    ['species', { $gt: '' }, '{"$gt":""} is Extended JSON of a kind that no field has'],
    ['species', 'Pi\0ke', '"Pi\\u0000ke" contains the character U+0000'],
    ['species', 'Pike\ud83d', '"Pike\\ud83d" contains half a surrogate pair'],
    ['caughtAt', '2026-05-01T06:30:00', `"2026-05-01T06:30:00" ${LOCAL}`],
    ['caughtAt', '2026-05-01', `"2026-05-01" ${LOCAL}`],
    ['caughtAt', '2026-02-30T06:30:00Z', `"2026-02-30T06:30:00Z" ${DAY}`],
    ['caughtAt', '2026-05-01T24:00:00Z', `"2026-05-01T24:00:00Z" ${DAY}`],
    ['caughtAt', '0000-01-01T00:00:00+01:00', `"0000-01-01T00:00:00+01:00" ${DAY}`],
    ['caughtAt', 1780439400000, `1780439400000 ${DAY}`],
    ['caughtAt', { $date: 'yesterday' }, `"yesterday" ${DAY}`],
    ['lat', 90.01, '90.01 is not from -90 to 90'],
    ['lng', -180.5, '-180.5 is not from -180 to 180'],
    ['spotId', '', '"" is not an id: it has 0 characters, not 1 to 128'],
    ['spotId', 'x'.repeat(129), `"${'x'.repeat(59)}… is not an id: it has 129 characters, not 1 to 128`],
    ['spotId', 1.5, '1.5 is not an id: text or a whole number'],
    ['spotId', 2 ** 53, '9007199254740992 is not an id: text or a whole number'],
    ['tags', 'boat', '"boat" is not a list'],
    ['tags', ['boat', null], 'item 2: null is not text'],
    ['photos', [{ url: 'https://photos.example/1.jpg' }, 'x'], 'item 2: "x" is not an object'],
    ['photos', [{ url: 5 }], 'item 1: url: 5 is not text'],
    ['photos', [{ uri: 'x' }], 'item 1: "uri" is not a field of an item; did you mean url?'],
    ['lenghtCm', 5, '"lenghtCm" is not a field of catches; did you mean lengthCm (in cm)?'],
    ['spot', { name: 'Bay' }, '"spot" is a linked record; give its id as spotId'],
  ])('%s: %j', async (field, value, problem) => {
    const content = JSON.stringify(bad(value, field));
    expect(await refusals('catches.ndjson', `{"species":"Pike"}\n${content}\n`)).toEqual([
      `catches.ndjson | 2 | ${field} | ${problem}`,
    ]);
  });

  test('a day that does not exist', async () => {
    trial.put({ 'rods.json': '[{"purchasedOn":"2025-02-29"}]' });
    expect((await trial.import()).refused).toEqual([
      {
        file: 'rods.json',
        line: 1,
        field: 'purchasedOn',
        problem: '"2025-02-29" is not a day, such as 2026-05-01',
      },
    ]);
  });

  test('a field that is like no other is told all there are', async () => {
    trial.put({ 'lines.json': '[{"weather":"Sun"}]' });
    expect((await trial.import()).refused).toEqual([
      {
        file: 'lines.json',
        line: 1,
        field: 'weather',
        problem:
          '"weather" is not a field of lines; its fields are id, name, brand, model, type, diameterMm, strengthKg, ' +
          'lengthM, color, purchasedOn, createdAt, updatedAt, notes, tags, photos',
      },
    ]);
  });

  test('every bad field of a record is named, not only the first', async () => {
    expect(await refusals('catches.ndjson', '{"lat":91,"lng":181,"species":1}')).toEqual([
      'catches.ndjson | 1 | lat | 91 is not from -90 to 90',
      'catches.ndjson | 1 | lng | 181 is not from -180 to 180',
      'catches.ndjson | 1 | species | 1 is not text',
    ]);
  });
});

describe('a file', () => {
  test.each<[string, string, string | Uint8Array, string[]]>([
    [
      'text that is not JSON',
      'catches.json',
      '[\n  {"species": "Pike"},\n  {"species": Perch}\n]',
      [`3 | - | is not JSON: expected a value, found "Perch}\\n]"`],
    ],
    [
      'JSON that ends too soon',
      'catches.json',
      '[\n{"species": "Pike"},\n',
      ['3 | - | is not JSON: expected a value, found the end'],
    ],
    [
      'JSON that goes on behind its end',
      'catches.json',
      '[]\n[]',
      ['2 | - | is not JSON: expected nothing more, found "[]"'],
    ],
    [
      'a name that an object has twice',
      'catches.json',
      '[\n{"species": "Pike",\n"species": "Perch"}]',
      ['3 | - | "species" is given twice'],
    ],
    [
      'JSON that is nested without end',
      'catches.json',
      '['.repeat(100_000),
      ['1 | - | is nested more than 32 deep'],
    ],
    [
      'an item that is no record',
      'catches.json',
      '[\n{"species": "Pike"},\n"Perch",\n{}]',
      ['3 | - | "Perch" is not an object', '4 | - | the record holds nothing'],
    ],
    ['an empty JSON file', 'catches.json', ' \n', ['- | - | is empty']],
    [
      'a collection that is not known',
      'log.json',
      '{"catches": [],\n"boats": []}',
      ['2 | - | "boats" is not a collection; they are catches, combos, lines, lures, reels, rods, spots'],
    ],
    [
      'a collection that is no list',
      'log.json',
      '{"catches": {}}',
      ['1 | - | "catches" does not hold a list of records'],
    ],
    [
      'JSON that holds no collection',
      'log.json',
      '[1]',
      [
        '- | - | holds no collection by name and is not named for one (catches, combos, lines, lures, reels, rods, spots)',
      ],
    ],
    [
      'each bad line of NDJSON',
      'catches.jsonl',
      '{"species":"Pike"}\n{"species":\n\n{"id":"a"} {"id":"b"}\n',
      [
        '2 | - | is not JSON: expected a value, found the end',
        '4 | - | is not JSON: expected nothing more, found "{\\"id\\":\\"b\\"}"',
      ],
    ],
    [
      'a text with a raw line break',
      'catches.json',
      '[{"species":\n"Pi\nke"}]',
      ['2 | - | "\\"Pi\\nke\\"" holds a line break, a control character or a bad escape'],
    ],
    [
      'bytes that are not UTF-8',
      'catches.csv',
      Buffer.from('species\nPike\nG\xf6s\n', 'latin1'),
      ['3 | - | is not UTF-8 text (Excel: save as "CSV UTF-8")'],
    ],
    ['an empty CSV file', 'catches.csv', '', ['- | - | is empty: the first line names the fields']],
    [
      'a CSV column that is not known, and one that is there twice',
      'catches.csv',
      'species,length,species\nPike,5,Perch\n',
      [
        '1 | length | "length" is not a field of catches; did you mean lengthCm (in cm)?',
        '1 | - | "species" is the name of two columns',
      ],
    ],
    [
      'a CSV row of another length',
      'catches.csv',
      'species,notes\nPike,"two\r\nlines"\nPerch\n\nRoach,a,b\n',
      ['4 | - | the row has 1 cells, the header has 2', '6 | - | the row has 3 cells, the header has 2'],
    ],
    [
      'a CSV quote that is not closed',
      'catches.csv',
      'species,notes\nPike,ok\n\nPerch,"a\nb\nc',
      ['4 | - | the row that begins here opens a quote that is never closed'],
    ],
    [
      'text behind a CSV quote',
      'catches.csv',
      'species,notes\nPike,"a" b\n',
      [
        '2 | - | the row that begins here has text behind a closing quote (a quote within quotes is written twice)',
      ],
    ],
    [
      'a value in a CSV column without a name',
      'catches.csv',
      'species,\nPike,\nPerch,x\n',
      ['3 | - | column 2 has a value but no name'],
    ],
    [
      'bad cells of CSV',
      'catches.csv',
      'quantity;favourite;photos\n1;maybe;[\n',
      [
        '2 | favourite | "maybe" is not true or false (in a table also yes, no, 1 or 0)',
        '2 | photos | "[" is not a list in JSON',
      ],
    ],
    [
      'columns of a list that have not the same number of values',
      'catches.csv',
      'photos.url,photos.caption\na; b,one\n',
      [
        '2 | photos | photos.url has 2 values and photos.caption 1: values are joined by "; ", and those that hold it can only be given as JSON',
      ],
    ],
    [
      'a list in JSON and in columns of its parts',
      'catches.csv',
      'photos,photos.url\n"[{""url"":""a""}]",b\n',
      ['2 | photos | both photos and columns of its parts are given'],
    ],
    [
      'a bad value in a column of a list',
      'reels.csv',
      'lineHistory.lineId,lineHistory.spooledAt\na; b,2026-05-01T06:30:00Z; spring\n',
      [
        '2 | lineHistory | item 2: spooledAt: "spring" is not a moment with its offset, such as 2026-05-01T06:30:00+02:00',
      ],
    ],
    [
      'an imperial column without its metric one',
      'catches.csv',
      'lengthIn,species\n32.5,Pike\n',
      ['1 | lengthIn | "lengthIn" is not read; give lengthCm'],
    ],
    [
      'an imperial value without its metric one',
      'catches.csv',
      'lengthCm,lengthIn\n82.5,32.4803\n,40\n',
      ['3 | lengthCm | it has none, but lengthIn has "40", which is not read; give lengthCm'],
    ],
    [
      'both names of the id',
      'catches.ndjson',
      '{"_id":"a","id":"b"}',
      ['1 | id | both id and _id are given'],
    ],
    [
      'records of two owners',
      'catches.ndjson',
      '{"id":"a","userId":"u1"}\n{"id":"b","userId":"u2"}',
      ['2 | userId | belongs to another owner than the record at catches.ndjson:1'],
    ],
    [
      'a file that is not named for a collection',
      'fish.csv',
      'species\nPike\n',
      [
        '- | - | is not named for a collection (such as catches.csv; the collections are catches, combos, lines, lures, reels, rods, spots)',
      ],
    ],
    [
      'a file of another kind',
      'catches.xlsx',
      'PK',
      ['- | - | is none of .json, .ndjson, .jsonl, .csv, .tsv, .txt: save the sheet as "CSV UTF-8"'],
    ],
  ])('%s', async (_, file, content, expected) => {
    expect(await refusals(file, content)).toEqual(expected.map((text) => `${file} | ${text}`));
  });
});

test('a file that is not there, and a folder without a log', async () => {
  trial.put({ 'empty/README.md': 'Nothing' });
  const { refused, leftAside } = await trial.import({ paths: [trial.path('no.csv'), trial.path('empty')] });
  expect(refused).toEqual([
    { file: 'no.csv', line: null, field: null, problem: 'there is no such file' },
    {
      file: 'empty',
      line: null,
      field: null,
      problem:
        'has no file of a log (such as catches.csv; the collections are catches, combos, lines, lures, reels, rods, spots)',
    },
  ]);
  expect(leftAside).toEqual([
    { file: 'empty/README.md', why: 'is none of .json, .ndjson, .jsonl, .csv, .tsv, .txt' },
  ]);
});

test('an id that two records have is refused with both places, over all files', async () => {
  trial.put({
    'catches.json': '[\n{"id":"a"},\n{"id":"a"}\n]',
    'log.json': '{"spots":[{"id":"a"}],\n"catches":[{"_id":"a"}]}',
  });
  expect((await trial.import()).refused).toEqual([
    {
      file: 'catches.json',
      line: 3,
      field: 'id',
      problem: 'a is also the id of the record at catches.json:2',
    },
    { file: 'log.json', line: 2, field: 'id', problem: 'a is also the id of the record at catches.json:2' },
  ]);
});
