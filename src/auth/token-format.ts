// The form of an API token: `creel_`, 30 random characters and 6 that prove there is no typo in them.

import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const MARK = 'creel_';
const RANDOM_LENGTH = 30;
const CHECK_LENGTH = 6;
const FORM = new RegExp(`^${MARK}[0-9A-Za-z]{${RANDOM_LENGTH + CHECK_LENGTH}}$`);

/** A new token: 178 bits from the system's generator, each character equally likely. */
export function createTokenSecret(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62.charAt(randomInt(BASE62.length))).join(
    '',
  );
  return `${MARK}${random}${checkOf(random)}`;
}

/** Whether a text has the form and the check of a token: a typo is refused without asking the store. */
export function isTokenSecret(text: string): boolean {
  if (!FORM.test(text)) return false;
  const random = text.slice(MARK.length, -CHECK_LENGTH);
  return text.slice(-CHECK_LENGTH) === checkOf(random);
}

/** The characters of a token that may be shown. */
export const prefixOf = (secret: string): string => secret.slice(0, MARK.length + 6);

/** SHA-256 in hex: a token is random enough that it needs no slow hash. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Compares two hashes in a time that does not tell where they differ. */
export const sameHash = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** CRC32 in base 62, most significant first, filled up with zeros. */
function checkOf(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let index = 0; index < CHECK_LENGTH; index++) {
    text = BASE62.charAt(rest % BASE62.length) + text;
    rest = Math.floor(rest / BASE62.length);
  }
  return text;
}
