// The contract of sessions: looking up, touching, and all the ways in which they end.

import type { Accounts, Session } from '../../src/store/accounts.js';
import { AFTER, BEFORE, NOW, newHash, newSession } from './accounts-fixture.js';
import { contractModel, type OpenedStore, type OpenStore } from './fixture.js';

const USER = 'user of the sessions';
const STRANGER = 'stranger';

export function describeSessions(open: OpenStore): void {
  describe('sessions', () => {
    let opened: OpenedStore;
    let accounts: Accounts;
    /** Of one user, the newest first. */
    let mine: readonly [Session, Session, Session];
    let theirs: Session;

    beforeEach(async () => {
      opened = await open(contractModel);
      accounts = opened.store.accounts;
      mine = [
        newSession(USER, { createdAt: AFTER, userAgent: '' }),
        newSession(USER, { createdAt: NOW, expiresAt: NOW }),
        newSession(USER, { createdAt: BEFORE, expiresAt: BEFORE }),
      ];
      theirs = newSession(STRANGER);
      for (const session of [mine[1], mine[2], theirs, mine[0]]) await accounts.createSession(session);
    });
    afterEach(() => opened.cleanUp());

    const all = async (): Promise<readonly Session[]> => [
      ...(await accounts.listSessions(USER)),
      ...(await accounts.listSessions(STRANGER)),
    ];

    test('sessions come back as they were written, by hash, and by user the newest first', async () => {
      for (const session of [...mine, theirs])
        expect(await accounts.findSession(session.hash)).toEqual(session);
      expect(await accounts.listSessions(USER)).toEqual(mine);
      expect(await accounts.listSessions(STRANGER)).toEqual([theirs]);
    });

    test('a hash that no session has, and a user who has none, are no failure', async () => {
      expect(await accounts.findSession(newHash())).toBeNull();
      expect(await accounts.findSession(theirs.id)).toBeNull();
      expect(await accounts.listSessions('nobody')).toEqual([]);
    });

    test('touching sets when a session was last seen, never back, and in that session only', async () => {
      await accounts.touchSession(mine[1].id, AFTER);
      expect(await all()).toEqual([mine[0], { ...mine[1], lastSeenAt: AFTER }, mine[2], theirs]);
      await accounts.touchSession(mine[1].id, BEFORE);
      await accounts.touchSession('session-0', AFTER);
      expect(await all()).toEqual([mine[0], { ...mine[1], lastSeenAt: AFTER }, mine[2], theirs]);
    });

    test("a user ends one session of the user's own, once", async () => {
      expect(await accounts.deleteSession(STRANGER, mine[0].id)).toBe(false);
      expect(await all()).toEqual([...mine, theirs]);
      expect(await accounts.deleteSession(USER, mine[0].id)).toBe(true);
      expect(await accounts.deleteSession(USER, mine[0].id)).toBe(false);
      expect(await accounts.findSession(mine[0].hash)).toBeNull();
      expect(await all()).toEqual([mine[1], mine[2], theirs]);
    });

    test("all sessions of a user end, and nobody else's", async () => {
      await accounts.deleteSessions(USER);
      expect(await all()).toEqual([theirs]);
      await accounts.deleteSessions(USER);
      expect(await all()).toEqual([theirs]);
    });

    test('all sessions of a user end but one', async () => {
      await accounts.deleteSessions(USER, mine[1].id);
      expect(await all()).toEqual([mine[1], theirs]);
      await accounts.deleteSessions(USER, theirs.id);
      expect(await all()).toEqual([theirs]);
    });

    test('sessions that expired before a time are removed, one that expires at that time is not', async () => {
      await accounts.deleteExpiredSessions(NOW);
      expect(await all()).toEqual([mine[0], mine[1], theirs]);
      await accounts.deleteExpiredSessions(AFTER);
      expect(await all()).toEqual([mine[0], theirs]);
    });

    test('an id or a hash that is taken is an error', async () => {
      await expect(accounts.createSession(newSession(USER, { id: theirs.id }))).rejects.toThrow();
      await expect(accounts.createSession(newSession(USER, { hash: theirs.hash }))).rejects.toThrow();
      expect(await all()).toEqual([...mine, theirs]);
    });
  });
}
