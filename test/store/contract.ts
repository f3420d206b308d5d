// The contract of a store, run on every adapter: one suite, whatever the database.

import { jest } from '@jest/globals';
import { describeAccounts } from './contract-accounts.js';
import { describeArea } from './contract-area.js';
import { describeChanges } from './contract-changes.js';
import { describeFilters } from './contract-filters.js';
import { describeProperty } from './contract-property.js';
import { describeReading } from './contract-reading.js';
import { describeSnapshot } from './contract-snapshot.js';
import { describeSorting } from './contract-sorting.js';
import { describeText } from './contract-text.js';
import { describeWriting } from './contract-writing.js';
import type { OpenStore } from './fixture.js';

/** Its random logs, and a database in another process, take their time on a machine that does much else. */
jest.setTimeout(600_000);

/** Holds an adapter to the contract of src/store/port.ts. `runs` is how many random logs the property tries. */
export function storeContract(name: string, open: OpenStore, { runs }: { runs: number }): void {
  describe(`${name} obeys the contract of a store:`, () => {
    describeFilters(open);
    describeText(open);
    describeSorting(open);
    describeReading(open);
    describeWriting(open);
    describeSnapshot(open);
    describeChanges(open, Math.ceil(runs / 6));
    describeAccounts(open);
    describeArea(open, runs);
    describeProperty(open, runs);
  });
}
