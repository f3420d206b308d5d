// What the angler writes about a catch: short, and not every time.

import type { Random } from './random.js';

const OPENERS = [
  'Took on the drop, close to the reeds.',
  'First cast of the day.',
  'Followed twice before it took.',
  'Light bite, almost missed it.',
  'Hard take right at the boat.',
  'On the pause, as always.',
  'A long fight on light tackle.',
  'Hooked in the corner of the mouth.',
  'Spat out a small roach.',
  'Bait fish everywhere on the sounder.',
  'Changed to a smaller lure and got it at once.',
  'Only fish of the trip.',
  'Lost a bigger one just before.',
  'Came unhooked in the net.',
  'From the bottom, dead slow.',
] as const;
const CLOSERS = [
  'Wind dropped after that.',
  'Nothing more for an hour.',
  'Try the same place again next week.',
  'Hooks need sharpening.',
  'Swam off strongly.',
  'Leader worn, change it.',
  'The neighbour got two from the same hole.',
  'Rain on the way home.',
  'Coffee.',
] as const;

/** A note in the angler's words, or null. */
export function writeNote(random: Random, isBest: boolean): string | null {
  const best = isBest ? ['New personal best!'] : [];
  if (best.length === 0 && !random.chance(0.45)) return null;
  const opener = random.chance(0.9) ? [random.pick(OPENERS)] : [];
  const closer = random.chance(0.3) ? [random.pick(CLOSERS)] : [];
  const note = [...best, ...opener, ...closer].join(' ');
  return note === '' ? null : note;
}
