// What the user has, and ways to take it along.

import { ApiError } from '../errors.js';
import type { Resource } from '../model/model.js';
import { formatsOf } from '../rest/formats/choose.js';
import { BASE_PATH } from '../rest/sofa.js';
import type { Records } from '../store/port.js';
import { audit, idOf, type UserVisit } from './panel.js';
import { show } from './render.js';
import { showMinute } from './times.js';

/** The formats that are offered as downloads, by the names that people know; CSV opens in Excel with every letter right. */
const DOWNLOADS: Readonly<Record<string, { readonly label: string; readonly search: string }>> = {
  json: { label: 'JSON', search: 'format=json' },
  csv: { label: 'CSV', search: 'format=csv&bom=true' },
  geojson: { label: 'GeoJSON', search: 'format=geojson' },
  gpx: { label: 'GPX', search: 'format=gpx' },
  ics: { label: 'iCalendar', search: 'format=ics' },
};

/** How many records each collection has, when the latest changed, and links to all of them. */
export async function showData(visit: UserVisit): Promise<void> {
  const { model, bindOwnRecords } = visit.panel;
  const records = await bindOwnRecords(visit.req, visit.res);
  const collections = await Promise.all(model.resources.map((resource) => describe(records, resource)));
  show(visit, 'data', { title: 'My data', section: 'data' }, { collections });
}

/** Streams everything as one file, as the REST API does. */
export async function downloadAll(visit: UserVisit): Promise<void> {
  const { req, res } = visit;
  audit(visit, 'records-downloaded', { collection: 'all', format: 'zip' });
  req.url = `${BASE_PATH}/export`;
  await visit.panel.answerOwnExport(req, res);
}

/** Streams a collection as the REST API does, as a file of the user's own records. */
export async function download(visit: UserVisit): Promise<void> {
  const { model, answerOwnRecords } = visit.panel;
  const { req, res } = visit;
  const [collection = ''] = idOf(visit).split('.');
  const resource = model.byName.get(collection);
  const found = resource && downloadsOf(resource).find(({ file }) => file === idOf(visit));
  if (!found) throw new ApiError('not-found', 'There is no such download.');
  audit(visit, 'records-downloaded', { collection, format: found.format });
  res.attachment(found.file);
  req.url = `${BASE_PATH}/${collection}?${found.search}`;
  await answerOwnRecords(req, res);
}

/** The downloads of a collection: its formats, but those that only programs read. */
function downloadsOf(resource: Resource) {
  return formatsOf(resource).flatMap(({ name }) => {
    const download = DOWNLOADS[name];
    return download ? [{ ...download, format: name, file: `${resource.name}.${name}` }] : [];
  });
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
    downloads: downloadsOf(resource),
    count: count.toLocaleString('en'),
    changed: showMinute(typeof changed === 'string' ? changed : null),
  };
}
