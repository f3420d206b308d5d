// Files as spreadsheets and people write them are read rightly, or refused with what to do.

import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { model, Trial } from './try-import.js';

let trial: Trial;
beforeEach(() => {
  trial = new Trial();
});
afterEach(() => trial.close());

/** What the catches of one file are read as, without their ids and times; and what is refused, as `line | field | problem`. */
async function outcome(file: string, content: string | Uint8Array, timeZone?: string) {
  trial.put({ [file]: content });
  const { refused } = await trial.import({ paths: [trial.path(file)], timeZone });
  const catches = await trial.read('Catch');
  return {
    catches: catches.map(({ id, createdAt, updatedAt, ...record }) => record),
    refused: refused.map(({ line, field, problem }) => [line ?? '-', field ?? '-', problem].join(' | ')),
  };
}

/** Every field with a unit. */
const MEASURES = model.resources.flatMap(({ name, typeName, fields }) =>
  fields.flatMap(({ name: field, unit }) => {
    const least = unit === 'deg' ? (field === 'lat' ? -90 : -180) : unit === 'Cel' ? -273.15 : 0;
    return unit === null ? [] : [{ file: `${name}.ndjson`, type: typeName, field, least }];
  }),
);

const NAMES = 'catches, combos, lines, lures, reels, rods, spots';
const MOMENT = 'is not a moment with its offset, such as 2026-05-01T06:30:00+02:00';
const AGAIN = 'write it with its offset, such as 2026-05-01T06:30:00+02:00';
const THOUSANDS = 'is not a number (write it without separators of thousands)';
const COMMA =
  'is not a number (write a point, not a comma; a comma is read where semicolons or tabs separate the cells)';

