// Refuses tokens in the URL, where proxies, logs and histories would keep them.

import { ApiError } from '../errors.js';
import type { Authenticate } from './viewer.js';

/** What people call a token in a query string, in lower case. No field of a record has such a name. */
const TOKEN_PARAMETERS: ReadonlySet<string> = new Set([
  'token',
  'access_token',
  'api_key',
  'apikey',
  'api_token',
  'apitoken',
  'auth',
  'authorization',
  'bearer',
  'key',
]);

/** A token wherever it stands, also within other text. */
const TOKEN = /creel_[0-9A-Za-z]{36}/;

const DETAIL =
  'URLs are kept in logs and histories. Send the token in the header, as Authorization: Bearer and the token; revoke one that was sent in a URL.';

/** Throws `token-in-url` before anything else is asked of a request. The answer never holds what was sent. */
export function refuseTokensInUrl(authenticate: Authenticate): Authenticate {
  return async (req, res) => {
    const url = req.url ?? '';
    const question = url.indexOf('?');
    if (question >= 0 && holdsToken(url.slice(question + 1))) throw new ApiError('token-in-url', DETAIL);
    return authenticate(req, res);
  };
}

function holdsToken(search: string): boolean {
  return search.split('&').some((part) => {
    const [name = ''] = part.split('=', 1);
    return TOKEN_PARAMETERS.has(decode(name).trim().toLowerCase()) || TOKEN.test(decode(part));
  });
}

/** What is not percent-encoded UTF-8 is refused later, in other words. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
