// The accounts part of the store port: users, their API tokens and their sessions. Secrets are only ever kept as hashes.

/** How exact the coordinates are that a token may read. */
export type CoordinateAccess = 'exact' | 'rounded' | 'hidden';

/** Somebody who signs in and owns records. All times are RFC 3339 UTC with milliseconds, as everywhere in the port. */
export interface User {
  /** Random; never reused. */
  readonly id: string;
  /** What is signed in with: unique without regard to case (foldText). */
  readonly name: string;
  /** The owner whose records the user reads: the value of the owner field of the records. */
  readonly ownerId: string;
  readonly isAdmin: boolean;
  /** Argon2id in PHC form; null for a user who cannot sign in to the panel. */
  readonly passwordHash: string | null;
  /** A disabled user cannot sign in, and all of the user's tokens are refused. */
  readonly isDisabled: boolean;
  readonly createdAt: string;
  readonly lastSignInAt: string | null;
}

/** An API token of a user. */
export interface Token {
  /** Random and not secret: what the panel and the command line call it by. */
  readonly id: string;
  readonly userId: string;
  /** What the user calls it. */
  readonly name: string;
  /** The first characters of the secret, for display. */
  readonly prefix: string;
  /** SHA-256 of the secret, in lower-case hex. */
  readonly hash: string;
  /** The hash of the secret before the last rotation, which is accepted until `previousUntil`. */
  readonly previousHash: string | null;
  readonly previousUntil: string | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** Written every now and then, not at every request. */
  readonly lastUsedAt: string | null;
  /** Names of the collections that it may read; null for all. */
  readonly collections: readonly string[] | null;
  readonly coordinates: CoordinateAccess;
}

/** A signed-in browser. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  /** SHA-256 of the cookie's secret, in lower-case hex. */
  readonly hash: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly lastSeenAt: string;
  /** What the browser says of itself, cut to 200 characters. */
  readonly userAgent: string;
}

/** How much a token was used on one day (UTC). */
export interface Usage {
  readonly tokenId: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly requests: number;
  readonly records: number;
}

export type UserChange = Partial<Pick<User, 'passwordHash' | 'isDisabled' | 'isAdmin' | 'lastSignInAt'>>;
/** A revocation is never taken back: `revokedAt` is only ever set. */
export type TokenChange = Partial<
  Pick<Token, 'name' | 'prefix' | 'hash' | 'previousHash' | 'previousUntil'> & { readonly revokedAt: string }
>;

/**
 * Each method is one atomic step, durable when it resolves; processes on one store see each other's at once.
 * The newest is the one with the latest `createdAt`, of several the one with the greatest id. Ids and hashes are random:
 * creating something with one that is taken is an error of the caller's, and throws.
 */
export interface Accounts {
  /** False, and nothing is written, where the name is taken. */
  createUser(user: User): Promise<boolean>;
  findUser(by: { readonly id: string } | { readonly name: string }): Promise<User | null>;
  /** By name, as foldText sorts it. */
  listUsers(): Promise<readonly User[]>;
  /** False where there is no such user. */
  updateUser(id: string, change: UserChange): Promise<boolean>;

  /**
   * False, and nothing is written, where the user has `most` live tokens (neither revoked nor expired at `now`) already,
   * or where there is no such user. Holds for processes that create tokens at the same moment too.
   */
  createToken(token: Token, most: number, now: string): Promise<boolean>;
  /** The token whose hash or previous hash this is, whatever its state. */
  findToken(hash: string): Promise<Token | null>;
  /** All tokens of a user, revoked and expired ones too, the newest first. */
  listTokens(userId: string): Promise<readonly Token[]>;
  /** False where the user has no such token, or where `hash` is given and is not the token's any more. */
  updateToken(userId: string, id: string, change: TokenChange, hash?: string): Promise<boolean>;

  createSession(session: Session): Promise<void>;
  /** The session of this hash, expired or not. */
  findSession(hash: string): Promise<Session | null>;
  /** The newest first. */
  listSessions(userId: string): Promise<readonly Session[]>;
  /** Sets when the session was last seen (never back to an earlier time), if there is such a session. */
  touchSession(id: string, lastSeenAt: string): Promise<void>;
  /** False where the user has no such session. */
  deleteSession(userId: string, id: string): Promise<boolean>;
  /** Ends all sessions of a user, except the one of this id where it is given. */
  deleteSessions(userId: string, exceptId?: string): Promise<void>;
  /** Removes sessions that expired before a time. */
  deleteExpiredSessions(before: string): Promise<void>;

  /**
   * Adds to the counts of tokens and days, and sets when each token was last used (never back to an earlier time).
   * On MongoDB each entry is a step of its own: a failure can leave some added, and adding all again counts those twice.
   */
  addUsage(usage: readonly (Usage & { readonly lastUsedAt: string })[]): Promise<void>;
  /** The usage of a user's tokens from a day on, by token and day. */
  listUsage(userId: string, fromDay: string): Promise<readonly Usage[]>;
}
