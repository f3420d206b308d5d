// What the user has, and ways to take it along.

import { ApiError } from '../errors.js';
import type { Resource } from '../model/model.js';
import { BASE_PATH } from '../rest/sofa.js';
import type { Records } from '../store/port.js';
import { audit, idOf, type UserVisit } from './panel.js';
import { show } from './render.js';
import { showMinute } from './times.js';

/** How many records each collection has, when the latest changed, and a link to all of them. */
export async function showData(visit: UserVisit): Promise<void> {
  const { model, bindOwnRecords } = visit.panel;
  const records = await bindOwnRecords(visit.req, visit.res);
  const collections = await Promise.all(model.resources.map((resource) => describe(records, resource)));
  show(visit, 'data', { title: 'My data', section: 'data' }, { collections });
}

/** Streams everything as one file, as the REST API does. */
export async function downloadAll(visit: UserVisit): Promise<void> {
  const { req, res } = visit;
  audit(visit, 'records-downloaded', { collection: 'all' });
  req.url = `${BASE_PATH}/export`;
  await visit.panel.answerOwnExport(req, res);
}

/** Streams a collection as the REST API does, as a file of the user's own records. */
export async function download(visit: UserVisit): Promise<void> {
  const { model, answerOwnRecords } = visit.panel;
  const { req, res } = visit;
  const collection = /^(\w+)\.json$/.exec(idOf(visit))?.[1] ?? '';
  if (!model.byName.has(collection)) throw new ApiError('not-found', 'There is no such download.');
  audit(visit, 'records-downloaded', { collection });
  res.attachment(`${collection}.json`);
  req.url = `${BASE_PATH}/${collection}`;
  await answerOwnRecords(req, res);
}

async function describe(records: Records, resource: Resource) {
  const newest = {
    where: [],
    sort: [{ field: 'updatedAt', descending: true }],
    after: null,
    limit: 1,
    select: ['id', 'updatedAt'],
  };
  const [count, page] = await Promise.all([records.count(resource, []), records.find(resource, newest)]);
  const changed = page.records[0]?.updatedAt;
  return {
    name: resource.name,
    count: count.toLocaleString('en'),
    changed: showMinute(typeof changed === 'string' ? changed : null),
  };
}
