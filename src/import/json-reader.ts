// Reads JSON text value by value and knows the line of each: JSON.parse tells no lines, and hides repeated names.

import { show } from './problems.js';

const DEPTH_MAX = 32;
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/sy;
const LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const NEWLINE = 10;
const SPACES: ReadonlySet<number> = new Set([9, NEWLINE, 13, 32]);

/** Text that is not JSON (RFC 8259), or an object that has a name twice. */
export class BadJson extends Error {
  override readonly name = 'BadJson';

  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/** Reads forwards only. Every method throws BadJson where the text is not what it asks for. */
export class JsonReader {
  readonly #text: string;
  #at = 0;
  #line: number;

  constructor(text: string, firstLine = 1) {
    this.#text = text;
    this.#line = firstLine;
  }

  /** The line of what comes next, from 1. */
  get line(): number {
    this.#skipSpace();
    return this.#line;
  }

  /** What comes next. */
  kind(): 'array' | 'object' | 'scalar' | 'end' {
    const character = this.#peek();
    if (character === '') return 'end';
    return character === '[' ? 'array' : character === '{' ? 'object' : 'scalar';
  }

  /** Stops before each item of the array that comes next; the caller reads it by value() or another generator. */
  *items(): Generator<void> {
    this.#take('[');
    if (this.#takeIf(']')) return;
    do yield;
    while (this.#takeIf(','));
    this.#take(']', "',' or ']'");
  }

  /** Yields each name of the object that comes next; the caller reads its value. */
  *members(): Generator<string> {
    this.#take('{');
    if (this.#takeIf('}')) return;
    do {
      if (this.#peek() !== '"') this.#fail('a name in double quotes');
      const name = this.#string();
      this.#take(':');
      yield name;
    } while (this.#takeIf(','));
    this.#take('}', "',' or '}'");
  }

  /** The whole value that comes next, as JSON.parse gives it. */
  value(depth = 0): unknown {
    if (depth > DEPTH_MAX) throw new BadJson(this.line, `is nested more than ${DEPTH_MAX} deep`);
    const kind = this.kind();
    if (kind === 'array') {
      const items: unknown[] = [];
      for (const _ of this.items()) items.push(this.value(depth + 1));
      return items;
    }
    if (kind === 'object') {
      const object: Record<string, unknown> = {};
      for (const name of this.members()) {
        if (Object.hasOwn(object, name)) throw new BadJson(this.line, `${show(name)} is given twice`);
        setOwn(object, name, this.value(depth + 1));
      }
      return object;
    }
    return this.#peek() === '"' ? this.#string() : JSON.parse(this.#match(LITERAL, 'a value'));
  }

  /** Makes sure that nothing follows. */
  end(): void {
    if (this.kind() !== 'end') this.#fail('nothing more');
  }

  #string(): string {
    const token = this.#match(STRING, 'the closing quote of a text');
    try {
      return JSON.parse(token);
    } catch {
      throw new BadJson(this.#line, `${show(token)} holds a line break, a control character or a bad escape`);
    }
  }

  #match(pattern: RegExp, expected: string): string {
    pattern.lastIndex = this.#at;
    const token = pattern.exec(this.#text)?.[0];
    if (token === undefined) return this.#fail(expected);
    this.#at += token.length;
    return token;
  }

  #take(character: string, expected = `'${character}'`): void {
    if (!this.#takeIf(character)) this.#fail(expected);
  }

  #takeIf(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at += 1;
    return true;
  }

  #peek(): string {
    this.#skipSpace();
    return this.#text.charAt(this.#at);
  }

  #skipSpace(): void {
    for (
      let code = this.#text.charCodeAt(this.#at);
      SPACES.has(code);
      code = this.#text.charCodeAt(this.#at)
    ) {
      if (code === NEWLINE) this.#line += 1;
      this.#at += 1;
    }
  }

  #fail(expected: string): never {
    const rest = this.#text.slice(this.#at, this.#at + 12);
    const found = rest === '' ? 'the end' : show(rest);
    throw new BadJson(this.#line, `is not JSON: expected ${expected}, found ${found}`);
  }
}

/** Sets a property, also where its name is `__proto__`. */
function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}
