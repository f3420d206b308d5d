// The query parameters as OpenAPI writes them, from the same table by which the dialect reads them.

import { EXPAND_DEPTH_MAX, FILTER_VALUES_MAX, ID_LENGTH_MAX, SORT_KEYS_MAX } from '../../model/limits.js';
import { getResource, type Model, type Resource, type ScalarName } from '../../model/model.js';
import type { Parameter } from '../dialect/parameter.js';
import { listParameters, recordParameters } from '../dialect/parameters.js';
import { type JsonObject, SCALAR_SCHEMAS } from './schemas.js';

export interface ParameterIndex {
  /** The parameters that all lists have alike, by component name. */
  readonly shared: JsonObject;
  /** The parameters of one operation, the shared ones as references. */
  of(resource: Resource, kind: 'list' | 'record'): readonly JsonObject[];
}

export const ID_PARAMETER = { $ref: '#/components/parameters/recordId' };

/** All parameters of the model, each of them written once. */
export function describeParameters(model: Model): ParameterIndex {
  const [first = [], ...others] = model.resources.map((resource) => parametersOf(model, resource, 'list'));
  const known = others.map((list) => new Set(list.map((parameter) => JSON.stringify(parameter))));
  const common = first.filter((parameter) => known.every((set) => set.has(JSON.stringify(parameter))));
  const keys = new Map(common.map((parameter) => [JSON.stringify(parameter), componentName(parameter)]));
  return {
    shared: {
      recordId: RECORD_ID,
      ...Object.fromEntries(common.map((parameter) => [componentName(parameter), parameter])),
    },
    of: (resource, kind) =>
      parametersOf(model, resource, kind).map((parameter) => {
        const key = keys.get(JSON.stringify(parameter));
        return key === undefined ? parameter : { $ref: `#/components/parameters/${key}` };
      }),
  };
}

/** `createdAt[gte]` → `createdAt.gte`, as a component's name holds no brackets. */
const componentName = ({ name }: JsonObject): string => String(name).replace('[', '.').replace(']', '');

const RECORD_ID = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the record, as a list or a link gave it',
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: ID_LENGTH_MAX,
    examples: ['665f1c2ab7a4d90c1e0a42f1'],
  },
};

/** What is said of the whole answer comes first: a list has so many filters that it would be lost behind them. */
function parametersOf(model: Model, resource: Resource, kind: 'list' | 'record'): JsonObject[] {
  const parameters = (kind === 'list' ? listParameters : recordParameters)(model, resource);
  const general = parameters.filter((parameter) => !isFilter(resource, parameter));
  const filters = parameters.filter((parameter) => isFilter(resource, parameter));
  return [...general, ...filters].map((parameter) => toOpenApi(model, resource, parameter));
}

const isFilter = (resource: Resource, { name }: Parameter): boolean =>
  resource.field.has(name.replace(/\[.*/, ''));

function toOpenApi(model: Model, resource: Resource, parameter: Parameter): JsonObject {
  const { name, description, example, schema } = parameter;
  const value = {
    ...VALUE_SCHEMAS[schema.type],
    ...(schema.minimum === undefined ? {} : { minimum: schema.minimum }),
    ...(schema.maximum === undefined ? {} : { maximum: schema.maximum }),
    ...(schema.values || name === 'expand' ? { enum: schema.values ?? expansions(model, resource) } : {}),
  };
  const fallback = defaultOf(resource, name);
  // Swagger UI fills in an `example` of a parameter before it is tried, but not the `examples` of its schema. Every
  // filter at once would match nothing; a page size is what a browser should start with.
  const shown = example !== undefined && name === 'limit' ? { example } : {};
  const examples = example === undefined || name === 'limit' ? {} : { examples: [example] };
  const more = { ...(fallback === undefined ? {} : { default: fallback }), ...examples };
  return {
    name,
    in: 'query',
    description,
    ...(schema.list ? { style: 'form', explode: false } : {}),
    schema: schema.list
      ? {
          type: 'array',
          items: value,
          minItems: schema.length ?? 1,
          ...mostItems(resource, parameter),
          ...more,
        }
      : { ...value, ...more },
    ...shown,
  };
}

/** Values as a URL writes them. A DateTime may also be a day or a local time there, so it has no format. */
const VALUE_SCHEMAS: Readonly<Record<ScalarName, JsonObject>> = {
  ...SCALAR_SCHEMAS,
  ID: { type: 'string', minLength: 1, maxLength: ID_LENGTH_MAX },
  String: { type: 'string', minLength: 1 },
  DateTime: { type: 'string', minLength: 1 },
};

function mostItems(resource: Resource, parameter: Parameter): { maxItems?: number } {
  const { length } = parameter.schema;
  if (length !== undefined) return { maxItems: length };
  if (parameter.name === 'sort') return { maxItems: SORT_KEYS_MAX };
  return isFilter(resource, parameter) ? { maxItems: FILTER_VALUES_MAX } : {};
}

/** What holds where a parameter is not given, for those where that is a value. */
function defaultOf({ newestBy }: Resource, name: string): unknown {
  const defaults: JsonObject = { sort: [`-${newestBy}`], count: false, tz: 'UTC' };
  return Object.hasOwn(defaults, name) ? defaults[name] : undefined;
}

/** All paths of `expand`. */
function expansions(model: Model, resource: Resource, depth = EXPAND_DEPTH_MAX): string[] {
  if (depth === 0) return [];
  return resource.links.flatMap(({ name, typeName }) => [
    name,
    ...expansions(model, getResource(model, typeName), depth - 1).map((path) => `${name}.${path}`),
  ]);
}
