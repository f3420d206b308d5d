// Turns an error about a value into what a form says beside the field.

import { ApiError } from '../errors.js';

/** What is wrong with the fields of a form, by the field's name. */
export type FormErrors = Readonly<Record<string, string>>;

/** The error as one of a form's; throws it again where it is none. `fields` gives the form's own names for parameters. */
export function toFormErrors(error: unknown, fields: Readonly<Record<string, string>> = {}): FormErrors {
  const [wrong] = error instanceof ApiError ? (error.options.errors ?? []) : [];
  if (!wrong) throw error;
  const { parameter, detail, allowed } = wrong;
  const right = typeof allowed === 'string' ? allowed : allowed.join(', ');
  const text = `${detail}: ${right}.`;
  return { [fields[parameter] ?? parameter]: text.charAt(0).toUpperCase() + text.slice(1) };
}
