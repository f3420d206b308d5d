// Filters over HTTP: every operator on every type, against a small fixed log, with whole answers.

import { startApp, type TestApp } from '../support/app.js';
import { smallLog } from '../support/small-log.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ records: smallLog });
});
afterAll(() => app.close());

/** The ids that a query finds, sorted, so that a test says what matches and not in what order. */
async function find(query: string, collection = 'catches'): Promise<string> {
  const found: { id: string }[] = await app.get(`/api/v1/${collection}?fields=id&sort=id&${query}`);
  expect(found.every((record) => Object.keys(record).join() === 'id')).toBe(true);
  return found.map(({ id }) => id).join(' ');
}

describe('text', () => {
  test.each([
    ['species=Pike', 'a b', 'equals, whatever its case'],
    ['species=PIKE,perch', 'a b d', 'equals any of these'],
    ['species=Pik', '', 'equals the whole text'],
    ['species=%C3%A5bo%5C,%20SALTED', 'c', 'equals a text with a comma, and letters beyond ASCII'],
    ['species=%C3%A5bo,%20salted', '', 'without the backslash, two values'],
    ['species=no%5C,', '', 'one value, where the last character is a literal comma'],
    ['species=back%5C%5Cslash', 'f', 'equals a text with a backslash, doubled'],
    ['species=back%5Cslash', 'f', 'equals a text with a backslash before another letter'],
    ['species=perch*', 'e', 'equals a text with a star, which is no pattern'],
    ['species=perch%3F', '', 'a question mark is no pattern'],
    ['species=[pP]ike', '', 'brackets are no pattern'],
    ['species[ne]=pike', 'c d e f g', 'is not; a missing value is not either'],
    ['species[ne]=pike,perch', 'c e f g', 'is none of these'],
    ['species[contains]=ER', 'd e', 'contains'],
    ['species[contains]=,', 'c', 'contains a comma, as it takes one value'],
    ['species[contains]=%5C', 'f', 'contains a backslash, as it takes one value'],
    ['species[contains]=*', 'e', 'contains a star'],
    ['species[contains]=%25', '', 'a percent sign is no pattern'],
    ['species[startsWith]=%C3%A5', 'c', 'starts with'],
    ['species[startsWith]=ike', '', 'does not start with its middle'],
    ['species[exists]=true', 'a b c d e f', 'has a value'],
    ['species[exists]=false', 'g', 'has no value'],
    ['notes[contains]=%CF%83%CE%AF%CF%83%CF%85%CF%86%CE%BF%CF%82', 'g', 'case is that of all Unicode'],
    ['notes[contains]=%0A', 'e', 'contains a line break'],
  ])('%s finds "%s": %s', async (query, expected) => {
    expect(await find(query)).toBe(expected);
  });
});

describe('numbers', () => {
  test.each([
    ['lengthCm=50', 'b f'],
    ['lengthCm=50.0,0', 'b d f'],
    ['lengthCm=5e1', 'b f'],
    ['lengthCm=-3.25', 'c'],
    ['lengthCm=-0', 'd'],
    ['lengthCm[ne]=50', 'a c d e g'],
    ['lengthCm[gt]=50', 'a'],
    ['lengthCm[gte]=50', 'a b f'],
    ['lengthCm[lt]=0', 'c'],
    ['lengthCm[lte]=0', 'c d'],
    ['lengthCm[gt]=0&lengthCm[lt]=82.5', 'b f'],
    ['lengthCm[exists]=true', 'a b c d f'],
    ['lengthCm[exists]=false', 'e g'],
    ['quantity=0,2', 'b d'],
    ['quantity[ne]=0', 'a b c e f g'],
    ['quantity[gt]=0', 'a b'],
    ['quantity[lte]=1', 'a d'],
    ['quantity[exists]=false', 'c e f g'],
  ])('%s finds "%s"', async (query, expected) => {
    expect(await find(query)).toBe(expected);
  });
});

describe('booleans and ids', () => {
  test.each([
    ['catchAndRelease=true', 'a g'],
    ['catchAndRelease=false', 'b'],
    ['catchAndRelease=true,false', 'a b g'],
    ['catchAndRelease[ne]=true', 'b c d e f'],
    ['catchAndRelease[exists]=false', 'c d e f'],
    ['id=a,c,nobody', 'a c'],
    ['id=A', ''],
    ['id[ne]=a,b,c', 'd e f g'],
    ['id[exists]=true', 'a b c d e f g'],
    ['id[exists]=false', ''],
    ['spotId=gone', 'b'],
    ['spotId=GONE', ''],
    ['spotId[ne]=gone', 'a c d e f g'],
    ['spotId[exists]=true', 'a b'],
  ])('%s finds "%s"', async (query, expected) => {
    expect(await find(query)).toBe(expected);
  });
});

