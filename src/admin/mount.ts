// The administration panel under /admin: every route on one screen, and who may take it.

import { createRequire } from 'node:module';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import { isFormToken } from '../auth/sessions.js';
import { ApiError } from '../errors.js';
import { toApiError } from '../masking.js';
import { notOffered } from '../problem.js';
import { changePassword, endOthers, endSession, showAccount, signOutEverywhere } from './account.js';
import { download, downloadAll, showData } from './data.js';
import { Form, readForm, takeForm } from './form.js';
import { showOpenMode } from './open-mode.js';
import type { Page, Panel, UserPage, UserVisit, Visit } from './panel.js';
import { renderPage } from './render.js';
import { checkOrigin, showSignIn, signIn, signOut } from './sign-in.js';
import { askRevoke, renameToken, revokeToken, rotateToken, showToken } from './token.js';
import { createToken, newToken, showTokens } from './tokens.js';
import { disableUser, enableUser, resetPassword, showUser } from './user.js';
import { createUser, newUser, showUsers } from './users.js';

/** Who may take a route: anybody, whoever is signed in, or administrators. */
type Right = 'anybody' | 'user' | 'admin';
type Routes = readonly (readonly [
  path: string,
  right: Right,
  get: UserPage | Page | null,
  post?: UserPage | Page,
])[];

const ROUTES = [
  ['/', 'anybody', start],
  ['/sign-in', 'anybody', showSignIn, signIn],
  ['/sign-out', 'user', null, signOut],
  ['/sign-out-everywhere', 'user', null, signOutEverywhere],
  ['/tokens', 'user', showTokens, createToken],
  ['/tokens/new', 'user', newToken],
  ['/tokens/:id', 'user', showToken],
  ['/tokens/:id/rename', 'user', null, renameToken],
  ['/tokens/:id/rotate', 'user', null, rotateToken],
  ['/tokens/:id/revoke', 'user', askRevoke, revokeToken],
  ['/account', 'user', showAccount],
  ['/account/password', 'user', null, changePassword],
  ['/account/sessions/end-others', 'user', null, endOthers],
  ['/account/sessions/:id/end', 'user', null, endSession],
  ['/data', 'user', showData],
  ['/data/everything.zip', 'user', downloadAll],
  ['/data/:id', 'user', download],
  ['/users', 'admin', showUsers, createUser],
  ['/users/new', 'admin', newUser],
  ['/users/:id', 'admin', showUser],
  ['/users/:id/disable', 'admin', null, disableUser],
  ['/users/:id/enable', 'admin', null, enableUser],
  ['/users/:id/password', 'admin', null, resetPassword],
] as const satisfies Routes;

/** Mounts the panel, and the stylesheet that its pages build on. In open mode it is one page, which says so. */
export function mountAdmin(app: Express, panel: Panel): void {
  app.get('/assets/pico.css', (_req, res) => res.sendFile(PICO));
  const router = express.Router();
  router.use(protect, (_req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    next();
  });
  if (panel.config.AUTH_MODE === 'open')
    router
      .route('/')
      .get((req, res) => showOpenMode(visitOf(req, res)))
      .all(notOffered('GET, HEAD'));
  else
    for (const [path, right, get, post] of ROUTES as Routes) {
      const route = router.route(path);
      if (get) route.get(answer(right, get));
      if (post) route.post(takeForm, answer(right, post));
      route.all(notOffered([get && 'GET, HEAD', post && 'POST'].filter(Boolean).join(', ')));
    }
  router.use(() => {
    throw new ApiError('not-found', 'The panel has no such page.');
  });
  router.use(answerError(panel));
  app.use('/admin', router);

  function visitOf(req: Visit['req'], res: Visit['res']): Visit {
    return { panel, req, res, signedIn: null, form: new Form() };
  }

  /** A page as a handler of Express: finds out who asks, and lets only those through who may. */
  function answer(right: Right, page: Page | UserPage): RequestHandler {
    return async (req, res) => {
      const signedIn = await panel.auth.browsers.find(req);
      const isPost = req.method === 'POST';
      const form = isPost ? readForm(req.body, req.headers['content-type']) : new Form();
      const visit: Visit = { panel, req, res, signedIn, form };
      if (right === 'anybody') {
        if (isPost) checkOrigin(visit);
        return (page as Page)(visit);
      }
      if (!signedIn) return res.redirect(303, `/admin/sign-in${isPost ? '?done=session-over' : ''}`);
      if (isPost && !isFormToken(signedIn, form.text('formToken')))
        throw new ApiError('form-refused', 'Go back, reload the page, and send the form again.');
      if (right === 'admin' && !signedIn.user.isAdmin)
        throw new ApiError('administrators-only', 'Only administrators may see this page.');
      return page(visit as UserVisit);
    };
  }
}

async function start({ res, signedIn }: Visit): Promise<void> {
  res.redirect(303, signedIn ? '/admin/tokens' : '/admin/sign-in');
}

const PICO = createRequire(import.meta.url).resolve('@picocss/pico/css/pico.min.css');

/** Only what this server serves; no script, style or frame that a page could be tricked into. */
const protect = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      // The stylesheet has its icons in itself.
      'img-src': ["'self'", 'data:'],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    },
  },
  frameguard: { action: 'deny' },
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: false,
});

/** What was thrown, as a page; an answer that is under way is cut off. */
function answerError(panel: Panel): ErrorRequestHandler {
  return async (thrown, req, res, _next) => {
    if (res.headersSent) return void res.destroy();
    const requestId = String(res.getHeader('X-Request-Id'));
    const error = fromBodyReader(thrown) ?? toApiError(thrown, panel.logger.child({ requestId }));
    const signedIn = await panel.auth.browsers.find(req).catch(() => null);
    res.removeHeader('Content-Disposition');
    const { status, title, detail } = error;
    const page = renderPage('error', { title }, signedIn, { status, detail, requestId });
    res
      .status(status)
      .set(error.options.headers ?? {})
      .type('html')
      .send(page);
  };
}

/** What Express's body reader and router refuse, in our words; null for anything else. */
function fromBodyReader(error: { status?: number }): ApiError | null {
  if (error instanceof ApiError) return null;
  if (error.status === 413) return new ApiError('body-too-large', 'A form of the panel is never this large.');
  if (error.status === 415)
    return new ApiError('unsupported-media-type', 'The form is sent in a way that is not read here.');
  if (error.status === 400)
    return new ApiError('malformed-request', 'The form or its address is not well-formed.');
  return null;
}
