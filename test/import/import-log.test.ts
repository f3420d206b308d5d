// What an import does to the store, and what it tells.

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { NOW, Trial } from './try-import.js';

let trial: Trial;
beforeEach(() => {
  trial = new Trial();
});
afterEach(() => trial.close());

const time = NOW.toISOString();
const times = { createdAt: time, updatedAt: time };

test('one bad line in one file, and nothing of any file is written', async () => {
  trial.put({ 'catches.ndjson': '{"id":"1","species":"Pike"}\n', 'spots.csv': 'id,lat\ns1,59\ns2,north\n' });
  expect(await trial.import()).toEqual({
    read: [
      { file: 'catches.ndjson', collection: 'catches', records: 1 },
      { file: 'spots.csv', collection: 'spots', records: 1 },
    ],
    leftAside: [],
    refused: [{ file: 'spots.csv', line: 3, field: 'lat', problem: '"north" is not a number' }],
    refusedCount: 1,
    ignored: [],
    withoutId: 0,
    dangling: [],
    written: null,
  });
  expect([await trial.read('Catch'), await trial.read('Spot')]).toEqual([[], []]);
});

test('skipBad writes what is good, and leaves a broken file out as a whole', async () => {
  trial.put({
    'catches.ndjson': '{"id":"1","species":"Pike"}\n{"id":"2","species":2}\n',
    'spots.json': '[{"id":"s1"}, {"id":',
  });
  const { refused, written } = await trial.import({ skipBad: true });
  expect(refused).toEqual([
    { file: 'catches.ndjson', line: 2, field: 'species', problem: '2 is not text' },
    { file: 'spots.json', line: 1, field: null, problem: 'is not JSON: expected a value, found the end' },
  ]);
  expect(written).toEqual({ added: 1, replaced: 0, unchanged: 0 });
  expect(await trial.read('Catch')).toEqual([{ id: '1', species: 'Pike', ...times }]);
  expect(await trial.read('Spot')).toEqual([]);
});

test('ignoreUnknown leaves unknown fields out, and counts them', async () => {
  trial.put({
    'catches.csv': 'id,species,boat\n1,Pike,Aluma\n2,Perch,\n',
    'lures.json': '[{"id":"l","price":{"amount":9}},{"id":"m","price":8,"shop":"x"}]',
  });
  expect(await trial.import({ ignoreUnknown: true })).toMatchObject({
    ignored: [
      { collection: 'catches', field: 'boat', records: 1 },
      { collection: 'lures', field: 'price', records: 2 },
      { collection: 'lures', field: 'shop', records: 1 },
    ],
    written: { added: 4, replaced: 0, unchanged: 0 },
  });
  expect(await trial.read('Lure')).toEqual([
    { id: 'l', ...times },
    { id: 'm', ...times },
  ]);
});

test('a changed record replaces the one of its id, and keeps when it was created', async () => {
  trial.put({ 'catches.json': '[{"id":"1","species":"Pike","notes":"?"},{"id":"2","species":"Perch"}]' });
  await trial.import();
  trial.put({ 'catches.json': '[{"id":"1","species":"Zander"},{"id":"2","species":"Perch"},{"id":3}]' });
  const later = new Date('2026-08-01T00:00:00.000Z');
  const { written } = await trial.import({ now: later });
  expect(written).toEqual({ added: 1, replaced: 1, unchanged: 1 });
  expect(await trial.read('Catch')).toEqual([
    { id: '1', species: 'Zander', createdAt: time, updatedAt: later.toISOString() },
    { id: '2', species: 'Perch', ...times },
    { id: '3', createdAt: later.toISOString(), updatedAt: later.toISOString() },
  ]);
});

test('records without ids get the same ids from JSON, NDJSON and CSV', async () => {
  const record = '{"species":"Pike","lengthCm":80,"tags":["boat","dusk"],"notes":null}';
  trial.put({ 'catches.json': `[${record}]` });
  await trial.import();
  trial.put({ 'catches.json': '[]', 'catches.ndjson': record });
  expect((await trial.import()).written).toEqual({ added: 0, replaced: 0, unchanged: 1 });
  trial.put({
    'catches.ndjson': '',
    'catches.csv': 'tags\tnotes\tlengthCm\tspecies\n"boat; dusk"\t\t8.0e1\tPike\n',
  });
  expect((await trial.import()).written).toEqual({ added: 0, replaced: 0, unchanged: 1 });
});

