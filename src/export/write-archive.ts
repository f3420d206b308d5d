// Writes an export: a ZIP whose files are made one after the other, as fast as somebody reads it.

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Model, Resource } from '../model/model.js';
import { readableResources } from '../rest/readable.js';
import type { Snapshot } from '../store/port.js';
import { VERSION } from '../version.js';
import { type ArchiveFile, archiveFiles } from './archive-files.js';
import {
  FORMAT_VERSION,
  MANIFEST_NAME,
  type Manifest,
  type ManifestFile,
  meaningOf,
  writeManifest,
} from './manifest.js';

/** What is exported: the records of one owner, as far as they may be read, and how exactly they tell where they are. */
export interface ArchiveSource extends Pick<Snapshot, 'kind' | 'pointInTime' | 'records'> {
  readonly coordinates: Manifest['coordinates'];
}

/** A log is nobody else's: unpacked files are for their owner. */
const MODE = 0o100600;

/**
 * The bytes of the archive. Nothing is read ahead of whoever reads them, and nothing at all after `stop`. What fails on the way is thrown before the archive's directory, so that a part never looks like a whole.
 * But for `exportedAt` (also the time of its files) the same log gives the same bytes.
 */
export async function* writeArchive(
  model: Model,
  source: ArchiveSource,
  exportedAt: Date,
  stop = new AbortController().signal,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let file: Readable | undefined;
  output.once('close', () => file?.destroy());
  stop.addEventListener('abort', () => output.destroy(), { once: true });
  const add = (name: string, content: () => AsyncIterable<Uint8Array>): void =>
    zip.addReadStreamLazy(name, { mtime: exportedAt, mode: MODE }, (done) => {
      file = Readable.from(content(), { objectMode: false });
      file.on('error', (error) => output.destroy(error));
      done(null, file);
    });

  const resources = readableResources(model, source.records);
  const written: ManifestFile[] = [];
  for (const one of archiveFiles(model, resources, source.records))
    add(one.name, () => contentOf(one, stop, (facts) => written.push(facts)));
  add(MANIFEST_NAME, async function* () {
    yield Buffer.from(writeManifest(manifestOf(model, resources, source, exportedAt, written)));
  });
  zip.end();
  yield* output;
}

/** The bytes of a file; what the manifest says of it is told at their end. */
async function* contentOf(
  { name, collection, mediaType, pieces }: ArchiveFile,
  stop: AbortSignal,
  tell: (facts: ManifestFile) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let bytes = 0;
  let records: number | null = null;
  for await (const [text, more] of pieces(stop)) {
    if (more !== null) records = (records ?? 0) + more;
    const piece = Buffer.from(text);
    if (piece.length === 0) continue;
    hash.update(piece);
    bytes += piece.length;
    yield piece;
  }
  tell({ name, collection, mediaType, records, bytes, sha256: hash.digest('hex') });
}

function manifestOf(
  model: Model,
  resources: readonly Resource[],
  { kind, pointInTime, coordinates }: ArchiveSource,
  exportedAt: Date,
  files: readonly ManifestFile[],
): Manifest {
  return {
    format: 'creel-export',
    formatVersion: FORMAT_VERSION,
    creelVersion: VERSION,
    exportedAt: exportedAt.toISOString(),
    store: { kind, pointInTime, meaning: meaningOf(kind, pointInTime) },
    coordinates,
    leftOut: model.resources.filter((resource) => !resources.includes(resource)).map(({ name }) => name),
    files: [...files],
  };
}

/**
 * What the file of an export is called, by the day in UTC: `creel-2026-11-21.zip`. One that is not everything says so:
 * `-rounded` or `-hidden` for its coordinates, `-partial` where collections are left out.
 */
export function archiveName(model: Model, source: ArchiveSource, exportedAt: Date): string {
  const limits = source.coordinates === 'exact' ? [] : [source.coordinates];
  const isPartial = readableResources(model, source.records).length < model.resources.length;
  const day = exportedAt.toISOString().slice(0, 10);
  return `${['creel', day, ...limits, ...(isPartial ? ['partial'] : [])].join('-')}.zip`;
}
