// Answers /api/v1/export: everything that the token may read, as one ZIP that is made while it is sent.

import accepts from 'accepts';
import { ApiError } from '../errors.js';
import { archiveName, writeArchive } from '../export/write-archive.js';
import type { BindSnapshot } from '../graphql/context-builder.js';
import type { Model } from '../model/model.js';
import { readPairs } from '../read-pairs.js';
import { sendStream } from './answer.js';
import { unknownParameter } from './dialect/unknown-parameter.js';
import { isOptions, type RestHandler, readTarget } from './request.js';
import { BASE_PATH } from './sofa.js';

/** Where the export is. */
export const EXPORT_PATH = `${BASE_PATH}/export`;

const MEDIA_TYPE = 'application/zip';

export interface ExportDependencies {
  readonly model: Model;
  readonly bindSnapshot: BindSnapshot;
}

/** The handler of the export. Whatever becomes of the answer, its snapshot is closed. */
export function createExportHandler({ model, bindSnapshot }: ExportDependencies): RestHandler {
  return async (req, res) => {
    const { search } = readTarget(req.url ?? '');
    if (isOptions(req, res)) return;
    const snapshot = await bindSnapshot(req, res);
    try {
      checkParameters(search);
      if (!accepts(req).type([MEDIA_TYPE])) throw notAcceptable();
      const exportedAt = new Date();
      const headers = {
        'Content-Type': MEDIA_TYPE,
        'Content-Disposition': `attachment; filename="${archiveName(model, snapshot, exportedAt)}"`,
      };
      const gone = new AbortController();
      res.once('close', () => gone.abort());
      const archive = writeArchive(model, snapshot, exportedAt, gone.signal);
      await sendStream(res, archive, headers, { compressed: true });
    } finally {
      await snapshot.close();
    }
  };
}

/** There are no parameters: an export is everything. */
function checkParameters(search: string): void {
  const [name] = readPairs(search).keys();
  if (name !== undefined) throw unknownParameter(name, 'an export takes no parameters', []);
}

function notAcceptable(): ApiError {
  const allowed = [MEDIA_TYPE];
  return new ApiError('not-acceptable', `An export is ${MEDIA_TYPE}.`, {
    errors: [{ parameter: 'Accept', detail: 'it does not accept a ZIP', allowed }],
  });
}
