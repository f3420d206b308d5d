// Examples of answers in every format, written by the formats themselves from the examples of the fields.

import type { Model, Resource } from '../../model/model.js';
import { formatsOf } from '../formats/choose.js';
import { encode, type Format } from '../formats/format.js';
import { createLayout } from '../formats/layout.js';
import { wholeRecord } from '../selection.js';
import { exampleRecord, type JsonObject } from './schemas.js';

/** What a record is that nothing more was asked of. */
export const PLAIN = 'As it is kept';

type Kind = 'list' | 'record';

/** The examples of an answer that is not JSON, by their names. */
export function formatExamples(model: Model, resource: Resource, format: Format, kind: Kind): JsonObject {
  return { plain: { $ref: `#/components/examples/${exampleName(model, resource, format, kind)}` } };
}

/** What they refer to. */
export function sharedExamples(model: Model): JsonObject {
  const entries = model.resources.flatMap((resource) =>
    otherFormats(resource).flatMap((format) =>
      (['list', 'record'] as const).map((kind) => [
        exampleName(model, resource, format, kind),
        { summary: PLAIN, value: shownValue(model, resource, format, kind) },
      ]),
    ),
  );
  return Object.fromEntries(entries);
}

/** The formats of a collection beside JSON. */
export const otherFormats = (resource: Resource): Format[] =>
  formatsOf(resource).filter(({ name }) => name !== 'json');

/** A list of one record is often written as the record itself, so that both are one example. */
function exampleName(model: Model, resource: Resource, format: Format, kind: Kind): string {
  const isList =
    kind === 'list' && write(model, resource, format, 'list') !== write(model, resource, format, 'record');
  return `${resource.typeName}${isList ? 'List' : ''}.${format.name}`;
}

/** As its schema has it: GeoJSON as an object, the others as text. */
function shownValue(model: Model, resource: Resource, format: Format, kind: Kind): unknown {
  const text = write(model, resource, format, kind);
  return format.name === 'geojson' ? JSON.parse(text) : text;
}

function write(model: Model, resource: Resource, format: Format, kind: Kind): string {
  const layout = createLayout(model, resource, {
    selection: wholeRecord(resource),
    units: 'metric',
    bom: false,
  });
  const record = exampleRecord(model, resource, false);
  return kind === 'list' ? encode(format.list(layout), [record]) : format.record(layout, record);
}
