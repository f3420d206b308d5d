// The cookie of the administration panel, and who is signed in by it.

import type { IncomingMessage } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Config } from '../config.js';
import { ApiError } from '../errors.js';
import type { User } from '../store/accounts.js';
import { SESSION_MAX_MS, type Sessions, type SignedIn } from './sessions.js';
import { type Authenticate, FULL_ACCESS } from './viewer.js';

const COOKIE = 'creel_session';
/** A cookie that is longer than this is none of ours. */
const SECRET_MAX = 100;

/** The sessions of browsers: it turns cookies into users, and users into cookies. */
export class BrowserSessions {
  readonly #sessions: Sessions;
  readonly #isSecure: boolean;
  readonly #name: string;
  /** A request is asked about several times on its way, and looked up once. */
  readonly #found = new WeakMap<IncomingMessage, Promise<SignedIn | null>>();

  constructor(sessions: Sessions, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>) {
    this.#sessions = sessions;
    this.#isSecure = PUBLIC_URL?.startsWith('https:') ?? false;
    // RFC 6265bis, 4.1.3.1: a browser takes a cookie of such a name only by https.
    this.#name = this.#isSecure ? `__Secure-${COOKIE}` : COOKIE;
  }

  /** Who sent a request, or null for nobody who is signed in. */
  find(req: IncomingMessage): Promise<SignedIn | null> {
    const known = this.#found.get(req);
    if (known) return known;
    const secret = this.#readSecret(req);
    const found = secret === null ? Promise.resolve(null) : this.#sessions.find(secret);
    this.#found.set(req, found);
    return found;
  }

  /** Starts a session in place of the one that the browser may have; the `Set-Cookie` header that hands it over. */
  async start(req: IncomingMessage, user: User): Promise<string> {
    const before = await this.find(req);
    if (before) await this.#sessions.end(before.user.id, before.session.id);
    const { secret } = await this.#sessions.start(user, req.headers['user-agent'] ?? '');
    return this.#write(secret, SESSION_MAX_MS / 1000);
  }

  /** The `Set-Cookie` header that makes a browser forget its session. */
  get forgotten(): string {
    return this.#write('', 0);
  }

  /** The viewer of a signed-in browser: the user's own records, all of them. Throws `sign-in-needed`. */
  readonly authenticate: Authenticate = async (req) => {
    const signedIn = await this.find(req);
    if (!signedIn) throw new ApiError('sign-in-needed', 'Sign in to the administration panel first.');
    return { owner: { kind: 'one', id: signedIn.user.ownerId }, access: FULL_ACCESS, tokenId: null };
  };

  #readSecret({ headers }: IncomingMessage): string | null {
    const secret = parseCookie(headers.cookie ?? '')[this.#name];
    return secret && secret.length <= SECRET_MAX ? secret : null;
  }

  #write(value: string, maxAge: number): string {
    return stringifySetCookie(this.#name, value, {
      path: '/admin',
      httpOnly: true,
      sameSite: 'strict',
      secure: this.#isSecure,
      maxAge,
    });
  }
}
