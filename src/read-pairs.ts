// Splits a query string into its parameters: strictly, so that nothing is dropped, merged or guessed.

import { ApiError, quote } from './errors.js';

/**
 * Parameters in the order given, names and values percent-decoded and `+` read as a space
 * (application/x-www-form-urlencoded, WHATWG URL). Throws `malformed-url` for bad percent-encoding or UTF-8,
 * `repeated-parameter` for a name that comes twice.
 */
export function readPairs(search: string): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const part of search.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    const value = equals < 0 ? '' : decode(part.slice(equals + 1));
    if (pairs.has(name)) {
      const detail = 'it is given more than once';
      const allowed = 'once; several values are separated by commas';
      throw new ApiError('repeated-parameter', `${quote(name)}: ${detail}`, {
        errors: [{ parameter: name.slice(0, 100), detail, allowed }],
      });
    }
    pairs.set(name, value);
  }
  return pairs;
}

function decode(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new ApiError('malformed-url', 'The query string is not percent-encoded UTF-8.');
  }
}
