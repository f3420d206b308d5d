// What a page says once after something was done: the address only carries a code, never the text.

const NOTICES = {
  'signed-out': 'You are signed out.',
  'session-over': 'Your session is over. Sign in again.',
  'signed-out-everywhere': 'You are signed out in every browser.',
  'token-renamed': 'The token has its new name.',
  'token-revoked': 'The token is revoked. It works no more.',
  'password-changed': 'Your password is changed. All other sessions are ended.',
  'session-ended': 'The session is ended.',
  'sessions-ended': 'All other sessions are ended.',
  'user-disabled': 'The user is disabled: no sign-in, and the tokens are refused.',
  'user-enabled': 'The user is enabled again.',
} as const;

/** The code of something that was done. */
export type Done = keyof typeof NOTICES;

/** The text of a code, or null for what is none. */
export function noticeOf(code: unknown): string | null {
  return typeof code === 'string' && Object.hasOwn(NOTICES, code) ? NOTICES[code as Done] : null;
}
