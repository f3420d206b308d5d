// The panel with a log and two users, for a browser to visit.

import { demoLog } from '../../src/demo/demo-log.js';
import { model, startApp, type TestApp } from '../support/app.js';

export const PASSWORD = 'a long enough password';

/** The server, with a demo log of the administrator `ann`; `bob` has none. */
export async function startPanel(): Promise<TestApp> {
  const app = await startApp({ config: { AUTH_MODE: 'multi-user' } });
  const users = ['ann', 'bob'].map((name) =>
    app.auth.users.create({ name, password: PASSWORD, isAdmin: name === 'ann', ownerId: name }),
  );
  await Promise.all(users);
  await app.store.write('ann', demoLog(model, { catches: 30 }));
  return app;
}
