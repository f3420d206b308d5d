// A temporary file that nobody else finds, and that is gone with the process, however it ends.

import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class UnnamedFile {
  /** To be read and written with positions of one's own. */
  readonly descriptor: number;
  readonly #folder = mkdtempSync(join(tmpdir(), `creel-${process.pid}-`));

  constructor() {
    try {
      this.descriptor = openSync(join(this.#folder, 'file'), 'wx+', 0o600);
    } catch (error) {
      this.#remove();
      throw error;
    }
    try {
      // An open file needs no name: so nothing of it stays where the process is killed.
      this.#remove();
    } catch {
      // Not so on every Windows: there it goes when it is closed.
    }
  }

  close(): void {
    closeSync(this.descriptor);
    this.#remove();
  }

  #remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
