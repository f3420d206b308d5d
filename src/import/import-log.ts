// Imports a log: reads all of it, and only if nothing is refused writes all of it, at once.

import type { Model } from '../model/model.js';
import type { Store } from '../store/port.js';
import { type DanglingLinks, findDanglingLinks } from './links.js';
import { checkPositions } from './lost-positions.js';
import { planWrites } from './plan-writes.js';
import { type Log, readLog } from './read-log.js';
import type { ReadOptions } from './read-record.js';

export interface ImportOptions extends ReadOptions {
  readonly owner: string;
  /** Files and folders. */
  readonly paths: readonly string[];
  /** Whether to import what is good where something is refused. */
  readonly skipBad: boolean;
  /** Whether an unpacked export without exact coordinates may replace positions in the store. */
  readonly overwritePositions: boolean;
  /** The moment that records without times of their own are given. */
  readonly now: Date;
}

export interface ImportReport extends Omit<Log, 'records' | 'coordinates'> {
  readonly dangling: readonly DanglingLinks[];
  /** What changed in the store; null where nothing was written because something was refused. */
  readonly written: { readonly added: number; readonly replaced: number; readonly unchanged: number } | null;
}

/** Imports the files and tells what became of them. Rejects with LosesPositions, and with errors of the store. */
export async function importLog(model: Model, store: Store, options: ImportOptions): Promise<ImportReport> {
  const { records: found, coordinates, ...report } = readLog(options.paths, model, options);
  if (report.refused.length > 0 && !options.skipBad) return { ...report, dangling: [], written: null };
  const records = store.bind({ kind: 'one', id: options.owner });
  if (!options.overwritePositions) await checkPositions(coordinates, found, records);
  const dangling = await findDanglingLinks(found, model, records);
  const { writes, unchanged } = await planWrites(found, records, options.now);
  const written = writes.length > 0 ? await store.write(options.owner, writes) : { added: 0, replaced: 0 };
  return { ...report, dangling, written: { ...written, unchanged } };
}
