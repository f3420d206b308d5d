// Which of the contents that an answer can have a client accepts most.

import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';

/**
 * The content that `Accept` takes, of those offered in the order of preference as `Content-Type` writes them; null for
 * none. Text is UTF-8 whether or not that is written, so a client may ask for it with `charset=utf-8` or without.
 */
export function chooseContent(req: IncomingMessage, contentTypes: readonly string[]): string | null {
  const offers = contentTypes.map((type) => (type.includes('charset=') ? type : `${type}; charset=utf-8`));
  const accepted = accepts(req).type(offers);
  return contentTypes[offers.indexOf(String(accepted))] ?? null;
}
