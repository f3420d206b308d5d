// Imports a log: reads all of it, and only if nothing is refused writes all of it, at once.

import type { Model } from '../model/model.js';
import type { Store } from '../store/port.js';
import { type DanglingLinks, findDanglingLinks } from './links.js';
import { checkPositions } from './lost-positions.js';
import { planWrites } from './plan-writes.js';
import type { Refusal } from './problems.js';
import { type Log, readLog } from './read-log.js';
import type { ReadOptions } from './read-record.js';
import { type StagedRecord, Staging, writesOf } from './staging.js';

export interface ImportOptions extends Omit<ReadOptions, 'possibleAt'> {
  /** Files and folders. */
  readonly paths: readonly string[];
  /** Whether to import what is good where something is refused. */
  readonly skipBad: boolean;
  /** Whether an unpacked export without exact coordinates may replace positions in the store. */
  readonly overwritePositions: boolean;
  /** The moment that records without times of their own are given. */
  readonly now: Date;
}

export interface ImportReport extends Pick<Log, 'read' | 'leftAside' | 'ignored' | 'withoutId'> {
  /** The first of them, by file in the order they were read, then by line. */
  readonly refused: readonly Refusal[];
  readonly refusedCount: number;
  readonly dangling: readonly DanglingLinks[];
  /** What changed in the store; null where nothing was written because something was refused. */
  readonly written: { readonly added: number; readonly replaced: number; readonly unchanged: number } | null;
}

/** Opens a store for as long as the work takes, and knows whose records are meant. */
export type WithStore = <T>(work: (store: Store, owner: string) => Promise<T>) => Promise<T>;

/**
 * Imports the files and tells what became of them. The store is not opened where nothing is to be written. The records
 * lie in temporary files meanwhile. Rejects with LosesPositions, and with errors of the store.
 */
export async function importLog(
  model: Model,
  withStore: WithStore,
  options: ImportOptions,
): Promise<ImportReport> {
  const staging = new Staging();
  try {
    const log = await readLog(options.paths, model, { ...options, possibleAt: options.now }, staging);
    const { read, leftAside, ignored, withoutId, refusals } = log;
    const report = {
      ...{ read, leftAside, ignored, withoutId },
      ...{ refused: refusals.first, refusedCount: refusals.count },
    };
    if (refusals.count > 0 && !options.skipBad) return { ...report, dangling: [], written: null };
    return await withStore(async (store, owner) => ({
      ...report,
      ...(await writeLog(model, log, store, owner, staging, options)),
    }));
  } finally {
    staging.close();
  }
}

async function writeLog(
  model: Model,
  log: Log,
  store: Store,
  owner: string,
  staging: Staging,
  { overwritePositions, now }: ImportOptions,
): Promise<Pick<ImportReport, 'dangling' | 'written'>> {
  const records = store.bind({ kind: 'one', id: owner });
  const found = writesOf(model, log.records);
  if (!overwritePositions) await checkPositions(log.coordinates, found, records);
  const dangling = await findDanglingLinks(log.links, log.ids, records);
  // Nothing asks for them any more, and memory holds nothing larger.
  log.ids.clear();
  const planned = staging.spool<StagedRecord>();
  const unchanged = await planWrites(found, records, now, planned);
  const { added, replaced } =
    planned.length > 0 ? await store.write(owner, writesOf(model, planned)) : { added: 0, replaced: 0 };
  return { dangling, written: { added, replaced, unchanged } };
}
