// The servers that the benchmark compares, one a process: `node bench/servers.js VARIANT DATA_DIR`. Each prints its port.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { makeExecutableSchema } from '@graphql-tools/schema';
import express from 'express';
import { useSofa } from 'sofa-api';
import { createApp } from '../dist/app.js';
import { createAuth } from '../dist/auth/auth.js';
import { readConfig } from '../dist/config.js';
import { settleHeap } from '../dist/heap.js';
import { createLogger } from '../dist/log.js';
import { readModel } from '../dist/model/read-schema.js';
import { openSqliteStore } from '../dist/store/sqlite/open.js';

const [variant, dataDir] = process.argv.slice(2);
const model = readModel();
const store = openSqliteStore({ dataDir, model });
const catches = model.byName.get('catches');
const select = catches.fields.map((field) => field.name);
const sort = [{ field: catches.newestBy, descending: true }];

/** What all of them read: the same page and the same record of the same store. */
const findPage = async (limit) => {
  const query = { where: [], sort, after: null, limit, select };
  return (await store.bind({ kind: 'every' }).find(catches, query)).records;
};
const findOne = async (id) => (await store.bind({ kind: 'every' }).getMany(catches, [id], select))[0];
/** The store gives the sort's fields first; all servers are to answer in the order of the schema. */
const inOrder = (record) => Object.fromEntries(select.map((name) => [name, record[name]]));

const VARIANTS = {
  /** node:http and JSON.stringify, no contract at all: the upper bound. */
  bare: () => async (req, res) => {
    const url = new URL(req.url, 'http://localhost');
    const id = url.pathname.split('/')[4];
    const value = id
      ? inOrder(await findOne(id))
      : (await findPage(Number(url.searchParams.get('limit')))).map(inOrder);
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify(value));
  },

  /** What one writes by hand in an hour: Express, two routes, res.json. */
  express: () => {
    const app = express();
    app.get('/api/v1/catches', async (req, res) => {
      res.json((await findPage(Number(req.query.limit))).map(inOrder));
    });
    app.get('/api/v1/catches/:id', async (req, res) => {
      const record = await findOne(req.params.id);
      if (record) res.json(inOrder(record));
      else res.status(404).json({ error: 'not found' });
    });
    return app;
  },

  /** Sofa as its documentation shows it: middleware of Express, graphql-js. */
  sofa: () => {
    const typeOf = (field) => ({ scalar: field.scalar, texts: '[String!]', objects: '[Photo!]' })[field.kind];
    const fields = catches.fields.map((field) => `${field.name}: ${typeOf(field)}`).join(' ');
    const typeDefs = `scalar DateTime type Photo { url: String caption: String } type Catch { ${fields} }
      type Query { catch(id: ID!): Catch catches(limit: Int): [Catch!]! }`;
    const Query = { catch: (_root, { id }) => findOne(id), catches: (_root, { limit }) => findPage(limit) };
    const schema = makeExecutableSchema({ typeDefs, resolvers: { Query } });
    const app = express();
    const routes = { 'Query.catch': { path: '/catches/:id' } };
    app.use('/api/v1', useSofa({ schema, basePath: '/api/v1', routes }));
    return app;
  },

  /** Creel with its whole contract, its log included. */
  creel: () => {
    const config = readConfig({});
    const logger = createLogger(config);
    return createApp({ config, logger, model, store, auth: createAuth(config, store, model, logger) });
  },
};

const server = createServer(await VARIANTS[variant]());
// As `creel serve` does it.
if (variant === 'creel') await settleHeap();
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.on('SIGINT', () => process.exit(0));
process.send({ port: server.address().port });