describe('is read', () => {
  test.each<[string, string, string | Uint8Array, object[]]>([
    [
      'a sheet of Excel: semicolons, decimal commas, titles with units, empty rows, line feeds in a cell',
      'catches.csv',
      '\ufeffCaught at;Species;Length (cm);weight_g;LAT;Lng;Notes\r\n' +
        '2026-05-01T06:30:00Z;Hecht;82,5;4150;59,372;17,0288;"zwei\r\nZeilen"\r\n;;;;;;\r\n\r\n;Barsch;30;;;;\r\n',
      [
        {
          caughtAt: '2026-05-01T06:30:00.000Z',
          species: 'Hecht',
          lengthCm: 82.5,
          weightG: 4150,
          lat: 59.372,
          lng: 17.0288,
          notes: 'zwei\r\nZeilen',
        },
        { species: 'Barsch', lengthCm: 30 },
      ],
    ],
    [
      'Unicode text of Excel: UTF-16 and tabs',
      'catches.csv',
      Buffer.from('\ufeffspecies\tlengthCm\r\nGös 🎣\t82.5\r\n', 'utf16le'),
      [{ species: 'Gös 🎣', lengthCm: 82.5 }],
    ],
    [
      'UTF-16 with its bytes the other way round',
      'catches.ndjson',
      Buffer.from('\ufeff{"species":"Gös"}\n', 'utf16le').swap16(),
      [{ species: 'Gös' }],
    ],
    [
      'a table separated by tabs',
      'catches.tsv',
      'species\tquantity\nPike\t2\n',
      [{ species: 'Pike', quantity: 2 }],
    ],
    [
      'Unicode text of Excel by its own name, with decimal commas',
      'catches.txt',
      Buffer.from('\ufeffspecies\tlengthCm\tfavourite\r\nAal\t82,5\tYes\r\n', 'utf16le'),
      [{ species: 'Aal', lengthCm: 82.5, favourite: true }],
    ],
    ['one object instead of a list', 'catches.json', '\ufeff{"species":"Pike"}', [{ species: 'Pike' }]],
    [
      'a collection within a file of another name',
      'my log.json',
      '{"catches":[{"species":"Pike"}]}',
      [{ species: 'Pike' }],
    ],
    [
      'local times in the zone of their record, the end of a day included',
      'catches.csv',
      'caughtAt,timeZone\n2026-05-01 06:30,Europe/Stockholm\n2026-05-01T06:30:15,America/Chicago\n2026-05-02,Asia/Tokyo\n2026-05-01T06:30:00Z,CEST\n',
      [
        { caughtAt: '2026-05-01T04:30:00.000Z', timeZone: 'Europe/Stockholm' },
        { caughtAt: '2026-05-01T11:30:15.000Z', timeZone: 'America/Chicago' },
        { caughtAt: '2026-05-01T15:00:00.000Z', timeZone: 'Asia/Tokyo' },
        { caughtAt: '2026-05-01T06:30:00.000Z', timeZone: 'CEST' },
      ],
    ],
    [
      'numbers of which one other tells the mark',
      'catches.csv',
      'lengthCm;weightG\n82;1,234\n82,5;\n',
      [{ lengthCm: 82, weightG: 1.234 }, { lengthCm: 82.5 }],
    ],
    [
      'the least that there can be, and a year ahead',
      'catches.ndjson',
      '{"lengthCm":0,"waterTempC":-273.15,"lat":-90,"lng":180,"caughtAt":"2027-07-01T12:00:00Z"}',
      [{ lengthCm: 0, waterTempC: -273.15, lat: -90, lng: 180, caughtAt: '2027-07-01T12:00:00.000Z' }],
    ],
  ])('%s', async (_, file, content, expected) => {
    const { catches, refused } = await outcome(file, content);
    expect(refused).toEqual([]);
    expect(catches).toHaveLength(expected.length);
    expect(catches).toEqual(expect.arrayContaining(expected));
  });

  test('the zone of a record before that of the command', async () => {
    const { catches } = await outcome(
      'catches.ndjson',
      '{"id":"1","caughtAt":"2026-05-01 06:30","timeZone":"America/Chicago"}\n{"id":"2","caughtAt":"2026-05-01 06:30"}\n',
      'Europe/Stockholm',
    );
    expect(catches.map(({ caughtAt }) => caughtAt)).toEqual([
      '2026-05-01T11:30:00.000Z',
      '2026-05-01T04:30:00.000Z',
    ]);
  });

  test('any title that differs from a name only in case, spaces and punctuation', async () => {
    const titles = ['species', 'Length Cm', 'WEIGHT_G', 'Spot-ID', '_id', 'Photos.URL', '(lat)'];
    const { catches, refused } = await outcome('catches.csv', `${titles.join(';')}\nPike;5;6;s;a;u;7\n`);
    expect([catches, refused]).toEqual([
      [{ species: 'Pike', lengthCm: 5, weightG: 6, spotId: 's', photos: [{ url: 'u' }], lat: 7 }],
      [],
    ]);
  });
});

