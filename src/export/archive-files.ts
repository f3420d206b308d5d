// The files of an export but for its manifest: each collection in its formats, and the schemas of the records.

import { setImmediate } from 'node:timers/promises';
import type { Model, Resource } from '../model/model.js';
import { project } from '../rest/formats/columns.js';
import type { Format } from '../rest/formats/format.js';
import { FORMATS } from '../rest/formats/formats.js';
import { createLayout } from '../rest/formats/layout.js';
import { wholeRecord } from '../rest/selection.js';
import type { FoundPage, Records } from '../store/port.js';
import { schemaFile } from './schema-file.js';

/** Formats of an export, as far as a collection can be written in them: positions only where there are some. */
const NAMES: readonly string[] = ['ndjson', 'csv', 'geojson', 'gpx'];

/** So few records are read and written in some milliseconds, and then other requests have their turn. */
const BATCH = 50;

/** A file whose content is made while it is read. */
export interface ArchiveFile {
  readonly name: string;
  readonly collection: string;
  readonly mediaType: string;
  /** Its text in pieces, each with the number of records in it; null where it is not made of records. Throws when stopped. */
  pieces(stop: AbortSignal): AsyncIterable<readonly [text: string, records: number | null]>;
}

/** The files of these collections, in the order of the archive. */
export function archiveFiles(
  model: Model,
  resources: readonly Resource[],
  records: Records,
): readonly ArchiveFile[] {
  const formats = FORMATS.filter(({ name }) => NAMES.includes(name));
  const lists = resources.flatMap((resource) =>
    formats
      .filter((format) => format.offers(resource))
      .map((format) => listFile(model, resource, format, records)),
  );
  return [...lists, ...resources.map((resource) => schemaOf(model, resource))];
}

/** The complete list as the REST API answers it in that format. */
function listFile(model: Model, resource: Resource, format: Format, records: Records): ArchiveFile {
  const selection = wholeRecord(resource);
  const layout = createLayout(model, resource, { selection, units: 'metric', bom: false });
  return {
    name: `${resource.name}.${format.name}`,
    collection: resource.name,
    mediaType: format.mediaType,
    async *pieces(stop) {
      const encoder = format.list(layout);
      yield [encoder.head(), 0];
      for await (const batch of batches(resource, records, stop)) {
        const items = batch.map((record) => project(layout.columns, record));
        yield [encoder.records(items), items.length];
      }
      yield [encoder.tail(), 0];
    },
  };
}

function schemaOf(model: Model, resource: Resource): ArchiveFile {
  return {
    name: `schemas/${resource.name}.schema.json`,
    collection: resource.name,
    mediaType: 'application/schema+json',
    async *pieces() {
      yield [schemaFile(model, resource), null];
    },
  };
}

/** All records, newest first as in every list, with a turn of the event loop before each batch. */
async function* batches(
  resource: Resource,
  records: Records,
  stop: AbortSignal,
): AsyncGenerator<FoundPage['records']> {
  const list = {
    where: [],
    sort: [{ field: resource.newestBy, descending: true }],
    limit: BATCH,
    select: resource.fields.map(({ name }) => name),
  };
  let after: FoundPage['next'] = null;
  do {
    await setImmediate(undefined, { signal: stop });
    const page: FoundPage = await records.find(resource, { ...list, after });
    yield page.records;
    after = page.next;
  } while (after !== null);
}
