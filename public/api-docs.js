// Sets up Swagger UI for the document of this server.

document.documentElement.classList.toggle('dark-mode', matchMedia('(prefers-color-scheme: dark)').matches);

window.SwaggerUIBundle({
  url: '/api/openapi',
  dom_id: '#swagger-ui',
  // The base layout has no top bar with an address to load another document from.
  layout: 'BaseLayout',
  // The badge would send the document's address to a validator elsewhere.
  validatorUrl: null,
  deepLinking: true,
  supportedSubmitMethods: ['get'],
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
});
