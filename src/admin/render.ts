// Makes pages of the templates in views/. Every value is escaped; the templates hold no logic but loops and choices.

import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import type { SignedIn } from '../auth/sessions.js';
import { type Done, noticeOf } from './notices.js';
import type { Visit } from './panel.js';

const eta = new Eta({ views: fileURLToPath(new URL('../../views', import.meta.url)), cache: true });

/** What is said of a page besides what its template shows. */
export interface PageInfo {
  readonly title: string;
  /** The entry of the navigation that it belongs to. */
  readonly section?: string;
  readonly status?: number;
}

/** The page of a template, with the frame that all pages have. */
export function renderPage(
  view: string,
  { title, section = '' }: PageInfo,
  signedIn: SignedIn | null,
  data: object = {},
  notice: string | null = null,
): string {
  const who = signedIn && { name: signedIn.user.name, isAdmin: signedIn.user.isAdmin };
  return eta.render(view, { ...data, title, section, who, formToken: signedIn?.formToken ?? '', notice });
}

/** Answers a visit with a page. */
export function show({ res, req, signedIn }: Visit, view: string, info: PageInfo, data: object = {}): void {
  const notice = noticeOf(req.query.done);
  res
    .status(info.status ?? 200)
    .type('html')
    .send(renderPage(view, info, signedIn, data, notice));
}

/** Goes on to another page after a form was taken, so that reloading does not send it again. */
export function goOn({ res }: Visit, path: string, done?: Done): void {
  res.redirect(303, done === undefined ? path : `${path}?done=${done}`);
}
