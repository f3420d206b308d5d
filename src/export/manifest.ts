// The manifest of an export: what is in it, whose checks it has to pass, and how true it is to one moment.

import { z } from 'zod';

/** The version of the layout of an export. It changes where an older Creel would misread a newer file. */
export const FORMAT_VERSION = 1;

/** The manifest's place in the archive: behind all that it tells of. */
export const MANIFEST_NAME = 'manifest.json';

/** The file of a collection that a restore reads: nothing is lost in it, and each line is a record. */
export const recordsName = (collection: string): string => `${collection}.ndjson`;

const file = z.object({
  name: z.string(),
  collection: z.string(),
  mediaType: z.string(),
  /** How many records it was written from; null for a schema. */
  records: z.int().min(0).nullable(),
  bytes: z.int().min(0),
  /** Of the content, as 64 hex digits. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const manifest = z.object({
  format: z.literal('creel-export'),
  formatVersion: z.literal(FORMAT_VERSION),
  /** The version that made it. */
  creelVersion: z.string(),
  /** The moment of the export, which is also the time of each file in the archive. */
  exportedAt: z.iso.datetime(),
  store: z.object({
    kind: z.enum(['sqlite', 'mongodb']),
    /** Whether all files show the log as it was at one moment. */
    pointInTime: z.boolean(),
    /** The same in a sentence. */
    meaning: z.string(),
  }),
  coordinates: z.enum(['exact', 'rounded', 'hidden']),
  /** The collections that the token may not read. */
  leftOut: z.array(z.string()),
  files: z.array(file),
});

export type Manifest = Readonly<z.infer<typeof manifest>>;
export type ManifestFile = Readonly<z.infer<typeof file>>;

/** A file that is no whole export; the message says what is wrong with it, in one line. */
export class BadArchive extends Error {
  override readonly name = 'BadArchive';
}

/** What `pointInTime` means, per store. */
export function meaningOf(kind: Manifest['store']['kind'], pointInTime: boolean): string {
  if (!pointInTime)
    return 'The database has no snapshots outside of transactions: what was written during the export can show in some files and not in others.';
  return kind === 'sqlite'
    ? 'All files show the log as it was when the export began: one read transaction of SQLite.'
    : 'All files show the log as it was when the export began: one snapshot of MongoDB, read by majority.';
}

/** The manifest as a text for the archive. */
export const writeManifest = (content: Manifest): string => `${JSON.stringify(content, null, 2)}\n`;

/** Reads a manifest. Throws BadArchive where it is none, or one of a version that is not known here. */
export function readManifest(text: string): Manifest {
  const content = parse(text);
  const { format, formatVersion } = (content ?? {}) as { format?: unknown; formatVersion?: unknown };
  if (format !== 'creel-export') throw new BadArchive(`${MANIFEST_NAME} is not that of an export of Creel`);
  if (typeof formatVersion === 'number' && formatVersion > FORMAT_VERSION)
    throw new BadArchive(
      `it has version ${formatVersion} of the format, and this Creel reads version ${FORMAT_VERSION}: a newer Creel is needed`,
    );
  const read = manifest.safeParse(content);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new BadArchive(`${MANIFEST_NAME} is damaged: ${issue?.path.join('.')}: ${issue?.message}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadArchive(`${MANIFEST_NAME} is damaged: it is not JSON`);
  }
}
