// Random numbers that a seed determines, so that the demo log is the same every time.

/** A source of random choices; the same seed gives the same choices in the same order. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to but not including 1. Source: mulberry32 by Tommy Ettinger, public domain. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  /** A whole number from least to most, both included. */
  whole(least: number, most: number): number {
    return Math.floor(this.between(least, most + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Normally distributed (Box and Muller). */
  normal(mean: number, deviation: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    return mean + deviation * radius * Math.cos(2 * Math.PI * this.next());
  }

  /** One of the items, each as likely as the others. Throws where there are none. */
  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new Error('there is nothing to choose from');
    return item;
  }

  /** One of the items, as likely as its weight says. Throws where no item has any. */
  weighted<T>(items: readonly T[], weightOf: (item: T) => number): T {
    let left = this.next() * items.reduce((sum, item) => sum + weightOf(item), 0);
    for (const item of items) {
      left -= weightOf(item);
      if (left < 0) return item;
    }
    throw new Error('there is nothing to choose from');
  }

  /** The value, or null with that probability. */
  sometimesNull<T>(probability: number, value: T): T | null {
    return this.chance(probability) ? null : value;
  }
}

const hex8 = (number: number): string => (number >>> 0).toString(16).padStart(8, '0');

/** Ids of one collection, 24 hex digits each: the seed, the collection and a count, so that no two are equal. */
export function* demoIds(seed: number, collection: string): Generator<string, never> {
  let name = 0x811c9dc5;
  for (const character of collection) name = Math.imul(name ^ (character.codePointAt(0) ?? 0), 0x01000193);
  for (let count = 1; ; count++) yield hex8(seed) + hex8(name) + hex8(count);
}

/** A number with so many digits behind the point. */
export function round(number: number, digits = 0): number {
  const scale = 10 ** digits;
  return Math.round(number * scale) / scale + 0;
}
