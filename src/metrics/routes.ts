// Names the route of a path for metrics: a kind and a collection, never the path itself, so that there are few.

import type { Model } from '../model/model.js';
import { BASE_PATH } from '../rest/sofa.js';

/** The labels of one route, made once. */
export class Route {
  readonly labels: { readonly kind: string; readonly collection: string };
  readonly #withStatus = new Map<number, Record<string, string | number>>();

  constructor(kind: string, collection = '') {
    this.labels = { kind, collection };
  }

  withStatus(status: number): Record<string, string | number> {
    let labels = this.#withStatus.get(status);
    if (!labels) {
      labels = { ...this.labels, status };
      this.#withStatus.set(status, labels);
    }
    return labels;
  }
}

/** What tells of several collections at once, by its name among them. */
const SEVERAL = ['changes', 'export'];

/** What the paths outside the records are called, by their first segments. */
const PARTS: Readonly<Record<string, string>> = {
  '/graphql': 'graphql',
  '/api/openapi': 'openapi',
  '/api-docs': 'docs',
  '/errors': 'docs',
  '/admin': 'admin',
  '/health': 'health',
  '/metrics': 'metrics',
  '/assets': 'assets',
};

/** The routes of an application. */
export class RouteNames {
  readonly #lists: ReadonlyMap<string, Route>;
  readonly #records: ReadonlyMap<string, Route>;
  readonly #parts = Object.entries(PARTS).map(([start, kind]) => ({ start, route: new Route(kind) }));
  readonly #other = new Route('other');

  constructor({ resources }: Model) {
    this.#lists = new Map([
      ...resources.map(({ name }) => [name, new Route('list', name)] as const),
      ...SEVERAL.map((name) => [name, new Route(name)] as const),
    ]);
    this.#records = new Map(resources.map(({ name }) => [name, new Route('record', name)]));
  }

  /** The route of a path without its query string; `other` for what is not known. */
  find(path: string): Route {
    if (path.startsWith(`${BASE_PATH}/`)) {
      const [name = '', id] = path.slice(BASE_PATH.length + 1).split('/', 2);
      return (id ? this.#records : this.#lists).get(name) ?? this.#other;
    }
    const known = this.#parts.find(({ start }) => path === start || path.startsWith(`${start}/`));
    return known?.route ?? this.#other;
  }
}
