// The JSON Schema of the lines of an NDJSON file: the API's own schema of the record, on its own and without links.

import type { Model, Resource } from '../model/model.js';
import { recordSchemas } from '../rest/openapi/schemas.js';

type Properties = Readonly<Record<string, unknown>>;

/** The schema as a text (JSON Schema 2020-12). Each line of `catches.ndjson` is valid by that of `catches`. */
export function schemaFile(model: Model, resource: Resource): string {
  const schemas = recordSchemas(model) as Readonly<Record<string, { readonly properties: Properties }>>;
  const objectOf = (typeName: string, fields: readonly { readonly name: string }[]) => {
    const names = fields.map(({ name }) => name);
    const known = schemas[typeName]?.properties ?? {};
    const properties = Object.fromEntries(names.map((name) => [name, known[name]]));
    return { type: 'object', properties, required: names };
  };
  const embedded = resource.fields.filter((field) => field.kind === 'objects');
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: resource.typeName,
    description: `${resource.description}. A value that is not known is null.`,
    ...objectOf(resource.typeName, resource.fields),
    $defs: Object.fromEntries(embedded.map(({ typeName, fields }) => [typeName, objectOf(typeName, fields)])),
  };
  return `${JSON.stringify(schema, null, 2).replaceAll('"#/components/schemas/', '"#/$defs/')}\n`;
}
