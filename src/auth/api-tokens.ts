// API tokens: made, rotated and revoked by their users; verified at every request, mostly from memory.

import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.js';
import { ApiError, type ErrorCode, invalidParameter } from '../errors.js';
import type { Model } from '../model/model.js';
import type { Accounts, Token, User } from '../store/accounts.js';
import { createTokenSecret, hashSecret, isTokenSecret, prefixOf, sameHash } from './token-format.js';
import type { Access } from './viewer.js';

/** Most live tokens of one user. */
export const TOKENS_MAX = 50;
/** Most characters of a token's name. */
export const TOKEN_NAME_MAX = 100;
/** Most seconds that the old secret of a rotated token may stay valid: 30 days. */
const GRACE_SECONDS_MAX = 30 * 24 * 3600;
/** Most tokens whose user and state are remembered for TOKEN_CACHE_SECONDS. */
const CACHE_MAX = 10_000;

export interface NewToken extends Access {
  readonly name: string;
  /** RFC 3339; null for a token that never expires. */
  readonly expiresAt: string | null;
}

/** A token with its secret, which is never shown again. */
export interface MadeToken {
  readonly token: Token;
  readonly secret: string;
}

interface Verified {
  readonly token: Token;
  readonly user: User;
}

/** The tokens of all users of a store. Errors are ApiErrors that may be told. */
export class ApiTokens {
  readonly #accounts: Accounts;
  readonly #model: Model;
  readonly #now: () => Date;
  readonly #verified: LRUCache<string, Verified> | null;
  /** How often everything was forgotten: what was read before that is not remembered after it. */
  #forgotten = 0;

  constructor(
    accounts: Accounts,
    model: Model,
    { TOKEN_CACHE_SECONDS }: Pick<Config, 'TOKEN_CACHE_SECONDS'>,
    now = () => new Date(),
  ) {
    this.#accounts = accounts;
    this.#model = model;
    this.#now = now;
    this.#verified =
      TOKEN_CACHE_SECONDS > 0 ? new LRUCache({ max: CACHE_MAX, ttl: TOKEN_CACHE_SECONDS * 1000 }) : null;
  }

