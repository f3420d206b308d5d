// Reads times as the model writes them. Parsing and time zones are Luxon's; what is accepted is decided here.

import { DateTime, IANAZone } from 'luxon';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** RFC 3339 section 5.6, with seconds optional; the offset is optional only where a time zone is known. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/i;
const OFFSET = /(Z|[+-]\d{2}:\d{2})$/i;

/** A calendar day `YYYY-MM-DD`, or null where it is none. */
export function readDate(text: string): string | null {
  return DAY.test(text) && DateTime.fromISO(text, { zone: 'utc' }).isValid ? text : null;
}

/**
 * A moment as `YYYY-MM-DDTHH:MM:SS.sssZ`, or null where it is none. Without a zone it must have an offset; with one (an
 * IANA name) it may be a local time, or a bare day, which means the start of that day there.
 */
export function readDateTime(text: string, zone?: string): string | null {
  const known = MOMENT.test(text) && (zone !== undefined || OFFSET.test(text));
  if (!known && !(zone !== undefined && DAY.test(text))) return null;
  const time = DateTime.fromISO(text, { zone: zone ?? 'utc' });
  const utc = (DAY.test(text) ? time.startOf('day') : time).toUTC();
  return utc.isValid && utc.year >= 0 && utc.year <= 9999 ? utc.toISO() : null;
}

/** Whether a text is the IANA name of a time zone. */
export const isTimeZone = (text: string): boolean => IANAZone.isValidZone(text);
