// The form of tokens: what one looks like, that chance decides it, and that a typo is seen.

import fc from 'fast-check';
import {
  createTokenSecret,
  hashSecret,
  isTokenSecret,
  prefixOf,
  sameHash,
} from '../../src/auth/token-format.js';

const BASE62 = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
const LENGTH = 'creel_'.length + 36;

test('a token is creel_ and 36 letters and digits', () => {
  for (let count = 0; count < 1000; count++) {
    const secret = createTokenSecret();
    expect(secret).toMatch(/^creel_[0-9A-Za-z]{36}$/);
    expect([secret.length, isTokenSecret(secret)]).toEqual([LENGTH, true]);
  }
});

test('no two tokens are equal', () => {
  expect(new Set(Array.from({ length: 10_000 }, createTokenSecret)).size).toBe(10_000);
});

/** How far the characters are from being equally many: about 61 where chance decides, beyond 250 once in 10^22 times. */
function chiSquare(characters: readonly string[]): number {
  const expected = characters.length / BASE62.length;
  const counts = new Map(BASE62.map((character) => [character, 0]));
  for (const one of characters) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

test('each of the 62 characters is equally likely, at each random place and over all', () => {
  const tokens = Array.from({ length: 6200 }, () => createTokenSecret().slice(6, 36));
  for (let place = 0; place < 30; place++)
    expect(chiSquare(tokens.map((token) => token.charAt(place)))).toBeLessThan(250);
  // A random byte modulo 62 would come to some 1200 here.
  expect(chiSquare([...tokens.join('')])).toBeLessThan(250);
});

test('the check is CRC32 in base 62, as other programs can compute it', () => {
  const random = '0'.repeat(30);
  const accepted = isTokenSecret(`creel_${random}${toBase62(crcOf(random))}`);
  expect(accepted).toBe(true);
});

/** CRC-32 (ISO 3309) bit by bit. */
function crcOf(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function toBase62(value: number): string {
  const digits = Array.from({ length: 6 }, (_, index) => Math.floor(value / 62 ** (5 - index)) % 62);
  return digits.map((digit) => BASE62[digit]).join('');
}

const place = fc.integer({ min: 0, max: LENGTH - 1 });

test('any one wrong character is seen', () => {
  fc.assert(
    fc.property(place, fc.constantFrom(...BASE62, '_', '-', ' ', 'é'), (index, character) => {
      const secret = createTokenSecret();
      fc.pre(secret.charAt(index) !== character);
      return !isTokenSecret(secret.slice(0, index) + character + secret.slice(index + 1));
    }),
    { numRuns: 5000 },
  );
});

test('any two neighbours that are swapped are seen', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: LENGTH - 2 }), (index) => {
      const secret = createTokenSecret();
      const [one, other] = [secret.charAt(index), secret.charAt(index + 1)];
      fc.pre(one !== other);
      return !isTokenSecret(secret.slice(0, index) + other + one + secret.slice(index + 2));
    }),
    { numRuns: 5000 },
  );
});

test('a missing or additional character is seen', () => {
  fc.assert(
    fc.property(place, fc.constantFrom(...BASE62), (index, character) => {
      const secret = createTokenSecret();
      const shorter = secret.slice(0, index) + secret.slice(index + 1);
      const longer = secret.slice(0, index) + character + secret.slice(index);
      return !isTokenSecret(shorter) && !isTokenSecret(longer) && !isTokenSecret(`${secret}\n`);
    }),
  );
});

test('what is shown of a token is too little to use it', () => {
  const secret = createTokenSecret();
  expect(prefixOf(secret)).toBe(secret.slice(0, 12));
});

test('a hash is SHA-256, and hashes of other lengths are not equal to it', () => {
  expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sameHash(hashSecret('abc'), hashSecret('abc'))).toBe(true);
  expect(sameHash(hashSecret('abc'), hashSecret('abd'))).toBe(false);
  expect(sameHash(hashSecret('abc'), 'ba78')).toBe(false);
});
