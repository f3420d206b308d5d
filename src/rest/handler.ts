// The way of a REST request, in one place: method, viewer, plan, operation, answer.

import type { IncomingMessage, ServerResponse } from 'node:http';
import accepts from 'accepts';
import type { Config } from '../config.js';
import { ApiError } from '../errors.js';
import type { BindRecords } from '../graphql/context-builder.js';
import type { Operations, Variables } from '../graphql/operations.js';
import type { Model, Resource } from '../model/model.js';
import { createContext } from '../resolvers/context.js';
import type { Records } from '../store/port.js';
import { type PageData, sendJson, streamList } from './answer.js';
import { FORMATS } from './dialect/formats.js';
import { createPlanReader, type Plan, type PlanReader } from './dialect/plan.js';
import { selectInDocument } from './document.js';
import type { Route, SofaMapping } from './sofa.js';

export interface RestDependencies {
  readonly config: Pick<Config, 'BATCH_SIZE' | 'PUBLIC_URL'>;
  readonly model: Model;
  readonly mapping: SofaMapping;
  readonly operations: Operations;
  readonly bindRecords: BindRecords;
  /** Told of every batch of a complete list that is streamed. */
  readonly onStreamed?: (resource: Resource, records: number) => void;
}

/** Answers a request, or throws: an ApiError for what the client did, anything else for what went wrong here. */
export type RestHandler = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

const ALLOW = 'GET, HEAD, OPTIONS';

/** An error of the operation in the words of the query string: what GraphQL calls `after` is `cursor` here. */
export function inRestWords(error: ApiError): ApiError {
  const { code, detail, options } = error;
  if (code !== 'invalid-cursor' || !options.errors) return error;
  const errors = options.errors.map((one) => ({ ...one, parameter: 'cursor' }));
  return new ApiError(code, detail, { ...options, errors });
}

/** The handler of everything under /api/v1. */
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
    const { path, search } = splitUrl(req.url ?? '');
    const found = await mapping.route(path, async (route) => {
      if (req.method === 'OPTIONS') return sendOptions(res);
      checkRequest(req);
      const records = await bindRecords(req, res);
      const kind = route.id === null ? 'list' : 'record';
      const readPlan = readers.get(`${route.resource.name} ${kind}`) as PlanReader;
      const plan = readPlan(search);
      if (plan.format === null) checkAccept(req);
      if (route.id === null) await answerList(res, route, plan, records, { path, search });
      else await answerRecord(res, route, plan, records, route.id);
    });
    if (!found)
      throw new ApiError('not-found', 'There is nothing at this path; /api/openapi lists what there is.');
  };

  async function answerRecord(res: ServerResponse, route: Route, plan: Plan, records: Records, id: string) {
    const record = await run(route, plan, records, { id }, route.resource.singular);
    if (record === null)
      throw new ApiError('record-not-found', `No record of ${route.resource.name} has this id.`);
    sendJson(res, record);
  }

  async function answerList(
    res: ServerResponse,
    route: Route,
    plan: Plan,
    records: Records,
    url: { path: string; search: string },
  ) {
    const read = (variables: Variables, batchPlan = plan) =>
      run(
        route,
        batchPlan,
        records,
        { ...plan.variables, ...variables },
        route.resource.name,
      ) as Promise<PageData>;
    const first = plan.limit ?? config.BATCH_SIZE;
    const page = await read({ first });
    const { next, total } = page.page;
    const headers: Record<string, string> = total === undefined ? {} : { 'X-Total-Count': String(total) };
    if (next === null) return sendJson(res, page.items, headers);
    if (plan.limit === null) {
      const uncounted = { ...plan, count: false };
      const nextBatch = (after: string) => read({ first, after }, uncounted);
      return streamList(res, page, nextBatch, headers, (records) => onStreamed?.(route.resource, records));
    }
    sendJson(res, page.items, { ...headers, Link: nextLink(url, next) });
  }

  /** Runs the operation of a plan; each run has a context of its own, so that nothing read gathers in memory. */
  async function run(route: Route, plan: Plan, records: Records, variables: Variables, field: string) {
    const key = operationKey(route, plan);
    const list = route.id === null;
    const wanted = { selection: plan.selection, list, total: plan.count };
    const document = () => selectInDocument(route.document, model, route.resource, wanted);
    const { data, errors } = await operations.run(key, document, variables, createContext(records));
    if (errors?.[0]) throw errors[0];
    return data?.[field] ?? null;
  }

  /** RFC 8288; relative to this server unless its public address is configured. */
  function nextLink({ path, search }: { path: string; search: string }, cursor: string): string {
    const parameters = new URLSearchParams(search);
    parameters.set('cursor', cursor);
    const base = config.PUBLIC_URL?.replace(/\/+$/, '') ?? '';
    return `<${base}${path}?${parameters}>; rel="next"`;
  }
}

function operationKey({ resource, id }: { resource: Resource; id: string | null }, plan: Plan): string {
  return `${resource.name} ${id === null ? 'list' : 'record'} ${plan.count} ${plan.selectionKey}`;
}

function splitUrl(url: string): { path: string; search: string } {
  const question = url.indexOf('?');
  const path = question < 0 ? url : url.slice(0, question);
  if (url.includes('#') || !isDecodable(path))
    throw new ApiError('malformed-url', 'The path is not percent-encoded UTF-8, or has a fragment.');
  if (REWRITTEN.test(path))
    throw new ApiError('malformed-url', 'The path has a backslash or a segment of dots; say where it leads.');
  return { path, search: question < 0 ? '' : url.slice(question + 1) };
}

/** What a URL parser would quietly turn into another path: `/catches/../lures`, `/catches\\1`. */
const REWRITTEN = /\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function sendOptions(res: ServerResponse): void {
  res.writeHead(204, { Allow: ALLOW });
  res.end();
}

function checkRequest({ method, headers }: IncomingMessage): void {
  if (method !== 'GET' && method !== 'HEAD')
    throw new ApiError('method-not-allowed', `${method} is not offered here; this API only reads.`, {
      headers: { Allow: ALLOW },
    });
  if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
    throw new ApiError('body-not-allowed', 'What is wanted is said in the URL; send no body.');
}

/** Throws `not-acceptable` where the client takes none of the formats. */
function checkAccept(req: IncomingMessage): void {
  const { accept } = req.headers;
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return;
  if (accepts(req).type([...FORMATS]) === false)
    throw new ApiError('not-acceptable', `The formats offered here are ${FORMATS.join(', ')}.`, {
      errors: [{ parameter: 'Accept', detail: 'it accepts none of the formats', allowed: FORMATS }],
    });
}
