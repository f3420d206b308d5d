// Reads an export from disk, believing nothing of it: bounded, and every file held to the manifest.

import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { BadArchive, MANIFEST_NAME, type Manifest, type ManifestFile, readManifest } from './manifest.js';

/** Most files of an archive. */
const ENTRIES_MAX = 1000;
/** Most bytes of a manifest. */
const MANIFEST_MAX = 1_048_576;
/** What packs tighter than this as a whole is no log: Deflate makes at most 1032 bytes of one, which only a zip bomb needs. */
const RATIO_MAX = 500;
/** So many bytes may be packed as tight as they like, as a log with a long text of one letter is. */
const UNBOUNDED_BYTES = 2 ** 30;
/** Stored as it is, and Deflate. */
const METHODS: readonly number[] = [0, 8];

/** An export that is open. Each of its names comes once, and is that of a file. */
export interface Archive {
  readonly manifest: Manifest;
  /** Names of the files in it, without the manifest. */
  readonly names: ReadonlySet<string>;
  /** The content of a file; throws BadArchive where it is not what the manifest says, at its end at the latest. */
  read(file: ManifestFile): AsyncIterable<Uint8Array>;
  close(): void;
}

/** Opens an export and reads its manifest. Throws BadArchive, or the system's error where the file cannot be read. */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await openZip(path);
  try {
    const entries = await readEntries(zip);
    const manifest = await readManifestOf(zip, entries);
    const names = new Set(entries.keys());
    names.delete(MANIFEST_NAME);
    return {
      manifest,
      names,
      read: (file) => readChecked(zip, entries.get(file.name), file),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { autoClose: false, strictFileNames: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall) throw error;
    throw new BadArchive('it is no ZIP file, or a part of one: the directory at its end cannot be read');
  }
}

/** The files by name. What a reader could be misled by is refused: odd paths, equal names, secrets, bombs. */
async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > ENTRIES_MAX) throw new BadArchive(`it has more than ${ENTRIES_MAX} files`);
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName } = entry;
      if (entries.has(fileName)) throw new BadArchive(`it has two files ${fileName}`);
      if (entry.isEncrypted()) throw new BadArchive(`${fileName} is encrypted`);
      if (!METHODS.includes(entry.compressionMethod))
        throw new BadArchive(`${fileName} is compressed in a way that is not read here`);
      // Of the whole file, since the entries of a bomb can lie over each other.
      unpacked += entry.uncompressedSize;
      if (unpacked > Math.max(UNBOUNDED_BYTES, zip.fileSize * RATIO_MAX))
        throw new BadArchive('it unpacks to more than a log does');
      if (!(await isNamedAlike(zip, entry)))
        throw new BadArchive(`${fileName} is called otherwise at its place`);
      if (!isFolder(entry)) entries.set(fileName, entry);
    }
  } catch (error) {
    throw damaged(error, 'its directory is damaged');
  }
  return entries;
}

/** Programs that pack a folder write an entry for each folder in it too. */
const isFolder = ({ fileName, uncompressedSize }: Entry): boolean =>
  fileName.endsWith('/') && uncompressedSize === 0;

/** A name comes twice in a ZIP, in the directory and before the file; programs that read the one must not see another. */
async function isNamedAlike(zip: ZipFile, entry: Entry): Promise<boolean> {
  const { fileName, compressionMethod } = await zip.readLocalFileHeaderPromise(entry);
  return fileName.equals(entry.fileNameRaw) && compressionMethod === entry.compressionMethod;
}

async function readManifestOf(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<Manifest> {
  const entry = entries.get(MANIFEST_NAME);
  if (!entry && [...entries.keys()].some((name) => name.endsWith(`/${MANIFEST_NAME}`)))
    throw new BadArchive(
      `its ${MANIFEST_NAME} is in a folder: pack the files themselves, without that folder`,
    );
  if (!entry) throw new BadArchive(`it has no ${MANIFEST_NAME}: it is no export of Creel`);
  if (entry.uncompressedSize > MANIFEST_MAX) throw new BadArchive(`${MANIFEST_NAME} is too large`);
  const pieces: Uint8Array[] = [];
  for await (const piece of content(zip, entry)) pieces.push(piece);
  return readManifest(Buffer.concat(pieces).toString());
}

async function* readChecked(
  zip: ZipFile,
  entry: Entry | undefined,
  { name, bytes, sha256 }: ManifestFile,
): AsyncGenerator<Uint8Array> {
  if (!entry) throw new BadArchive(`${name} is missing`);
  if (entry.uncompressedSize !== bytes)
    throw new BadArchive(`${name} has ${entry.uncompressedSize} bytes, not ${bytes} as the manifest says`);
  const hash = createHash('sha256');
  for await (const piece of content(zip, entry)) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== sha256)
    throw new BadArchive(`${name} is not what the manifest says: its SHA-256 differs`);
}

/** Unpacks a file. yauzl stops where it is longer than its directory entry says. */
async function* content(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  let sum = 0;
  try {
    for await (const piece of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>) {
      sum = crc32(piece, sum);
      yield piece;
    }
  } catch (error) {
    throw damaged(error, `${entry.fileName} is damaged: it does not unpack to what the ZIP says`);
  }
  if (sum !== entry.crc32) throw new BadArchive(`${entry.fileName} is damaged: its CRC-32 differs`);
}

/** What a library says of a broken file, in a sentence of ours. */
const damaged = (error: unknown, what: string): BadArchive =>
  error instanceof BadArchive ? error : new BadArchive(`${what} (${(error as Error).message})`);
