// The operation of /api/v1/export, as the OpenAPI document has it.

import type { Config } from '../../config.js';
import { problemResponses } from './problems.js';
import { headerRefs } from './responses.js';
import type { JsonObject } from './schemas.js';

/** Its tag, which it has alone. */
export const EXPORT_TAG: JsonObject = { name: 'export', description: 'The whole log in one file' };

const DESCRIPTION = `Answers everything that may be read as one ZIP, streamed: each collection as NDJSON and CSV, those with positions as GeoJSON and GPX too, the JSON Schema of each record, and at the end \`manifest.json\` with the number of records, the length and the SHA-256 of each file.

All files show the log as it was at one moment, where the store can hold it; the manifest says whether. \`creel verify FILE.zip\` checks an export, and \`creel import FILE.zip\` restores it. Only a few exports are made at a time. An answer that breaks off has no directory at its end, so that no program takes it for a whole ZIP.`;

/** The operation. It has no parameters. */
export function exportOperation(authMode: Config['AUTH_MODE']): JsonObject {
  const limits = authMode === 'open' ? [] : ['RateLimit', 'RateLimit-Policy'];
  const headers = headerRefs('X-Request-Id', 'Cache-Control', 'Vary', 'Content-Disposition', ...limits);
  return {
    operationId: 'exportLog',
    tags: [EXPORT_TAG.name],
    summary: 'Export everything as one ZIP',
    description: DESCRIPTION,
    responses: {
      200: {
        description: 'The archive, `creel-YYYY-MM-DD.zip`',
        headers,
        content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
      },
      ...problemResponses('export', authMode),
    },
  };
}
