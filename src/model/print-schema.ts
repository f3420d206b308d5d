// Prints the full SDL: what `npm run schema` shows, and what the golden file holds.

import { deriveSdl } from './derive-sdl.js';
import { readModel } from './read-schema.js';

process.stdout.write(`${deriveSdl(readModel())}\n`);
