// The contract as documents: /api/openapi, and Swagger UI at /api-docs with assets of this server.

import type { Express, Request } from 'express';
import swaggerUi from 'swagger-ui-express';
import type { AllowOrigins } from '../cors.js';
import { didYouMean, nearestNames } from '../did-you-mean.js';
import { ApiError, invalidParameter, quote } from '../errors.js';
import { onlyGet } from '../problem.js';
import { readPairs } from '../read-pairs.js';
import { chooseContent } from './accept.js';
import { sendWhole } from './answer.js';
import { unknownParameter } from './dialect/unknown-parameter.js';
import { SWAGGER_UI_FILES, swaggerUiPage } from './swagger-ui.js';

/** The formats of the document, the first of them where a client has no wish, and their media types (YAML: RFC 9512). */
const MEDIA_TYPES = { json: 'application/json', yaml: 'application/yaml' } as const;
const FORMATS = Object.keys(MEDIA_TYPES) as Format[];

type Format = keyof typeof MEDIA_TYPES;

const WRITERS: Readonly<Record<Format, (document: unknown) => Promise<string>>> = {
  json: async (document) => JSON.stringify(document),
  async yaml(document) {
    const { stringify } = await import('yaml');
    // Readers of YAML 1.1 take an unquoted 2026-05-01 for a date, and `no` for false.
    return stringify(document, { compat: 'yaml-1.1', aliasDuplicateObjects: false });
  },
};

/** Mounts both. Neither needs a token, as they hold no data. */
export function mountDocs(
  app: Express,
  openApi: Readonly<Record<string, unknown>>,
  allowOrigins: AllowOrigins,
): void {
  // Written when they are asked for first: YAML takes time and memory, and few ask for it.
  const written = new Map<Format, string>();
  const documentIn = async (format: Format): Promise<string> => {
    const text = written.get(format) ?? (await WRITERS[format](openApi));
    written.set(format, text);
    return text;
  };
  app
    .route('/api/openapi')
    .get(async (req, res) => {
      allowOrigins(req, res);
      const format = readFormat(req);
      await sendWhole(res, await documentIn(format), {
        'Content-Type': `${MEDIA_TYPES[format]}; charset=utf-8`,
        'Cache-Control': 'no-cache',
        Vary: 'Accept, Accept-Encoding',
      });
    })
    .all(onlyGet);

  const page = swaggerUiPage();
  const files = SWAGGER_UI_FILES.map((name) => `/api-docs/${name}`);
  app
    .route('/api-docs')
    .get((_req, res) => res.type('html').send(page))
    .all(onlyGet);
  // Only what the page needs: the package also holds a page of its own, which asks a server elsewhere.
  app.use('/api-docs', (req, res, next) =>
    SWAGGER_UI_FILES.includes(req.path.slice(1)) ? serveFile(req, res, next) : next(),
  );
  app.all(files, onlyGet);
}

const serveFile = swaggerUi.serveWithOptions({ index: false })[1] as (typeof swaggerUi.serve)[number];

/** What `format` or else `Accept` asks for. Throws `unknown-parameter`, `invalid-parameter` or `not-acceptable`. */
function readFormat(req: Request): Format {
  const [, search = ''] = /\?(.*)$/s.exec(req.url) ?? [];
  const pairs = readPairs(search);
  const unknown = [...pairs.keys()].find((name) => name !== 'format');
  if (unknown !== undefined)
    throw unknownParameter(unknown, 'the document has no such parameter', ['format']);
  const asked = pairs.get('format');
  if (asked === undefined) return readAccept(req);
  const format = FORMATS.find((known) => known === asked);
  if (!format)
    throw invalidParameter(
      'format',
      `${quote(asked)} is not offered here${didYouMean(nearestNames(asked, FORMATS))}`,
      FORMATS,
    );
  return format;
}

function readAccept(req: Request): Format {
  const accepted = chooseContent(req, Object.values(MEDIA_TYPES));
  const format = FORMATS.find((known) => MEDIA_TYPES[known] === accepted);
  if (format) return format;
  const allowed = Object.values(MEDIA_TYPES);
  throw new ApiError('not-acceptable', `The formats offered here are ${allowed.join(' and ')}.`, {
    errors: [{ parameter: 'Accept', detail: 'it accepts none of the formats', allowed }],
  });
}
