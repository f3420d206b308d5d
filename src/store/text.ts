// How text is compared without regard to case, the same way in every store, for all of Unicode.

/** The last cased character of Unicode is an Adlam letter, U+1E943. */
const LAST_CASED = 0x1e943;

/** `ı` is a letter of its own, though its upper case is `I`: it is the only one that its upper case would fold wrongly. */
const DOTLESS_I = '\u0131';

/**
 * One character (code point) with its case taken away: the lower case of its upper case, as long as each is one
 * character. So `K`, `k` and the Kelvin sign are one, `ß` and `ẞ` are one, and `ß` is not `ss`.
 * Source: the simple case foldings of Unicode's CaseFolding.txt, which JavaScript has no function for.
 */
function foldCharacter(character: string): string {
  if (character === DOTLESS_I) return character;
  const upper = character.toUpperCase();
  const lower = (isOneCharacter(upper) ? upper : character).toLowerCase();
  return isOneCharacter(lower) ? lower : character;
}

/** A text with its case taken away, character by character: two texts match if their folds are equal. */
export function foldText(text: string): string {
  return Array.from(text, foldCharacter).join('');
}

/** Characters that match a character, by their common fold; only those that differ from it in case have an entry. */
let variantsByFold: Map<string, string> | undefined;

function readVariants(): Map<string, string> {
  const variants = new Map<string, string>();
  for (let code = 0x41; code <= LAST_CASED; code++) {
    if (code === 0xd800) code = 0xe000;
    const character = String.fromCodePoint(code);
    const fold = foldCharacter(character);
    if (fold !== character) variants.set(fold, (variants.get(fold) ?? fold) + character);
  }
  return variants;
}

/**
 * Each character of a text as the string of all characters that match it, itself among them: `Pé` → `['pP', 'éÉ']`.
 * A database that knows sets of characters but not our folding makes its pattern of them.
 */
export function caseVariants(text: string): string[] {
  variantsByFold ??= readVariants();
  const known = variantsByFold;
  return Array.from(text, (character) => {
    const fold = foldCharacter(character);
    return known.get(fold) ?? fold;
  });
}

const isOneCharacter = (text: string): boolean =>
  text.length === 1 || (text.length === 2 && (text.codePointAt(0) ?? 0) > 0xffff);
