// What a user does from the first sign-in to a revoked token: with JavaScript, without it, and by keyboard alone.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { TestApp } from '../support/app.js';
import { openChromium } from './chromium.js';
import { PASSWORD, startPanel } from './panel.js';

let app: TestApp;
let browser: Browser;
let context: BrowserContext;
beforeAll(async () => {
  [app, browser] = await Promise.all([startPanel(), openChromium()]);
});
afterEach(() => context?.close());
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

const read = (secret: string) =>
  fetch(`${app.url}/api/v1/catches`, {
    headers: { Authorization: `Bearer ${secret}`, Connection: 'close' },
  });

async function signIn(page: Page): Promise<void> {
  await page.goto(`${app.url}/admin`);
  await page.getByLabel('Name').fill('ann');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/admin/tokens');
}

async function makeToken(page: Page, name: string): Promise<string> {
  await page.getByRole('link', { name: 'New token' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Never').check();
  await page.getByRole('button', { name: 'Create token' }).click();
  const secret = (await page.locator('#secret').textContent()) ?? '';
  // What the page's script adds is there too.
  await page.waitForLoadState();
  return secret;
}

test.each([
  ['with', true],
  ['without', false],
])(
  '%s JavaScript: sign in, make a token, use it, see that, revoke it, see it refused',
  async (_how, javaScriptEnabled) => {
    context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    await signIn(page);
    const name = `Notebook ${_how}`;
    const secret = await makeToken(page, name);
    expect(await page.getByRole('button', { name: 'Copy the token' }).count()).toBe(
      javaScriptEnabled ? 1 : 0,
    );

    const answer = await read(secret);
    expect([answer.status, ((await answer.json()) as unknown[]).length]).toEqual([200, 30]);
    await app.auth.usage.flush();
    await page.getByRole('link', { name: 'I have copied it' }).click();
    const card = page.locator('article', { hasText: name });
    expect(await card.textContent()).toMatch(/Last used\s*\d+ \w+ \d{4}/);
    expect(await card.getByRole('img').getAttribute('aria-label')).toMatch(/^1 request on 1 day/);
    expect(await page.content()).not.toContain(secret);

    await page.getByRole('link', { name }).click();
    await page.getByRole('link', { name: 'Revoke…' }).click();
    await page.getByRole('button', { name: 'Revoke it' }).click();
    expect(await page.getByRole('status').textContent()).toContain('The token is revoked.');
    expect((await read(secret)).status).toBe(401);

    await page.getByRole('link', { name: 'My data' }).click();
    const waiting = page.waitForEvent('download');
    await page.getByRole('link', { name: 'lures as CSV' }).click();
    expect((await waiting).suggestedFilename()).toBe('lures.csv');
    await page.getByRole('button', { name: 'Sign out' }).click();
    expect(await page.getByRole('status').textContent()).toBe('You are signed out.');
    await page.goto(`${app.url}/admin/tokens`);
    expect(page.url()).toMatch(/\/admin\/sign-in$/);
  },
);

test('the copy button copies', async () => {
  context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await signIn(page);
  const secret = await makeToken(page, 'Clipboard');
  await page.getByRole('button', { name: 'Copy the token' }).click();
  await page.getByText('Copied', { exact: true }).first().waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
});

test('by keyboard alone: what has the focus is always seen, and a token is made and revoked', async () => {
  context = await browser.newContext();
  const page = await context.newPage();
  const { keyboard } = page;
  /** Goes on by Tab until something of that name has the focus. */
  const tabTo = async (name: string) => {
    for (let steps = 0; steps < 60; steps++) {
      await keyboard.press('Tab');
      const [text, outline] = (await page.evaluate(FOCUSED)) as [string, boolean];
      if (text !== '') expect([text, outline]).toEqual([text, true]);
      if (text.includes(name)) return;
    }
    throw new Error(`${name} is not reached`);
  };
  /** Presses Enter, and waits for the page that it leads to, also where that has the URL of the page before. */
  const enter = async (url: RegExp) => {
    await Promise.all([page.waitForNavigation({ url }), keyboard.press('Enter')]);
  };
  await page.goto(`${app.url}/admin`);
  await tabTo('Skip to the content');
  await keyboard.press('Enter');
  await tabTo('Name');
  await keyboard.type('ann');
  await tabTo('Password');
  await keyboard.type(PASSWORD);
  await enter(/\/admin\/tokens$/);
  await tabTo('New token');
  await enter(/\/tokens\/new$/);
  await tabTo('Name');
  await keyboard.type('Keys');
  await tabTo('In 90 days');
  await keyboard.press('ArrowUp');
  await tabTo('spots');
  await keyboard.press('Space');
  await tabTo('Create token');
  await enter(/\/admin\/tokens$/);
  const secret = (await page.locator('#secret').textContent()) ?? '';
  expect((await read(secret)).status).toBe(200);
  await tabTo('I have copied it');
  await enter(/\/admin\/tokens$/);
  await tabTo('Keys');
  await enter(/\/tokens\/[\w-]{36}$/);
  await tabTo('Revoke…');
  await enter(/\/revoke$/);
  await tabTo('Revoke it');
  await enter(/done=token-revoked$/);
  expect((await read(secret)).status).toBe(401);
});

/** The name of what has the focus, and whether one sees that it has. */
const FOCUSED = `(() => {
  const it = document.activeElement;
  if (!it || it === document.body) return ['', true];
  const { outlineStyle, boxShadow } = getComputedStyle(it);
  const label = it.labels?.[0]?.textContent ?? it.getAttribute('aria-label') ?? it.textContent;
  return [label.trim() || it.tagName, outlineStyle !== 'none' || boxShadow !== 'none'];
})()`;
