// The example logs are imported whole, in every format.

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Trial } from './try-import.js';

let trial: Trial;
beforeEach(() => {
  trial = new Trial();
});
afterEach(() => trial.close());

const importExample = (name: string) => trial.import({ paths: [`examples/${name}`] });
const clean = { leftAside: [], refused: [], refusedCount: 0, ignored: [], withoutId: 0, dangling: [] };
const counts = (name: string, extension: string, records: Readonly<Record<string, number>>) =>
  Object.entries(records).map(([collection, count]) => ({
    file: `examples/${name}/${collection}.${extension}`,
    collection,
    records: count,
  }));

test('JSON arrays of all seven collections', async () => {
  expect(await importExample('json')).toEqual({
    ...clean,
    read: counts('json', 'json', { catches: 4, combos: 1, lines: 2, lures: 3, reels: 1, rods: 2, spots: 3 }),
    written: { added: 16, replaced: 0, unchanged: 0 },
  });
  const [first] = await trial.read('Catch');
  expect(first).toEqual({
    id: '2026-05-16-1',
    caughtAt: '2026-05-16T12:20:00.000Z',
    timeZone: 'Europe/Dublin',
    species: 'Brown trout',
    scientificName: 'Salmo trutta',
    quantity: 1,
    lengthCm: 46.5,
    weightG: 1130,
    catchAndRelease: true,
    presentation: 'Dapping',
    lat: 53.4868,
    lng: -9.3201,
    accuracyM: 20,
    waterTempC: 12.5,
    airTempC: 15,
    windMps: 6,
    windDirection: 'SW',
    sky: 'Overcast',
    favourite: true,
    spotId: 'corrib-inchagoill',
    lureId: 'f01',
    comboId: 'lough-set',
    notes: 'Third drift. Rose twice before it took — “the big lad” at last.',
    tags: ['mayfly', 'boat'],
    photos: [
      { url: 'https://photos.example/2026-05-16-a.jpg', caption: 'In the net' },
      { url: 'https://photos.example/2026-05-16-b.jpg' },
    ],
    createdAt: '2026-05-16T21:31:07.412Z',
    updatedAt: '2026-05-17T07:02:55.000Z',
  });
  expect(await trial.read('Reel')).toEqual([
    {
      id: 'reel-lough',
      name: 'Lough reel',
      brand: 'Hardy',
      model: 'Ultralite MTX 7/8',
      type: 'Fly',
      gearRatio: '1:1',
      weightG: 145,
      purchasedOn: '2021-02-27',
      currentLineId: 'line-float',
      lineHistory: [
        { lineId: 'line-slow', spooledAt: '2021-03-14T12:00:00.000Z', removedAt: '2025-03-02T10:00:00.000Z' },
        { lineId: 'line-float', spooledAt: '2025-03-02T10:15:00.000Z' },
      ],
      createdAt: '2026-07-01T12:00:00.000Z',
      updatedAt: '2026-07-01T12:00:00.000Z',
    },
  ]);
});

test('NDJSON, with a blank line', async () => {
  expect(await importExample('ndjson')).toEqual({
    ...clean,
    read: counts('ndjson', 'ndjson', { catches: 4, lures: 2, spots: 3 }),
    written: { added: 9, replaced: 0, unchanged: 0 },
  });
  expect((await trial.read('Catch'))[2]).toEqual({
    id: '5003',
    caughtAt: '2026-04-18T23:30:00.000Z',
    timeZone: 'America/Chicago',
    species: 'White bass',
    scientificName: 'Morone chrysops',
    quantity: 6,
    catchAndRelease: false,
    spotId: '101',
    lureId: '1',
    notes: 'Fish fry!\nKept six, let the rest go.',
    createdAt: '2026-07-01T12:00:00.000Z',
    updatedAt: '2026-07-01T12:00:00.000Z',
  });
});

