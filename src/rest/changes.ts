// `GET /api/v1/changes`: what has changed in a log since a cursor, as NDJSON, one change a line.

import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { didYouMean, nearestNames } from '../did-you-mean.js';
import { ApiError, invalidParameter, quote } from '../errors.js';
import { CURSOR_LENGTH_MAX } from '../model/limits.js';
import type { Field, Model, Resource } from '../model/model.js';
import { readPairs } from '../read-pairs.js';
import { type Change, type ChangeFeed, CursorTooOld, InvalidPosition } from '../store/port.js';
import { chooseContent } from './accept.js';
import { sendStream } from './answer.js';
import { unknownParameter } from './dialect/unknown-parameter.js';
import { columnsOf, project } from './formats/columns.js';
import { ndjson } from './formats/ndjson.js';
import type { RestDependencies } from './handler.js';
import { readableResources } from './readable.js';
import { isOptions, type RestHandler, readTarget } from './request.js';
import { wholeRecord } from './selection.js';
import { BASE_PATH } from './sofa.js';

/** Where the feed is. */
export const CHANGES_PATH = `${BASE_PATH}/changes`;

/** What a feed is, as NDJSON that records are answered in. */
export const NDJSON = ndjson.mediaType;

const PARAMETERS = ['since', 'collections'];

/** Raised when the form of a cursor changes, so that those of another Creel are too old and not misread. */
const VERSION = 2;

/** The handler of the feed of changes. */
export function createChangesHandler({
  config,
  model,
  bindRecords,
}: Pick<RestDependencies, 'config' | 'model' | 'bindRecords'>): RestHandler {
  const write = createWriter(model);
  return async (req, res) => {
    const { search } = readTarget(req.url ?? '');
    if (isOptions(req, res)) return;
    const records = await bindRecords(req, res);
    const pairs = readParameters(search);
    checkAccept(req);
    const named = pairs.get('collections');
    const resources =
      named === undefined ? readableResources(model, records) : readCollections(model, named.split(','));
    for (const resource of resources) records.checkReadable(resource);
    const since = pairs.get('since');
    const cursor = since === undefined ? null : readCursor(resources, since);
    const feed = await records.changes(resources, cursor, config.BATCH_SIZE).catch(inRestWords);
    const batches = feed.batches[Symbol.asyncIterator]();
    // What fails at once is told by a status, not by an answer that is cut off.
    const first = await batches.next();
    const end = { type: 'end', cursor: writeCursor(resources, feed.cursor), deletions: feed.deletions };
    await sendStream(res, lines(first, batches, write, end), { 'Content-Type': ndjson.contentType });
  };
}

function inRestWords(error: unknown): never {
  throw error instanceof InvalidPosition ? invalidCursor('it is damaged, or of another token') : error;
}

/** Throws `unknown-parameter`. */
function readParameters(search: string): Map<string, string> {
  const pairs = readPairs(search);
  const unknown = [...pairs.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown === undefined) return pairs;
  throw unknownParameter(unknown, 'changes have no such parameter', PARAMETERS);
}

/** Throws `not-acceptable`. */
function checkAccept(req: IncomingMessage): void {
  if (chooseContent(req, [NDJSON]) !== null) return;
  throw new ApiError('not-acceptable', `The format of changes is ${NDJSON}.`, {
    errors: [{ parameter: 'Accept', detail: 'it accepts none of the formats', allowed: [NDJSON] }],
  });
}

/** The collections of these names, in the order of the model. Throws `invalid-parameter`. */
function readCollections({ resources, byName }: Model, names: readonly string[]): Resource[] {
  const unknown = names.find((name) => !byName.has(name));
  if (unknown !== undefined)
    throw invalidParameter(
      'collections',
      `${quote(unknown)} is no collection${didYouMean(nearestNames(unknown, [...byName.keys()]))}`,
      resources.map(({ name }) => name),
    );
  return resources.filter(({ name }) => names.includes(name));
}

/**
 * A cursor is bound to the collections of the copy, as of others it would leave out what came before it, and to what a
 * record of them is, as another Creel can answer more of a record that did not change.
 */
function writeCursor(resources: readonly Resource[], cursor: string): string {
  const parts = [VERSION, namesOf(resources), fieldsOf(resources), cursor];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Throws `invalid-cursor`, or CursorTooOld for the cursor of another Creel. */
function readCursor(resources: readonly Resource[], text: string): string {
  const parts = text.length <= CURSOR_LENGTH_MAX ? parse(text) : null;
  if (!Array.isArray(parts) || typeof parts[0] !== 'number')
    throw invalidCursor('it is not a cursor of this feed');
  const [version, names, fields, cursor] = parts;
  if (version !== VERSION) throw new CursorTooOld();
  if (names !== namesOf(resources)) throw invalidCursor('it was made for other collections');
  if (fields !== fieldsOf(resources)) throw new CursorTooOld();
  if (typeof cursor !== 'string') throw invalidCursor('it is not a cursor of this feed');
  return cursor;
}

const namesOf = (resources: readonly Resource[]): string => resources.map(({ name }) => name).join();

/** A text that is another one where the records have other fields, or these are of other types. */
function fieldsOf(resources: readonly Resource[]): string {
  const describe = (field: Field): unknown => [
    field.name,
    field.kind === 'scalar' ? field.scalar : field.kind === 'objects' ? field.fields.map(describe) : 'texts',
  ];
  const fields = resources.map((resource) => resource.fields.map(describe));
  return hash('sha256', JSON.stringify(fields), 'base64url').slice(0, 16);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return null;
  }
}

function invalidCursor(reason: string): ApiError {
  const allowed = 'the cursor of the last line of a feed of the same token and the same collections';
  return new ApiError('invalid-cursor', `The cursor cannot be used: ${reason}. Start again without it.`, {
    errors: [{ parameter: 'since', detail: reason, allowed }],
  });
}

/** Writes a change as its line, a record just as the record's own path answers it. */
function createWriter(model: Model): (change: Change) => string {
  const columns = new Map(
    model.resources.map((resource) => [
      resource,
      columnsOf(model, resource, wholeRecord(resource), 'metric'),
    ]),
  );
  return (change) => {
    const { kind, resource } = change;
    const collection = resource.name;
    if (kind === 'deleted') return line({ type: kind, collection, id: change.id });
    const record = project(columns.get(resource) ?? [], change.record);
    return line({ type: kind, collection, id: record.id, record });
  };
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;

/** The lines, a piece for each batch; the last one says that it is all, so that a part is never taken for the whole. */
async function* lines(
  first: IteratorResult<readonly Change[]>,
  batches: AsyncIterator<readonly Change[]>,
  write: (change: Change) => string,
  end: Readonly<Record<'type' | 'cursor', string>> & Pick<ChangeFeed, 'deletions'>,
): AsyncGenerator<string> {
  let records = 0;
  let deleted = 0;
  for (let batch = first; !batch.done; batch = await batches.next()) {
    const gone = batch.value.filter(({ kind }) => kind === 'deleted').length;
    deleted += gone;
    records += batch.value.length - gone;
    yield batch.value.map(write).join('');
  }
  yield line({ ...end, records, deleted });
}
