// Restores a log from an export: checks all of it first, then writes all of it, in memory that its size does not matter to.

import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { BadArchive, recordsName } from '../export/manifest.js';
import type { Archive } from '../export/read-archive.js';
import type { Model, Resource } from '../model/model.js';
import type { RecordWrite, WriteResult } from '../store/port.js';
import type { WithStore } from './import-log.js';
import { chunksOf, decodeUtf8, linesIn } from './lines.js';
import { checkPositions } from './lost-positions.js';
import { type Refusal, Refusals, show } from './problems.js';
import { type ReadOptions, readRecord } from './read-record.js';
import { UnnamedFile } from './unnamed-file.js';

/** Characters of a line that no record has: MongoDB's have 16 MiB at most, of which JSON can write each byte as six. */
const LINE_MAX = 2 ** 28;

export interface RestoreOptions extends ReadOptions {
  /** Whether to restore what is good where a record is refused. */
  readonly skipBad: boolean;
  /** Whether an export without exact coordinates may replace positions in the store. */
  readonly overwritePositions: boolean;
}

export interface RestoreReport {
  /** The first records that were refused. */
  readonly refused: readonly Refusal[];
  readonly refusedCount: number;
  /** What changed in the store; null where nothing was written because something was refused. */
  readonly written: WriteResult | null;
}

/** The collections' records, unpacked. */
type Unpacked = { readonly resource: Resource; readonly file: UnnamedFile }[];

/**
 * Writes the records of an export to the store, as they are, in one transaction: a record that is there with the same id
 * is replaced, and no other is touched. They are unpacked into temporary files meanwhile, since a transaction of
 * the embedded store cannot wait. Throws BadArchive where a file is not what the manifest says, and LosesPositions.
 */
export async function restoreArchive(
  model: Model,
  withStore: WithStore,
  archive: Archive,
  options: RestoreOptions,
): Promise<RestoreReport> {
  const unpacked: Unpacked = [];
  try {
    await unpack(model, archive, unpacked);
    const refusals = new Refusals();
    for (const found of readAll(unpacked, options)) if (found.kind === 'refused') refusals.add(found.refusal);
    const report = { refused: refusals.first, refusedCount: refusals.count };
    if (refusals.count > 0 && !options.skipBad) return { ...report, written: null };
    return await withStore(async (store, owner) => {
      if (!options.overwritePositions) {
        const records = store.bind({ kind: 'one', id: owner });
        await checkPositions(archive.manifest.coordinates, goodOnes(readAll(unpacked, options)), records);
      }
      return { ...report, written: await store.write(owner, goodOnes(readAll(unpacked, options))) };
    });
  } finally {
    for (const { file } of unpacked) file.close();
  }
}

/** Adds the files to a list, so that they can be closed also where one fails. */
async function unpack(model: Model, archive: Archive, unpacked: Unpacked): Promise<void> {
  for (const packed of archive.manifest.files) {
    if (packed.name !== recordsName(packed.collection)) continue;
    const resource = model.byName.get(packed.collection);
    if (!resource) throw new BadArchive(`this Creel has no collection ${show(packed.collection)}`);
    const file = new UnnamedFile();
    unpacked.push({ resource, file });
    const { descriptor: fd } = file;
    await pipeline(archive.read(packed), createWriteStream('', { fd, start: 0, autoClose: false }));
  }
}

type Found =
  | { readonly kind: 'record'; readonly write: RecordWrite }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Every record as an import reads it, without the times that an import would give it. */
function* readAll(unpacked: Unpacked, options: ReadOptions): Generator<Found> {
  for (const { resource, file } of unpacked) {
    let line = 0;
    for (const text of linesIn(decodeUtf8(chunksOf(file.descriptor, 0)), LINE_MAX, tooLong))
      yield readLine(resource, text, ++line, options);
  }
}

const tooLong = (): BadArchive => new BadArchive(`a line has more than ${LINE_MAX} characters`);

function readLine(resource: Resource, text: string, line: number, options: ReadOptions): Found {
  const refuse = (field: string | null, problem: string): Found => ({
    kind: 'refused',
    refusal: { file: recordsName(resource.name), line, field, problem },
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse(null, 'it is not JSON');
  }
  const read = readRecord(resource, { form: 'json', value }, options);
  if (read.kind === 'refused') {
    const [{ field, problem }] = read.problems as [(typeof read.problems)[number]];
    return refuse(field, problem);
  }
  const { id } = read.record;
  if (typeof id !== 'string') return refuse('id', 'it has none');
  return { kind: 'record', write: { resource, record: { ...read.record, id } } };
}

function* goodOnes(all: Iterable<Found>): Generator<RecordWrite> {
  for (const found of all) if (found.kind === 'record') yield found.write;
}
