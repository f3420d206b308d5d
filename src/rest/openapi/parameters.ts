// The query parameters as OpenAPI writes them, from the same table by which the dialect reads them.

import { SORT_KEYS_MAX } from '../../model/limits.js';
import type { Model, Resource } from '../../model/model.js';
import type { Parameter } from '../dialect/parameter.js';
import { listParameters, recordParameters } from '../dialect/parameters.js';
import { type ValueSchema, valueSchema } from '../dialect/read-value.js';
import { EXAMPLE_ETAG } from './responses.js';
import { type JsonObject, SCALAR_SCHEMAS } from './schemas.js';
import { choicesRef, valueRef } from './values.js';

export interface ParameterIndex {
  /** The parameters that several operations have alike, by component name. */
  readonly shared: JsonObject;
  /** The parameters of one operation, the shared ones as references. */
  of(resource: Resource, kind: 'list' | 'record'): readonly JsonObject[];
}

export const ID_PARAMETER = { $ref: '#/components/parameters/recordId' };
export const IF_NONE_MATCH = { $ref: '#/components/parameters/ifNoneMatch' };

/** All parameters of the model, each of them written once. */
export function describeParameters(model: Model): ParameterIndex {
  const lists = model.resources.map((resource) => parametersOf(model, resource, 'list'));
  const known = lists.map((list) => new Set(list.map((parameter) => JSON.stringify(parameter))));
  const isCommon = (text: string): boolean => known.every((set) => set.has(text));
  // What all lists have alike has its own name; what a list and its record have alike, that of the collection before it.
  const names = new Map<string, string>();
  const shared = new Map<string, JsonObject>([
    ['recordId', RECORD_ID],
    ['ifNoneMatch', KNOWN_ETAG],
  ]);
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
  schema: { ...valueRef('ID', false), examples: ['665f1c2ab7a4d90c1e0a42f1'] },
};

const KNOWN_ETAG = {
  name: 'If-None-Match',
  in: 'header',
  description:
    'The `ETag` of an answer that the client has: where it would be the same again, the answer is a 304',
  schema: { type: 'string', examples: [EXAMPLE_ETAG] },
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
  const example = asWritten(parameter);
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
    ...(schema.list ? { explode: false } : {}),
    schema: { ...schemaOf(resource, parameter), ...more },
    ...shown,
  };
}

/** The example of a parameter; a list's as its values are written, with a backslash before what would part them. */
const asWritten = ({ example }: Parameter): unknown =>
  Array.isArray(example)
    ? example.map((part) => (typeof part === 'string' ? part.replaceAll(/[\\,]/g, '\\$&') : part))
    : example;

/** What is allowed: some choices, so many numbers, what holds for its type alone, or what is narrower than that. */
function schemaOf(resource: Resource, parameter: Parameter): JsonObject {
  const { type, list, items, format, ...narrower } = parameter.schema;
  const choice = choicesRef(resource, parameter);
  if (choice) return list ? listOf(choice, parameter.name) : choice;
  if (items) return numbers(items);
  if (format) return { ...SCALAR_SCHEMAS[type], format };
  if (Object.keys(narrower).length === 0) return valueRef(type, list);
  return { ...SCALAR_SCHEMAS[type], ...valueSchema(type, list), ...narrower };
}

const listOf = (items: JsonObject, parameter: string): JsonObject => ({
  type: 'array',
  items,
  minItems: 1,
  ...(parameter === 'sort' ? { maxItems: SORT_KEYS_MAX } : {}),
});

const numbers = (items: readonly ValueSchema[]): JsonObject => ({
  type: 'array',
  prefixItems: items.map((item) => ({ ...SCALAR_SCHEMAS.Float, ...item })),
  items: SCALAR_SCHEMAS.Float,
  minItems: items.length,
  maxItems: items.length,
});

/** What holds where a parameter is not given, for those where that is a value. */
function defaultOf({ newestBy }: Resource, name: string): unknown {
  const defaults: JsonObject = { sort: [`-${newestBy}`], count: false, tz: 'UTC' };
  return Object.hasOwn(defaults, name) ? defaults[name] : undefined;
}
