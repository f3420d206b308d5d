// Starts other processes on an embedded store, and asks them for what the accounts of the port offer.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline';
import type { Accounts } from '../../src/store/accounts.js';

/** Lines that a process writes before its first answer: `opening` and `open`. */
export const GREETINGS = 2;
const CHILD = new URL('accounts-child.js', import.meta.url).pathname;

/** Throws where the built code, which the processes run, is missing or older than its source. */
export function requireBuild(): void {
  for (const name of readdirSync('src/store/sqlite')) {
    const built = `dist/store/sqlite/${name.replace(/ts$/, 'js')}`;
    if (!existsSync(built) || statSync(built).mtimeMs < statSync(`src/store/sqlite/${name}`).mtimeMs)
      throw new Error(`${built} is not built from the source as it is: run npm run build`);
  }
}

/** What a test that fails on its way does not kill is killed at the end of its file: jest does not end before. */
const started: AccountsProcess[] = [];
afterAll(() => Promise.all(started.map((process) => process.kill())));

/** A process with the store of a folder. */
export class AccountsProcess {
  /** What it has written, line by line; it goes on growing. */
  readonly lines: unknown[] = [];
  readonly #child: ChildProcess;
  readonly #reader: Interface;
  readonly #ended: Promise<unknown>;
  #errors = '';
  #hasEnded = false;
  #onLine: () => void = () => {};

  constructor(dataDir: string) {
    this.#child = spawn(process.execPath, [CHILD, dataDir], { stdio: 'pipe' });
    const { stdin, stdout, stderr } = this.#child;
    if (!stdin || !stdout || !stderr) throw new Error('no pipes');
    started.push(this);
    this.#reader = createInterface({ input: stdout });
    this.#reader.on('line', (line) => {
      this.lines.push(JSON.parse(line));
      this.#onLine();
    });
    stderr.on('data', (data) => {
      this.#errors += data;
    });
    // A killed process does not read to the end.
    stdin.on('error', () => {});
    this.#ended = Promise.all([
      new Promise((resolve) => this.#child.on('close', resolve)),
      new Promise((resolve) => this.#reader.on('close', resolve)),
    ]).then(() => {
      this.#hasEnded = true;
      this.#onLine();
    });
  }

  /** Resolves when it has written so many lines. Throws where it ends before. */
  async wrote(count: number): Promise<void> {
    while (this.lines.length < count) {
      if (this.#hasEnded) throw new Error(`the process ended: ${this.#errors}`);
      await new Promise<void>((resolve) => {
        this.#onLine = resolve;
      });
    }
  }

  /** Asks without waiting for the answer, which is one of `lines`. */
  ask<Method extends keyof Accounts>(method: Method, ...args: Parameters<Accounts[Method]>): void {
    this.#child.stdin?.write(`${JSON.stringify({ method, args })}\n`);
  }

  /** Asks, and gives the answer, where nothing else is being asked. */
  async call<Method extends keyof Accounts>(
    method: Method,
    ...args: Parameters<Accounts[Method]>
  ): Promise<unknown> {
    const count = this.lines.length;
    this.ask(method, ...args);
    await this.wrote(count + 1);
    return this.lines[count];
  }

  /** Kills it as a power cut would, and reads what it has written until then. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }
}
