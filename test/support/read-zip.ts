// Reads a ZIP as any program would: its files in their order, with their content.

import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** The content of every file, by name. Rejects where it is no whole ZIP. */
export async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes);
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}
