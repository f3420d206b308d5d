// The contract of texts: compared without regard to case for all of Unicode, and kept exactly as they were written.

import type { Records } from '../../src/store/port.js';
import { caseVariants } from '../../src/store/text.js';
import {
  ALL,
  condition,
  contractModel,
  idsOf,
  matching,
  type OpenedStore,
  type OpenStore,
  OWNER,
  query,
  sortBy,
  things,
  toWrites,
} from './fixture.js';

/** Every character that has a case variant, one of each group, by fifty. */
function casedTexts(): string[][] {
  const groups = new Map<string, string>();
  for (let code = 0; code < 0x1f000; code++) {
    if (code === 0xd800) code = 0xe000;
    const [variants = ''] = caseVariants(String.fromCodePoint(code));
    if (Array.from(variants).length > 1) groups.set(variants, variants);
  }
  const all = [...groups.values()].map((variants) => Array.from(variants));
  const lines: string[][] = [];
  for (let from = 0; from < all.length; from += 50) {
    const part = all.slice(from, from + 50);
    lines.push([part.map((group) => group[0]).join(''), part.map((group) => group.at(-1)).join('')]);
  }
  return lines;
}

const AWKWARD: readonly string[] = [
  '.*+?^{}$()|[]\\/',
  '[a-z]*',
  '%_like',
  'it\'s "quoted"',
  'tab\there',
  'line\nbreak',
  'carriage\rreturn',
  ' space around ',
  'pike\n',
  'emoji 🎣🏽',
  'e\u0301 is not \u00e9',
  '\u00a0\u2028\ufeff',
  '{"$gt":""}',
  '#-&~=<>!:;,@`',
];

export function describeText(open: OpenStore): void {
  describe('text', () => {
    let opened: OpenedStore;
    let records: Records;
    let owner = 0;

    beforeAll(async () => {
      opened = await open(contractModel);
    });
    afterAll(() => opened.cleanUp());

    /** Writes a record for each text, for an owner of its own; the ids count up. */
    async function write(texts: readonly string[]): Promise<string[]> {
      const name = `${OWNER}-${owner++}`;
      const written = texts.map((text, index) => ({ id: `${name}-${String(index).padStart(4, '0')}`, text }));
      await opened.store.write(name, toWrites(written));
      records = opened.store.bind({ kind: 'one', id: name });
      return idsOf(written);
    }

    test.each([
      ['ΣΊΣΥΦΟΣ', 'σίσυφος', true],
      ['σ', 'ς', true],
      ['\u212a', 'k', true],
      ['\u212b', 'å', true],
      ['ß', 'ẞ', true],
      ['ß', 'ss', false],
      ['İ', 'i', false],
      ['İ', 'İ', true],
      ['ﬁ', 'fi', false],
      ['ǅ', 'ǆ', true],
      ['𐐀', '𐐨', true],
      ['ГАЙКА', 'гайка', true],
      ['é', 'e', false],
      ['e\u0301', '\u00e9', false],
      ['ſ', 'S', true],
    ])('%s and %s are the same: %s', async (written, asked, same) => {
      const ids = await write([`x${written}y`]);
      const expected = same ? ids : [];
      expect(await matching(records, condition('text', 'in', [`X${asked}Y`]))).toEqual(expected);
      expect(await matching(records, condition('text', 'contains', asked))).toEqual(expected);
      expect(await matching(records, condition('text', 'startsWith', `X${asked}`))).toEqual(expected);
      expect(await matching(records, { kind: 'words', words: [asked] })).toEqual(expected);
    });

    test('each character of Unicode that has cases equals its other cases', async () => {
      const lines = casedTexts();
      const ids = await write(lines.map(([text = '']) => text));
      for (const [index, [, other = '']] of lines.entries())
        expect(await matching(records, condition('text', 'in', [other]))).toEqual([ids[index]]);
    });

    test('a text comes back exactly as it was written and is found by itself, whatever it holds', async () => {
      const ids = await write(AWKWARD);
      const found = await records.find(things, query({ select: ALL }));
      expect(found.records.map((record) => record.text)).toEqual(AWKWARD);
      for (const [index, text] of AWKWARD.entries()) {
        expect(await matching(records, condition('text', 'in', [text]))).toEqual([ids[index]]);
        expect(await matching(records, condition('text', 'contains', text))).toEqual([ids[index]]);
        expect(await matching(records, condition('text', 'startsWith', text))).toEqual([ids[index]]);
      }
    });

    test('a text equals no longer one: a line break at its end counts', async () => {
      const ids = await write(['pike', 'pike\n', 'pike ']);
      expect(await matching(records, condition('text', 'in', ['PIKE']))).toEqual([ids[0]]);
    });

    test('text sorts by code point: capitals first, what UTF-16 writes as surrogates last', async () => {
      const sorted = ['', ' ', 'A', 'Z', 'a', 'z', 'é', 'Ω', 'ま', '\uffee', '\uffff', '𐐀', '🎣', '🎣a'];
      const shuffled = [...sorted].sort((a, b) => a.length - b.length || (a > b ? -1 : 1));
      await write(shuffled);
      const up = await records.find(things, query({ sort: sortBy('text'), select: ['text'] }));
      expect(up.records.map((record) => record.text)).toEqual(sorted);
      const down = await records.find(things, query({ sort: sortBy('-text'), select: ['text'] }));
      expect(down.records.map((record) => record.text)).toEqual([...sorted].reverse());
    });
  });
}
