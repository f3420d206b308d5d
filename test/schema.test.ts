// The full schema as a golden file: a change of the contract is seen in its diff.

import { readFileSync } from 'node:fs';
import { deriveSdl } from '../src/model/derive-sdl.js';
import { readModel } from '../src/model/read-schema.js';

// After a change that is meant: npm run schema > test/golden/schema.graphql
test('the schema is the one in test/golden/schema.graphql', () => {
  const golden = readFileSync(new URL('./golden/schema.graphql', import.meta.url), 'utf8');
  expect(`${deriveSdl(readModel())}\n`).toBe(golden);
});
