// The audit log: one line for everything that changes who may read what. It never holds a secret.

import type { Logger } from '../log.js';

export type AuditEvent =
  | 'sign-in'
  | 'sign-in-failed'
  | 'sign-in-limited'
  | 'sign-out'
  | 'session-ended'
  | 'sessions-ended'
  | 'token-created'
  | 'token-renamed'
  | 'token-rotated'
  | 'token-revoked'
  | 'password-changed'
  | 'password-reset'
  | 'user-created'
  | 'user-disabled'
  | 'user-enabled'
  | 'records-downloaded'
  | 'records-deleted';

/** What an event was about; ids and names only. */
export interface AuditSubject {
  /** Who did it: a user's name, or `command line`. */
  readonly by: string;
  /** Whom it concerns, where that is somebody else. */
  readonly user?: string;
  readonly token?: string;
  readonly session?: string;
  readonly collection?: string;
  /** That of a download. */
  readonly format?: string;
  /** Whose records, by the id of the owner. */
  readonly owner?: string;
  /** Of records. */
  readonly ids?: readonly string[];
  readonly address?: string;
}

export type Audit = (event: AuditEvent, subject: AuditSubject) => void;

/** An audit log that is a part of the log: its lines have `audit` set to the event. */
export function createAudit(logger: Logger): Audit {
  return (event, subject) => logger.info({ audit: event, ...subject }, 'audit');
}
