// Sessions of the administration panel: a random secret in a cookie, its hash in the store.

import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Accounts, Session, User } from '../store/accounts.js';
import { hashSecret, sameHash } from './token-format.js';

/** How long a session lasts after sign-in, and how long it may be left alone, in milliseconds. */
export const SESSION_MAX_MS = 7 * 24 * 3600 * 1000;
const SESSION_IDLE_MS = 24 * 3600 * 1000;
/** How often the time of the last request is written. */
const TOUCH_MS = 60_000;
const USER_AGENT_MAX = 200;

export interface SignedIn {
  readonly session: Session;
  readonly user: User;
  /** What a form must send back: it follows from the session's secret, which no other site knows. */
  readonly formToken: string;
}

/** The sessions of a store's users. */
export class Sessions {
  readonly #accounts: Accounts;

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
  }

  /** Starts a session; the secret is for the cookie alone. */
  async start(user: User, userAgent: string): Promise<{ session: Session; secret: string }> {
    const secret = randomBytes(32).toString('base64url');
    const now = new Date();
    const session: Session = {
      id: randomUUID(),
      userId: user.id,
      hash: hashSecret(secret),
      createdAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + SESSION_MAX_MS).toISOString(),
      lastSeenAt: now.toISOString(),
      userAgent: userAgent.slice(0, USER_AGENT_MAX),
    };
    await this.#accounts.deleteExpiredSessions(session.createdAt);
    await this.#accounts.createSession(session);
    return { session, secret };
  }

  /** Who is signed in by a cookie's secret; null where it is unknown, expired, left alone too long, or the user disabled. */
  async find(secret: string): Promise<SignedIn | null> {
    const session = await this.#accounts.findSession(hashSecret(secret));
    const now = new Date();
    if (!session || isOver(session, now)) return null;
    const user = await this.#accounts.findUser({ id: session.userId });
    if (!user || user.isDisabled) return null;
    if (idleMs(session, now) > TOUCH_MS) await this.#accounts.touchSession(session.id, now.toISOString());
    return { session, user, formToken: formTokenOf(secret) };
  }

  /** The sessions of a user that a browser can still use, the newest first. */
  async list(userId: string): Promise<readonly Session[]> {
    const sessions = await this.#accounts.listSessions(userId);
    const now = new Date();
    return sessions.filter((session) => !isOver(session, now));
  }

  /** Ends one session of a user; false where there is none. */
  end(userId: string, id: string): Promise<boolean> {
    return this.#accounts.deleteSession(userId, id);
  }

  /** Ends all sessions of a user, but for the one that asks. */
  endAll(userId: string, exceptId?: string): Promise<void> {
    return this.#accounts.deleteSessions(userId, exceptId);
  }
}

const idleMs = ({ lastSeenAt }: Session, now: Date): number => now.getTime() - Date.parse(lastSeenAt);

/** Whether a session has expired or was left alone too long. */
const isOver = (session: Session, now: Date): boolean =>
  session.expiresAt <= now.toISOString() || idleMs(session, now) > SESSION_IDLE_MS;

function formTokenOf(secret: string): string {
  return createHmac('sha256', secret).update('form').digest('base64url');
}

/** Whether a form came from a page of this session. */
export const isFormToken = ({ formToken }: SignedIn, given: string): boolean =>
  sameHash(hashSecret(formToken), hashSecret(given));