test('CSV with quotes, line breaks, lists and empty cells, where two equal fish stay two', async () => {
  expect(await importExample('csv')).toEqual({
    ...clean,
    read: counts('csv', 'csv', { catches: 5, lures: 2, spots: 2 }),
    withoutId: 5,
    written: { added: 9, replaced: 0, unchanged: 0 },
  });
  const times = { createdAt: '2026-07-01T12:00:00.000Z', updatedAt: '2026-07-01T12:00:00.000Z' };
  const perch = {
    caughtAt: '2026-06-20T20:05:00.000Z',
    timeZone: 'Europe/Stockholm',
    species: 'Perch',
    scientificName: 'Perca fluviatilis',
    quantity: 1,
    lengthCm: 24,
    catchAndRelease: true,
    waterTempC: 17.5,
    sky: 'Clear',
    spotId: 'tarn',
    lureId: 'l1',
    tags: ['evening'],
    ...times,
  };
  const catches = await trial.read('Catch');
  const id = expect.stringMatching(/^[0-9a-f]{24}$/);
  expect(catches.sort((a, b) => (String(a.caughtAt) < String(b.caughtAt) ? -1 : 1))).toEqual([
    {
      ...perch,
      id,
      caughtAt: '2026-06-20T19:40:00.000Z',
      lengthCm: 38.5,
      weightG: 840,
      catchAndRelease: false,
      tags: ['evening', 'pb'],
      notes: 'Midsummer perch, eaten the same night.',
      photos: [{ url: 'https://photos.example/midsummer.jpg', caption: 'Perch, 38.5 cm' }],
    },
    { ...perch, id },
    { ...perch, id },
    {
      id,
      caughtAt: '2026-07-04T03:15:00.000Z',
      timeZone: 'Europe/Stockholm',
      species: 'Grayling',
      scientificName: 'Thymallus thymallus',
      quantity: 1,
      lengthCm: 41,
      weightG: 690,
      catchAndRelease: true,
      waterTempC: 13,
      sky: 'Fog, then sun',
      spotId: 'gate',
      notes: 'Two lines:\nfirst the fog, then the "big" grayling.',
      ...times,
    },
    {
      id,
      caughtAt: '2026-07-04T04:30:00.000Z',
      species: 'Brown trout',
      quantity: 2,
      spotId: 'gate',
      lureId: 'l2',
      ...times,
    },
  ]);
});

test('what mongoexport writes, without the owner and the version of a document', async () => {
  expect(await importExample('mongoexport')).toEqual({
    ...clean,
    read: counts('mongoexport', 'json', { catches: 2, spots: 1 }),
    written: { added: 3, replaced: 0, unchanged: 0 },
  });
  expect(await trial.read('Catch')).toEqual([
    {
      id: '665f1c2ab7a4d90c1e0a42f1',
      caughtAt: '2026-06-01T21:12:30.000Z',
      timeZone: 'America/Halifax',
      species: 'Atlantic mackerel',
      scientificName: 'Scomber scombrus',
      quantity: 12,
      lengthCm: 33.5,
      catchAndRelease: false,
      tide: 'Rising',
      tags: ['pier'],
      photos: [{ url: 'https://photos.example/bucket.jpg', caption: 'A bucket of them' }],
      spotId: '665f1c2ab7a4d90c1e0a4101',
      createdAt: '2026-06-01T22:00:11.250Z',
      updatedAt: '2026-06-01T22:00:11.250Z',
    },
    {
      id: '665f1c2ab7a4d90c1e0a42f3',
      caughtAt: '2026-06-02T22:30:00.000Z',
      species: 'Striped bass',
      quantity: 1,
      lengthCm: 71,
      weightG: 3900,
      catchAndRelease: true,
      tide: 'High',
      spotId: '665f1c2ab7a4d90c1e0a4101',
      createdAt: '2026-06-03T01:10:00.000Z',
      updatedAt: '2026-06-05T09:30:00.000Z',
    },
  ]);
});

test.each(['json', 'ndjson', 'csv', 'mongoexport'])(
  '%s: the same import again changes nothing',
  async (name) => {
    const first = await importExample(name);
    const before = await Promise.all(['Catch', 'Spot', 'Lure', 'Reel'].map((type) => trial.read(type)));
    const again = await trial.import({ paths: [`examples/${name}`], now: new Date('2027-01-01T00:00:00Z') });
    const added = first.written?.added;
    expect(again).toEqual({ ...first, written: { added: 0, replaced: 0, unchanged: added } });
    expect(await Promise.all(['Catch', 'Spot', 'Lure', 'Reel'].map((type) => trial.read(type)))).toEqual(
      before,
    );
  },
);
