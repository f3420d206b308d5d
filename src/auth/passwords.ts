// Passwords: hashed by Argon2id, never kept, never logged.

import { hash, verify } from '@node-rs/argon2';
import { invalidParameter } from '../errors.js';

/** Fewest and most characters of a password. */
export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 256;

/** OWASP's choice for Argon2id, which is the library's default algorithm: 19 MiB, 2 passes, 1 lane. */
const OPTIONS = { memoryCost: 19456, timeCost: 2, parallelism: 1 };

/** A hash of a password in PHC form. Throws `invalid-parameter` where it is too short or too long. */
export async function hashPassword(password: string): Promise<string> {
  const characters = [...password].length;
  if (characters < PASSWORD_MIN || characters > PASSWORD_MAX)
    throw invalidParameter(
      'password',
      'the length is not allowed',
      `${PASSWORD_MIN} to ${PASSWORD_MAX} characters`,
    );
  return hash(password.normalize('NFC'), OPTIONS);
}

/** Made once, so that an unknown user takes as long as a wrong password. */
let decoy: Promise<string> | undefined;

/** Whether this is the password of a hash. A null hash takes the same time and is never right. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hash('no user has this password', OPTIONS);
  if (password.length > PASSWORD_MAX * 4) return false;
  const right = await verify(passwordHash ?? (await decoy), password.normalize('NFC'));
  return right && passwordHash !== null;
}
