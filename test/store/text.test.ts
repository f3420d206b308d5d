// Comparing text without regard to case, checked over every character of Unicode.

import { caseVariants, foldText } from '../../src/store/text.js';

/** Every character but the halves of surrogate pairs, which are none. */
const characters = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

const foldOfEach = Array.from(foldText(characters.join('')));
const folds = new Map(characters.map((character, index) => [character, foldOfEach[index] ?? '']));

const isOne = (text: string): boolean =>
  text.length === 1 || (text.length === 2 && (text.codePointAt(0) ?? 0) > 0xffff);

test('every character folds to one character, and folding again changes nothing', () => {
  expect(foldOfEach).toHaveLength(characters.length);
  const wrong = characters.filter((character) => {
    const fold = folds.get(character) ?? '';
    return !isOne(fold) || folds.get(fold) !== fold;
  });
  expect(wrong).toEqual([]);
});

test('two characters have the same fold exactly where each is among the variants of the other', () => {
  const byFold = new Map<string, string>();
  for (const [character, fold] of folds) byFold.set(fold, (byFold.get(fold) ?? '') + character);
  const sorted = (text: string): string => (isOne(text) ? text : Array.from(text).sort().join(''));
  const variants = caseVariants(characters.join(''));
  const wrong = characters.filter(
    (character, index) =>
      sorted(variants[index] ?? '') !== sorted(byFold.get(folds.get(character) ?? '') ?? ''),
  );
  expect(wrong).toEqual([]);
});

/** The two of Turkish, which Unicode folds to themselves: a dotless i is no `i`, though `I` is its upper case. */
const UNLIKE: ReadonlySet<string> = new Set(['İ', 'ı']);

test('upper and lower case of one character have its fold', () => {
  const wrong = characters.filter((character) =>
    [character.toUpperCase(), character.toLowerCase()].some(
      (other) => isOne(other) && folds.get(other) !== folds.get(character) && !UNLIKE.has(character),
    ),
  );
  expect(wrong).toEqual([]);
});

test('characters match where they do in a regular expression without case, which is the simple case folding of Unicode', () => {
  const cased = characters.filter((character) => /[\p{Cased}\p{Changes_When_Casefolded}]/u.test(character));
  const wrong = cased.filter((character) => {
    const [variants = ''] = caseVariants(character);
    return !Array.from(variants).every((variant) => new RegExp(`^${variant}$`, 'iu').test(character));
  });
  expect(cased.length).toBeGreaterThan(2700);
  expect(wrong).toEqual([]);
});

test.each([
  ['Pé', ['pP', 'éÉ']],
  ['k', ['kK\u212a']],
  ['Σς', ['σΣς', 'σΣς']],
  ['*?[', ['*', '?', '[']],
  ['', []],
  ['🎣', ['🎣']],
])('the variants of %j are %j', (text, variants) => {
  const sorted = (lists: string[]) => lists.map((list) => [...list].sort().join(''));
  expect(sorted(caseVariants(text))).toEqual(sorted(variants));
});

test.each([
  ['GÖS', 'gös'],
  ['\u212alamath', 'KLAMATH'],
  ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
  ['STRAẞE', 'straße'],
  ['𐐀', '𐐨'],
])('%s and %s are the same text', (a, b) => {
  expect(foldText(a)).toBe(foldText(b));
});

test.each([
  ['ß', 'ss'],
  ['İ', 'i'],
  ['ı', 'i'],
  ['é', 'e\u0301'],
  ['ﬁ', 'fi'],
])('%s and %s are not the same text', (a, b) => {
  expect(foldText(a)).not.toBe(foldText(b));
});
