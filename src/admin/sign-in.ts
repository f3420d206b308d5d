// Sign-in and sign-out.

import { ApiError } from '../errors.js';
import { audit, type UserVisit, type Visit } from './panel.js';
import { goOn, show } from './render.js';
import { serverUrl } from './server-url.js';

/** The form; whoever is signed in goes on to the tokens. */
export async function showSignIn(visit: Visit): Promise<void> {
  if (visit.signedIn) return goOn(visit, '/admin/tokens');
  showForm(visit, 200, null);
}

/** Starts a session. An unknown name and a wrong password are answered alike, after the same time. */
export async function signIn(visit: Visit): Promise<void> {
  const { auth } = visit.panel;
  const name = visit.form.text('name').trim();
  const password = visit.form.text('password');
  if (name === '' || password === '') return showForm(visit, 400, 'Give your name and your password.');
  const address = auth.addressOf(visit.req);
  const by = async () => (await auth.users.find({ name }))?.name ?? 'an unknown name';
  try {
    await auth.attempts.begin(name, address);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    auth.audit('sign-in-limited', { by: await by(), address });
    visit.res.set(error.options.headers ?? {});
    return showForm(visit, error.status, error.detail);
  }
  const user = await auth.users.signIn(name, password);
  if (!user) {
    // A name that nobody has may be a password in the wrong field, so it is not logged.
    auth.audit('sign-in-failed', { by: await by(), address });
    return showForm(visit, 403, 'The name or the password is wrong.');
  }
  await auth.attempts.succeeded(name, address);
  visit.res.setHeader('Set-Cookie', await auth.browsers.start(visit.req, user));
  auth.audit('sign-in', { by: user.name, address });
  goOn(visit, '/admin/tokens');
}

/** Ends this session. */
export async function signOut(visit: UserVisit): Promise<void> {
  const { auth } = visit.panel;
  const { user, session } = visit.signedIn;
  await auth.sessions.end(user.id, session.id);
  audit(visit, 'sign-out');
  visit.res.setHeader('Set-Cookie', auth.browsers.forgotten);
  goOn(visit, '/admin/sign-in', 'signed-out');
}

/**
 * Throws `form-refused` for a form that another site sent: there is no session yet whose form token could tell.
 * Browsers say where a form comes from; Sec-Fetch-Site only where the connection is safe, Origin always.
 */
export function checkOrigin({ panel, req }: Visit): void {
  const site = req.headers['sec-fetch-site'];
  const { origin } = req.headers;
  const isOwn =
    site === undefined
      ? origin === undefined ||
        origin === new URL(serverUrl(panel.config, req)).origin ||
        origin === hostOrigin(req)
      : site === 'same-origin' || site === 'none';
  if (!isOwn) throw new ApiError('form-refused', 'Sign in on the page of this server itself.');
}

const hostOrigin = (req: Visit['req']): string => `http://${req.headers.host}`;

function showForm(visit: Visit, status: number, problem: string | null): void {
  // With `no-referrer` a browser would not say the form's origin either.
  visit.res.setHeader('Referrer-Policy', 'same-origin');
  const name = visit.form.text('name');
  show(visit, 'sign-in', { title: 'Sign in', status }, { name, problem });
}
