// The list of a user's tokens, and the form that makes one.

import { type MadeToken, TOKEN_NAME_MAX, TOKENS_MAX } from '../auth/api-tokens.js';
import { readExpiry } from '../auth/expiry.js';
import type { CoordinateAccess } from '../store/accounts.js';
import { type FormErrors, toFormErrors } from './form-errors.js';
import { audit, type UserVisit } from './panel.js';
import { show } from './render.js';
import { serverUrl } from './server-url.js';
import { tokenExamples } from './token-examples.js';
import { COORDINATES, viewToken } from './token-view.js';
import { firstChartDay } from './usage-chart.js';

const DAY_MS = 24 * 3600 * 1000;
/** The lifetimes to choose from, in days. */
const LIFETIMES = ['30', '90', '365'];

/** The live tokens with their use, and the ended ones below. */
export async function showTokens(visit: UserVisit): Promise<void> {
  const { auth } = visit.panel;
  const { user } = visit.signedIn;
  const now = new Date();
  const usage = await auth.usage.list(user.id, firstChartDay(now));
  const views = (await auth.tokens.list(user.id)).map((token) => viewToken(token, usage, now));
  const live = views.filter(({ state }) => state === 'live');
  const ended = views.filter(({ state }) => state !== 'live');
  show(visit, 'tokens', { title: 'Tokens', section: 'tokens' }, { live, ended, most: TOKENS_MAX });
}

/** The empty form. */
export async function newToken(visit: UserVisit): Promise<void> {
  showForm(
    visit,
    200,
    {},
    { name: '', expires: '90', date: '', collections: names(visit), coordinates: 'exact' },
  );
}

/** Makes a token and shows it, once. */
export async function createToken(visit: UserVisit): Promise<void> {
  const typed = readTyped(visit);
  const errors: Record<string, string> = {};
  const expiresAt = readChoice(typed, new Date());
  if (expiresAt === undefined) errors.expires = 'Choose one, and a day to come where it is a date.';
  if (typed.collections.length === 0) errors.collections = 'Choose at least one.';
  if (!isCoordinates(typed.coordinates)) errors.coordinates = 'Choose one.';
  if (expiresAt === undefined || !isCoordinates(typed.coordinates) || Object.keys(errors).length > 0)
    return showForm(visit, 400, errors, typed);
  const all = names(visit).every((name) => typed.collections.includes(name));
  const wanted = {
    name: typed.name,
    expiresAt,
    coordinates: typed.coordinates,
    // A token for everything reads collections of later versions too.
    collections: all ? null : typed.collections,
  };
  const { tokens } = visit.panel.auth;
  const made = await tokens.create(visit.signedIn.user.id, wanted).catch((error) => toFormErrors(error));
  if (!('secret' in made)) return showForm(visit, 400, made as FormErrors, typed);
  audit(visit, 'token-created', { token: (made as MadeToken).token.id });
  showSecret(visit, made as MadeToken, 'Your new token');
}

/** The one page that ever shows a secret, with lines that use it. */
export function showSecret(visit: UserVisit, { token, secret }: MadeToken, title: string): void {
  const readable = token.collections ?? names(visit);
  const collection = readable.includes('catches') ? 'catches' : (readable[0] ?? 'catches');
  const examples = tokenExamples(serverUrl(visit.panel.config, visit.req), secret, collection);
  const view = viewToken(token, [], new Date());
  show(visit, 'token-secret', { title, section: 'tokens' }, { token: view, secret, examples });
}

interface Typed {
  readonly name: string;
  readonly expires: string;
  readonly date: string;
  readonly collections: readonly string[];
  readonly coordinates: string;
}

function readTyped({ form }: UserVisit): Typed {
  return {
    name: form.text('name'),
    expires: form.text('expires'),
    date: form.text('date'),
    collections: [...new Set(form.all('collections'))],
    coordinates: form.text('coordinates'),
  };
}

/** When the token is to expire, by what was chosen: null for never, undefined where that says nothing, or nothing to come. */
function readChoice({ expires, date }: Typed, now: Date): string | null | undefined {
  if (expires === 'never') return null;
  const text = LIFETIMES.includes(expires) ? `${expires}d` : date;
  if (text === date && (expires !== 'date' || date < now.toISOString().slice(0, 10))) return undefined;
  try {
    return readExpiry(text, now);
  } catch {
    return undefined;
  }
}

const isCoordinates = (text: string): text is CoordinateAccess => Object.hasOwn(COORDINATES, text);

const names = ({ panel }: UserVisit): readonly string[] => panel.model.resources.map(({ name }) => name);

function showForm(visit: UserVisit, status: number, errors: FormErrors, typed: Typed): void {
  show(
    visit,
    'token-new',
    { title: 'New token', section: 'tokens', status },
    {
      errors,
      typed,
      nameMax: TOKEN_NAME_MAX,
      lifetimes: LIFETIMES,
      collections: names(visit),
      coordinates: Object.entries(COORDINATES),
      tomorrow: new Date(Date.now() + DAY_MS).toISOString().slice(0, 10),
    },
  );
}
