// The query parameters as OpenAPI writes them, from the same table by which the dialect reads them.

import { FILTER_VALUES_MAX, SORT_KEYS_MAX } from '../../model/limits.js';
import type { Model, Resource, ScalarName } from '../../model/model.js';
import type { Parameter, ParameterSchema } from '../dialect/parameter.js';
import { listParameters, recordParameters } from '../dialect/parameters.js';
import { valueSchema } from '../dialect/read-value.js';
import { type JsonObject, SCALAR_SCHEMAS } from './schemas.js';

export interface ParameterIndex {
  /** The parameters that several operations have alike, by component name. */
  readonly shared: JsonObject;
  /** The parameters of one operation, the shared ones as references. */
  of(resource: Resource, kind: 'list' | 'record'): readonly JsonObject[];
}

export const ID_PARAMETER = { $ref: '#/components/parameters/recordId' };

/** All parameters of the model, each of them written once. */
export function describeParameters(model: Model): ParameterIndex {
  const lists = model.resources.map((resource) => parametersOf(model, resource, 'list'));
  const known = lists.map((list) => new Set(list.map((parameter) => JSON.stringify(parameter))));
  const isCommon = (text: string): boolean => known.every((set) => set.has(text));
  // What all lists have alike has its own name; what a list and its record have alike, that of the collection before it.
  const names = new Map<string, string>();
  const shared = new Map<string, JsonObject>([['recordId', RECORD_ID]]);
  model.resources.forEach((resource, index) => {
    const ofRecord = new Set(
      parametersOf(model, resource, 'record').map((parameter) => JSON.stringify(parameter)),
    );
    for (const parameter of lists[index] ?? []) {
      const text = JSON.stringify(parameter);
      if (!isCommon(text) && !ofRecord.has(text)) continue;
      const name = isCommon(text) ? componentName(parameter) : `${resource.name}.${componentName(parameter)}`;
      names.set(`${resource.name} ${text}`, name);
      shared.set(name, parameter);
    }
  });
  return {
    shared: Object.fromEntries(shared),
    of: (resource, kind) =>
      parametersOf(model, resource, kind).map((parameter) => {
        const name = names.get(`${resource.name} ${JSON.stringify(parameter)}`);
        return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
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
    ...valueSchema('ID', false),
    examples: ['665f1c2ab7a4d90c1e0a42f1'],
  },
};

/** What is said of the whole answer comes first: a list has so many filters that it would be lost behind them. */
function parametersOf(model: Model, resource: Resource, kind: 'list' | 'record'): JsonObject[] {
  const parameters = (kind === 'list' ? listParameters : recordParameters)(model, resource);
  const general = parameters.filter((parameter) => !isFilter(resource, parameter));
  const filters = parameters.filter((parameter) => isFilter(resource, parameter));
  return [...general, ...filters].map((parameter) => toOpenApi(resource, parameter));
}

const isFilter = (resource: Resource, { name }: Parameter): boolean =>
  resource.field.has(name.replace(/\[.*/, ''));

function toOpenApi(resource: Resource, parameter: Parameter): JsonObject {
  const { name, description, schema } = parameter;
  const { type, list } = schema;
  const example = asWritten(parameter);
  const value = { ...baseSchema(type), ...restriction(schema) };
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
    ...(list ? { style: 'form', explode: false } : {}),
    schema: list ? { type: 'array', ...listed(resource, parameter, value), ...more } : { ...value, ...more },
    ...shown,
  };
}

/** The example of a parameter; a list's as its values are written, with a backslash before what would part them. */
const asWritten = ({ example }: Parameter): unknown =>
  Array.isArray(example)
    ? example.map((part) => (typeof part === 'string' ? part.replaceAll(/[\\,]/g, '\\$&') : part))
    : example;

/** What is allowed of its type. A choice says all, and so does a format. */
function restriction({ type, list, items: _, values, format, ...narrower }: ParameterSchema): JsonObject {
  if (values) return { enum: values };
  return format ? { format } : { ...valueSchema(type, list), ...narrower };
}

/** A DateTime may also be a day or a local time in a URL, so it has a pattern there and no format. */
function baseSchema(type: ScalarName): JsonObject {
  return type === 'DateTime' ? { type: 'string' } : SCALAR_SCHEMAS[type];
}

/** How many values a list has, and what each of them is. */
function listed(resource: Resource, parameter: Parameter, value: JsonObject): JsonObject {
  const { items } = parameter.schema;
  if (items)
    return {
      prefixItems: items.map((item) => ({ ...value, ...item })),
      items: value,
      minItems: items.length,
      maxItems: items.length,
    };
  return { items: value, minItems: 1, ...mostItems(resource, parameter) };
}

function mostItems(resource: Resource, parameter: Parameter): { maxItems?: number } {
  if (parameter.name === 'sort') return { maxItems: SORT_KEYS_MAX };
  return isFilter(resource, parameter) ? { maxItems: FILTER_VALUES_MAX } : {};
}

/** What holds where a parameter is not given, for those where that is a value. */
function defaultOf({ newestBy }: Resource, name: string): unknown {
  const defaults: JsonObject = { sort: [`-${newestBy}`], count: false, tz: 'UTC' };
  return Object.hasOwn(defaults, name) ? defaults[name] : undefined;
}