test('links that lead nowhere are a warning; those to the store or the import are not', async () => {
  trial.put({ 'spots.json': '[{"id":"old"}]' });
  await trial.import();
  trial.put({
    'spots.json': '[{"id":"new"}]',
    'catches.csv': 'id,spotId,lureId\n1,old,\n2,new,\n3,gone,l1\n4,gone,\n5,lost,\n',
  });
  const { dangling, written } = await trial.import();
  expect(dangling).toEqual([
    { collection: 'catches', field: 'spotId', target: 'spots', records: 3, examples: ['gone', 'lost'] },
    { collection: 'catches', field: 'lureId', target: 'lures', records: 1, examples: ['l1'] },
  ]);
  expect(written).toEqual({ added: 6, replaced: 0, unchanged: 0 });
});

test('of a folder, what is no log is left aside by name; a file that is named twice is read once', async () => {
  trial.put({
    'Catches.CSV': '\ufeffspecies,\r\nPike,\r\n,\r\n\r\n',
    'log.json': '{"lures":[{"id":"l"}],"spots":[]}',
    'package.json': '{"name":"x"}',
    'notes.md': 'x',
    'old/catches.csv': 'species\nPerch\n',
  });
  const { read, leftAside, written } = await trial.import({
    paths: [trial.path(''), trial.path('log.json')],
  });
  expect(read).toEqual([
    { file: 'Catches.CSV', collection: 'catches', records: 1 },
    { file: 'log.json', collection: 'lures', records: 1 },
  ]);
  expect(leftAside).toEqual([
    { file: 'notes.md', why: 'is none of .json, .ndjson, .jsonl, .csv, .tsv, .txt' },
    { file: 'old', why: 'is a folder' },
    {
      file: 'package.json',
      why: 'holds no collection by name and is not named for one (catches, combos, lines, lures, reels, rods, spots)',
    },
  ]);
  expect(written).toEqual({ added: 2, replaced: 0, unchanged: 0 });
});

test('a log without any record is refused', async () => {
  trial.put({ 'catches.json': '[]' });
  const { refused } = await trial.import({ paths: [trial.path('catches.json')] });
  expect(refused).toEqual([
    { file: 'catches.json', line: null, field: null, problem: 'there are no records in it' },
  ]);
});

test('a change that has no later time of its own was updated now; the same file again changes nothing', async () => {
  const old = '2026-01-01T00:00:00.000Z';
  const record = { id: '1', species: 'Pike', createdAt: old, updatedAt: old };
  const later = new Date('2026-08-01T00:00:00.000Z');
  trial.put({ 'catches.json': JSON.stringify([record, { ...record, id: '2' }, { ...record, id: '3' }]) });
  await trial.import();
  const changed = [
    { ...record, species: 'Zander' },
    { ...record, id: '2', species: 'Perch', updatedAt: '2026-02-01T00:00:00.000Z' },
    { ...record, id: '3', updatedAt: '2025-02-01T00:00:00.000Z' },
  ];
  trial.put({ 'catches.json': JSON.stringify(changed) });
  expect((await trial.import({ now: later })).written).toEqual({ added: 0, replaced: 2, unchanged: 1 });
  const after = [{ ...changed[0], updatedAt: later.toISOString() }, changed[1], { ...record, id: '3' }];
  expect(await trial.read('Catch')).toEqual(after);
  expect((await trial.import()).written).toEqual({ added: 0, replaced: 0, unchanged: 3 });
  expect(await trial.read('Catch')).toEqual(after);
});

