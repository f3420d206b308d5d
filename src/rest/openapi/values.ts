// The values of query parameters as named schemas: each is written once, and generated clients have a good name for it.

import { FILTER_TEXT_MAX, FILTER_VALUES_MAX, ID_LENGTH_MAX } from '../../model/limits.js';
import type { Model, Resource, ScalarName } from '../../model/model.js';
import type { Parameter } from '../dialect/parameter.js';
import { listParameters } from '../dialect/parameters.js';
import { valueSchema } from '../dialect/read-value.js';
import { type JsonObject, SCALAR_SCHEMAS, schemaRef } from './schemas.js';

/** What the choices of a parameter are called. */
const CHOICES: Readonly<Record<string, (typeName: string) => string>> = {
  fields: (type) => `${type}Field`,
  expand: (type) => `${type}Link`,
  sort: (type) => `${type}Sort`,
  format: (type) => `${type}Format`,
  units: () => 'Units',
};

/** What a value of a type is called, and several with an `s`, and what is to be said of it. */
const VALUES: Readonly<Record<ScalarName, readonly [name: string, description: string]>> = {
  String: ['TextValue', `text of 1 to ${FILTER_TEXT_MAX} characters`],
  ID: ['IdValue', `an id of 1 to ${ID_LENGTH_MAX} characters`],
  DateTime: ['TimeValue', 'a time by RFC 3339; a local time or a day is read in `tz`'],
  Date: ['DayValue', 'a day'],
  Int: ['IntegerValue', 'a whole number'],
  Float: ['NumberValue', 'a number'],
  Boolean: ['BooleanValue', 'true or false'],
};

/** The reference to the schema of one value of a parameter's choices; null where it has no choices. */
export function choicesRef(resource: Resource, { name, schema }: Parameter): JsonObject | null {
  return schema.values ? schemaRef(choicesName(resource, name)) : null;
}

/** The reference to the schema of a value of a type, or of a filter's list of them. */
export const valueRef = (type: ScalarName, list: boolean): JsonObject =>
  schemaRef(`${VALUES[type][0]}${list ? 's' : ''}`);

/** What the references lead to. */
export function valueSchemas(model: Model): JsonObject {
  const choices = model.resources.flatMap((resource) =>
    listParameters(model, resource).flatMap((parameter) => {
      const { values } = parameter.schema;
      if (!values) return [];
      const name = choicesName(resource, parameter.name);
      return [[name, { type: 'string', enum: values, 'x-enum-varnames': constantNames(name, values) }]];
    }),
  );
  const types = (Object.keys(VALUES) as ScalarName[]).flatMap((type) => {
    const [name, description] = VALUES[type];
    return [
      [name, { description: `In a URL, ${description}`, ...writtenSchema(type, false) }],
      [
        `${name}s`,
        {
          description: `1 to ${FILTER_VALUES_MAX} values, with commas between them (\`\\,\` is a literal one); each is ${description}`,
          type: 'array',
          items: writtenSchema(type, true),
          minItems: 1,
          maxItems: FILTER_VALUES_MAX,
        },
      ],
    ];
  });
  return Object.fromEntries([...choices, ...types]);
}

/** A value as a URL writes it. A DateTime may also be a day or a local time there, so it has a pattern and no format. */
const writtenSchema = (type: ScalarName, list: boolean): JsonObject => ({
  ...(type === 'DateTime' ? { type: 'string' } : SCALAR_SCHEMAS[type]),
  ...valueSchema(type, list),
});

/** Throws an Error where a parameter has choices and no name for them. */
function choicesName({ typeName }: Resource, parameter: string): string {
  const name = CHOICES[parameter]?.(typeName);
  if (!name) throw new Error(`the choices of ${parameter} have no name`);
  return name;
}

/**
 * `CATCH_SORT_LENGTH_CM_DESCENDING` of `-lengthCm`: names of constants, as in some languages (Go) all constants of a client
 * stand beside each other, and a generator left alone would call several `ID`.
 */
function constantNames(name: string, values: readonly string[]): string[] {
  const words = (text: string) =>
    text
      .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
      .replaceAll('.', '__')
      .toUpperCase();
  return values.map((value) => {
    const constant = `${words(name)}_${words(value.replace(/^-/, ''))}`;
    return value.startsWith('-') ? `${constant}_DESCENDING` : constant;
  });
}
