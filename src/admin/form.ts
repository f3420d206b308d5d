// Reads what a form sends: small, URL-encoded, and text that can be kept.

import express, { type RequestHandler } from 'express';
import { ApiError } from '../errors.js';

/** Largest form, in bytes. */
const FORM_MAX_BYTES = 100 * 1024;
/** Most fields of a form. */
const FIELDS_MAX = 200;
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Takes the bytes of a form. What is of another type is left alone, and refused by `readForm`. */
export const takeForm: RequestHandler = express.raw({ type: FORM_TYPE, limit: FORM_MAX_BYTES });

/** The fields of a form, each of them text. */
export class Form {
  readonly #fields: URLSearchParams;

  constructor(fields = new URLSearchParams()) {
    this.#fields = fields;
  }

  /** A field as it was typed; empty where it is missing. */
  text(name: string): string {
    return this.#fields.get(name) ?? '';
  }

  /** All values of a field that can be ticked several times. */
  all(name: string): readonly string[] {
    return this.#fields.getAll(name);
  }

  has(name: string): boolean {
    return this.#fields.has(name);
  }
}

/** The form in a body that `takeForm` took. Throws `unsupported-media-type`, `body-too-large` or `malformed-request`. */
export function readForm(body: unknown, contentType: string | undefined): Form {
  if (!Buffer.isBuffer(body)) {
    if (contentType === undefined) return new Form();
    throw new ApiError('unsupported-media-type', `A form is sent as ${FORM_TYPE}.`);
  }
  const fields = new URLSearchParams(body.toString());
  if (fields.size > FIELDS_MAX)
    throw new ApiError('body-too-large', `A form has at most ${FIELDS_MAX} fields.`);
  // Bytes that are no UTF-8 arrive as U+FFFD, and no store keeps U+0000.
  for (const [name, value] of fields)
    if (/[\0\ufffd]/.test(name + value))
      throw new ApiError('malformed-request', 'The form holds characters that are no text in UTF-8.');
  return new Form(fields);
}
