// The two pages that are not Swagger UI: what GraphQL is here, and the list of errors that problems point to.

import { STATUS_CODES } from 'node:http';
import type { Config } from './config.js';
import { ERRORS, type ErrorCode } from './error-codes.js';

/** What a browser is shown at /graphql: how to ask, and the schema where it may be told. It holds no data. */
export function graphqlPage(sdl: string | null, server: string, authMode: Config['AUTH_MODE']): string {
  const token = authMode === 'open' ? '' : `\n  -H "Authorization: Bearer $CREEL_TOKEN" \\`;
  const tokens =
    authMode === 'open'
      ? ''
      : ' Every query carries an API token in its header, which the <a href="/admin">administration panel</a> makes.';
  return page(
    'GraphQL',
    `<p>Queries are sent here by POST, and answered with the same records as the REST API.${tokens}</p>
<pre tabindex="0">curl ${escapeHtml(server)}/graphql -H 'Content-Type: application/json' \\${token}
  -d '{"query":"{ catches(first: 3) { items { species lengthCm spot { name } } } }"}'</pre>
${sdl === null ? '' : `<h2>Schema</h2>\n<pre tabindex="0">${escapeHtml(sdl)}</pre>`}`,
  );
}

/** Every error code by its status, when it comes and what to do, so that the `type` of a problem leads somewhere. */
export function errorsPage(): string {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort();
  const groups = statuses.map((status) => {
    const sections = codes.filter((code) => ERRORS[code].status === status).map(errorSection);
    return `<h2>${status} ${STATUS_CODES[status]}</h2>\n${sections.join('\n')}`;
  });
  return page(
    'Errors',
    `<p>Every error is answered as <code>application/problem+json</code>
(<a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>) with one of these codes; GraphQL has it in
<code>errors[].extensions.code</code>. A program goes by <code>code</code>, which is stable within v1;
<code>detail</code> is for a person. <code>errors</code> names the parameters that are wrong, and what is
<code>allowed</code>. The server's log has the <code>requestId</code>.</p>
${groups.join('\n')}`,
  );
}

function errorSection(code: ErrorCode): string {
  const { title, when, advice } = ERRORS[code];
  return `<section id="${code}">
<h3><a href="#${code}"><code>${code}</code></a> ${escapeHtml(title)}</h3>
<dl><dt>When</dt><dd>${withCode(when)}</dd><dt>What to do</dt><dd>${withCode(advice)}</dd></dl>
</section>`;
}

/** A text with code in backticks. */
const withCode = (text: string): string => escapeHtml(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>');

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Creel</title>
<link rel="icon" href="/assets/favicon.svg">
<link rel="stylesheet" href="/assets/creel.css">
</head>
<body>
<header><a href="/api-docs">Creel</a></header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
