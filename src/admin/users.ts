// For administrators: the list of users, and the form that makes one. It shows no token and no record of anybody.

import { isLive } from '../auth/api-tokens.js';
import { PASSWORD_MAX, PASSWORD_MIN } from '../auth/passwords.js';
import { USER_NAME_MAX } from '../auth/users.js';
import { type FormErrors, toFormErrors } from './form-errors.js';
import { createPassword } from './generated-password.js';
import { audit, type UserVisit } from './panel.js';
import { show } from './render.js';
import { showDay, showMinute } from './times.js';

/** All users by name. */
export async function showUsers(visit: UserVisit): Promise<void> {
  const { auth } = visit.panel;
  const now = new Date();
  const users = await Promise.all(
    (await auth.users.list()).map(async ({ id, name, isAdmin, isDisabled, createdAt, lastSignInAt }) => ({
      id,
      name,
      isAdmin,
      isDisabled,
      isThis: id === visit.signedIn.user.id,
      created: showDay(createdAt),
      lastSignIn: showMinute(lastSignInAt),
      liveTokens: (await auth.tokens.list(id)).filter((token) => isLive(token, now)).length,
    })),
  );
  show(visit, 'users', { title: 'Users', section: 'users' }, { users });
}

interface Typed {
  readonly name: string;
  readonly isAdmin: boolean;
  readonly ownerId: string;
}

/** The empty form. */
export async function newUser(visit: UserVisit): Promise<void> {
  showForm(visit, 200, {}, { name: '', isAdmin: false, ownerId: '' });
}

/** Makes a user; a password that was made up here is shown once. */
export async function createUser(visit: UserVisit): Promise<void> {
  const { form, panel } = visit;
  const typed: Typed = {
    name: form.text('name'),
    isAdmin: form.has('isAdmin'),
    ownerId: form.text('ownerId').trim(),
  };
  const given = form.text('password');
  const password = given === '' ? createPassword() : given;
  const { isAdmin, name } = typed;
  const ownerId = typed.ownerId === '' ? null : typed.ownerId;
  try {
    const user = await panel.auth.users.create({ name, password, isAdmin, ownerId });
    audit(visit, 'user-created', { user: user.name });
    showPassword(visit, user.name, 'User created', given === '' ? password : null);
  } catch (error) {
    showForm(visit, 400, toFormErrors(error, { 'owner-id': 'ownerId' }), typed);
  }
}

/** Says that it is done; the password is shown where only this page can tell it. */
export function showPassword(visit: UserVisit, name: string, title: string, password: string | null): void {
  show(visit, 'user-password', { title, section: 'users' }, { name, password });
}

function showForm(visit: UserVisit, status: number, errors: FormErrors, typed: Typed): void {
  const limits = { nameMax: USER_NAME_MAX, least: PASSWORD_MIN, most: PASSWORD_MAX };
  show(visit, 'user-new', { title: 'New user', section: 'users', status }, { errors, typed, ...limits });
}