describe('is refused', () => {
  test.each<[string, string, string | Uint8Array, string[]]>([
    [
      'a number with separators of thousands, with a unit, or with a comma between commas',
      'catches.csv',
      'weightG\n"4,150"\n4 150\n"4.150,5"\n4150 g\n82\'5\n"82,5"\n',
      [
        `2 | weightG | "4,150" ${THOUSANDS}`,
        `3 | weightG | "4 150" ${THOUSANDS}`,
        `4 | weightG | "4.150,5" ${THOUSANDS}`,
        '5 | weightG | "4150 g" is not a number (write the number alone, in g)',
        '6 | weightG | "82\'5" is not a number (write the number alone, in g)',
        `7 | weightG | "82,5" ${COMMA}`,
      ],
    ],
    [
      'a point among decimal commas',
      'catches.csv',
      'lengthCm;weightG\n82,5;1.234\n',
      [
        '2 | weightG | "1.234" has another decimal mark than "82,5" in line 2: write all numbers alike, without separators of thousands',
      ],
    ],
    [
      'a mark that no number of the file makes certain',
      'catches.csv',
      'species;weightG\nHecht;850\nHecht;1.234\n',
      ['3 | - | "1.234" can be 1.234 or 1234, and no number of the file tells which: write 1234, or 1.2340'],
    ],
    [
      'a time as people write it',
      'catches.csv',
      'caughtAt\n01.05.2026 06:30\n5/1/26\n2026/05/01 06:30\n2026-05-01 6:30 PM\n46143.27\n',
      [
        `2 | caughtAt | "01.05.2026 06:30" ${MOMENT} (write the year first, as which is the day and which the month cannot be known: give the cells the format yyyy-mm-dd hh:mm)`,
        `3 | caughtAt | "5/1/26" ${MOMENT} (write the year first, as which is the day and which the month cannot be known: give the cells the format yyyy-mm-dd hh:mm)`,
        `4 | caughtAt | "2026/05/01 06:30" ${MOMENT} (write the day as 2026-05-01)`,
        `5 | caughtAt | "2026-05-01 6:30 PM" ${MOMENT} (write the time with 24 hours, as 18:30)`,
        `6 | caughtAt | "46143.27" ${MOMENT} (give the cells the format yyyy-mm-dd hh:mm)`,
      ],
    ],
    [
      'a local time that was not there, was there twice, or is of no zone',
      'catches.csv',
      'caughtAt,timeZone\n2026-03-29 02:30,Europe/Stockholm\n2026-10-25 02:30,Europe/Stockholm\n2026-05-01 06:30,CEST\n2026-05-01 06:30,\n',
      [
        `2 | caughtAt | "2026-03-29 02:30" was no time in Europe/Stockholm, where clocks were put forward: ${AGAIN}`,
        `3 | caughtAt | "2026-10-25 02:30" was twice in Europe/Stockholm, where clocks were put back: ${AGAIN}`,
        '4 | caughtAt | "2026-05-01 06:30" is a local time, but "CEST" is not the IANA name of a time zone, such as Europe/Stockholm',
        `5 | caughtAt | "2026-05-01 06:30" ${MOMENT} (for local times: --tz ZONE)`,
      ],
    ],
    [
      'what cannot be',
      'catches.ndjson',
      '{"lat":95}\n{"lengthCm":-1}\n{"waterTempC":-300}\n{"accuracyM":-1}\n{"caughtAt":"2062-05-01T00:00:00Z"}\n{"lengthCm":1e400}\n{"id":12345678901234567890}\n',
      [
        '1 | lat | 95 is not from -90 to 90',
        '2 | lengthCm | -1 is less than there can be: at least 0 cm',
        '3 | waterTempC | -300 is less than there can be: at least -273.15 Cel',
        '4 | accuracyM | -1 is less than there can be: at least 0 m',
        '5 | caughtAt | "2062-05-01T00:00:00.000Z" is more than a year ahead',
        '6 | lengthCm | Infinity is not a number',
        '7 | id | 12345678901234567000 is not an id: text or a whole number',
      ],
    ],
    [
      'names that JavaScript has its own use for',
      'catches.ndjson',
      '{"species":"Pike","__proto__":{"quantity":1}}\n',
      ['1 | __proto__ | "__proto__" is not a field of catches; did you mean photos?'],
    ],
    [
      'columns that are not known, which are told the fields once',
      'rods.csv',
      'Price,Length,Shop\n1,2,3\n',
      [
        '1 | - | "Price", "Shop" are not fields of rods; its fields are id, name, brand, model, serialNumber, type, lengthCm, power, action, castMinG, castMaxG, pieces, purchasedOn, createdAt, updatedAt, notes, tags, photos',
        '1 | Length | "Length" is not a field of rods; did you mean lengthCm (in cm)?',
      ],
    ],
    [
      'columns of a position by other names, and of a weight in another unit',
      'catches.csv',
      'Latitude,Longitude,Weight (kg)\n1,2,3\n',
      [
        '1 | Latitude | "Latitude" is not a field of catches; did you mean lat (in deg)?',
        '1 | Longitude | "Longitude" is not a field of catches; did you mean lng (in deg)?',
        '1 | Weight (kg) | "Weight (kg)" is not a field of catches; did you mean weightG (in g)?',
      ],
    ],
    [
      'the name of a link, and of what is a moment here',
      'catches.csv',
      'Spot,Date,Time\nBay,1,2\n',
      [
        '1 | Spot | "Spot" is a linked record; give its id as spotId',
        '1 | Date | "Date" is not a field of catches; its day and time are caughtAt',
        '1 | Time | "Time" is not a field of catches; its day and time are caughtAt',
      ],
    ],
    [
      'an hour of one digit',
      'catches.csv',
      'timeZone,caughtAt\nEurope/Berlin,2026-05-01 6:30\n',
      [
        '2 | caughtAt | "2026-05-01 6:30" is not a moment with its offset, such as 2026-05-01T06:30:00+02:00 (write the hour with two digits, as 06:30)',
      ],
    ],
    [
      'two titles of one field',
      'catches.csv',
      'lengthCm,Length (cm)\n1,2\n',
      ['1 | - | "lengthCm" is the name of two columns'],
    ],
    [
      'GeoJSON',
      'catches.json',
      '\n{ "type": "FeatureCollection", "features": [] }',
      ['2 | - | is GeoJSON, which is not read: give the records as JSON, NDJSON or CSV'],
    ],
    [
      'gzip',
      'catches.ndjson.gz',
      gzipSync('{}'),
      ['- | - | is none of .json, .ndjson, .jsonl, .csv, .tsv, .txt: unpack it first (gunzip)'],
    ],
    [
      'gzip by another name',
      'catches.csv',
      gzipSync('id\na\n'),
      ['- | - | is compressed by gzip: unpack it first (gunzip)'],
    ],
    [
      'a workbook by another name',
      'catches.csv',
      'PK\x03\x04x',
      ['- | - | is a ZIP or an Excel workbook: unpack it, or save the sheet as "CSV UTF-8"'],
    ],
    [
      'UTF-16 without a mark',
      'catches.csv',
      Buffer.from('species\nPike\n', 'utf16le'),
      ['- | - | is no text, or UTF-16 without a byte order mark: save it as UTF-8'],
    ],
    [
      'half a character of UTF-16',
      'catches.csv',
      Buffer.from([0xff, 0xfe, 0x3c, 0xd8]),
      ['- | - | begins as UTF-16 text, but is none'],
    ],
    ['a file of blank lines', 'catches.ndjson', '\n \n', ['- | - | there are no records in it']],
    [
      'a file by no known name',
      'fish.csv',
      'id\na\n',
      [`- | - | is not named for a collection (such as catches.csv; the collections are ${NAMES})`],
    ],
  ])('%s', async (_, file, content, expected) => {
    expect(await outcome(file, content)).toEqual({ catches: [], refused: expected });
  });

  test.each(MEASURES)('$type.$field below its least', async ({ file, type, field, least }) => {
    trial.put({ [file]: `{"id":"least","${field}":${least}}\n{"id":"less","${field}":${least - 0.01}}\n` });
    const { refused } = await trial.import({ skipBad: true });
    expect(refused.map(({ line, field }) => [line, field])).toEqual([[2, field]]);
    expect(await trial.read(type)).toMatchObject([{ id: 'least', [field]: least }]);
  });

  test('bytes that are not UTF-8, wherever they are, with their line', async () => {
    const anyLines = fc.array(fc.string({ unit: fc.constantFrom(...'ab é鯉🎣'), maxLength: 9000 }), {
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(anyLines, anyLines, async (before, behind) => {
        const lines = ['notes', ...before].map((line) => Buffer.from(`${line}\n`));
        const content = Buffer.concat([
          ...lines,
          Buffer.from([0x47, 0xf6, 0x73, 0x0a]),
          Buffer.from(behind.join('\n')),
        ]);
        const { refused } = await outcome('catches.csv', content);
        expect(refused).toEqual([`${lines.length + 1} | - | is not UTF-8 text (Excel: save as "CSV UTF-8")`]);
      }),
      { numRuns: 20 },
    );
  });
});
