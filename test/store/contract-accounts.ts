// The contract of users; those of their tokens, usage and sessions are run from here.

import type { Accounts } from '../../src/store/accounts.js';
import { NOW, newUser } from './accounts-fixture.js';
import { describeSessions } from './contract-sessions.js';
import { describeTokens } from './contract-tokens.js';
import { describeUsage } from './contract-usage.js';
import { contractModel, type OpenedStore, type OpenStore, OWNER, toWrites } from './fixture.js';

export function describeAccounts(open: OpenStore): void {
  describeUsers(open);
  describeTokens(open);
  describeUsage(open);
  describeSessions(open);
}

function describeUsers(open: OpenStore): void {
  describe('users', () => {
    let opened: OpenedStore;
    let accounts: Accounts;

    beforeEach(async () => {
      opened = await open(contractModel);
      accounts = opened.store.accounts;
    });
    afterEach(() => opened.cleanUp());

    test('a store that is new has no users, and looking for one is no failure', async () => {
      expect(await accounts.listUsers()).toEqual([]);
      expect(await accounts.findUser({ id: 'user-1' })).toBeNull();
      expect(await accounts.findUser({ name: 'anna' })).toBeNull();
      expect(await accounts.updateUser('user-1', { isAdmin: true })).toBe(false);
      expect(await accounts.listUsers()).toEqual([]);
    });

    test('a user comes back as it was written, by id and by name', async () => {
      const bare = newUser({ passwordHash: null });
      const full = newUser({ name: "Ånna '%_$ 🎣", isAdmin: true, isDisabled: true, lastSignInAt: NOW });
      for (const user of [bare, full]) {
        expect(await accounts.createUser(user)).toBe(true);
        expect(await accounts.findUser({ id: user.id })).toEqual(user);
        expect(await accounts.findUser({ name: user.name })).toEqual(user);
      }
      expect(await accounts.findUser({ id: bare.name })).toBeNull();
      expect(await accounts.findUser({ id: bare.id.toUpperCase() })).toBeNull();
    });

    test.each([
      ['anna', 'ANNA'],
      ['Gädda', 'gÄDDA'],
      ['kelvin', '\u212aelvin'],
      ['Όδυσσεύς', 'ΌΔΥΣΣΕΎΣ'],
      ['straße', 'STRAẞE'],
      ['𐐀', '𐐨'],
    ])('the name %s is taken for %s too, is found by it, and nothing is written', async (name, other) => {
      const user = newUser({ name });
      expect(await accounts.createUser(user)).toBe(true);
      expect(await accounts.createUser(newUser({ name: other, isAdmin: true }))).toBe(false);
      expect(await accounts.listUsers()).toEqual([user]);
      expect(await accounts.findUser({ name: other })).toEqual(user);
    });

    test('names that differ in more than case are names of two users', async () => {
      const names = ['anna', 'anna ', 'änna', 'a\u0308nna', 'ıan', 'ian', 'strasse', 'straße'];
      for (const name of names) expect(await accounts.createUser(newUser({ name }))).toBe(true);
      expect(await accounts.listUsers()).toHaveLength(names.length);
    });

    test('of a hundred who want one name at the same moment one gets it', async () => {
      const users = Array.from({ length: 100 }, (_, index) => newUser({ name: index % 2 ? 'anna' : 'ANNA' }));
      const created = await Promise.all(users.map((user) => accounts.createUser(user)));
      expect(created.filter(Boolean)).toHaveLength(1);
      expect(await accounts.listUsers()).toEqual([users[created.indexOf(true)]]);
    });

    test('users are listed by name, as foldText sorts it', async () => {
      const names = ['Zoe', 'anna', '\uffff', 'Berta', '𐐀', 'Äsa', 'anna b', 'ANNA A'];
      for (const name of names) await accounts.createUser(newUser({ name }));
      expect((await accounts.listUsers()).map(({ name }) => name)).toEqual([
        ...['anna', 'ANNA A', 'anna b', 'Berta', 'Zoe', 'Äsa', '\uffff', '𐐀'],
      ]);
    });

    test('a change changes what it names, in that user only', async () => {
      const user = newUser();
      const other = newUser();
      await accounts.createUser(user);
      await accounts.createUser(other);
      const first = { passwordHash: null, isDisabled: true };
      expect(await accounts.updateUser(user.id, first)).toBe(true);
      expect(await accounts.findUser({ id: user.id })).toEqual({ ...user, ...first });
      const second = { passwordHash: 'new', isDisabled: false, isAdmin: true, lastSignInAt: NOW };
      expect(await accounts.updateUser(user.id, second)).toBe(true);
      expect(await accounts.findUser({ id: user.id })).toEqual({ ...user, ...second });
      expect(await accounts.findUser({ id: other.id })).toEqual(other);
    });

    test('an empty change, or one to what is so already, finds its user all the same', async () => {
      const user = newUser();
      await accounts.createUser(user);
      expect(await accounts.updateUser(user.id, {})).toBe(true);
      expect(await accounts.updateUser(user.id, { isAdmin: false })).toBe(true);
      expect(await accounts.updateUser('nobody', {})).toBe(false);
      expect(await accounts.listUsers()).toEqual([user]);
    });

    test('an id that is taken is an error', async () => {
      const user = newUser();
      await accounts.createUser(user);
      await expect(accounts.createUser(newUser({ id: user.id }))).rejects.toThrow();
      expect(await accounts.listUsers()).toEqual([user]);
    });

    test("a user and an owner's records need not have each other, and two users can read one owner's", async () => {
      await opened.store.write(OWNER, toWrites([{ id: 'a' }]));
      expect(await accounts.listUsers()).toEqual([]);
      const users = [newUser({ ownerId: OWNER }), newUser({ ownerId: OWNER }), newUser({ ownerId: 'none' })];
      for (const user of users) expect(await accounts.createUser(user)).toBe(true);
      expect(await accounts.listUsers()).toEqual(users);
      expect(await opened.store.owners()).toEqual([OWNER]);
    });
  });
}
