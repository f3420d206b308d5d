// Reads moments and days as a log writes them into the one form that a store keeps.

import { DateTime, IANAZone } from 'luxon';
import { readDateTime } from '../model/time.js';
import { BadValue, show } from './problems.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT =
  /^(\d{4}-\d{2}-\d{2})[Tt ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d+))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;
/** How a Date comes out of a database that only knows moments. */
const MIDNIGHT_UTC = /^(\d{4}-\d{2}-\d{2})T00:00:00(?:\.0+)?Z$/;
const MINUTE = 60_000;

/**
 * An RFC 3339 moment with its offset, as `YYYY-MM-DDTHH:MM:SS.sssZ`; null where it is none. Digits beyond the
 * millisecond are cut off. A leap second is no moment here: a store could not keep it.
 */
export function readMoment(text: string): string | null {
  const found = MOMENT.exec(text);
  if (!found) return null;
  const [, day = '', time = '', fraction = '', sign, hours, minutes] = found;
  if (readDay(day) === null) return null;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE;
  const local = Date.parse(`${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
  const moment = new Date(local - offset).toISOString();
  // Beyond the years 0000 to 9999 the ISO form has a sign, and would not sort as text.
  return /^\d{4}-/.test(moment) ? moment : null;
}

/**
 * A local time of a zone, or the first moment of a day there, in the same form; null where it is none. Throws BadValue
 * where the clocks of the zone never showed that time, or did so twice, and where there is no such zone.
 */
export function readLocal(text: string, timeZone: string): string | null {
  const local = text.replace(/^(\S{10}) /, '$1T');
  if (readDateTime(local) !== null || readDateTime(local, 'utc') === null) return null;
  if (!IANAZone.create(timeZone).isValid)
    throw new BadValue(
      `${show(text)} is a local time, but ${show(timeZone)} is not the IANA name of a time zone, such as Europe/Stockholm`,
    );
  const moment = readDateTime(local, timeZone);
  if (moment === null || DAY.test(local)) return moment;
  const time = DateTime.fromISO(moment, { zone: timeZone });
  const advice = 'write it with its offset, such as 2026-05-01T06:30:00+02:00';
  if (!time.toISO({ includeOffset: false })?.startsWith(local.slice(0, 16)))
    throw new BadValue(`${show(text)} was no time in ${timeZone}, where clocks were put forward: ${advice}`);
  if (time.getPossibleOffsets().length > 1)
    throw new BadValue(`${show(text)} was twice in ${timeZone}, where clocks were put back: ${advice}`);
  return moment;
}

/** A calendar day `YYYY-MM-DD` that exists; null where it is none. Midnight UTC counts as its day. */
export function readDay(text: string): string | null {
  const day = MIDNIGHT_UTC.exec(text)?.[1] ?? text;
  if (!DAY.test(day)) return null;
  const start = new Date(`${day}T00:00:00Z`);
  // JavaScript turns February 30 into March 2.
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day) ? day : null;
}
