// Imports files into an embedded store of its own, and reads back what is in it.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { readConfig } from '../../src/config.js';
import { type ImportOptions, type ImportReport, importLog } from '../../src/import/import-log.js';
import { getResource } from '../../src/model/model.js';
import { readModel } from '../../src/model/read-schema.js';
import { openStore } from '../../src/store/open.js';
import type { StoredRecord } from '../../src/store/port.js';

export const model = readModel();
export const NOW = new Date('2026-07-01T12:00:00.000Z');

/** A folder and a store that are gone afterwards. */
export class Trial {
  readonly #folder = mkdtempSync(join(tmpdir(), 'creel-import-'));
  readonly config = readConfig({ DATA_DIR: join(this.#folder, 'data') });
  readonly #store = openStore(this.config, model, () => {});

  /** Where a file of that name is. */
  path(name: string): string {
    return join(this.#folder, 'log', name);
  }

  /** Puts files into the log's folder, by name. */
  put(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(this.path(name)), { recursive: true });
      writeFileSync(this.path(name), content);
    }
  }

  /** Imports what is in the folder, or other paths; file names in the report are relative to the folder. */
  async import(options: Partial<ImportOptions> = {}): Promise<ImportReport> {
    const all = { paths: [this.path('')], ownerField: 'userId', now: NOW, ...options };
    const report = await importLog(model, async (work) => work(await this.#store, 'me'), {
      skipBad: false,
      ignoreUnknown: false,
      overwritePositions: false,
      ...all,
    });
    const folder = JSON.stringify(this.path('') + sep).slice(1, -1);
    return JSON.parse(JSON.stringify(report).replaceAll(folder, ''));
  }

  /** The records of one type that the store has, by id, without nulls and empty lists. */
  async read(typeName: string): Promise<StoredRecord[]> {
    const resource = getResource(model, typeName);
    const records = (await this.#store).bind({ kind: 'one', id: 'me' });
    const select = resource.fields.map(({ name }) => name);
    const sort = [{ field: 'id', descending: false }];
    const page = await records.find(resource, { where: [], sort, after: null, limit: 1000, select });
    return page.records.map(compact);
  }

  async close(): Promise<void> {
    await (await this.#store).close();
    rmSync(this.#folder, { recursive: true });
  }
}

/** A record without what is missing in it. */
function compact<T>(value: T): T {
  if (Array.isArray(value)) return value.map(compact) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([, inner]) => inner !== null && inner !== undefined && !(Array.isArray(inner) && inner.length === 0),
  );
  return Object.fromEntries(entries.map(([name, inner]) => [name, compact(inner)])) as T;
}
