// The way of a REST request for records, in one place: route, viewer, plan, operation, format, answer.

import type { ServerResponse } from 'node:http';
import type { Config } from '../config.js';
import { didYouMean, nearestNames } from '../did-you-mean.js';
import { ApiError } from '../errors.js';
import type { BindRecords } from '../graphql/context-builder.js';
import type { Operations, Variables } from '../graphql/operations.js';
import type { Model, Resource } from '../model/model.js';
import { createContext } from '../resolvers/context.js';
import type { Records } from '../store/port.js';
import { type AnswerHeaders, sendStream, sendWhole } from './answer.js';
import { createPlanReader, type Plan, type PlanReader } from './dialect/plan.js';
import { selectInDocument } from './document.js';
import { chooseFormat } from './formats/choose.js';
import type { Item } from './formats/columns.js';
import { type Encoder, encode, type Format } from './formats/format.js';
import { createLayout } from './formats/layout.js';
import { isOptions, type RestHandler, readTarget, type Target } from './request.js';
import { withFields } from './selection.js';
import { BASE_PATH, type Route, type SofaMapping } from './sofa.js';

export interface RestDependencies {
  readonly config: Pick<Config, 'BATCH_SIZE' | 'PUBLIC_URL'>;
  readonly model: Model;
  readonly mapping: SofaMapping;
  readonly operations: Operations;
  readonly bindRecords: BindRecords;
  /** Told of every batch of a complete list that is streamed. */
  readonly onStreamed?: (resource: Resource, records: number) => void;
}

/** A page of a list, as the operation answers it. */
interface PageData {
  readonly items: readonly Item[];
  readonly page: { readonly next: string | null; readonly total?: number };
}

/** What one request is about, once it is understood. */
interface Asked {
  readonly route: Route;
  readonly plan: Plan;
  readonly format: Format;
  readonly records: Records;
  readonly target: Target;
}

/** An error of the operation in the words of the query string: what GraphQL calls `after` is `cursor` here. */
export function inRestWords(error: ApiError): ApiError {
  const { code, detail, options } = error;
  if (code !== 'invalid-cursor' || !options.errors) return error;
  const errors = options.errors.map((one) =>
    one.parameter === 'after' ? { ...one, parameter: 'cursor' } : one,
  );
  return new ApiError(code, detail, { ...options, errors });
}

/** The handler of everything under /api/v1 that Sofa maps. */
export function createRestHandler({
  config,
  model,
  mapping,
  operations,
  bindRecords,
  onStreamed,
}: RestDependencies): RestHandler {
  const readers = new Map(
    model.resources.flatMap((resource) => [
      [`${resource.name} list`, createPlanReader(model, resource, 'list')],
      [`${resource.name} record`, createPlanReader(model, resource, 'record')],
    ]),
  );

  return async (req, res) => {
    const target = readTarget(req.url ?? '');
    const route = mapping.find(target.path);
    if (!route) throw nothingAt(target.path, model);
    if (isOptions(req, res)) return;
    const records = await bindRecords(req, res);
    const readPlan = readers.get(`${route.resource.name} ${kindOf(route)}`) as PlanReader;
    const plan = readPlan(target.search);
    const format = chooseFormat(req, route.resource, plan.format);
    const asked = { route, plan, format, records, target };
    if (route.id === null) await answerList(asked, res);
    else await answerRecord(asked, route.id, res);
  };

  async function answerRecord(asked: Asked, id: string, res: ServerResponse) {
    const { route, plan, format } = asked;
    const { resource } = route;
    const record = (await run(asked, { id }, false)) as Item | null;
    if (record === null) throw new ApiError('record-not-found', `No record of ${resource.name} has this id.`);
    const text = format.record(createLayout(model, resource, plan), record);
    await sendWhole(res, text, headersOf(format, resource.singular));
  }

  async function answerList(asked: Asked, res: ServerResponse) {
    const { route, plan, format, target } = asked;
    const first = plan.limit ?? config.BATCH_SIZE;
    const page = (await run(asked, { ...plan.variables, first }, plan.count)) as PageData;
    const { next, total } = page.page;
    const encoder = format.list(createLayout(model, route.resource, plan));
    const headers: AnswerHeaders = {
      ...headersOf(format, route.resource.name),
      ...(total === undefined ? {} : { 'X-Total-Count': String(total) }),
    };
    if (next === null) return sendWhole(res, encode(encoder, page.items), headers);
    if (plan.limit !== null)
      return sendWhole(res, encode(encoder, page.items), { ...headers, Link: nextLink(target, next) });
    const readBatch = (after: string) =>
      run(asked, { ...plan.variables, first, after }, false) as Promise<PageData>;
    await sendStream(res, pieces(route.resource, encoder, page, readBatch), headers);
  }

  /** A complete list in pieces, one for each batch. */
  async function* pieces(
    resource: Resource,
    encoder: Encoder,
    first: PageData,
    readBatch: (cursor: string) => Promise<PageData>,
  ): AsyncGenerator<string> {
    let batch = first;
    onStreamed?.(resource, batch.items.length);
    yield encoder.head() + encoder.records(batch.items);
    while (batch.page.next !== null) {
      batch = await readBatch(batch.page.next);
      onStreamed?.(resource, batch.items.length);
      yield encoder.records(batch.items);
    }
    yield encoder.tail();
  }

  /** Runs the operation of a request; each run has a context of its own, so that nothing read gathers in memory. */
  async function run({ route, plan, format, records }: Asked, variables: Variables, total: boolean) {
    const { resource, document } = route;
    const needs = format.needs(resource);
    const key = `${resource.name} ${kindOf(route)} ${total} ${needs} ${plan.selectionKey}`;
    const select = () => {
      const selection = withFields(plan.selection, needs);
      return selectInDocument(document, model, resource, { selection, list: route.id === null, total });
    };
    const { data, errors } = await operations.run(key, select, variables, createContext(records));
    if (errors?.[0]) throw errors[0];
    return data?.[route.id === null ? resource.name : resource.singular] ?? null;
  }

  /** RFC 8288; relative to this server unless its public address is configured. */
  function nextLink({ path, search }: Target, cursor: string): string {
    const parameters = new URLSearchParams(search);
    parameters.set('cursor', cursor);
    const base = config.PUBLIC_URL?.replace(/\/+$/, '') ?? '';
    return `<${base}${path}?${parameters}>; rel="next"`;
  }
}

/** Asks whether a list is meant whose name is nearly that of the path. */
function nothingAt(path: string, { byName }: Model): ApiError {
  const [name = ''] = path.slice(BASE_PATH.length, PATH_READ_MAX).split('/').filter(Boolean);
  const meant = nearestNames(name, [...byName.keys()]).map((list) => `${BASE_PATH}/${list}`);
  const question = didYouMean(meant) || '.';
  return new ApiError(
    'not-found',
    `There is nothing at this path; /api/openapi lists what there is${question}`,
  );
}

/** Characters of a path that are looked at for what it may mean. */
const PATH_READ_MAX = 100;

const kindOf = ({ id }: Route): 'list' | 'record' => (id === null ? 'list' : 'record');

function headersOf({ contentType, isFile, name }: Format, fileName: string): AnswerHeaders {
  if (!isFile) return { 'Content-Type': contentType };
  return {
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${fileName}.${name}"`,
  };
}
