// The contract of usage: what is added up, for whom, and when a token was last used.

import type { Accounts, Token, Usage, User } from '../../src/store/accounts.js';
import { AFTER, BEFORE, NOW, newToken, newUser } from './accounts-fixture.js';
import { contractModel, type OpenedStore, type OpenStore } from './fixture.js';

const DAY = '2026-05-01';

export function describeUsage(open: OpenStore): void {
  describe('usage', () => {
    let opened: OpenedStore;
    let accounts: Accounts;
    let user: User;
    let stranger: User;
    let a: Token;
    let b: Token;
    let theirs: Token;

    beforeEach(async () => {
      opened = await open(contractModel);
      accounts = opened.store.accounts;
      [user, stranger] = [newUser(), newUser()];
      for (const one of [user, stranger]) await accounts.createUser(one);
      [a, b] = [newToken(user.id, { id: 'token a' }), newToken(user.id, { id: 'token b' })];
      theirs = newToken(stranger.id, { id: 'theirs' });
      for (const token of [a, b, theirs]) await accounts.createToken(token, 50, NOW);
    });
    afterEach(() => opened.cleanUp());

    const use = (token: Token, day: string, requests: number, records: number): Usage => ({
      tokenId: token.id,
      day,
      requests,
      records,
    });
    const add = (...usage: readonly Usage[]): Promise<void> =>
      accounts.addUsage(usage.map((entry) => ({ ...entry, lastUsedAt: NOW })));

    test('a token that was never used has no usage, and adding nothing is no failure', async () => {
      await add();
      expect(await accounts.listUsage(user.id, '0001-01-01')).toEqual([]);
      expect(await accounts.listUsage('nobody', '0001-01-01')).toEqual([]);
      expect(await accounts.listTokens(user.id)).toEqual([b, a]);
    });

    test("counts are added up by token and day, and listed so, never another user's", async () => {
      await add(use(b, DAY, 1, 10), use(a, '2026-05-02', 2, 0), use(theirs, DAY, 7, 7));
      await add(use(a, DAY, 3, 30), use(b, DAY, 4, 40), use(b, DAY, 5, 3_000_000_000));
      await add(use(b, DAY, 0, 0));
      expect(await accounts.listUsage(user.id, DAY)).toEqual([
        use(a, DAY, 3, 30),
        use(a, '2026-05-02', 2, 0),
        use(b, DAY, 10, 3_000_000_050),
      ]);
      expect(await accounts.listUsage(stranger.id, DAY)).toEqual([use(theirs, DAY, 7, 7)]);
    });

    test('usage is listed from a day on, that day too, of revoked tokens too', async () => {
      const days = ['2025-12-31', '2026-04-30', DAY, '2026-05-02'];
      await add(...days.map((day) => use(a, day, 1, 1)));
      await accounts.updateToken(user.id, a.id, { revokedAt: NOW });
      expect(await accounts.listUsage(user.id, DAY)).toEqual([use(a, DAY, 1, 1), use(a, '2026-05-02', 1, 1)]);
      expect(await accounts.listUsage(user.id, '2026-05-03')).toEqual([]);
      expect(await accounts.listUsage(user.id, '2025-01-01')).toHaveLength(4);
    });

    test('what is added at the same moment is all added', async () => {
      await Promise.all(Array.from({ length: 100 }, () => add(use(a, DAY, 1, 2), use(b, DAY, 3, 4))));
      expect(await accounts.listUsage(user.id, DAY)).toEqual([use(a, DAY, 100, 200), use(b, DAY, 300, 400)]);
    });

    test('adding sets when a token was last used, and never back to an earlier time', async () => {
      const lastUsed = async (lastUsedAt: string): Promise<unknown> => {
        await accounts.addUsage([{ ...use(a, DAY, 1, 1), lastUsedAt }]);
        return (await accounts.findToken(a.hash))?.lastUsedAt;
      };
      expect(await lastUsed(NOW)).toBe(NOW);
      expect(await lastUsed(BEFORE)).toBe(NOW);
      expect(await lastUsed(AFTER)).toBe(AFTER);
      expect(await accounts.listTokens(user.id)).toEqual([b, { ...a, lastUsedAt: AFTER }]);
    });

    test('what is said of a token that is not there changes nothing that can be seen', async () => {
      await add(use(newToken(user.id), DAY, 1, 1), use(a, DAY, 1, 1));
      expect(await accounts.listUsage(user.id, DAY)).toEqual([use(a, DAY, 1, 1)]);
      expect(await accounts.listTokens(user.id)).toEqual([b, { ...a, lastUsedAt: NOW }]);
    });
  });
}
