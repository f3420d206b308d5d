// The version of this Creel, as package.json has it.

import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');

export const { version: VERSION } = JSON.parse(text) as { readonly version: string };
