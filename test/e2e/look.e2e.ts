// Every page, in light, dark and on a phone: axe finds nothing to mend, and nothing has to be scrolled sideways.
// With SCREENSHOTS set to a folder, the pages are kept there as pictures.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startApp, type TestApp } from '../support/app.js';
import { openChromium } from './chromium.js';
import { PASSWORD, startPanel } from './panel.js';

const { SCREENSHOTS } = process.env;

const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: 'light', viewport: { width: 1200, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 1200, height: 800 } },
  phone: { colorScheme: 'light', viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  'dark phone': {
    colorScheme: 'dark',
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  },
};

let app: TestApp;
let open: TestApp;
let browser: Browser;
let ids: { readonly live: string; readonly used: string; readonly ended: string; readonly bob: string };
beforeAll(async () => {
  [app, open, browser] = await Promise.all([startPanel(), startApp(), openChromium()]);
  const { tokens, users } = app.auth;
  const ann = await users.get('ann');
  const make = (name: string, more: object = {}) =>
    tokens.create(ann.id, { name, expiresAt: null, collections: null, coordinates: 'exact', ...more });
  const used = await make('Notebook');
  const live = await make('A map for a friend, with a name that is long enough to need a second line', {
    collections: ['catches', 'spots'],
    coordinates: 'rounded',
    expiresAt: new Date(Date.now() + 30 * 24 * 3600 * 1000).toISOString(),
  });
  const ended = await make('Old dashboard');
  await tokens.revoke(ann.id, ended.token.id);
  const day = (back: number) => new Date(Date.now() - back * 24 * 3600 * 1000).toISOString();
  await app.store.accounts.addUsage(
    [0, 1, 2, 3, 5, 8, 9, 13, 14, 21, 28].map((back) => ({
      tokenId: used.token.id,
      day: day(back).slice(0, 10),
      requests: ((back * 7) % 23) + 1,
      records: 300 * (((back * 7) % 23) + 1),
      lastUsedAt: day(back),
    })),
  );
  await app.auth.sessions.start(ann, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/605');
  await users.create({
    name: 'a-user-whose-name-is-as-long-as-a-name-can-be-'.padEnd(64, 'x'),
    password: null,
    isAdmin: false,
    ownerId: null,
  });
  await users.setDisabled((await users.get('bob')).id, true);
  ids = { live: live.token.id, used: used.token.id, ended: ended.token.id, bob: (await users.get('bob')).id };
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([app?.close(), open?.close()]);
});

test.each(Object.entries(LOOKS))('in %s', async (look, options) => {
  // Without transitions: a colour that is half-way to another is not judged.
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const failed: string[] = [];
  page.on(
    'console',
    (message) => message.type() === 'error' && failed.push(`${page.url()}: ${message.text()}`),
  );
  const at = (path: string) => page.goto(`${app.url}${path}`);
  const check = (name: string) => expectGoodPage(page, look, name);

  await page.goto(`${open.url}/admin`);
  await check('open');
  await at('/admin/sign-in');
  await check('sign-in');
  await page.fill('[name=name]', 'ann');
  await page.fill('[name=password]', 'not this one at all');
  await page.click('main button');
  await check('sign-in wrong');
  await page.fill('[name=name]', 'ann');
  await page.fill('[name=password]', PASSWORD);
  await page.click('main button');
  await page.waitForURL('**/admin/tokens');
  await page.click('summary');
  await check('tokens');
  await at('/admin/tokens/new');
  await check('token new');
  await page.check('[value=date]');
  for (const box of await page.locator('[name=collections]').all()) await box.uncheck();
  await page.fill('[name=name]', 'x');
  await page.click('main button');
  await check('token new wrong');
  await page.check('[value=never]');
  await page.check('[value=rounded]');
  await page.check('[value=catches]');
  await page.click('main button');
  await check('token secret');
  for (const [name, id] of Object.entries(ids).slice(0, 3)) {
    await at(`/admin/tokens/${id}`);
    await check(`token ${name}`);
  }
  await at(`/admin/tokens/${ids.live}/revoke`);
  await check('token revoke');
  await at('/admin/account?done=session-ended');
  await check('account');
  await page.fill('[name=old]', 'not this one at all');
  await page.fill('[name=password]', 'a new password here');
  await page.fill('[name=again]', 'a new password here');
  await page.click('text=Change password');
  await check('account wrong');
  await at('/admin/data');
  await check('data');
  await at('/admin/users');
  await check('users');
  await at('/admin/users/new');
  await page.click('summary');
  await check('user new');
  await page.fill('[name=name]', `user ${look}`);
  await page.click('main button');
  await check('user password');
  await at(`/admin/users/${ids.bob}`);
  await check('user');
  await at('/admin/nowhere');
  await check('not found');
  await at('/errors#unknown-parameter');
  await check('errors');
  await at('/graphql');
  await check('graphql');
  // Only the pages that are meant to be refused were.
  expect(failed.filter((text) => !/status of 40[034]/.test(text))).toEqual([]);
  await context.close();
});

async function expectGoodPage(page: Page, look: string, name: string): Promise<void> {
  await page.waitForLoadState('load');
  if (SCREENSHOTS) {
    mkdirSync(SCREENSHOTS, { recursive: true });
    await page.screenshot({
      path: join(SCREENSHOTS, `${name} (${look}).png`.replaceAll(' ', '-')),
      fullPage: true,
    });
  }
  // Handed to the engine itself, as the page's policy forbids scripts that are not its own.
  const violations = await page.evaluate(`${axe.source}; axe.run().then(({ violations }) => violations.map(
    ({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' | ')))`);
  expect({ name, look, violations }).toEqual({ name, look, violations: [] });
  const width = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect({ name, look, tooWide: Number(width) > 0 }).toEqual({ name, look, tooWide: false });
}
