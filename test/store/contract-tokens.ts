// The contract of API tokens: the limit of live ones, looking up by hash, and changes.

import type { Accounts, TokenChange, User } from '../../src/store/accounts.js';
import { AFTER, BEFORE, NOW, newHash, newToken, newUser } from './accounts-fixture.js';
import { contractModel, type OpenedStore, type OpenStore } from './fixture.js';

export function describeTokens(open: OpenStore): void {
  describe('tokens', () => {
    let opened: OpenedStore;
    let accounts: Accounts;
    let user: User;
    let stranger: User;

    beforeEach(async () => {
      opened = await open(contractModel);
      accounts = opened.store.accounts;
      user = newUser();
      stranger = newUser();
      await accounts.createUser(user);
      await accounts.createUser(stranger);
    });
    afterEach(() => opened.cleanUp());

    test('a token comes back as it was written, by its hash and in the list', async () => {
      const full = newToken(user.id, {
        name: "Friend's map 🎣",
        previousHash: newHash(),
        previousUntil: AFTER,
        expiresAt: AFTER,
        revokedAt: AFTER,
        lastUsedAt: BEFORE,
        collections: ['catches', 'spots'],
        coordinates: 'rounded',
        createdAt: BEFORE,
      });
      const bare = newToken(user.id, { collections: [], coordinates: 'hidden' });
      const all = newToken(stranger.id);
      for (const token of [full, bare, all]) {
        expect(await accounts.createToken(token, 50, NOW)).toBe(true);
        expect(await accounts.findToken(token.hash)).toEqual(token);
      }
      expect(await accounts.listTokens(user.id)).toEqual([bare, full]);
      expect(await accounts.listTokens(stranger.id)).toEqual([all]);
    });

    test('a hash that no token has, and a user who has none, are no failure', async () => {
      expect(await accounts.findToken(newHash())).toBeNull();
      expect(await accounts.listTokens(user.id)).toEqual([]);
      expect(await accounts.listTokens('nobody')).toEqual([]);
      expect(await accounts.updateToken(user.id, 'token-0', { revokedAt: NOW })).toBe(false);
    });

    test('a token is found by its hash and its previous hash, revoked and expired too, and by nothing else', async () => {
      const token = newToken(user.id, {
        previousHash: newHash(),
        previousUntil: BEFORE,
        expiresAt: BEFORE,
        revokedAt: BEFORE,
      });
      await accounts.createToken(token, 50, NOW);
      expect(await accounts.findToken(token.hash)).toEqual(token);
      expect(await accounts.findToken(String(token.previousHash))).toEqual(token);
      for (const hash of [token.id, token.hash.toUpperCase(), token.hash.slice(1), ''])
        expect(await accounts.findToken(hash)).toBeNull();
    });

    test('a rotated token is found by its new hash and the one before, and no longer by older ones', async () => {
      const token = newToken(user.id);
      await accounts.createToken(token, 50, NOW);
      const rotate = async (hash: string, previousHash: string): Promise<TokenChange> => {
        const change = { hash, previousHash, previousUntil: AFTER, prefix: `creel_${hash.slice(0, 4)}` };
        expect(await accounts.updateToken(user.id, token.id, change)).toBe(true);
        return change;
      };
      const [second, third] = [newHash(), newHash()];
      const once = await rotate(second, token.hash);
      for (const hash of [token.hash, second])
        expect(await accounts.findToken(hash)).toEqual({ ...token, ...once });
      const twice = await rotate(third, second);
      for (const hash of [second, third])
        expect(await accounts.findToken(hash)).toEqual({ ...token, ...twice });
      expect(await accounts.findToken(token.hash)).toBeNull();
    });

    test('a change that names the hash it was made for is made to no other state of the token', async () => {
      const token = newToken(user.id);
      await accounts.createToken(token, 50, NOW);
      const [second, third] = [newHash(), newHash()];
      expect(await accounts.updateToken(user.id, token.id, { hash: second }, token.hash)).toBe(true);
      expect(await accounts.updateToken(user.id, token.id, { hash: third }, token.hash)).toBe(false);
      expect(await accounts.listTokens(user.id)).toEqual([{ ...token, hash: second }]);
    });

    test('tokens are listed the newest first', async () => {
      const times = [NOW, AFTER, BEFORE, NOW];
      const [a, b, c, d] = times.map((createdAt, index) =>
        newToken(user.id, { createdAt, id: `token ${index}` }),
      );
      for (const token of [a, b, c, d]) if (token) await accounts.createToken(token, 50, NOW);
      expect(await accounts.listTokens(user.id)).toEqual([b, d, a, c]);
    });

    test("a change changes what it names, in that token only, and never another user's", async () => {
      const token = newToken(user.id);
      const other = newToken(user.id, { createdAt: BEFORE });
      await accounts.createToken(token, 50, NOW);
      await accounts.createToken(other, 50, NOW);
      const change = { name: 'notebook', revokedAt: NOW };
      expect(await accounts.updateToken(stranger.id, token.id, change)).toBe(false);
      expect(await accounts.listTokens(user.id)).toEqual([token, other]);
      expect(await accounts.updateToken(user.id, token.id, change)).toBe(true);
      expect(await accounts.updateToken(user.id, token.id, {})).toBe(true);
      expect(await accounts.listTokens(user.id)).toEqual([{ ...token, ...change }, other]);
    });

    test('a user with as many live tokens as allowed gets no more, and nothing is written', async () => {
      const tokens = [newToken(user.id), newToken(user.id), newToken(user.id)];
      const created: boolean[] = [];
      for (const token of tokens) created.push(await accounts.createToken(token, 2, NOW));
      expect(created).toEqual([true, true, false]);
      expect(await accounts.findToken(String(tokens[2]?.hash))).toBeNull();
      expect(await accounts.listTokens(user.id)).toHaveLength(2);
      expect(await accounts.createToken(newToken(stranger.id), 2, NOW)).toBe(true);
      expect(await accounts.createToken(newToken(stranger.id), 0, NOW)).toBe(false);
    });

    test('a token that is revoked or expired makes room, one that expires later does not', async () => {
      const [revoked, expiring] = [newToken(user.id), newToken(user.id, { expiresAt: NOW })];
      const create = (now: string): Promise<boolean> =>
        accounts.createToken(newToken(user.id, { expiresAt: '2027-01-01T00:00:00.000Z' }), 2, now);
      for (const token of [revoked, expiring]) await accounts.createToken(token, 2, BEFORE);
      expect(await create(BEFORE)).toBe(false);
      await accounts.updateToken(user.id, revoked.id, { revokedAt: BEFORE });
      expect([await create(BEFORE), await create(BEFORE)]).toEqual([true, false]);
      expect([await create(NOW), await create(NOW)]).toEqual([true, false]);
      expect(await accounts.listTokens(user.id)).toHaveLength(4);
    });

    test('a limit that was lowered holds for the tokens made under the higher one', async () => {
      const tokens = Array.from({ length: 10 }, () => newToken(user.id));
      for (const token of tokens) expect(await accounts.createToken(token, 50, NOW)).toBe(true);
      expect(await accounts.createToken(newToken(user.id), 10, NOW)).toBe(false);
      for (const { id } of tokens.slice(0, 4)) await accounts.updateToken(user.id, id, { revokedAt: NOW });
      const more = Array.from({ length: 20 }, () => accounts.createToken(newToken(user.id), 8, NOW));
      expect((await Promise.all(more)).filter(Boolean)).toHaveLength(2);
    });

    test('of a hundred tokens made at the same moment exactly as many as allowed are there', async () => {
      const tokens = Array.from({ length: 100 }, () => newToken(user.id));
      const created = await Promise.all(tokens.map((token) => accounts.createToken(token, 50, NOW)));
      const expected = tokens.filter((_, index) => created[index]);
      expect(expected).toHaveLength(50);
      const listed = await accounts.listTokens(user.id);
      expect(new Set(listed)).toEqual(new Set(expected));
      expect(await accounts.createToken(newToken(user.id), 50, NOW)).toBe(false);
    });

    test('a user who is not there gets no token', async () => {
      const token = newToken('nobody');
      expect(await accounts.createToken(token, 50, NOW)).toBe(false);
      expect(await accounts.findToken(token.hash)).toBeNull();
    });

    test('an id or a hash that is taken is an error, and nothing is written', async () => {
      const token = newToken(user.id);
      const other = newToken(stranger.id);
      await accounts.createToken(token, 50, NOW);
      await accounts.createToken(other, 50, NOW);
      await expect(accounts.createToken(newToken(user.id, { id: other.id }), 50, NOW)).rejects.toThrow();
      await expect(accounts.createToken(newToken(user.id, { hash: other.hash }), 50, NOW)).rejects.toThrow();
      await expect(accounts.updateToken(user.id, token.id, { hash: other.hash })).rejects.toThrow();
      expect(await accounts.listTokens(user.id)).toEqual([token]);
    });
  });
}
