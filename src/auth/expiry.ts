// When a token expires, as a person says it: after some days, on a date, or never.

import { invalidParameter } from '../errors.js';
import { readDate } from '../model/time.js';

/** Most days that `90d` may say. */
const DAYS_MAX = 3650;

/** `90d`, `2027-01-31` (to the end of that day in UTC) or `never`, as RFC 3339; null for never. Throws `invalid-parameter`. */
export function readExpiry(text: string, now: Date): string | null {
  if (text === 'never') return null;
  const days = /^(\d{1,4})d$/.exec(text)?.[1];
  if (days !== undefined && Number(days) >= 1 && Number(days) <= DAYS_MAX)
    return new Date(now.getTime() + Number(days) * 24 * 3600 * 1000).toISOString();
  const day = readDate(text);
  if (day === null)
    throw invalidParameter(
      'expires',
      `${JSON.stringify(text.slice(0, 40))} is not allowed`,
      `days from 1d to ${DAYS_MAX}d, a date such as 2030-01-31, or never`,
    );
  return `${day}T23:59:59.999Z`;
}
