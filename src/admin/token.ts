// One token: its name, a new secret for it, and its end.

import { type MadeToken, TOKEN_NAME_MAX } from '../auth/api-tokens.js';
import { ApiError } from '../errors.js';
import { type FormErrors, toFormErrors } from './form-errors.js';
import { audit, idOf, type UserVisit } from './panel.js';
import { goOn, show } from './render.js';
import { type TokenView, viewToken } from './token-view.js';
import { showSecret } from './tokens.js';
import { firstChartDay } from './usage-chart.js';

/** How long the old secret stays good after a rotation, in seconds, and in words. */
const GRACES = [
  ['0', 'Now'],
  ['3600', 'In 1 hour'],
  ['86400', 'In 1 day'],
  ['604800', 'In 7 days'],
] as const;

/** All there is to know and do about a token. */
export async function showToken(visit: UserVisit): Promise<void> {
  showForm(visit, await view(visit));
}

/** Gives it another name. */
export async function renameToken(visit: UserVisit): Promise<void> {
  const { tokens } = visit.panel.auth;
  const id = idOf(visit);
  const name = visit.form.text('name');
  try {
    await tokens.rename(visit.signedIn.user.id, id, name);
  } catch (error) {
    return showForm(visit, await view(visit), 400, toFormErrors(error), name);
  }
  audit(visit, 'token-renamed', { token: id });
  goOn(visit, `/admin/tokens/${id}`, 'token-renamed');
}

/** Gives it a new secret, and shows that once. */
export async function rotateToken(visit: UserVisit): Promise<void> {
  const { tokens } = visit.panel.auth;
  const grace = GRACES.find(([seconds]) => seconds === visit.form.text('grace'));
  if (!grace) return showForm(visit, await view(visit), 400, { grace: 'Choose when the old one ends.' });
  let made: MadeToken;
  try {
    made = await tokens.rotate(visit.signedIn.user.id, idOf(visit), Number(grace[0]));
  } catch (error) {
    return showForm(visit, await view(visit), 400, { grace: Object.values(toFormErrors(error)).join(' ') });
  }
  audit(visit, 'token-rotated', { token: made.token.id });
  showSecret(visit, made, 'The new secret of your token');
}

/** Asks before it ends: nothing brings a token back. */
export async function askRevoke(visit: UserVisit): Promise<void> {
  show(visit, 'token-revoke', { title: 'Revoke a token', section: 'tokens' }, { token: await view(visit) });
}

/** Ends it. */
export async function revokeToken(visit: UserVisit): Promise<void> {
  const { id } = await visit.panel.auth.tokens.revoke(visit.signedIn.user.id, idOf(visit)).catch(notHere);
  audit(visit, 'token-revoked', { token: id });
  goOn(visit, '/admin/tokens', 'token-revoked');
}

/** The token that the path names. Throws `not-found` where the user has none such. */
async function view(visit: UserVisit): Promise<TokenView> {
  const { auth } = visit.panel;
  const { user } = visit.signedIn;
  const now = new Date();
  const token = (await auth.tokens.list(user.id)).find(({ id }) => id === idOf(visit));
  if (!token) throw new ApiError('not-found', 'You have no such token.');
  return viewToken(token, await auth.usage.list(user.id, firstChartDay(now)), now);
}

function notHere(error: unknown): never {
  if (error instanceof ApiError && error.code === 'record-not-found')
    throw new ApiError('not-found', 'You have no such token.');
  throw error;
}

function showForm(
  visit: UserVisit,
  token: TokenView,
  status = 200,
  errors: FormErrors = {},
  name = token.name,
): void {
  const info = { title: token.name, section: 'tokens', status };
  show(visit, 'token', info, { token, errors, name, nameMax: TOKEN_NAME_MAX, graces: GRACES });
}
