// The page that Swagger UI runs in: its own is not used, as it has inline styles, which the CSP forbids.

/** What the page needs of the package, served under /api-docs. */
export const SWAGGER_UI_FILES: readonly string[] = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/** The page; how Swagger UI is set up is in public/api-docs.js. */
export function swaggerUiPage(): string {
  const [css, bundle] = SWAGGER_UI_FILES.map((name) => `/api-docs/${name}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Creel API</title>
<link rel="icon" href="/assets/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${css}">
<link rel="stylesheet" href="/assets/api-docs.css">
</head>
<body>
<div id="swagger-ui"></div>
<noscript><p>This page needs JavaScript; the document it shows is <a href="/api/openapi">/api/openapi</a>.</p></noscript>
<script src="${bundle}"></script>
<script src="/assets/api-docs.js"></script>
</body>
</html>
`;
}
