// Restores a log from an export: checks all of it first, then writes all of it, in memory that its size does not matter to.

import { closeSync, createWriteStream, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BadArchive, recordsName } from '../export/manifest.js';
import type { Archive } from '../export/read-archive.js';
import type { Model, Resource } from '../model/model.js';
import type { RecordWrite, WriteResult } from '../store/port.js';
import { RECORD_MAX } from './file-record.js';
import type { WithStore } from './import-log.js';
import { chunksOf, decodeUtf8, linesIn } from './lines.js';
import { checkPositions } from './lost-positions.js';
import { type Refusal, Refusals, show } from './problems.js';
import { type ReadOptions, readRecord } from './read-record.js';

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
type Unpacked = readonly { readonly resource: Resource; readonly path: string }[];

/**
 * Writes the records of an export to the store, as they are, in one transaction: a record that is there with the same id
 * is replaced, and no other is touched. They are unpacked into a temporary folder meanwhile, since a transaction of
 * the embedded store cannot wait. Throws BadArchive where a file is not what the manifest says, and LosesPositions.
 */
export async function restoreArchive(
  model: Model,
  withStore: WithStore,
  archive: Archive,
  options: RestoreOptions,
): Promise<RestoreReport> {
  const folder = mkdtempSync(join(tmpdir(), 'creel-restore-'));
  try {
    const unpacked = await unpack(model, archive, folder);
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
    rmSync(folder, { recursive: true, force: true });
  }
}

async function unpack(model: Model, archive: Archive, folder: string): Promise<Unpacked> {
  const unpacked: { resource: Resource; path: string }[] = [];
  for (const file of archive.manifest.files) {
    if (file.name !== recordsName(file.collection)) continue;
    const resource = model.byName.get(file.collection);
    if (!resource) throw new BadArchive(`this Creel has no collection ${show(file.collection)}`);
    const path = join(folder, recordsName(resource.name));
    await pipeline(archive.read(file), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    unpacked.push({ resource, path });
  }
  return unpacked;
}

type Found =
  | { readonly kind: 'record'; readonly write: RecordWrite }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Every record as an import reads it, without the times that an import would give it. */
function* readAll(unpacked: Unpacked, options: ReadOptions): Generator<Found> {
  for (const { resource, path } of unpacked) {
    const file = openSync(path, 'r');
    try {
      let line = 0;
      for (const text of linesIn(decodeUtf8(chunksOf(file)), RECORD_MAX, tooLong))
        yield readLine(resource, text, ++line, options);
    } finally {
      closeSync(file);
    }
  }
}

const tooLong = (): BadArchive => new BadArchive(`a line has more than ${RECORD_MAX} characters`);

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
