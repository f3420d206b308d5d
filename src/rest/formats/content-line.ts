// Content lines of iCalendar, as RFC 5545 section 3.1 folds them and section 3.3.11 escapes their texts.

/** Most octets of a line, without its end. */
const OCTETS_MAX = 75;

/** What a text cannot hold: the control characters of ASCII but the tab, and halves of surrogate pairs. */
const NO_TEXT = /[^\t\u0020-\u007E\u0080-\uD7FF\uE000-\u{10FFFF}]/gu;

/** `name:value` with its CRLF, folded between characters where it is longer than 75 octets of UTF-8. */
export function contentLine(name: string, value: string): string {
  const line = `${name}:${value}`;
  if (Buffer.byteLength(line) <= OCTETS_MAX) return `${line}\r\n`;
  const octets = Buffer.from(line);
  const parts: string[] = [];
  for (let from = 0; from < octets.length; ) {
    // The space that begins a folded line is one octet of it.
    let to = Math.min(from + OCTETS_MAX - (from > 0 ? 1 : 0), octets.length);
    while (isInsideCharacter(octets[to])) to--;
    parts.push(octets.toString('utf8', from, to));
    from = to;
  }
  return `${parts.join('\r\n ')}\r\n`;
}

/** Whether an octet of UTF-8 continues a character. */
const isInsideCharacter = (octet = 0): boolean => (octet & 0xc0) === 0x80;

/** A value of the type TEXT. Every line end becomes `\n`; what the type cannot hold becomes U+FFFD. */
export function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(NO_TEXT, '\uFFFD');
}

/** A moment in UTC, as `20260501T063000Z`; parts of a second are cut off, as iCalendar has none. */
export function utcTime(moment: string): string {
  return moment.replace(/[-:]|\.\d+/g, '');
}
