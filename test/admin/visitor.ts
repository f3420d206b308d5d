// A visitor of the panel without a browser: keeps the cookie, reads the form token, sends forms.

import { type Answer, startApp, type TestApp } from '../support/app.js';

export const PASSWORD = 'a long enough password';

/** An application in multi-user mode. */
export const startPanel = (config: Readonly<Record<string, string>> = {}): Promise<TestApp> =>
  startApp({ config: { AUTH_MODE: 'multi-user', ...config } });

/** Makes a user whose password is PASSWORD; the user's id is also the owner's. */
export async function makeUser(app: TestApp, name: string, isAdmin = false) {
  return app.auth.users.create({ name, password: PASSWORD, isAdmin, ownerId: null });
}

export type Fields = Readonly<Record<string, string | readonly string[]>>;

export class Visitor {
  cookie = '';
  formToken = '';

  constructor(readonly app: TestApp) {}

  /** A visitor who has signed in. */
  static async signedIn(app: TestApp, name: string): Promise<Visitor> {
    const visitor = new Visitor(app);
    const answer = await visitor.signIn(name, PASSWORD);
    if (answer.status !== 303) throw new Error(`sign-in: ${answer.status} ${answer.text}`);
    await visitor.get('/admin/account');
    return visitor;
  }

  signIn(name: string, password: string): Promise<Answer> {
    return this.post('/admin/sign-in', { name, password });
  }

  async get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.#keep(await this.app.request(path, { headers: { ...this.#own(), ...headers } }));
  }

  /** Sends a form with the token of the last page, unless the fields say otherwise. */
  async post(path: string, fields: Fields = {}, headers: Readonly<Record<string, string>> = {}) {
    const body = encodeForm({ formToken: this.formToken, ...fields });
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const options = { method: 'POST', headers: { ...this.#own(), ...type, ...headers }, body };
    return this.#keep(await this.app.request(path, options));
  }

  #own(): Record<string, string> {
    return this.cookie === '' ? {} : { Cookie: this.cookie };
  }

  #keep(answer: Answer): Answer {
    const [set] = answer.headers['set-cookie'] ?? [];
    if (set !== undefined) this.cookie = set.split(';', 1)[0] ?? '';
    this.formToken = /name="formToken" value="([^"]+)"/.exec(answer.text)?.[1] ?? this.formToken;
    return answer;
  }
}

export function encodeForm(fields: Fields): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) parameters.append(name, one);
  return parameters.toString();
}

/** A token's secret as the page shows it. */
export const secretOf = ({ text }: Answer): string => /creel_[0-9A-Za-z]{36}/.exec(text)?.[0] ?? '';

/** The audit lines so far, without what a log line always has. */
export const audited = (app: TestApp): readonly Record<string, unknown>[] =>
  app.logged
    .filter(({ audit }) => audit !== undefined)
    .map(({ level: _level, time: _time, msg: _msg, ...line }) => line);
