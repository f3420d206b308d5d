// Keeps exact positions from being replaced by those of an export that does not have them.

import type { Manifest } from '../export/manifest.js';
import type { Records, RecordWrite } from '../store/port.js';
import { batches, groupByResource } from './plan-writes.js';

/** An export with rounded or hidden coordinates would replace positions in the store; nothing was written. */
export class LosesPositions extends Error {
  override readonly name = 'LosesPositions';

  constructor(coordinates: Manifest['coordinates'], records: number) {
    const those = records === 1 ? 'the position of 1 record' : `the positions of ${records} records`;
    super(
      `its coordinates are ${coordinates}, and would replace ${those} in the store; nothing was imported`,
    );
  }
}

/**
 * Throws LosesPositions where records of an export with such coordinates would replace a part of a position in the
 * store by another or by none. Reads the records in batches and keeps none of them.
 */
export async function checkPositions(
  coordinates: Manifest['coordinates'],
  writes: Iterable<RecordWrite>,
  records: Records,
): Promise<void> {
  if (coordinates === 'exact') return;
  let lost = 0;
  for (const batch of batches(writes)) lost += await countLost(batch, records);
  if (lost > 0) throw new LosesPositions(coordinates, lost);
}

async function countLost(batch: readonly RecordWrite[], records: Records): Promise<number> {
  let lost = 0;
  for (const [resource, group] of groupByResource(batch)) {
    const select = [...resource.coordinates.keys()];
    if (select.length === 0) continue;
    const ids = group.map(({ record }) => record.id);
    const stored = await records.getMany(resource, ids, select);
    lost += group.filter(({ record }, index) => {
      const old = stored[index];
      return old && select.some((name) => (old[name] ?? null) !== null && old[name] !== record[name]);
    }).length;
  }
  return lost;
}
