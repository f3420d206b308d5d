// The executable schema: one generic pair of resolvers (list, by id) for every resource, and its links.

import { makeExecutableSchema } from '@graphql-tools/schema';
import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { deriveSdl } from '../model/derive-sdl.js';
import { getResource, type Link, type Model, type Resource } from '../model/model.js';
import type { StoredRecord } from '../store/port.js';
import type { Context } from './context.js';
import { writeCursor } from './cursor.js';
import { type ListArguments, readId, readListArguments } from './read-arguments.js';
import { scalars } from './scalars.js';
import { selectedFields } from './selection.js';

type Resolver<Source, Args> = GraphQLFieldResolver<Source, Context, Args>;

/** What a list hands to the resolvers of Page: both are computed only if they are asked for. */
interface PageSource {
  readonly next: () => string | null;
  readonly total: () => Promise<number>;
}

/** The schema of the model with its resolvers. It can be executed with a Context only. */
export function createSchema(model: Model): GraphQLSchema {
  const Query: Record<string, unknown> = {};
  const types: Record<string, Record<string, unknown>> = {};
  for (const resource of model.resources) {
    Query[resource.singular] = findOne(resource);
    Query[resource.name] = findPage(resource);
    types[resource.typeName] = Object.fromEntries(
      resource.links.map((link) => [link.name, followLink(getResource(model, link.typeName), link)]),
    );
  }
  const Page = {
    next: ({ next }: PageSource) => next(),
    total: ({ total }: PageSource) => total(),
  };
  const Record = { __resolveType: () => null };
  return makeExecutableSchema({
    typeDefs: deriveSdl(model),
    resolvers: { ...scalars, Query, Page, Record, ...types } as NonNullable<
      Parameters<typeof makeExecutableSchema>[0]['resolvers']
    >,
  });
}

function findOne(resource: Resource): Resolver<unknown, { id: string }> {
  return async (_source, { id }, { records }, info) => {
    const [record] = await records.getMany(resource, [readId(id)], selectedFields(resource, info, []));
    return record ?? null;
  };
}

function findPage(resource: Resource): Resolver<unknown, ListArguments> {
  return async (_source, args, { records }, info) => {
    const select = selectedFields(resource, info, ['items']);
    const query = await readListArguments(records, resource, args, select);
    const { records: items, next } = await records.find(resource, query);
    const page: PageSource = {
      next: () => next && writeCursor(resource, query, next, String(items.at(-1)?.id)),
      total: () => records.count(resource, query.where),
    };
    return { items, page };
  };
}

function followLink(target: Resource, { from }: Link): Resolver<StoredRecord, unknown> {
  return (source, _args, { records, links }, info) => {
    records.checkReadable(target);
    const id = source[from];
    return typeof id === 'string' ? links.load(target, id, selectedFields(target, info, [])) : null;
  };
}
