// The log: JSON lines by pino on standard output, without tokens, query strings or bodies.

import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.js';

export type { Logger };

/** Headers that hold secrets, as node:http spells them. */
const SECRET_HEADERS = ['authorization', 'cookie', 'set-cookie'];

/** A logger of the configured level. Headers with secrets are cut out, down to where `{ req: { headers } }` holds them. */
export function createLogger({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>, to?: DestinationStream): Logger {
  const redact = ['', '*', '*.*'].flatMap((at) => SECRET_HEADERS.map((name) => `${at}["${name}"]`));
  const options = { level: LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact };
  return to ? pino(options, to) : pino(options);
}

/** The same log for lines that name each of their members: nothing is cut out, which takes as long as to write a line. */
export function withoutRedaction(logger: Logger): Logger {
  return logger.child({}, { redact: [] });
}
