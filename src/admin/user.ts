// For administrators: one user, who can be disabled, enabled, and given a new password.

import { PASSWORD_MAX, PASSWORD_MIN } from '../auth/passwords.js';
import { ApiError } from '../errors.js';
import type { User } from '../store/accounts.js';
import { type FormErrors, toFormErrors } from './form-errors.js';
import { createPassword } from './generated-password.js';
import { audit, idOf, type UserVisit } from './panel.js';
import { goOn, show } from './render.js';
import { showDay, showMinute } from './times.js';
import { showPassword } from './users.js';

/** What can be done with a user. */
export async function showUser(visit: UserVisit): Promise<void> {
  showForms(visit, await find(visit), 200, {});
}

/** Ends the user's sessions and stops the tokens at once. */
export async function disableUser(visit: UserVisit): Promise<void> {
  const { auth } = visit.panel;
  const user = await findOther(visit);
  await auth.users.setDisabled(user.id, true);
  await auth.sessions.endAll(user.id);
  auth.tokens.forget();
  audit(visit, 'user-disabled', { user: user.name });
  goOn(visit, `/admin/users/${user.id}`, 'user-disabled');
}

/** Lets the user in again. */
export async function enableUser(visit: UserVisit): Promise<void> {
  const { auth } = visit.panel;
  const user = await findOther(visit);
  await auth.users.setDisabled(user.id, false);
  auth.tokens.forget();
  audit(visit, 'user-enabled', { user: user.name });
  goOn(visit, `/admin/users/${user.id}`, 'user-enabled');
}

/** Gives the user another password and ends the user's sessions. */
export async function resetPassword(visit: UserVisit): Promise<void> {
  const { auth } = visit.panel;
  const user = await findOther(visit);
  const given = visit.form.text('password');
  const password = given === '' ? createPassword() : given;
  try {
    await auth.users.setPassword(user.id, password);
  } catch (error) {
    return showForms(visit, user, 400, toFormErrors(error));
  }
  await auth.sessions.endAll(user.id);
  audit(visit, 'password-reset', { user: user.name });
  showPassword(visit, user.name, 'Password reset', given === '' ? password : null);
}

async function find(visit: UserVisit): Promise<User> {
  const user = await visit.panel.auth.users.find({ id: idOf(visit) });
  if (!user) throw new ApiError('not-found', 'There is no such user.');
  return user;
}

/** Not the administrator who asks: nobody locks themselves out, and one's own password is changed knowing the old one. */
async function findOther(visit: UserVisit): Promise<User> {
  const user = await find(visit);
  if (user.id !== visit.signedIn.user.id) return user;
  throw new ApiError(
    'invalid-parameter',
    'This is you: another administrator can do that, or you under Account.',
  );
}

function showForms(visit: UserVisit, user: User, status: number, errors: FormErrors): void {
  const { name, id, isAdmin, isDisabled, createdAt, lastSignInAt } = user;
  const shown = {
    id,
    name,
    isAdmin,
    isDisabled,
    created: showDay(createdAt),
    lastSignIn: showMinute(lastSignInAt),
  };
  const isThis = id === visit.signedIn.user.id;
  const info = { title: name, section: 'users', status };
  show(visit, 'user', info, { user: shown, isThis, errors, least: PASSWORD_MIN, most: PASSWORD_MAX });
}
