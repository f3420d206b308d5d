// What can be wrong with a log that is imported, and where: the words that every reader of it shares.

/** Something that was refused. A line counts from 1; null is the file as a whole. A field is null for the record. */
export interface Refusal {
  readonly file: string;
  readonly line: number | null;
  readonly field: string | null;
  readonly problem: string;
}

/** What is wrong with one record, without its place. */
export type RecordProblem = Pick<Refusal, 'field' | 'problem'>;

/** A file that cannot be read as a log: nothing of it is taken, not even what came before the bad place. */
export class BadFile extends Error {
  override readonly name = 'BadFile';

  constructor(readonly refusals: readonly Omit<Refusal, 'file'>[]) {
    super(refusals.map(({ problem }) => problem).join('; '));
  }

  static at(line: number | null, problem: string): BadFile {
    return new BadFile([{ line, field: null, problem }]);
  }
}

/** A file that is well-formed but no log: in a folder it is left aside. */
export class NotALog extends BadFile {}

/** One value that is not of its field's type; the message says what it is and what it should be. */
export class BadValue extends Error {
  override readonly name = 'BadValue';
}

const SHOWN_MAX = 60;

/** As many refusals are told as anybody reads. */
const REFUSALS_MAX = 50;

/** The first refusals, and how many there are. */
export class Refusals {
  readonly first: Refusal[] = [];
  count = 0;

  add(...refusals: readonly Refusal[]): void {
    this.count += refusals.length;
    this.first.push(...refusals.slice(0, REFUSALS_MAX - this.first.length));
  }
}

/** A value as it is shown in a message: JSON on one line, cut where it is long. */
export function show(value: unknown): string {
  // JSON has no NaN and no infinity.
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
}
