// The contract of boxes and circles: edges, the antimeridian, the poles, places that are none, and any area on any log.

import fc from 'fast-check';
import type { Resource } from '../../src/model/model.js';
import { readSdl } from '../../src/model/read-schema.js';
import type { AreaCondition, Condition, Records } from '../../src/store/port.js';
import {
  condition,
  idsOf,
  type OpenedStore,
  type OpenStore,
  OWNER,
  sortBy,
  toWrites,
  walk,
} from './fixture.js';
import { distanceKm, expectedList, type TestRecord } from './reference.js';

export const areaModel = readSdl(`
  directive @collection(name: String!, newestBy: String!, title: String!) on OBJECT
  directive @coordinate(of: String!) on FIELD_DEFINITION
  scalar DateTime
  type Place @collection(name: "places", newestBy: "at", title: "text") {
    id: ID!
    at: DateTime
    text: String
    north: Float @coordinate(of: "latitude")
    east: Float @coordinate(of: "longitude")
  }
`);
const [first] = areaModel.resources;
if (!first) throw new Error('the model of areas has a resource');
const places: Resource = first;

const SAMPLE: readonly TestRecord[] = [
  { id: 'a', north: 59.3721, east: 17.0288, text: 'pike' },
  { id: 'b', north: 59.3721, east: 17.0464, text: 'perch' },
  { id: 'c', north: 0, east: 180, text: 'pike' },
  { id: 'd', north: 0, east: -179.9 },
  { id: 'e', north: 90, east: 0 },
  { id: 'f', north: 89.9, east: -120 },
  { id: 'g', north: -33.8568, east: 151.2153 },
  { id: 'h', north: 1, east: 0, text: 'pike' },
  { id: 'i', north: -90, east: 77 },
  { id: 'north only', north: 0, east: null },
  { id: 'east only', east: 0 },
  { id: 'nowhere', text: 'pike' },
  { id: 'not on Earth', north: 95, east: 17.0288 },
  { id: 'twice around', north: 0, east: 360 },
];

export const bbox = (west: number, south: number, east: number, north: number): AreaCondition => ({
  kind: 'bbox',
  west,
  south,
  east,
  north,
});
export const near = (latitude: number, longitude: number, km: number): AreaCondition => ({
  kind: 'near',
  latitude,
  longitude,
  km,
});

/** The ids that match, in the order of the ids; `count` says the same. */
export async function placesIn(records: Records, ...where: readonly Condition[]): Promise<string[]> {
  const ids = idsOf(await walk(records, { where, sort: sortBy('id') }, undefined, places));
  expect(await records.count(places, where)).toBe(ids.length);
  return ids;
}

