// What the pages of the panel are given: the parts of the server that they use, and the visit that they answer.

import type { Request, Response } from 'express';
import type { Auth } from '../auth/auth.js';
import type { SignedIn } from '../auth/sessions.js';
import type { Config } from '../config.js';
import type { BindRecords } from '../graphql/context-builder.js';
import type { Logger } from '../log.js';
import type { Model } from '../model/model.js';
import type { RestHandler } from '../rest/request.js';
import type { Form } from './form.js';

export interface Panel {
  readonly config: Config;
  readonly logger: Logger;
  readonly model: Model;
  readonly auth: Auth;
  /** The records of whoever is signed in; the panel has no other way to records. */
  readonly bindOwnRecords: BindRecords;
  /** Answers a path of the REST API with the records of whoever is signed in. */
  readonly answerOwnRecords: RestHandler;
}

/** A request of somebody who may not be signed in. */
export interface Visit {
  readonly panel: Panel;
  readonly req: Request;
  readonly res: Response;
  readonly signedIn: SignedIn | null;
  /** What a POST brought; empty for a GET. */
  readonly form: Form;
}

/** A request of somebody who is signed in and whose form, if there is one, came from this session. */
export interface UserVisit extends Visit {
  readonly signedIn: SignedIn;
}

export type Page = (visit: Visit) => Promise<void>;
export type UserPage = (visit: UserVisit) => Promise<void>;

/** The id that a path of the panel names. */
export const idOf = ({ req }: Visit): string => String(req.params.id ?? '');

/** Writes an audit line of something that the signed-in user did. */
export function audit(
  { panel, req, signedIn }: UserVisit,
  event: Parameters<Auth['audit']>[0],
  about: Omit<Parameters<Auth['audit']>[1], 'by' | 'address'> = {},
): void {
  panel.auth.audit(event, { by: signedIn.user.name, ...about, address: panel.auth.addressOf(req) });
}
