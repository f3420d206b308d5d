// The running text of the OpenAPI document: what holds for the whole API, and for each operation.

import type { Config } from '../../config.js';
import type { Resource } from '../../model/model.js';

/** What a reader has to know before the operations; Markdown. */
export function describeApi(authMode: Config['AUTH_MODE']): string {
  return `The records of a person's fishing log, to be taken into other tools whole.

**Lists are complete.** A list answers every record that matches, newest first, as one JSON array. With \`limit\` it
answers a page, and the \`Link\` header leads to the next one.

**Filters.** Every field is a parameter: \`species=Pike,Perch\` is any of these values (\`\\,\` is a literal comma),
\`lengthCm[gte]=50\` compares. Text is compared without regard to case. Times are RFC 3339; a day such as
\`2026-05-01\` is its first moment in \`tz\`. All conditions must hold.

**Records.** A value that is not known is \`null\`. A linked record is told by its id (\`lureId\`); \`expand=lure\` puts
it in place. \`fields\` leaves out everything that it does not name. Units are in the names of the fields and in
\`x-unit\`, in UCUM notation. New fields may come within v1; a client ignores those it does not know.

**Formats.** \`Accept\` or \`format\` asks for NDJSON, CSV, GeoJSON, GPX or iCalendar instead of JSON, as far as the
collection can be written in it; \`units=imperial\` adds imperial measures beside the metric ones. Pages and records have an
\`ETag\`; \`If-None-Match\` with it is answered 304. Answers are compressed by gzip or Brotli where \`Accept-Encoding\` takes it.

**Methods.** Every path also answers \`HEAD\` (the same without a body) and \`OPTIONS\` (with \`Allow\`); nothing can be
written.

**Errors** are \`application/problem+json\` (RFC 9457) with a stable \`code\`. Nothing of a request is ignored in
silence: an unknown parameter or a value of the wrong type is a 400 that says what is allowed.${authMode === 'open' ? '' : TOKENS}`;
}

const TOKENS = `

**Tokens.** Every request for records carries an API token, \`Authorization: Bearer creel_…\`, never in the URL. A token
can be limited to some collections, or to coordinates that are rounded or hidden: what it may not read is a 403. How
much more it may ask is in \`RateLimit\`; beyond that comes a 429 with \`Retry-After\`.`;

/** What a list does; Markdown. */
export function describeList({ name, description, newestBy }: Resource): string {
  return `${description}. Answers all ${name} that match, by \`${newestBy}\` with the newest first; records without one come last.
\`limit\` asks for pages.`;
}

/** What a by-id path does; Markdown. */
export function describeRecord({ description, links }: Resource): string {
  const names = links.map(({ name }) => `\`${name}\``).join(', ');
  return links.length === 0
    ? `${description}.`
    : `${description}. \`expand\` puts linked records in place: ${names}.`;
}
