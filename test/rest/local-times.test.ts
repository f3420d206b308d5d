// Local times of `tz` on the days when clocks change: the same moment at whatever season they are asked for.

import { startApp, type TestApp } from '../support/app.js';

// Zones of the north and of the south: the season of the day of the request would decide each differently.
const ASKED = [
  ['Havana begins the day at its first midnight', '2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  ['the Azores likewise', '2026-10-25', 'Atlantic/Azores', '2026-10-25T00:00:00.000Z'],
  ['Stockholm has 02:30 in summer first', '2026-10-25T02:30', 'Europe/Stockholm', '2026-10-25T00:30:00.000Z'],
  ['Sydney too', '2026-04-05T02:30', 'Australia/Sydney', '2026-04-04T15:30:00.000Z'],
  ['02:30 that Stockholm skips is 03:30', '2026-03-29T02:30', 'Europe/Stockholm', '2026-03-29T01:30:00.000Z'],
  ['midnight that Cairo skips is 01:00', '2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
] as const;

let app: TestApp;
beforeAll(async () => {
  const catches = ASKED.map(([id, , , caughtAt]) => ({ id, caughtAt }));
  app = await startApp({ records: { catches } });
});
afterAll(() => app.close());

test.each(ASKED)('%s', async (fact, local, zone) => {
  expect(await app.get(`/api/v1/catches?fields=id&caughtAt=${local}&tz=${zone}`)).toEqual([{ id: fact }]);
});
