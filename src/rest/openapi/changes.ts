// The feed of changes as OpenAPI writes it: one operation, and the schemas of its lines.

import type { Config } from '../../config.js';
import { CURSOR_LENGTH_MAX } from '../../model/limits.js';
import type { Model } from '../../model/model.js';
import { NDJSON } from '../changes.js';
import { problemResponses } from './problems.js';
import { dataHeaders, headerRefs } from './responses.js';
import { exampleRecord, type JsonObject, schemaRef } from './schemas.js';

const CURSOR = 'WzEsImNhdGNoZXMiLCJbMV0iXQ';

/** What a line can be, by its `type`. */
const LINES = { record: 'ChangedRecord', deleted: 'DeletedRecord', end: 'ChangesEnd' };

/** The operation. */
export function describeChanges(model: Model, authMode: Config['AUTH_MODE']): JsonObject {
  return {
    operationId: 'listChanges',
    tags: ['changes'],
    summary: 'List what has changed since a cursor',
    description: `One JSON object a line: the records that were created or changed since the cursor, each once as it is now, and the
ids of those that were deleted. Without \`since\`, all records. The last line is of type \`end\` and holds the next
cursor; an answer without it was cut off and is to be thrown away. Applied to a copy in order, the lines make it equal to the log.`,
    parameters: [
      {
        name: 'since',
        in: 'query',
        description:
          'The cursor of the last line of an earlier answer to the same token, for the same collections',
        schema: { type: 'string', minLength: 1, maxLength: CURSOR_LENGTH_MAX },
      },
      {
        name: 'collections',
        in: 'query',
        description: 'Only these collections; else all that the request may read',
        explode: false,
        schema: {
          type: 'array',
          items: schemaRef('Collection'),
          minItems: 1,
          examples: [['catches', 'spots']],
        },
      },
    ],
    responses: {
      200: {
        description: 'The changes, one a line',
        // Not the validator: an answer is never the same twice for its cursor.
        headers: headerRefs(...dataHeaders(authMode).filter((name) => name !== 'ETag')),
        content: { [NDJSON]: { schema: schemaRef('Change'), examples: examples(model) } },
      },
      ...problemResponses('changes', authMode),
    },
  };
}

function examples(model: Model): JsonObject {
  const [resource] = model.resources;
  if (!resource) return {};
  const record = exampleRecord(model, resource, false);
  const collection = resource.name;
  return {
    record: { summary: 'A record', value: { type: 'record', collection, id: record.id, record } },
    deleted: { summary: 'A deletion', value: { type: 'deleted', collection, id: record.id } },
    end: {
      summary: 'The last line',
      value: { type: 'end', cursor: CURSOR, deletions: 'known', records: 1, deleted: 1 },
    },
  };
}

/** The schemas of the lines. */
export function changeSchemas({ resources }: Model): JsonObject {
  const collection = schemaRef('Collection');
  const id = { type: 'string' };
  const count = { type: 'integer', minimum: 0 };
  const line = (type: string, description: string, properties: JsonObject): JsonObject => ({
    type: 'object',
    description,
    required: ['type', ...Object.keys(properties)],
    properties: { type: { const: type }, ...properties },
  });
  return {
    Change: {
      description: 'A line of the feed',
      oneOf: Object.values(LINES).map(schemaRef),
      discriminator: {
        propertyName: 'type',
        mapping: Object.fromEntries(
          Object.entries(LINES).map(([type, name]) => [type, schemaRef(name).$ref]),
        ),
      },
    },
    ChangedRecord: line('record', 'A record that was created or changed, as it is now', {
      collection,
      id,
      record: schemaRef('AnyRecord'),
    }),
    DeletedRecord: line('deleted', 'A record that is gone', { collection, id }),
    ChangesEnd: line('end', 'The last line', {
      cursor: { type: 'string', description: 'What `since` is to be the next time' },
      deletions: schemaRef('DeletionsKnown'),
      records: count,
      deleted: count,
    }),
    DeletionsKnown: {
      type: 'string',
      description: 'Whether deletions are told; where they are unknown, only a new copy shows what is gone',
      enum: ['known', 'unknown'],
    },
    Collection: {
      type: 'string',
      description: 'The name of a collection',
      enum: resources.map(({ name }) => name),
    },
    AnyRecord: {
      description: 'A record of any collection',
      anyOf: resources.map(({ typeName }) => schemaRef(typeName)),
    },
  };
}
