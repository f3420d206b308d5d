// The two pages that are not Swagger UI: what GraphQL is here, and the list of errors that problems point to.

import { ERRORS } from './errors.js';

/** What a browser is shown at /graphql: how to ask, and the schema. */
export function graphqlPage(sdl: string, server: string): string {
  return page(
    'GraphQL',
    `<p>Queries are sent here by POST, and answered with the same records as the REST API.</p>
<pre>curl ${escapeHtml(server)}/graphql -H 'Content-Type: application/json' \\
  -d '{"query":"{ catches(first: 3) { items { species lengthCm spot { name } } } }"}'</pre>
<h2>Schema</h2>
<pre>${escapeHtml(sdl)}</pre>`,
  );
}

/** Every error code, so that the \`type\` of a problem leads somewhere. */
export function errorsPage(): string {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, title }]) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${title}</td></tr>`,
  );
  return page(
    'Errors',
    `<p>Every error is answered as <code>application/problem+json</code> (RFC 9457) with one of these codes.</p>
<table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>`,
  );
}

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
