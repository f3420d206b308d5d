// Finds the names that somebody may have meant by one that is not known.

/** The known names that are nearest to a name, in their order; none where all are far. Only letters and digits count, not their case. */
export function nearestNames(name: string, known: readonly string[]): string[] {
  const wanted = plainName(name);
  const near = known.flatMap((candidate) => {
    const plain = plainName(candidate);
    const most = Math.min(Math.max(1, Math.floor(plain.length / 3)), plain.length - 1);
    // Far longer or shorter names are left out before they are measured, as a request may name anything.
    const distance = Math.abs(wanted.length - plain.length) > most ? Infinity : editDistance(wanted, plain);
    return distance <= most ? [{ candidate, distance }] : [];
  });
  const least = Math.min(...near.map(({ distance }) => distance));
  return near.filter(({ distance }) => distance === least).map(({ candidate }) => candidate);
}

/** How a sentence ends that tells of a wrong name: with the question whether one of these is meant, or not at all. */
export function didYouMean(names: readonly string[]): string {
  const last = names.at(-1);
  if (last === undefined) return '';
  const others = names.slice(0, -1);
  return `; did you mean ${others.length > 0 ? `${others.join(', ')} or ` : ''}${last}?`;
}

/** A name without what it is written with: `length_cm`, `lengthCm` and `LengthCM` are one. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** How many characters must be put in, taken out or changed to make one text of the other (Levenshtein). */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const change = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
