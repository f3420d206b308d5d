// Reads times as the model writes them. Parsing and time zones are Luxon's; what is accepted is decided here.

import { DateTime, IANAZone } from 'luxon';

const LEAP_YEAR = '(?:\\d{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)';
const LONG_MONTH = '(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])';
const SHORT_MONTH = '(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)';
const FEBRUARY = '02-(?:0[1-9]|1\\d|2[0-8])';
const DATE = `(?:\\d{4}-(?:${LONG_MONTH}|${SHORT_MONTH}|${FEBRUARY})|${LEAP_YEAR}-02-29)`;
const HOUR = '(?:[01]\\d|2[0-3])';
const TIME = `[Tt]${HOUR}:[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?`;
const ZONE = `(?:[Zz]|[+-]${HOUR}:[0-5]\\d)`;

/** Exactly the days that exist, in years 0 to 9999; plain enough for every dialect of regular expressions. */
export const DATE_PATTERN = `^${DATE}$`;
/** RFC 3339 section 5.6, with seconds and offset optional; or a bare day. */
export const DATE_TIME_PATTERN = `^${DATE}(?:${TIME}${ZONE}?)?$`;

const DAY = new RegExp(DATE_PATTERN);
const MOMENT = new RegExp(DATE_TIME_PATTERN);
const OFFSET = new RegExp(`${TIME}${ZONE}$`);

/** The first and the last moment that can be written; those that an offset puts beyond them are read as these. */
const FIRST = '0000-01-01T00:00:00.000Z';
const LAST = '9999-12-31T23:59:59.999Z';

/** A calendar day `YYYY-MM-DD`, or null where it is none. */
export function readDate(text: string): string | null {
  return DAY.test(text) ? text : null;
}

/**
 * A moment as `YYYY-MM-DDTHH:MM:SS.sssZ`, or null where it is none. Without a zone it must have an offset; with one (an
 * IANA name) it may be a local time, or a bare day, which means the start of that day there. A local time that comes twice
 * is the first of both; one that clocks skip is as much later as they skip (as RFC 5545 reads it, section 3.3.5).
 */
export function readDateTime(text: string, zone?: string): string | null {
  if (!MOMENT.test(text) || (zone === undefined && !OFFSET.test(text))) return null;
  const time = DateTime.fromISO(text, { zone: zone ?? 'utc' });
  // Where clocks go back, a local time comes twice; without this the current season would choose one.
  const [first = time] = (DAY.test(text) ? time.startOf('day') : time).getPossibleOffsets();
  const utc = first.toUTC();
  if (utc.year < 0) return FIRST;
  return utc.year > 9999 ? LAST : utc.toISO();
}

/** Whether a text is the IANA name of a time zone. */
export const isTimeZone = (text: string): boolean => IANAZone.isValidZone(text);
