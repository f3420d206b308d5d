// Gathers the records of all files of a log, and refuses what only shows when they are seen together.

import type { Manifest } from '../export/manifest.js';
import type { Model } from '../model/model.js';
import type { RecordWrite } from '../store/port.js';
import { findFiles, type LeftAside } from './find-files.js';
import type { RecordProblem, Refusal } from './problems.js';
import { type FoundRecord, readFile } from './read-file.js';
import type { ReadOptions } from './read-record.js';
import { ContentIds } from './record-id.js';

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
  readonly records: readonly RecordWrite[];
  readonly read: readonly ReadCount[];
  readonly leftAside: readonly LeftAside[];
  /** By file in the order they were read, then by line. */
  readonly refused: readonly Refusal[];
  readonly ignored: readonly IgnoredField[];
  /** How exact the positions are; less than that where a folder is such an unpacked export. */
  readonly coordinates: Manifest['coordinates'];
}

/** Reads files and folders. Never throws for what is in them: that is in `refused`. */
export function readLog(paths: readonly string[], model: Model, options: ReadOptions): Log {
  const found = findFiles(paths, model);
  const leftAside = [...found.leftAside];
  const refused = [...found.refused];
  const gathering = new Gathering(options);
  for (const file of found.files) {
    const answer = readFile(file, model, options);
    if (answer.kind === 'aside') leftAside.push({ file: file.path, why: answer.why });
    else if (answer.kind === 'refused') refused.push(...answer.refused);
    else
      for (const record of answer.records)
        for (const problem of gathering.add(file.path, record))
          refused.push({ file: file.path, line: record.line, ...problem });
  }
  if (gathering.records.length === 0 && refused.length === 0)
    refused.push({ file: paths.join(', '), line: null, field: null, problem: 'there are no records in it' });
  const { records, read, ignored } = gathering;
  const { coordinates } = found;
  return {
    records,
    read: [...read.values()],
    leftAside,
    refused,
    ignored: [...ignored.values()],
    coordinates,
  };
}

/** What has been read so far, of all files. */
class Gathering {
  readonly records: RecordWrite[] = [];
  readonly read = new Map<string, ReadCount>();
  readonly ignored = new Map<string, IgnoredField>();
  readonly #places = new Map<string, string>();
  readonly #ids = new ContentIds();
  #owner: { readonly id: string; readonly place: string } | null = null;

  constructor(readonly options: ReadOptions) {}

  /** Takes a record in, or answers why not. */
  add(file: string, found: FoundRecord): readonly RecordProblem[] {
    if (found.kind === 'refused') return found.problems;
    const { line, resource, record, owner, ignored } = found;
    const place = `${file}:${line}`;
    if (owner !== null) this.#owner ??= { id: owner, place };
    // Two people's records must not become one person's by an export that was too wide.
    if (owner !== null && this.#owner?.id !== owner) {
      const problem = `belongs to another owner than the record at ${this.#owner?.place}`;
      return [{ field: this.options.ownerField, problem }];
    }
    const id = String(record.id ?? this.#ids.next(resource.name, record));
    const key = `${resource.name} ${id}`;
    const first = this.#places.get(key);
    if (first !== undefined)
      return [{ field: 'id', problem: `${id} is also the id of the record at ${first}` }];
    this.#places.set(key, place);
    this.records.push({ resource, record: { ...record, id } });
    this.#count(file, resource.name, ignored);
    return [];
  }

  #count(file: string, collection: string, ignored: readonly string[]): void {
    const key = `${file} ${collection}`;
    this.read.set(key, { file, collection, records: (this.read.get(key)?.records ?? 0) + 1 });
    for (const field of ignored) {
      const name = `${collection} ${field}`;
      this.ignored.set(name, { collection, field, records: (this.ignored.get(name)?.records ?? 0) + 1 });
    }
  }
}
