// Runs the store contract on the embedded store.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../src/store/sqlite/open.js';
import { storeContract } from './contract.js';

storeContract(
  'SQLite',
  async (model) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'creel-store-'));
    const store = openSqliteStore({ dataDir, model });
    const cleanUp = async (): Promise<void> => {
      await store.close();
      rmSync(dataDir, { recursive: true });
    };
    return { store, cleanUp, atomic: true, holdsMoments: true };
  },
  { runs: 600 },
);
