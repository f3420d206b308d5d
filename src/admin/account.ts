// The user's own account: the password, and the browsers that are signed in.

import { PASSWORD_MAX, PASSWORD_MIN } from '../auth/passwords.js';
import { ApiError } from '../errors.js';
import { type FormErrors, toFormErrors } from './form-errors.js';
import { audit, idOf, type UserVisit } from './panel.js';
import { goOn, show } from './render.js';
import { showMinute } from './times.js';

/** The password's form and the list of sessions. */
export async function showAccount(visit: UserVisit): Promise<void> {
  await showForms(visit, 200, {});
}

/** Changes the password, which the old one is asked for, and ends all other sessions. */
export async function changePassword(visit: UserVisit): Promise<void> {
  const { auth } = visit.panel;
  const { user, session } = visit.signedIn;
  const next = visit.form.text('password');
  if (next !== visit.form.text('again'))
    return showForms(visit, 400, { again: 'It is not the same as above.' });
  const address = auth.addressOf(visit.req);
  try {
    // Whoever found a browser signed in must not guess here what sign-in would not let them.
    await auth.attempts.begin(user.name, address);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    visit.res.set(error.options.headers ?? {});
    return showForms(visit, error.status, { old: error.detail });
  }
  if (!(await auth.users.isPassword(user, visit.form.text('old'))))
    return showForms(visit, 400, { old: 'This is not your password.' });
  await auth.attempts.succeeded(user.name, address);
  try {
    await auth.users.setPassword(user.id, next);
  } catch (error) {
    return showForms(visit, 400, toFormErrors(error));
  }
  await auth.sessions.endAll(user.id, session.id);
  audit(visit, 'password-changed');
  goOn(visit, '/admin/account', 'password-changed');
}

/** Ends one session of the list; this one is left by signing out. */
export async function endSession(visit: UserVisit): Promise<void> {
  const { user, session } = visit.signedIn;
  const id = idOf(visit);
  if (id === session.id || !(await visit.panel.auth.sessions.end(user.id, id)))
    throw new ApiError('not-found', 'You have no such other session.');
  audit(visit, 'session-ended', { session: id });
  goOn(visit, '/admin/account', 'session-ended');
}

/** Ends all sessions but this one. */
export async function endOthers(visit: UserVisit): Promise<void> {
  await visit.panel.auth.sessions.endAll(visit.signedIn.user.id, visit.signedIn.session.id);
  audit(visit, 'sessions-ended');
  goOn(visit, '/admin/account', 'sessions-ended');
}

/** Ends all sessions, this one too. */
export async function signOutEverywhere(visit: UserVisit): Promise<void> {
  const { auth } = visit.panel;
  await auth.sessions.endAll(visit.signedIn.user.id);
  audit(visit, 'sessions-ended');
  visit.res.setHeader('Set-Cookie', auth.browsers.forgotten);
  goOn(visit, '/admin/sign-in', 'signed-out-everywhere');
}

async function showForms(visit: UserVisit, status: number, errors: FormErrors): Promise<void> {
  const { session, user } = visit.signedIn;
  const sessions = (await visit.panel.auth.sessions.list(user.id)).map((one) => ({
    id: one.id,
    isThis: one.id === session.id,
    browser: nameBrowser(one.userAgent),
    started: showMinute(one.createdAt),
    lastSeen: showMinute(one.lastSeenAt),
  }));
  const data = { errors, sessions, least: PASSWORD_MIN, most: PASSWORD_MAX };
  show(visit, 'account', { title: 'Account', section: 'account', status }, data);
}

/** What most people know of their browser; the order matters, as each claims to be those after it. */
const BROWSERS = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari', 'curl'] as const;
const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux'] as const;
const NAMES: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS': 'macOS' };

function nameBrowser(userAgent: string): string {
  const browser = BROWSERS.find((name) => userAgent.includes(name));
  const system = SYSTEMS.find((name) => userAgent.includes(name));
  const parts = [browser, system].filter((part) => part !== undefined).map((part) => NAMES[part] ?? part);
  return parts.length > 0 ? parts.join(' on ') : userAgent.slice(0, 40) || 'Unknown browser';
}
