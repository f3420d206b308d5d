// Ways to ask the servers of a world: by path, by query, with an id, with somebody's cursor.

import fc from 'fast-check';
import type { Resource } from '../../src/model/model.js';
import type { GraphQLAsk } from './graphql-asks.js';
import { AREAS, type RestAsk, textOf, valueParameters, write } from './rest-asks.js';
import type { Ask, Seen, Viewer, World } from './world.js';

export const get = (target: string): Ask => ({ method: 'GET', target });

export function post(query: string, byGet = false): Ask {
  // A GET is asked for what a form could not send, so that it is not taken for a cross-site request.
  if (byGet)
    return {
      method: 'GET',
      target: `/graphql?query=${encodeURIComponent(query)}`,
      headers: { 'apollo-require-preflight': 'true' },
    };
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', target: '/graphql', headers, body: JSON.stringify({ query }) };
}

/** Every filter on a field of a position, both areas, and every sort by the field, with pages that could be walked. */
export function coordinateSearches(resource: Resource, field: string): string[] {
  const filters = valueParameters(resource, 'list').filter(({ name }) => name.replace(/\[.*/, '') === field);
  const sorts = [field, `-${field}`, `updatedAt,-${field}`];
  return [
    ...filters.map((parameter) => {
      const [text = ''] = fc.sample(textOf(resource, parameter), { numRuns: 1, seed: 1 });
      return `limit=2&count=true&${write(parameter.name, text)}`;
    }),
    ...Object.entries(AREAS).map(([name, [area]]) => `limit=2&count=true&${write(name, area)}`),
    ...sorts.map((sort) => `limit=1&fields=id&sort=${sort}`),
  ];
}

export const coordinateQuery = (collection: string, field: string): string =>
  `{ ${collection}(sort: [{ field: ${field} }], first: 1) { items { id } page { next total } } }`;

/** Every way to ask with an id that does not tell the id back. */
export function asksWithId(collection: string, singular: string): ((id: string) => Ask)[] {
  const path = (id: string) => `/api/v1/${collection}/${encodeURIComponent(id)}`;
  return [
    (id) => get(path(id)),
    (id) => ({ method: 'HEAD', target: path(id) }),
    (id) => get(`${path(id)}?fields=id`),
    (id) => ({ ...get(path(id)), headers: { 'if-none-match': '*' } }),
    (id) => get(`/api/v1/${collection}?count=true&id=${encodeURIComponent(id)}`),
    (id) => get(`/api/v1/${collection}?count=true&fields=notes&id[ne]=${encodeURIComponent(id)}`),
    (id) => post(`{ ${singular}(id: ${JSON.stringify(id)}) { id notes } }`),
    (id) =>
      post(
        `{ ${collection}(where: { id: { in: [${JSON.stringify(id)}] } }) { items { id } page { total next } } }`,
      ),
  ];
}

/** The request with the cursor (or else the ETag) that another viewer is given for the same list. */
export async function withCursor({ viewers }: World, ask: RestAsk): Promise<Ask> {
  const { method, target, cursorOf } = ask;
  const other = cursorOf === null ? undefined : viewers[cursorOf];
  if (!other) return { method, target };
  const paged = /[?&]limit=/.test(target) ? target : `${target}&limit=1`;
  const theirs = await other.ask(get(paged));
  const next = nextOf(theirs);
  const cursor = next && new URLSearchParams(next.split('?')[1]).get('cursor');
  if (cursor) return { method, target: `${paged}&cursor=${cursor}` };
  // What they hold a copy of must not be told to be the same.
  const { etag } = theirs.headers;
  return { method, target: paged, ...(etag ? { headers: { 'if-none-match': etag } } : {}) };
}

export const nextOf = ({ headers }: Seen): string | null =>
  /^<([^>]+)>; rel="next"$/.exec(headers.link ?? '')?.[1] ?? null;

export async function graphqlCursor(other: Viewer | undefined, ask: GraphQLAsk): Promise<string | null> {
  const { body } = (await other?.ask(post(ask.write(null)))) ?? { body: '{}' };
  return JSON.parse(body).data?.f0?.page?.next ?? null;
}