export function describeArea(open: OpenStore, runs: number): void {
  describe('boxes and circles', () => {
    let opened: OpenedStore;
    let records: Records;

    beforeAll(async () => {
      opened = await open(areaModel);
      await opened.store.write(OWNER, toWrites(SAMPLE, places));
      await opened.store.write('stranger', toWrites([{ id: 'theirs', north: 59.3721, east: 17.03 }], places));
      await opened.store.createIndexes();
      records = opened.store.bind({ kind: 'one', id: OWNER });
    });
    afterAll(() => opened.cleanUp());

    test.each([
      ['everything with a position', bbox(-180, -90, 180, 90), 'abcdefghi'],
      ['all around, and a band of latitude', bbox(-180, -1, 180, 1), 'cdh'],
      ['inside', bbox(17, 59, 18, 60), 'ab'],
      ['its western and southern edge', bbox(17.0464, 59.3721, 18, 60), 'b'],
      ['its eastern and northern edge', bbox(17, 59, 17.0288, 59.3721), 'a'],
      ['just inside of its western edge', bbox(17.0287, 59, 17.03, 60), 'a'],
      ['just outside of its western edge', bbox(17.0289, 59, 17.03, 60), ''],
      ['just south of it', bbox(17, 59, 18, 59.372), ''],
      ['just north of it', bbox(17, 59.3722, 18, 60), ''],
      ['a point', bbox(17.0288, 59.3721, 17.0288, 59.3721), 'a'],
      ['nobody is there', bbox(10, 10, 11, 11), ''],
      ['across the antimeridian', bbox(179, -1, -179, 1), 'cd'],
      ['across it, without what lies west of it', bbox(-179.95, -90, 151, 90), 'abdefhi'],
      ['across it, nearly all around', bbox(17.04, -90, 17.03, 90), 'abcdefghi'],
      ['up to the antimeridian, from the west', bbox(179, -1, 180, 1), 'c'],
      ['up to the antimeridian, from the east', bbox(-180, -1, -179.95, 1), 'c'],
      ['the antimeridian alone, by either name', bbox(180, -1, 180, 1), 'c'],
      ['the antimeridian alone, by both names', bbox(180, -1, -180, 1), 'c'],
      ['the pole and its surroundings', bbox(-180, 89, 180, 90), 'ef'],
      ['a meridian, pole to pole', bbox(0, -90, 0, 90), 'eh'],
    ])('a box: %s', async (_what, area, expected) => {
      expect((await placesIn(records, area)).join('')).toBe(expected);
    });

    test.each([
      ['a place itself, a millimetre around it', near(59.3721, 17.0288, 1e-6), 'a'],
      ['two neighbours', near(59.3721, 17.0288, 1), 'ab'],
      ['a little less', near(59.3721, 17.0288, 0.99), 'a'],
      ['a degree of latitude, 111.19509 km', near(0, 0, 111.19509), 'h'],
      ['a metre less', near(0, 0, 111.194), ''],
      ['a degree of latitude from the north', near(2, 0, 111.19509), 'h'],
      ['nobody is there', near(10, 10, 100), ''],
      ['over the antimeridian, eastwards', near(0, 179.95, 20), 'cd'],
      ['over the antimeridian, westwards', near(0, -179.95, 20), 'cd'],
      ['with its centre on the antimeridian', near(0, -180, 5), 'c'],
      ['over the pole', near(89.95, 60, 17), 'ef'],
      ['from the pole', near(90, 123, 12), 'ef'],
      ['the pole, seen from a place that is not at it', near(89.9, -120, 12), 'ef'],
      ['over the other pole', near(-89.99, -100, 2), 'i'],
      ['half the globe', near(90, 0, 10_007.6), 'abcdefh'],
      ['all but the other side', near(-59.3721, -162.9712, 20_014), 'cdefghi'],
      ['up to the other side', near(-59.3721, -162.9712, 20_015.2), 'abcdefghi'],
      ['everything with a position', near(0, 0, 20_016), 'abcdefghi'],
    ])('a circle: %s', async (_what, area, expected) => {
      expect((await placesIn(records, area)).join('')).toBe(expected);
    });

    test('an area stands beside other conditions, and other areas', async () => {
      const all = bbox(-180, -90, 180, 90);
      const pikes = [all, condition('text', 'in', ['pike'])];
      expect(await placesIn(records, ...pikes)).toEqual(['a', 'c', 'h']);
      expect(await placesIn(records, ...pikes, bbox(0, 0, 20, 60))).toEqual(['a', 'h']);
      expect(await placesIn(records, near(0, 0, 500), ...pikes)).toEqual(['h']);
      expect(await placesIn(records, near(0, 0, 500), bbox(0, 2, 20, 60))).toEqual([]);
      expect(await placesIn(records, all, { kind: 'words', words: ['per'] })).toEqual(['b']);
    });

    test.each(['-north', 'east', 'text', '-at', 'id'])(
      'pages sorted by %s hold each match once',
      async (key) => {
        for (const area of [bbox(-180, -90, 180, 90), bbox(170, -90, 60, 90), near(0, 180, 15_000)]) {
          const list = { where: [area], sort: sortBy(key) };
          const expected = idsOf(expectedList(places, SAMPLE, list));
          expect(expected.length).toBeGreaterThan(4);
          for (const limit of [1, 2, 50])
            expect(idsOf(await walk(records, { ...list, limit }, undefined, places))).toEqual(expected);
        }
      },
    );

    test(`${runs} random areas match what the plain reference says`, async () => {
      let run = 0;
      const property = fc.asyncProperty(
        LOG,
        fc.array(AREA, { minLength: 3, maxLength: 3 }),
        async (log, areas) => {
          const owner = `walker ${++run}`;
          const written = log.map((place, index) => ({ ...place, id: `${run}/${index}` }));
          await opened.store.write(owner, toWrites(written, places));
          const mine = opened.store.bind({ kind: 'one', id: owner });
          for (const area of areas) {
            const clear = written.filter((place) => !isOnEdge(place, area));
            const edge = idsOf(written.filter((place) => !clear.includes(place)));
            const expected = idsOf(expectedList(places, clear, { where: [area], sort: sortBy('id') }));
            const found = (await placesIn(mine, area)).filter((id) => !edge.includes(id));
            expect({ area, found }).toEqual({ area, found: expected });
          }
        },
      );
      await fc.assert(property, { numRuns: runs / 3 });
    });
  });
}

const between = (min: number, max: number): fc.Arbitrary<number> =>
  fc.double({ min, max, noNaN: true }).map((value) => Math.round(value * 1e7) / 1e7 + 0);
const jitter = fc.oneof(fc.constant(0), between(-0.01, 0.01), between(-1, 1));
const around = (limit: number, ...centres: number[]): fc.Arbitrary<number> =>
  fc.oneof(
    between(-limit, limit),
    fc
      .tuple(fc.constantFrom(...centres), jitter)
      .map(([centre, off]) => Math.min(Math.max(centre + off, -limit), limit)),
  );
/** Few places, so that areas meet them, and more where the globe is hard. */
const NORTH = around(90, -90, 90, 0, 59, 89.9);
const EAST = around(180, -180, 180, 0, 17, -179.9);
const LOG = fc.array(
  fc.record({
    north: fc.option(NORTH, { freq: 9 }),
    east: fc.option(EAST, { freq: 9 }),
  }),
  { maxLength: 25 },
);
const BOX = fc
  .tuple(EAST, NORTH, EAST, NORTH)
  .map(([west, one, east, other]) => bbox(west, Math.min(one, other), east, Math.max(one, other)));
const KM = fc.oneof(fc.constantFrom(0.001, 0.1, 1, 20, 500, 10_007, 20_010, 20_016), between(0.001, 20_016));
const CIRCLE = fc.tuple(NORTH, EAST, KM).map(([latitude, longitude, km]) => near(latitude, longitude, km));
const AREA = fc.oneof(BOX, CIRCLE);

/** Whether rounding may decide: an edge is tested above, with values that are exact. */
function isOnEdge({ north, east }: Record<string, unknown>, area: AreaCondition): boolean {
  if (typeof north !== 'number' || typeof east !== 'number') return false;
  const off =
    area.kind === 'bbox'
      ? [north - area.south, north - area.north, east - area.west, east - area.east]
      : [distanceKm(north, east, area.latitude, area.longitude) - area.km];
  // The haversine tells the last kilometres before the other side of the Earth to about a metre.
  const least = area.kind === 'bbox' ? 1e-6 : area.km > 20_000 ? 1e-3 : 1e-6 * area.km;
  return off.some((distance) => distance !== 0 && Math.abs(distance) < least);
}
