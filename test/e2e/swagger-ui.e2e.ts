// Swagger UI in multi-user mode: Authorize with a token, Try it out, 200.

import type { Browser } from 'playwright-core';
import type { TestApp } from '../support/app.js';
import { openChromium } from './chromium.js';
import { startPanel } from './panel.js';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startPanel(), openChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

test('a call is refused without a token, and answered with one', async () => {
  const { id } = await app.auth.users.get('ann');
  const wanted = { name: 'Swagger', expiresAt: null, collections: null, coordinates: 'exact' } as const;
  const { secret } = await app.auth.tokens.create(id, wanted);
  const page = await browser.newPage();
  // The page has megabytes of script.
  page.setDefaultTimeout(100_000);
  const failed: string[] = [];
  page.on('console', (message) => message.type() === 'error' && failed.push(message.text()));
  await page.goto(`${app.url}/api-docs`);
  const operation = page.locator('.opblock', { has: page.locator('[data-path="/api/v1/lures"]') });
  await operation.locator('.opblock-summary-control').click();
  const call = async () => {
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('/api/v1/lures')),
      operation.getByRole('button', { name: 'Execute' }).click(),
    ]);
    return answer.status();
  };
  expect(await call()).toBe(401);
  await page.locator('.auth-wrapper .btn.authorize').first().click();
  await page.locator('.modal-ux input').fill(secret);
  await page.locator('.modal-ux .btn.authorize').click();
  await page.locator('.modal-ux .btn-done').click();
  expect(await call()).toBe(200);
  await operation.locator('.live-responses-table td', { hasText: '200' }).first().waitFor();
  expect(failed.filter((text) => !text.includes('401'))).toEqual([]);
});
