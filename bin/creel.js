#!/usr/bin/env node
// The command `creel`: it is here before the build too, so that npm finds something to link, and tells what is missing then.

import { existsSync } from 'node:fs';

const main = new URL('../dist/cli/main.js', import.meta.url);
if (existsSync(main)) await import(main.href);
else {
  process.stderr.write('creel: not built yet; run npm run build\n');
  process.exitCode = 1;
}
