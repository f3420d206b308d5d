// Gathers the records of all files of a log, and refuses what only shows when they are seen together.

import type { Manifest } from '../export/manifest.js';
import type { Model } from '../model/model.js';
import { findFiles, type LeftAside } from './find-files.js';
import { type IdsOfLog, LinkTally } from './links.js';
import { BadFile, NotALog, type RecordProblem, Refusals } from './problems.js';
import { type FoundRecord, readFile } from './read-file.js';
import type { ReadOptions } from './read-record.js';
import { ContentIds } from './record-id.js';
import type { Spool, StagedRecord, Staging } from './staging.js';

/** How many records of one collection a file brought, without those that were refused. */
export interface ReadCount {
  readonly file: string;
  readonly collection: string;
  readonly records: number;
}

/** A field that the model does not have, and from how many records it was left out. */
export interface IgnoredField {
  readonly collection: string;
  readonly field: string;
  readonly records: number;
}

/** What a log holds. */
export interface Log {
  /** What the files say and no more, each record with its id. */
  readonly records: Spool<StagedRecord>;
  readonly ids: IdsOfLog;
  readonly links: LinkTally;
  readonly read: readonly ReadCount[];
  readonly leftAside: readonly LeftAside[];
  /** By file in the order they were read, then by line. */
  readonly refusals: Refusals;
  readonly ignored: readonly IgnoredField[];
  /** How many records have no id of their own. */
  readonly withoutId: number;
  /** How exact the positions are; less than that where a folder is such an unpacked export. */
  readonly coordinates: Manifest['coordinates'];
}

/** Reads files and folders, each file once. Never throws for what is in them: that is in `refusals`. */
export async function readLog(
  paths: readonly string[],
  model: Model,
  options: ReadOptions,
  staging: Staging,
): Promise<Log> {
  const found = findFiles(paths, model);
  const leftAside = [...found.leftAside];
  const refusals = new Refusals();
  refusals.add(...found.refused);
  const gathering = new Gathering(model, options, staging.spool());
  const inFile = staging.spool<FoundRecord>();
  for (const file of found.files) {
    inFile.clear();
    try {
      for await (const record of readFile(file, model, options)) inFile.add(record);
    } catch (error) {
      if (!(error instanceof BadFile)) throw error;
      if (error instanceof NotALog && file.inFolder) leftAside.push({ file: file.path, why: error.message });
      else refusals.add(...error.refusals.map((refusal) => ({ file: file.path, ...refusal })));
      continue;
    }
    gathering.begin(file.path);
    for (const record of inFile)
      for (const problem of gathering.add(record))
        refusals.add({ file: file.path, line: record.line, ...problem });
  }
  if (gathering.records.length === 0 && refusals.count === 0)
    refusals.add({ file: paths.join(', '), line: null, field: null, problem: 'there are no records in it' });
  const { records, ids, links, read, ignored, withoutId } = gathering;
  const { coordinates } = found;
  return {
    ...{ records, ids, links, refusals, leftAside, coordinates, withoutId },
    read: [...read.values()],
    ignored: [...ignored.values()],
  };
}

/** Lines of one file, as places are numbered. */
const LINES_MAX = 2 ** 32;

/** What has been read so far, of all files. */
class Gathering {
  readonly links: LinkTally;
  readonly read = new Map<string, ReadCount>();
  readonly ignored = new Map<string, IgnoredField>();
  withoutId = 0;
  /** The ids of each collection with their places: the number of the file and of the line in one. */
  readonly ids = new Map<string, Map<string, number>>();
  readonly #files: string[] = [];
  readonly #contentIds = new ContentIds();
  #owner: { readonly id: string; readonly place: string } | null = null;

  constructor(
    model: Model,
    readonly options: ReadOptions,
    readonly records: Spool<StagedRecord>,
  ) {
    this.links = new LinkTally(model);
  }

  /** What is added from now on is of this file. */
  begin(file: string): void {
    this.#files.push(file);
  }

  /** Takes a record in, or answers why not. */
  add(found: FoundRecord): readonly RecordProblem[] {
    if (found.kind === 'refused') return found.problems;
    const { line, collection, record, owner, ignored } = found;
    const place = (this.#files.length - 1) * LINES_MAX + line;
    if (owner !== null) this.#owner ??= { id: owner, place: this.#show(place) };
    // Two people's records must not become one person's by an export that was too wide.
    if (owner !== null && this.#owner?.id !== owner) {
      const problem = `belongs to another owner than the record at ${this.#owner?.place}`;
      return [{ field: this.options.ownerField, problem }];
    }
    const id = String(record.id ?? this.#contentIds.next(collection, record));
    const ids = this.ids.get(collection) ?? new Map<string, number>();
    const first = ids.get(id);
    if (first !== undefined)
      return [{ field: 'id', problem: `${id} is also the id of the record at ${this.#show(first)}` }];
    this.ids.set(collection, ids.set(id, place));
    this.records.add({ collection, record: { ...record, id } });
    this.links.add(collection, record);
    if ((record.id ?? null) === null) this.withoutId += 1;
    this.#count(collection, ignored);
    return [];
  }

  #show(place: number): string {
    return `${this.#files[Math.floor(place / LINES_MAX)]}:${place % LINES_MAX}`;
  }

  #count(collection: string, ignored: readonly string[]): void {
    const file = this.#files.at(-1) ?? '';
    const key = `${file} ${collection}`;
    this.read.set(key, { file, collection, records: (this.read.get(key)?.records ?? 0) + 1 });
    for (const field of ignored) {
      const name = `${collection} ${field}`;
      this.ignored.set(name, { collection, field, records: (this.ignored.get(name)?.records ?? 0) + 1 });
    }
  }
}
