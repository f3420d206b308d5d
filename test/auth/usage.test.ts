// How much a token is used is counted, and written now and then.

import type { TestApp } from '../support/app.js';
import { startClock, stopClock } from '../support/clock.js';
import { type Bearer, createBearer, startMultiUser } from './people.js';

let app: TestApp;
beforeEach(async () => {
  stopClock();
  app = await startMultiUser(
    { BATCH_SIZE: '2' },
    {
      lures: [{ id: 'l1' }, { id: 'l2' }, { id: 'l3' }, { id: 'l4' }, { id: 'l5' }],
      catches: [{ id: 'c1', lureId: 'l1' }],
    },
  );
});
afterEach(async () => {
  await app.close();
  startClock();
});

const today = () => new Date().toISOString().slice(0, 10);
const usageOf = ({ user }: Bearer) => app.store.accounts.listUsage(user.id, '2000-01-01');

test('requests and records are counted, linked ones too, and written at once when it is asked for', async () => {
  const made = await createBearer(app);
  await app.request('/api/v1/lures', made);
  await app.request('/api/v1/catches?expand=lure', made);
  await app.request('/api/v1/lures/l2', made);
  await app.request('/api/v1/lures/unknown', made);
  expect(await usageOf(made)).toEqual([]);
  await app.auth.usage.flush();
  expect(await usageOf(made)).toEqual([{ tokenId: made.token.id, day: today(), requests: 4, records: 8 }]);
  const [token] = await app.auth.tokens.list(made.user.id);
  expect(token?.lastUsedAt).toBe(new Date().toISOString());
});

test('refused tokens and refused requests without one count nothing', async () => {
  const made = await createBearer(app);
  await app.request('/api/v1/lures');
  await app.auth.tokens.revoke(made.user.id, made.token.id);
  await app.request('/api/v1/lures', made);
  await app.auth.usage.flush();
  expect(await usageOf(made)).toEqual([]);
});

test('what could not be written is written the next time', async () => {
  const made = await createBearer(app);
  await app.request('/api/v1/lures', made);
  const { accounts } = app.store;
  const addUsage = accounts.addUsage.bind(accounts);
  Object.assign(accounts, { addUsage: () => Promise.reject(new Error('disk full')) });
  await app.auth.usage.flush();
  expect(app.logged).toContainEqual(expect.objectContaining({ msg: 'the usage was not written' }));
  Object.assign(accounts, { addUsage });
  await app.request('/api/v1/lures', made);
  await app.auth.usage.flush();
  await app.auth.usage.flush();
  expect(await usageOf(made)).toEqual([{ tokenId: made.token.id, day: today(), requests: 2, records: 10 }]);
});
