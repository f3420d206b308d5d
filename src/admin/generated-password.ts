// Makes up a password that can be read out and typed: 99 bits in groups of characters that look like no other.

import { randomInt } from 'node:crypto';

const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 5;
const GROUP_LENGTH = 4;

/** A new random password, such as `k3vq-8npx-…`. */
export function createPassword(): string {
  const character = () => CHARACTERS.charAt(randomInt(CHARACTERS.length));
  const group = () => Array.from({ length: GROUP_LENGTH }, character).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