describe('times', () => {
  test.each([
    ['caughtAt=2026-03-28T22:30:00Z', 'a'],
    ['caughtAt=2026-03-28T22:30Z', 'a'],
    ['caughtAt=2026-03-28T23:30:00%2B01:00', 'a'],
    ['caughtAt=2026-03-28t22:30:00.000z,2026-03-29T22:00:00Z', 'a d'],
    ['caughtAt[ne]=2026-03-28T22:30:00Z', 'b c d e f g'],
    ['caughtAt[gt]=2026-03-29T22:00:00Z', 'e f'],
    ['caughtAt[gte]=2026-03-29T22:00:00Z', 'd e f'],
    ['caughtAt[lt]=2026-03-28T23:30:00Z', 'a'],
    ['caughtAt[lte]=2026-03-28T23:30:00Z', 'a b'],
    ['caughtAt[exists]=false', 'g'],
    ['updatedSince=2026-03-30', 'b'],
    ['updatedSince=2026-03-29T12:00:00Z', 'a b'],
    ['updatedSince=2026-03-29T12:00:00Z&updatedAt[gte]=2026-03-30', 'b'],
    ['updatedAt[gte]=2026-03-30&updatedSince=2026-03-29T12:00:00Z', 'b'],
    ['updatedAt[gte]=2026-03-29T12:00:00Z&updatedSince=2026-03-30', 'b'],
    ['updatedAt[gte]=2026-03-29T12:00:00Z&updatedAt[lt]=2026-04-01T12:00:00Z', 'a'],
    ['updatedSince=2026-03-30&updatedAt[lt]=2026-04-01T12:00:00Z', ''],
  ])('%s finds "%s"', async (query, expected) => {
    expect(await find(query)).toBe(expected);
  });

  // In Stockholm 2026-03-29 has 23 hours (22:00Z before, from UTC+1 to UTC+2) and 2026-10-25 has 25.
  test.each([
    ['a bare day is in UTC without tz', 'caughtAt[gte]=2026-03-29&caughtAt[lt]=2026-03-30', 'c d'],
    ['a day of tz begins there', 'caughtAt[gte]=2026-03-29&tz=Europe/Stockholm', 'b c d e f'],
    ['the day of summer time ends after 23 hours', 'caughtAt[lt]=2026-03-30&tz=Europe/Stockholm', 'a b c'],
    ['the day of winter time begins in summer', 'caughtAt[gte]=2026-10-25&tz=Europe/Stockholm', 'e f'],
    ['the day of winter time ends after 25 hours', 'caughtAt[gte]=2026-10-26&tz=Europe/Stockholm', ''],
    ['tz may stand before what it is for', 'tz=Europe/Stockholm&caughtAt[lt]=2026-03-29', 'a'],
    ['tz is for local times too', 'caughtAt=2026-03-28T23:30&tz=Europe/Stockholm', 'a'],
    ['a time without an offset is in UTC without tz', 'caughtAt=2026-03-28T23:30', 'b'],
    ['an offset of its own goes before tz', 'caughtAt=2026-03-28T23:30Z&tz=Europe/Stockholm', 'b'],
    ['a zone to the west moves the day the other way', 'caughtAt[lt]=2026-03-29&tz=America/New_York', 'a b'],
  ])('%s', async (_fact, query, expected) => {
    expect(await find(query)).toBe(expected);
  });

  test.each([
    ['purchasedOn=2024-03-16', 'r1'],
    ['purchasedOn[gt]=2024-03-16', ''],
    ['purchasedOn[gte]=2024-03-16', 'r1'],
    ['purchasedOn[lt]=2024-03-17&tz=Pacific/Auckland', 'r1'],
    ['purchasedOn[exists]=false', ''],
  ])('%s, a calendar day that no time zone moves, finds "%s"', async (query, expected) => {
    expect(await find(query, 'rods')).toBe(expected);
  });
});

describe('lists', () => {
  test.each([
    ['tags=dawn', 'a c'],
    ['tags=boat,nothing', 'a'],
    ['tags[ne]=DAWN', 'b d e f g'],
    ['tags[ne]=dawn,boat', 'b d e f g'],
    ['tags[contains]=oa', 'a'],
    ['tags[startsWith]=da', 'a c'],
    ['tags[exists]=true', 'a c'],
    ['tags[exists]=false', 'b d e f g'],
    ['photos[exists]=true', 'c'],
    ['photos[exists]=false', 'a b d e f g'],
  ])('%s finds "%s"', async (query, expected) => {
    expect(await find(query)).toBe(expected);
  });
});

describe('words', () => {
  test.each([
    ['q=reed', 'a e', 'part of a word, in any case'],
    ['q=REEDS', 'a', 'another case'],
    ['q=pike+reeds', 'a', 'each in a field of its own'],
    ['q=pike%20boat', 'a', 'also in lists of text'],
    ['q=%20pike%09', 'a b', 'white space around'],
    ['q=%5Bdeep%5D%3F', 'e', 'no pattern'],
    ['q=%C3%85bo', 'c', 'letters beyond ASCII'],
    ['q=gone', '', 'not in ids'],
    ['q=nothing', '', 'a word that is nowhere'],
  ])('%s finds "%s": %s', async (query, expected) => {
    expect(await find(query)).toBe(expected);
  });
});

describe('conditions together', () => {
  test.each([
    ['species=pike&lengthCm[gte]=60', 'a'],
    ['species=pike&q=reeds&tags=dawn&catchAndRelease=true', 'a'],
    ['species=pike&species[ne]=pike', ''],
    ['species[startsWith]=p&species[contains]=k&species[exists]=true', 'a b'],
  ])('%s finds "%s"', async (query, expected) => {
    expect(await find(query)).toBe(expected);
  });

  test('brackets may be percent-encoded', async () => {
    expect(await find('lengthCm%5Bgte%5D=50')).toBe('a b f');
  });

  test('a count is of what matches', async () => {
    const { headers } = await app.request('/api/v1/catches?species=pike&count=true&limit=1');
    expect(headers['x-total-count']).toBe('2');
  });
});
