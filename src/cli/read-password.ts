// Reads a password for a user: from a pipe, or from a person who types it unseen.

import { createInterface, type Interface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** The first line of standard input. */
export async function readPiped(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += chunk;
    if (text.includes('\n')) break;
  }
  return text.split(/\r?\n/, 1)[0] ?? '';
}

/** Whether there is somebody to ask. */
export const isAttended = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Asks twice on the terminal, without showing what is typed. Throws where the two differ, or at Ctrl-C. */
export async function askTwice(): Promise<string> {
  // Readline would show what is typed by writing it here.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({
    input: process.stdin,
    output: nowhere,
    terminal: true,
    historySize: 0,
  });
  try {
    const password = await ask(terminal, 'Password: ');
    if (password !== (await ask(terminal, 'The same again: ')))
      throw new Error('the two passwords are not the same');
    return password;
  } finally {
    terminal.close();
  }
}

async function ask(terminal: Interface, prompt: string): Promise<string> {
  process.stderr.write(prompt);
  try {
    const stopped = new Promise<never>((_resolve, reject) => {
      terminal.once('close', () => reject(new Error('stopped; nothing was changed')));
    });
    return await Promise.race([terminal.question(''), stopped]);
  } finally {
    process.stderr.write('\n');
  }
}
