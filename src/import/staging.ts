// Puts records away in temporary files, so that a log of any size takes no memory and is read only once.

import { ftruncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Model } from '../model/model.js';
import type { RecordWrite } from '../store/port.js';
import { chunksOf, decodeUtf8, linesIn } from './lines.js';
import { UnnamedFile } from './unnamed-file.js';

/** A record to write, as a spool has it. */
export interface StagedRecord {
  readonly collection: string;
  readonly record: RecordWrite['record'];
}

/** The spools of one import. */
export class Staging {
  readonly #spools: Spool<unknown>[] = [];

  spool<T>(): Spool<T> {
    const spool = new Spool<T>();
    this.#spools.push(spool);
    return spool;
  }

  /** Lets go of all of them, and of the room that they take. */
  close(): void {
    for (const spool of this.#spools) spool.close();
  }
}

const BUFFERED_MAX = 65_536;

/** Values that JSON has, in the order in which they were added; they can be read as often as is needed. */
export class Spool<T> implements Iterable<T> {
  readonly #file = new UnnamedFile();
  #pending: string[] = [];
  #pendingLength = 0;
  #end = 0;
  #length = 0;

  /** How many values it has. */
  get length(): number {
    return this.#length;
  }

  add(value: T): void {
    const line = `${JSON.stringify(value)}\n`;
    this.#pending.push(line);
    this.#pendingLength += line.length;
    this.#length += 1;
    if (this.#pendingLength > BUFFERED_MAX) this.#flush();
  }

  *[Symbol.iterator](): Generator<T> {
    this.#flush();
    for (const line of linesIn(decodeUtf8(chunksOf(this.#file.descriptor, 0)))) yield JSON.parse(line);
  }

  /** Takes all values out. */
  clear(): void {
    this.#pending = [];
    this.#pendingLength = 0;
    this.#length = 0;
    this.#end = 0;
    ftruncateSync(this.#file.descriptor);
  }

  close(): void {
    this.#file.close();
  }

  #flush(): void {
    let bytes = Buffer.from(this.#pending.join(''));
    this.#pending = [];
    this.#pendingLength = 0;
    try {
      while (bytes.length > 0) {
        const written = writeSync(this.#file.descriptor, bytes, 0, bytes.length, this.#end);
        this.#end += written;
        bytes = bytes.subarray(written);
      }
    } catch (error) {
      throw Object.assign(error as Error, { path: tmpdir() });
    }
  }
}

/** What is in a spool, for the store. */
export function writesOf(model: Model, staged: Iterable<StagedRecord>): Iterable<RecordWrite> {
  return {
    *[Symbol.iterator]() {
      for (const { collection, record } of staged) {
        const resource = model.byName.get(collection);
        if (!resource) throw new Error(`${collection} was read but is not in the model`);
        yield { resource, record };
      }
    },
  };
}
