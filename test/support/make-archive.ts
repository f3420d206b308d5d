// Exports of a store of its own as files, and files that look like exports and are none.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { Manifest } from '../../src/export/manifest.js';
import { openArchive } from '../../src/export/read-archive.js';
import { verifyArchive } from '../../src/export/verify-archive.js';
import { writeArchive } from '../../src/export/write-archive.js';
import { type RestoreOptions, type RestoreReport, restoreArchive } from '../../src/import/restore-archive.js';
import type { Store } from '../../src/store/port.js';
import { openSqliteStore } from '../../src/store/sqlite/open.js';
import { model, type TestLog, writeLog } from './app.js';

const OWNER = 'me';

/** A folder with stores and files that are gone afterwards. */
export class Workshop {
  readonly #folder = mkdtempSync(join(tmpdir(), 'creel-archive-'));
  readonly #stores: Store[] = [];

  path(name: string): string {
    return join(this.#folder, name);
  }

  /** A new store that holds this log. */
  async store(log: TestLog = {}): Promise<Store> {
    const store = openSqliteStore({ dataDir: this.path(`store-${this.#stores.length}`), model });
    this.#stores.push(store);
    await writeLog(store, log, OWNER);
    return store;
  }

  /** What a store exports at that moment. */
  async export(
    store: Store,
    exportedAt = new Date('2026-11-21T12:00:00.000Z'),
    coordinates: Manifest['coordinates'] = 'exact',
  ): Promise<Buffer> {
    const { kind, pointInTime, records, close } = await store.snapshot({ kind: 'one', id: OWNER });
    const source = { kind, pointInTime, records, coordinates };
    const bytes = await buffer(writeArchive(model, source, exportedAt));
    await close();
    return bytes;
  }

  put(bytes: Uint8Array, name = 'export.zip'): string {
    writeFileSync(this.path(name), bytes);
    return this.path(name);
  }

  async restore(store: Store, bytes: Buffer, flags: Partial<RestoreOptions> = {}): Promise<RestoreReport> {
    const archive = await openArchive(this.put(bytes));
    try {
      const options = { ownerField: 'userId', ignoreUnknown: false, skipBad: false };
      return await restoreArchive(model, (work) => work(store, OWNER), archive, {
        ...options,
        overwritePositions: false,
        ...flags,
      });
    } finally {
      archive.close();
    }
  }

  /** What is wrong with an archive, in the order of the checks. */
  async problems(bytes: Uint8Array): Promise<string[]> {
    const problems: string[] = [];
    try {
      const archive = await openArchive(this.put(bytes));
      try {
        for await (const { problem } of verifyArchive(archive)) if (problem !== null) problems.push(problem);
      } finally {
        archive.close();
      }
    } catch (error) {
      problems.push((error as Error).message);
    }
    return problems;
  }

  async close(): Promise<void> {
    for (const store of this.#stores) await store.close();
    rmSync(this.#folder, { recursive: true });
  }
}

/** A ZIP of these files, in their order; a name that ends in `/` is that of a folder. */
export async function makeZip(files: Iterable<readonly [name: string, content: Buffer]>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of files)
    if (name.endsWith('/')) zip.addEmptyDirectory(name);
    else zip.addBuffer(content, name);
  zip.end();
  return buffer(zip.outputStream);
}