  /** Throws `invalid-parameter` for a bad name, date or collection, and where the user has TOKENS_MAX live tokens. */
  async create(userId: string, wanted: NewToken): Promise<MadeToken> {
    const now = this.#now().toISOString();
    const { coordinates, expiresAt } = wanted;
    const collections = this.#readCollections(wanted.collections);
    if (expiresAt !== null && expiresAt <= now)
      throw invalidParameter('expires', 'it lies in the past', 'a time to come, or never');
    const secret = createTokenSecret();
    const token: Token = {
      id: randomUUID(),
      userId,
      name: readTokenName(wanted.name),
      prefix: prefixOf(secret),
      hash: hashSecret(secret),
      previousHash: null,
      previousUntil: null,
      createdAt: now,
      expiresAt,
      revokedAt: null,
      lastUsedAt: null,
      collections,
      coordinates,
    };
    if (!(await this.#accounts.createToken(token, TOKENS_MAX, now)))
      throw invalidParameter('tokens', `there are ${TOKENS_MAX} live tokens already`, 'revoke one first');
    return { token, secret };
  }

  /**
   * Gives a token a new secret; the old one is accepted for some seconds more. Throws `record-not-found`, and
   * `invalid-parameter` also where somebody else rotates it at the same moment: nobody gets a secret that is dead already.
   */
  async rotate(userId: string, id: string, graceSeconds: number): Promise<MadeToken> {
    const token = await this.#get(userId, id);
    if (!isLive(token, this.#now()))
      throw invalidParameter('token', 'it is revoked or expired', 'a live token');
    if (!Number.isInteger(graceSeconds) || graceSeconds < 0 || graceSeconds > GRACE_SECONDS_MAX)
      throw invalidParameter('grace', 'the time is not allowed', `0 to ${GRACE_SECONDS_MAX} seconds`);
    const secret = createTokenSecret();
    const change = {
      prefix: prefixOf(secret),
      hash: hashSecret(secret),
      previousHash: token.hash,
      previousUntil: new Date(this.#now().getTime() + graceSeconds * 1000).toISOString(),
    };
    if (!(await this.#update(userId, id, change, token.hash)))
      throw invalidParameter('token', 'it was rotated just now', 'one rotation at a time');
    return { token: { ...token, ...change }, secret };
  }

  /** Revokes a token at once in this process, and in others within TOKEN_CACHE_SECONDS. Throws `record-not-found`. */
  async revoke(userId: string, id: string): Promise<Token> {
    const token = await this.#get(userId, id);
    const revokedAt = token.revokedAt ?? this.#now().toISOString();
    if (!(await this.#update(userId, id, { revokedAt }))) throw noToken();
    return { ...token, revokedAt };
  }

  /** Throws `record-not-found` or `invalid-parameter`. */
  async rename(userId: string, id: string, name: string): Promise<void> {
    if (!(await this.#update(userId, id, { name: readTokenName(name) }))) throw noToken();
  }

  /** All tokens of a user, the newest first; never a secret. */
  list(userId: string): Promise<readonly Token[]> {
    return this.#accounts.listTokens(userId);
  }

  /** Forgets what is known of tokens, so that a change of a user holds at once in this process. */
  forget(): void {
    this.#forgotten++;
    this.#verified?.clear();
  }

  /** The token and its user. Throws `token-malformed`, `-unknown`, `-expired`, `-revoked` or `account-disabled`. */
  async verify(secret: string): Promise<Verified> {
    if (!isTokenSecret(secret))
      throw refusal('token-malformed', 'It is not a token of Creel, or has a typo in it.');
    const hash = hashSecret(secret);
    const found = this.#verified?.get(hash) ?? (await this.#look(hash));
    const { token, user } = found;
    const now = this.#now().toISOString();
    if (token.revokedAt !== null) throw refusal('token-revoked', 'The token was revoked.');
    if (user.isDisabled) throw refusal('account-disabled', 'The account of this token is disabled.');
    if (token.expiresAt !== null && token.expiresAt <= now)
      throw refusal('token-expired', 'The token has expired.');
    const isCurrent = sameHash(token.hash, hash);
    if (!isCurrent && (token.previousUntil === null || token.previousUntil <= now))
      throw refusal('token-expired', 'The token was rotated; use its new secret.');
    return found;
  }

  /** Reads a token and its user. The time it is remembered begins before the read, and not at all if a change came meanwhile. */
  async #look(hash: string): Promise<Verified> {
    const start = performance.now();
    const forgotten = this.#forgotten;
    const token = await this.#accounts.findToken(hash);
    const user = token && (await this.#accounts.findUser({ id: token.userId }));
    if (!token || !user) throw refusal('token-unknown', 'No such token was made here.');
    const verified = { token, user };
    if (forgotten === this.#forgotten) this.#verified?.set(hash, verified, { start });
    return verified;
  }

  async #get(userId: string, id: string): Promise<Token> {
    const token = (await this.list(userId)).find((one) => one.id === id);
    if (!token) throw noToken();
    return token;
  }

  async #update(...change: Parameters<Accounts['updateToken']>): Promise<boolean> {
    const isDone = await this.#accounts.updateToken(...change);
    this.forget();
    return isDone;
  }

  /** Each collection once, in the order of the model. */
  #readCollections(collections: readonly string[] | null): readonly string[] | null {
    if (collections === null) return null;
    const known = [...this.#model.byName.keys()];
    if (collections.length === 0 || collections.some((name) => !known.includes(name)))
      throw invalidParameter('collections', 'none or unknown ones are given', known);
    return known.filter((name) => collections.includes(name));
  }
}

/** Whether a token is accepted at a time. */
export function isLive({ revokedAt, expiresAt }: Token, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now.toISOString());
}

/** What breaks a line, moves a cursor or turns the text around. */
const NOT_IN_A_NAME = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

function readTokenName(text: string): string {
  const name = text.trim();
  const characters = [...name].length;
  if (characters === 0 || characters > TOKEN_NAME_MAX || !name.isWellFormed() || NOT_IN_A_NAME.test(name))
    throw invalidParameter(
      'name',
      'the name is not allowed',
      `1 to ${TOKEN_NAME_MAX} characters on one line`,
    );
  return name;
}

const noToken = () => new ApiError('record-not-found', 'There is no such token.');

/**
 * A 401 with its challenge. Without a bearer token there is no error to name (RFC 6750 section 3.1). The detail is
 * written into a quoted-string as it is: it has neither quotes nor backslashes, and no characters beyond ASCII.
 */
export function refusal(code: ErrorCode, detail: string): ApiError {
  const challenge = code === 'token-missing' ? '' : `, error="invalid_token", error_description="${detail}"`;
  return new ApiError(code, detail, { headers: { 'WWW-Authenticate': `Bearer realm="creel"${challenge}` } });
}
