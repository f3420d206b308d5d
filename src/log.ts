// The log: JSON lines by pino on standard output, without tokens, query strings or bodies.

import { type Logger, pino } from 'pino';
import type { Config } from './config.js';

export type { Logger };

/** A logger of the configured level. Authorization and cookie headers are cut out wherever they appear. */
export function createLogger({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>): Logger {
  return pino({
    level: LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['*.authorization', '*.cookie', 'authorization', 'cookie'],
  });
}
