// The demo log is the same every time, whole, and plausible.

import { describe, expect, test } from '@jest/globals';
import { type DemoOptions, demoLog } from '../src/demo/demo-log.js';
import { LURES } from '../src/demo/lures.js';
import { moonPhase, sunOf } from '../src/demo/nature.js';
import { SPECIES, usualWeightG } from '../src/demo/species.js';
import { readRecord } from '../src/import/read-record.js';
import { getResource } from '../src/model/model.js';
import { readModel } from '../src/model/read-schema.js';
import type { StoredRecord } from '../src/store/port.js';

const model = readModel();
const now = new Date('2026-06-15T09:30:00.000Z');

/** The records of a demo log by collection. */
function makeLog(options: DemoOptions = {}): Record<string, StoredRecord[]> {
  const log: Record<string, StoredRecord[]> = {};
  for (const { resource, record } of demoLog(model, { now, ...options })) {
    log[resource.name] ??= [];
    log[resource.name]?.push(record);
  }
  return log;
}

const log = makeLog();
const catches = log.catches ?? [];
const text = (value: unknown): string => String(value);

test('a year of one angler: so many records of each type', () => {
  const counts = Object.fromEntries(Object.entries(log).map(([name, records]) => [name, records.length]));
  expect(counts).toEqual({
    spots: 25,
    lures: LURES.length,
    rods: 6,
    lines: 6,
    reels: 6,
    combos: 6,
    catches: 300,
  });
});

test('the seed, the day and the number of catches decide it', () => {
  expect(makeLog({ now: new Date('2026-06-15T23:59:59.999Z') })).toEqual(log);
  expect(makeLog({ seed: 2 }).catches).not.toEqual(catches);
  expect(makeLog({ seed: 2 }).catches?.[0]?.id).not.toEqual(catches[0]?.id);
  const nextDay = makeLog({ now: new Date('2026-06-16T00:00:00.000Z') });
  expect(nextDay.catches?.map(({ id }) => id)).toEqual(catches.map(({ id }) => id));
});

test.each([0, 1, 7, 2000])('%i catches are exactly as many, each with an id of its own', (count) => {
  const found = makeLog({ catches: count }).catches ?? [];
  expect(found).toHaveLength(count);
  expect(new Set(found.map(({ id }) => id)).size).toBe(count);
});

test('the angler is at one place at a time: catches come in the order of their times', () => {
  const times = catches.map(({ caughtAt }) => text(caughtAt));
  expect(times).toEqual([...times].sort());
});

test('every record is one that an import would take, with every value of its type', () => {
  for (const [name, records] of Object.entries(log))
    for (const value of records) {
      const resource = model.byName.get(name);
      if (!resource) throw new Error(name);
      const options = { ownerField: 'userId', ignoreUnknown: false };
      expect(readRecord(resource, { form: 'json', value }, options)).toMatchObject({ kind: 'record' });
    }
});

test('every link leads to a record', () => {
  for (const resource of model.resources)
    for (const { from, typeName } of resource.links) {
      const ids = new Set(log[getResource(model, typeName).name]?.map(({ id }) => id));
      const links = (log[resource.name] ?? []).map((record) => record[from]).filter((id) => id !== null);
      expect(links.length).toBeGreaterThan(0);
      expect(links.filter((id) => !ids.has(text(id)))).toEqual([]);
    }
});

test('times are within the year that ends today, and in their order', () => {
  for (const { caughtAt, createdAt, updatedAt } of catches) {
    expect(text(caughtAt) >= '2025-06-15' && text(caughtAt) < '2026-06-16').toBe(true);
    expect([text(caughtAt), text(createdAt), text(updatedAt)].sort()).toEqual([
      caughtAt,
      createdAt,
      updatedAt,
    ]);
    expect(text(updatedAt) < now.toISOString()).toBe(true);
  }
});

test('fish have lengths of their species, and weights that fit the length', () => {
  const many = makeLog({ catches: 5000 }).catches ?? [];
  for (const { species: name, lengthCm, weightG, quantity } of many) {
    const species = SPECIES.find((found) => found.name === name);
    if (!species) throw new Error(text(name));
    if (lengthCm !== null) {
      expect(Number(lengthCm)).toBeGreaterThanOrEqual(species.lengthCm.least);
      expect(Number(lengthCm)).toBeLessThanOrEqual(species.lengthCm.most);
      expect(quantity).toBe(1);
    }
    if (weightG === null) continue;
    const usual = usualWeightG(species, Number(lengthCm));
    // A rounded length of a small fish is the greater part of what is allowed here.
    expect(Math.abs(Number(weightG) - usual)).toBeLessThanOrEqual(usual * 0.3 + 5);
  }
  const seen = new Set(many.map(({ species }) => species));
  expect(SPECIES.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual([]);
});

test('the seasons are in it: warm water in summer, ice and few trips in winter', () => {
  const many = makeLog({ catches: 3000 }).catches ?? [];
  const inMonths = (...months: string[]) =>
    many.filter(({ caughtAt }) => months.includes(text(caughtAt).slice(5, 7)));
  const temperatures = (found: StoredRecord[]) =>
    found.map(({ waterTempC }) => waterTempC).filter((value) => typeof value === 'number');
  const [summer, winter] = [inMonths('07', '08'), inMonths('01', '02')];
  expect(Math.min(...temperatures(summer))).toBeGreaterThan(12);
  expect(Math.max(...temperatures(winter))).toBeLessThan(6);
  expect(summer.length).toBeGreaterThan(winter.length * 2);
  expect(summer.some(({ tags }) => Array.isArray(tags) && tags.includes('ice'))).toBe(false);
  expect(winter.some(({ tags }) => Array.isArray(tags) && tags.includes('ice'))).toBe(true);
});

test('as in a real log, every field of a catch is filled somewhere and most are missing somewhere', () => {
  const resource = getResource(model, 'Catch');
  const names = resource.fields.map(({ name }) => name);
  const isMissing = (value: unknown) => value === null || value === undefined;
  expect(names.filter((name) => catches.every((record) => isMissing(record[name])))).toEqual([]);
  expect(names.filter((name) => catches.every((record) => !isMissing(record[name])))).toEqual([
    'id',
    'caughtAt',
    'species',
    'quantity',
    'moonPhase',
    'favourite',
    'createdAt',
    'updatedAt',
  ]);
});

describe('the sky', () => {
  // Source: the almanac of the U.S. Naval Observatory.
  test.each([
    ['2025-09-21T19:54Z', 'New moon'],
    ['2025-10-07T03:48Z', 'Full moon'],
    ['2025-12-27T19:10Z', 'First quarter'],
    ['2026-03-11T09:38Z', 'Last quarter'],
  ])('%s is a %s', (time, phase) => {
    expect(moonPhase(Date.parse(time))).toBe(phase);
  });

  test('the sun of Stockholm at the solstices', () => {
    const place = { lat: 59.33, lng: 18.07 };
    const hour = (time: number) => new Date(time).getUTCHours();
    const june = sunOf(Date.parse('2026-06-21T00:00Z'), place);
    const december = sunOf(Date.parse('2026-12-21T00:00Z'), place);
    expect([hour(june.rise), hour(june.set), hour(december.rise), hour(december.set)]).toEqual([
      1, 19, 7, 13,
    ]);
  });
});
