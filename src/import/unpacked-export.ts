// Tells a folder that is an unpacked export from any other.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST_NAME, type Manifest, readManifest } from '../export/manifest.js';

/** The manifest of an unpacked export; null for another folder. Throws BadArchive where an export's is damaged or too new. */
export function readUnpacked(folder: string): Manifest | null {
  const text = readIfThere(join(folder, MANIFEST_NAME));
  return text !== null && /"format"\s*:\s*"creel-export"/.test(text) ? readManifest(text) : null;
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
