// Reads JSON text value by value and knows the line of each: JSON.parse tells no lines, hides repeated names, and
// wants all of the text at once.

import { RECORD_MAX } from './file-record.js';
import { show } from './problems.js';

const DEPTH_MAX = 32;
/** A literal that ends nearer to the end of what was read may go on behind it. */
const LITERAL_AHEAD = 5;
/** How much a look ahead shows. */
const AHEAD = 100;
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

/**
 * Reads forwards only, and holds no more of the text than it needs. Every method throws BadJson where the text is not
 * what it asks for.
 */
export class JsonReader {
  readonly #pieces: Iterator<string>;
  #text = '';
  #at = 0;
  #line: number;
  /** How much of the value that is being read has been let go of. */
  #passed = 0;

  constructor(pieces: Iterable<string>, firstLine = 1) {
    this.#pieces = pieces[Symbol.iterator]();
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

  /** The start of what comes next, as it is written. */
  ahead(length = AHEAD): string {
    this.#skipSpace();
    while (this.#text.length - this.#at < length && this.#more());
    return this.#text.slice(this.#at, this.#at + length);
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
    if (depth === 0) this.#passed = -this.#at;
    this.#checkDepth(depth);
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

  /** Reads over the whole value that comes next, which may be of any size. */
  skip(depth = 0): void {
    this.#checkDepth(depth);
    const kind = this.kind();
    if (kind === 'array') for (const _ of this.items()) this.skip(depth + 1);
    else if (kind === 'object') for (const _ of this.members()) this.skip(depth + 1);
    else this.value();
  }

  /** Makes sure that nothing follows. */
  end(): void {
    if (this.kind() !== 'end') this.#fail('nothing more');
  }

  #checkDepth(depth: number): void {
    if (depth > DEPTH_MAX) throw new BadJson(this.line, `is nested more than ${DEPTH_MAX} deep`);
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
    for (;;) {
      pattern.lastIndex = this.#at;
      const token = pattern.exec(this.#text)?.[0];
      const left = this.#text.length - this.#at - (token?.length ?? 0);
      const mayGoOn = left < LITERAL_AHEAD || (token === undefined && pattern === STRING);
      if (mayGoOn && this.#more()) continue;
      if (token === undefined) return this.#fail(expected);
      this.#at += token.length;
      return token;
    }
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
    do
      for (
        let code = this.#text.charCodeAt(this.#at);
        SPACES.has(code);
        code = this.#text.charCodeAt(this.#at)
      ) {
        if (code === NEWLINE) this.#line += 1;
        this.#at += 1;
      }
    while (this.#at === this.#text.length && this.#more());
  }

  /** Takes in the next piece, and lets go of what has been read; false at the end of the text. */
  #more(): boolean {
    const { done, value } = this.#pieces.next();
    if (done) return false;
    this.#passed += this.#at;
    this.#text = this.#text.slice(this.#at) + value;
    this.#at = 0;
    if (this.#passed + this.#text.length > RECORD_MAX + value.length)
      throw new BadJson(this.#line, `is longer than a record can be (${RECORD_MAX} characters)`);
    return true;
  }

  #fail(expected: string): never {
    const rest = this.ahead(12);
    const found = rest === '' ? 'the end' : show(rest);
    throw new BadJson(this.#line, `is not JSON: expected ${expected}, found ${found}`);
  }
}

/** Sets a property, also where its name is `__proto__`. */
function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}
