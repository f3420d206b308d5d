// Nobody can tell what another owner has: on the embedded store, where two owners can have the same ids.

import { describeScoping } from './describe-scoping.js';

describeScoping('SQLite', null, { sharedIds: true, runs: 300, every: 1 });