test('local times and days are read in the zone that is given', async () => {
  trial.put({
    'catches.csv':
      'id,caughtAt\n1,2026-05-01 06:30\n2,2026-01-01T06:30:05\n3,2026-05-01\n4,2026-05-01T06:30:00Z\n',
    'reels.csv': 'id,purchasedOn,lineHistory.spooledAt\nr,2026-05-01,2026-05-01; 2026-06-01\n',
  });
  const { refused } = await trial.import({ timeZone: 'Europe/Stockholm' });
  expect(refused).toEqual([]);
  const catches = await trial.read('Catch');
  expect(catches.map(({ caughtAt }) => caughtAt)).toEqual([
    '2026-05-01T04:30:00.000Z',
    '2026-01-01T05:30:05.000Z',
    '2026-04-30T22:00:00.000Z',
    '2026-05-01T06:30:00.000Z',
  ]);
  expect(await trial.read('Reel')).toMatchObject([
    {
      purchasedOn: '2026-05-01',
      lineHistory: [{ spooledAt: '2026-04-30T22:00:00.000Z' }, { spooledAt: '2026-05-31T22:00:00.000Z' }],
    },
  ]);
});

test('imperial measures beside metric ones are left aside, and so are linked records, which are told', async () => {
  trial.put({
    'catches.csv':
      '\ufeffid,lengthCm,lengthIn,lureId,lure.name,lure.type,combo.rod.name\r\n1,82.5,32.4803,l,Crank,Jig,Stick\r\n2,,,,,,\r\n',
    'lures.csv': 'id,name\nl,Crank\n',
  });
  const { refused, ignored } = await trial.import();
  expect(refused).toEqual([]);
  expect(ignored).toEqual(
    ['lure.*', 'combo.*'].map((field) => ({
      collection: 'catches',
      field,
      records: 1,
    })),
  );
  expect(await trial.read('Catch')).toEqual([
    { id: '1', lengthCm: 82.5, lureId: 'l', ...times },
    { id: '2', ...times },
  ]);
});

describe('an unpacked export', () => {
  const file = { collection: 'spots', mediaType: 'x', records: 1, bytes: 1, sha256: '0'.repeat(64) };
  const manifest = {
    format: 'creel-export',
    formatVersion: 1,
    creelVersion: '1.0.0',
    exportedAt: time,
    store: { kind: 'sqlite', pointInTime: true, meaning: 'x' },
    coordinates: 'rounded',
    leftOut: [],
    files: ['spots.ndjson', 'spots.csv', 'lures.ndjson'].map((name) => {
      return { ...file, name, collection: name.split('.')[0] };
    }),
  };
  const put = (changes: object) =>
    trial.put({
      'e/manifest.json': JSON.stringify({ ...manifest, ...changes }),
      'e/spots.ndjson': '{"id":"1","lat":59.4,"lng":17}\n',
      'e/spots.csv': 'id,lat,lng\n1,59.4,17\n',
    });

  test('is read from its NDJSON files, and what else it has or lacks is told', async () => {
    put({});
    const { read, leftAside, refused } = await trial.import({ paths: [trial.path('e')] });
    const why = 'is not needed: all records of an export are in its .ndjson files';
    expect({ read, leftAside, refused }).toEqual({
      read: [{ file: 'e/spots.ndjson', collection: 'spots', records: 1 }],
      leftAside: [
        { file: 'e/lures.ndjson', why: 'there is no such file' },
        { file: 'e/manifest.json', why },
        { file: 'e/spots.csv', why },
      ],
      refused: [],
    });
  });

  test('without exact coordinates takes no position away unless that is asked for', async () => {
    put({});
    trial.put({ 'spots.csv': 'id,lat,lng\n1,59.3721,17.0288\n' });
    await trial.import({ paths: [trial.path('spots.csv')] });
    const paths = [trial.path('e')];
    await expect(trial.import({ paths })).rejects.toThrow(
      'its coordinates are rounded, and would replace the position of 1 record in the store; nothing was imported',
    );
    expect(await trial.read('Spot')).toMatchObject([{ lat: 59.3721, lng: 17.0288 }]);
    expect((await trial.import({ paths, overwritePositions: true })).written).toMatchObject({ replaced: 1 });
  });

  test('of a newer format is refused', async () => {
    put({ formatVersion: 2 });
    const { refused, written } = await trial.import({ paths: [trial.path('e')] });
    expect([refused, written]).toEqual([
      [
        {
          file: 'e/manifest.json',
          line: null,
          field: null,
          problem: 'it has version 2 of the format, and this Creel reads version 1: a newer Creel is needed',
        },
      ],
      null,
    ]);
  });
});
