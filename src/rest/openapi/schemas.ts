// JSON Schemas of what is answered: the records by the model, and problems by the table of errors.

import { ERRORS } from '../../errors.js';
import {
  type Field,
  getResource,
  type Link,
  type Model,
  type Resource,
  type ScalarName,
} from '../../model/model.js';

/** A part of the document. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The JSON Schema of each scalar, as it is answered. */
export const SCALAR_SCHEMAS = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number', format: 'double' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
  Date: { type: 'string', format: 'date' },
} as const satisfies Readonly<Record<ScalarName, { readonly type: string; readonly format?: string }>>;

export const schemaRef = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/**
 * A schema for every record type and for every object embedded in one. No property is required, as `fields` may leave
 * any of them out; none is forbidden, as v1 may bring new ones.
 */
export function recordSchemas(model: Model): JsonObject {
  const embedded = model.resources
    .flatMap((resource) => resource.fields)
    .filter((field) => field.kind === 'objects');
  return {
    ...Object.fromEntries(model.resources.map((resource) => [resource.typeName, recordSchema(resource)])),
    ...Object.fromEntries(
      embedded.map(({ typeName, fields }) => [typeName, { type: 'object', properties: properties(fields) }]),
    ),
  };
}

function recordSchema({ description, members, links }: Resource): JsonObject {
  const withoutLinks =
    links.length === 0
      ? ''
      : ` Linked records (${links.map(({ name }) => `\`${name}\``).join(', ')}) are there only with \`expand\` or \`fields\`.`;
  return {
    type: 'object',
    description: `${description}. A value that is not known is null.${withoutLinks} With \`fields\`, only what was asked for is there, so nothing is required.`,
    properties: properties(members),
  };
}

const properties = (members: readonly (Field | Link)[]): JsonObject =>
  Object.fromEntries(
    members.flatMap((member) => [[member.name, memberSchema(member)], ...imperialProperty(member)]),
  );

/** The measure beside a metric one that `units=imperial` adds. */
function imperialProperty(member: Field | Link): [string, JsonObject][] {
  if (member.kind !== 'scalar' || !member.imperial) return [];
  const { name, unit, convert } = member.imperial;
  const schema = {
    description: `The same as \`${member.name}\` (unit: \`${unit}\`); there only with \`units=imperial\``,
    'x-unit': unit,
    type: ['number', 'null'],
    format: 'double',
    examples: [convert(Number(member.example))],
  };
  return [[name, schema]];
}

function memberSchema(member: Field | Link): JsonObject {
  if (member.kind === 'link')
    return { description: member.description, oneOf: [schemaRef(member.typeName), { type: 'null' }] };
  const description = member.unit ? `${member.description} (unit: \`${member.unit}\`)` : member.description;
  const base = { description, ...(member.unit ? { 'x-unit': member.unit } : {}) };
  const examples = member.example === null ? {} : { examples: [member.example] };
  if (member.kind === 'scalar') {
    const { type, ...rest } = SCALAR_SCHEMAS[member.scalar];
    return { ...base, type: member.required ? type : [type, 'null'], ...rest, ...examples };
  }
  const items = member.kind === 'texts' ? { type: 'string' } : schemaRef(member.typeName);
  return { ...base, type: member.required ? 'array' : ['array', 'null'], items, ...examples };
}

/** A whole record made of the examples of its fields; `withLinks`: each link in place, with the id that it is found by. */
export function exampleRecord(model: Model, resource: Resource, withLinks: boolean): JsonObject {
  const entries = resource.members.flatMap((member): [string, unknown][] => {
    if (member.kind !== 'link') return [[member.name, member.example]];
    if (!withLinks) return [];
    const target = exampleRecord(model, getResource(model, member.typeName), false);
    return [[member.name, { ...target, id: resource.field.get(member.from)?.example }]];
  });
  return Object.fromEntries(entries);
}

/** The schemas of GeoJSON as it is answered (RFC 7946). */
export function geoJsonSchemas(): JsonObject {
  return {
    FeatureCollection: {
      type: 'object',
      description: 'Records as features of a map (RFC 7946)',
      required: ['type', 'features'],
      properties: {
        type: { const: 'FeatureCollection' },
        features: { type: 'array', items: schemaRef('Feature') },
      },
    },
    Feature: {
      type: 'object',
      description:
        'A record as a feature of a map; its position is null where it is not known, or not to be told',
      required: ['type', 'id', 'geometry', 'properties'],
      properties: {
        type: { const: 'Feature' },
        id: { type: 'string', description: "The record's id" },
        geometry: { oneOf: [schemaRef('Point'), { type: 'null' }] },
        properties: schemaRef('FeatureProperties'),
      },
    },
    FeatureProperties: { type: 'object', description: 'What else was asked for of the record' },
    Point: {
      type: 'object',
      description: 'Where a record is (RFC 7946)',
      required: ['type', 'coordinates'],
      properties: {
        type: { const: 'Point' },
        coordinates: {
          type: 'array',
          description: 'Longitude and latitude in degrees, WGS 84',
          items: { type: 'number', format: 'double' },
          minItems: 2,
          maxItems: 2,
        },
      },
    },
  };
}

/** The schemas of errors (RFC 9457). */
export function problemSchemas(): JsonObject {
  return {
    Problem: {
      type: 'object',
      description: 'An error (RFC 9457)',
      required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
      properties: {
        type: { type: 'string', format: 'uri-reference', description: 'Where the error is explained' },
        title: { type: 'string', description: 'What kind of error it is, the same for every occurrence' },
        status: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status' },
        detail: { type: 'string', description: 'What is wrong with this request, for a person' },
        // No enum: a client that is generated today reads the codes of later versions too.
        code: {
          type: 'string',
          description: 'What kind of error it is, for a program: stable within v1, which may bring more',
          'x-extensible-enum': Object.keys(ERRORS),
        },
        requestId: { type: 'string', description: 'The same as `X-Request-Id`; the log names it' },
        errors: {
          type: 'array',
          description: 'The parameters that are wrong',
          items: schemaRef('ParameterError'),
        },
      },
    },
    ParameterError: {
      type: 'object',
      description: 'What is wrong with one parameter',
      required: ['parameter', 'detail', 'allowed'],
      properties: {
        parameter: { type: 'string', description: 'The name of the parameter' },
        detail: { type: 'string', description: 'What is wrong with it' },
        allowed: schemaRef('AllowedValues'),
      },
    },
    AllowedValues: {
      description: 'What would be right: the values where they can be listed, else a sentence',
      oneOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }],
    },
  };
}
