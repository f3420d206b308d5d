// Users: made by administrators or the command line; they sign in with a name and a password.

import { randomUUID } from 'node:crypto';
import { ApiError, invalidParameter } from '../errors.js';
import type { Accounts, User } from '../store/accounts.js';
import { hashPassword, verifyPassword } from './passwords.js';

/** Most characters of a user's name. */
export const USER_NAME_MAX = 64;

export interface NewUser {
  readonly name: string;
  /** Null for a user who does not sign in to the panel. */
  readonly password: string | null;
  readonly isAdmin: boolean;
  /** Whose records the user reads; null for a new owner. */
  readonly ownerId: string | null;
}

/** The users of a store. Errors are ApiErrors that may be told. */
export class Users {
  readonly #accounts: Accounts;
  readonly #onAccessChange: () => void;

  /** `onAccessChange` is called when a user was disabled or enabled. */
  constructor(accounts: Accounts, onAccessChange: () => void = () => {}) {
    this.#accounts = accounts;
    this.#onAccessChange = onAccessChange;
  }

  /** Throws `invalid-parameter` for a bad name or password, or a name that is taken. */
  async create({ name, password, isAdmin, ownerId }: NewUser): Promise<User> {
    const id = randomUUID();
    const user: User = {
      id,
      name: readUserName(name),
      ownerId: ownerId === null ? id : readOwnerId(ownerId),
      isAdmin,
      passwordHash: password === null ? null : await hashPassword(password),
      isDisabled: false,
      createdAt: new Date().toISOString(),
      lastSignInAt: null,
    };
    if (!(await this.#accounts.createUser(user)))
      throw invalidParameter(
        'name',
        `${JSON.stringify(user.name)} is taken`,
        'a name that no other user has',
      );
    return user;
  }

  /** The user of a name and a password who is not disabled, or null. It takes the same time for an unknown name. */
  async signIn(name: string, password: string): Promise<User | null> {
    const user = await this.find({ name });
    const right = await verifyPassword(user?.passwordHash ?? null, password);
    if (!user || !right || user.isDisabled) return null;
    await this.#accounts.updateUser(user.id, { lastSignInAt: new Date().toISOString() });
    return user;
  }

  /** Whether this is the user's password. */
  isPassword(user: User, password: string): Promise<boolean> {
    return verifyPassword(user.passwordHash, password);
  }

  /** Throws `invalid-parameter` where the password is too short or too long. */
  async setPassword(id: string, password: string): Promise<void> {
    await this.#accounts.updateUser(id, { passwordHash: await hashPassword(password) });
  }

  /** Holds for the user's tokens at once in this process, in others as a revocation does. */
  async setDisabled(id: string, isDisabled: boolean): Promise<void> {
    await this.#accounts.updateUser(id, { isDisabled });
    this.#onAccessChange();
  }

  /** A name is found however it is composed and with space around it; one that no user can have is not looked up. */
  async find(by: { readonly id: string } | { readonly name: string }): Promise<User | null> {
    if (!('name' in by)) return this.#accounts.findUser(by);
    const name = plainName(by.name);
    return isUserName(name) ? this.#accounts.findUser({ name }) : null;
  }

  /** The user of a name. Throws `record-not-found`. */
  async get(name: string): Promise<User> {
    const user = await this.find({ name });
    if (!user) throw new ApiError('record-not-found', `There is no user ${JSON.stringify(name)}.`);
    return user;
  }

  /** All users by name. */
  list(): Promise<readonly User[]> {
    return this.#accounts.listUsers();
  }
}

const plainName = (text: string): string => text.trim().normalize('NFC');

function isUserName(name: string): boolean {
  const characters = [...name].length;
  return (
    characters > 0 &&
    characters <= USER_NAME_MAX &&
    name.isWellFormed() &&
    !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name)
  );
}

function readUserName(text: string): string {
  const name = plainName(text);
  if (!isUserName(name))
    throw invalidParameter('name', 'the name is not allowed', `1 to ${USER_NAME_MAX} visible characters`);
  return name;
}

function readOwnerId(text: string): string {
  if (text.length === 0 || text.length > 128 || !text.isWellFormed() || /\p{Cc}/u.test(text))
    throw invalidParameter('owner-id', 'the id is not allowed', '1 to 128 characters');
  return text;
}
