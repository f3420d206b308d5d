// Asserts that an answer tells nothing of other owners: none of their marks, no id of an owner, a user or a token.

import { marksIn } from './owners.js';
import type { Ask, Seen, Viewer, World } from './world.js';

/** Asserts that an answer holds no mark of another owner that the question did not hold, and no internal id. */
export function expectNothingOfOthers({ internal }: World, viewer: Viewer, ask: Ask, seen: Seen): void {
  const asked = new Set(marksIn(readable(`${ask.target} ${ask.body ?? ''}`)).map(({ mark }) => mark));
  const text = readable(JSON.stringify([seen.status, seen.headers]) + seen.body);
  const foreign = marksIn(text).filter(
    ({ mark, letter }) => letter !== viewer.owner.letter && !asked.has(mark),
  );
  const told = internal.filter((id) => text.includes(id));
  expect({ as: viewer.name, ask, foreign, told }).toEqual({ as: viewer.name, ask, foreign: [], told: [] });
}

/** A text with everything that is encoded in it: percent-encoding, cursors, and the folded lines of iCalendar. */
function readable(text: string): string {
  const decoded = text.replaceAll(/(?:%[0-9A-F]{2})+/gi, (part) =>
    Buffer.from(part.replaceAll('%', ''), 'hex').toString(),
  );
  const cursors = [...text.matchAll(/[\w-]{20,}/g)].map(([part]) =>
    Buffer.from(part, 'base64url').toString(),
  );
  return [text, decoded, text.replaceAll('\r\n ', ''), ...cursors].join('\n');
}
