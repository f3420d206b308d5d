// Times as the panel shows them: short, and in UTC, as the server does not know where the reader is.

/** A time for `<time>`: what a program reads, and what a person does. */
export interface ShownTime {
  readonly iso: string;
  readonly text: string;
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const MINUTE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** The day of a time; null stays null. */
export function showDay(iso: string | null): ShownTime | null {
  return iso === null ? null : { iso, text: DAY.format(new Date(iso)) };
}

/** A time to the minute; null stays null. */
export function showMinute(iso: string | null): ShownTime | null {
  return iso === null ? null : { iso, text: `${MINUTE.format(new Date(iso))} UTC` };
}
