// Texts as regular expressions that match them in any case and mean the same in every engine.

import { caseVariants } from '../text.js';

/** The end of the text. `$` would also match before a final line break. */
const END = '(?![\\s\\S])';

/** Matches exactly this text in any case. */
export const equalTo = (text: string): string => `^${anyCase(text)}${END}`;

/** Matches texts that start with this one in any case. */
export const startingWith = (text: string): string => `^${anyCase(text)}`;

/** Matches texts that contain this one in any case. */
export const containing = (text: string): string => anyCase(text);

/** Each character as a set of its cases, or as itself: `a.` → `[Aa]\.`. No flag, as engines fold case differently. */
function anyCase(text: string): string {
  return caseVariants(text)
    .map((variants) => (isOne(variants) ? literal(variants) : `[${variants}]`))
    .join('');
}

const isOne = (variants: string): boolean =>
  variants.length === String.fromCodePoint(variants.codePointAt(0) ?? 0).length;

/** ASCII punctuation is escaped; a control character is written in hexadecimal, as a pattern cannot hold NUL. */
function literal(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return `\\x${code.toString(16).padStart(2, '0')}`;
  return /^[!-/:-@[-`{-~]$/.test(character) ? `\\${character}` : character;
}
