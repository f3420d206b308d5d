// Starts a real Chromium. Without one the suite fails, and says how to get one.

import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const FLAGS = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** A browser with a fresh profile, which is removed when it is closed. */
export async function openChromium(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? PLACES.find((place) => existsSync(place));
  if (!executablePath || !existsSync(executablePath)) {
    const message = `NO BROWSER: ${executablePath ?? PLACES.join(', ')} not found. Run .ci/browser, or set CHROMIUM to one.`;
    process.stderr.write(`\n!!! ${message}\n\n`);
    throw new Error(message);
  }
  return chromium.launch({ executablePath, args: FLAGS, timeout: 60_000 });
}
