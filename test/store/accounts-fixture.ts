// Users, tokens and sessions to write, each with its own id, hash and name.

import { createHash } from 'node:crypto';
import type { Session, Token, User } from '../../src/store/accounts.js';

/** The moment that tests call now. */
export const NOW = '2026-05-01T12:00:00.000Z';
export const BEFORE = '2026-05-01T11:59:59.999Z';
export const AFTER = '2026-05-01T12:00:00.001Z';

let made = 0;

/** As long as a real one, and never twice the same. */
export const newHash = (): string => createHash('sha256').update(`secret ${++made}`).digest('hex');

export const newUser = (parts: Partial<User> = {}): User => ({
  id: `user-${++made}`,
  name: `Angler ${made}`,
  ownerId: `owner-${made}`,
  isAdmin: false,
  passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA',
  isDisabled: false,
  createdAt: NOW,
  lastSignInAt: null,
  ...parts,
});

export const newToken = (userId: string, parts: Partial<Token> = {}): Token => ({
  id: `token-${++made}`,
  userId,
  name: 'spreadsheet',
  prefix: 'creel_a1B2',
  hash: newHash(),
  previousHash: null,
  previousUntil: null,
  createdAt: NOW,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  collections: null,
  coordinates: 'exact',
  ...parts,
});

export const newSession = (userId: string, parts: Partial<Session> = {}): Session => ({
  id: `session-${++made}`,
  userId,
  hash: newHash(),
  createdAt: NOW,
  expiresAt: '2026-05-08T12:00:00.000Z',
  lastSeenAt: NOW,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  ...parts,
});
