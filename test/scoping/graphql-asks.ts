// Arbitrary GraphQL queries: lists and records under aliases, links two deep, filters, sorts, words, fragments.

import fc from 'fast-check';
import { type Field, filterTypeOf, type Resource } from '../../src/model/model.js';
import { OPERATORS, OPERATORS_OF } from '../../src/model/operators.js';
import { listParameters } from '../../src/rest/dialect/parameters.js';
import { model } from '../support/app.js';
import { AREAS, idsOf, textOf } from './rest-asks.js';

/** What is asked below a record: some fields, and links as deep as `depth`. */
function selection(resource: Resource, depth: number): fc.Arbitrary<string> {
  const fields = fc
    .subarray([...resource.fields], { minLength: 1, maxLength: 6 })
    .map((some) => some.map(fieldText).join(' '));
  if (depth === 0 || resource.links.length === 0) return fields;
  const links = fc
    .subarray([...resource.links], { maxLength: Math.min(2, resource.links.length) })
    .chain((some) => {
      const parts = some.map(({ name, typeName }) => {
        const target = model.byType.get(typeName);
        if (!target) throw new Error(`no type ${typeName}`);
        return selection(target, depth - 1).map((inner) => `${name} { ${inner} }`);
      });
      return fc.tuple(...parts).map((texts) => texts.join(' '));
    });
  return fc
    .tuple(fields, links, fc.boolean())
    .map(([own, linked, fragment]) =>
      fragment ? `... on ${resource.typeName} { ${own} } ${linked}` : `${own} ${linked}`,
    );
}

const fieldText = (field: Field): string =>
  field.kind === 'objects'
    ? `${field.name} { ${field.fields.map(({ name }) => name).join(' ')} }`
    : field.name;

/** A literal of GraphQL for a text of the query string. */
function literal(type: string, text: string): string {
  return ['Int', 'Float', 'Boolean'].includes(type) ? text : JSON.stringify(text);
}

/** `field: { operator: value }`, with values that owners hold. */
function condition(resource: Resource): fc.Arbitrary<string> {
  return fc.constantFrom(...resource.fields).chain((field) => {
    const type = filterTypeOf(field);
    return fc.constantFrom(...OPERATORS_OF[type]).chain((operator) => {
      const name = operator === 'in' ? field.name : `${field.name}[${operator}]`;
      const parameter = listParameters(model, resource).find((one) => one.name === name);
      if (!parameter) throw new Error(`no parameter ${name}`);
      const { takes } = OPERATORS[operator];
      const single = { ...parameter, schema: { ...parameter.schema, list: false } };
      return textOf(resource, single).map((text) => {
        const value = takes === 'boolean' ? text : literal(type, text);
        return `${field.name}: { ${operator}: ${takes === 'list' ? `[${value}]` : value} }`;
      });
    });
  });
}

function listField(resource: Resource): fc.Arbitrary<string> {
  const where = condition(resource).map((one) => `where: { ${one} }`);
  const sort = fc
    .tuple(fc.constantFrom(...resource.sortable), fc.boolean())
    .map(([field, descending]) => `sort: [{ field: ${field}, descending: ${descending} }]`);
  const words = fc.constantFrom('pike', 'dawn', 'qz~A', 'qz~B', 'qz~C').map((word) => `q: "${word}"`);
  const bbox = fc.constantFrom(...AREAS.bbox).map((text) => {
    const [west, south, east, north] = text.split(',');
    return `bbox: { west: ${west}, south: ${south}, east: ${east}, north: ${north} }`;
  });
  const near = fc.constantFrom(...AREAS.near).map((text) => {
    const [latitude, longitude, km] = text.split(',');
    return `near: { latitude: ${latitude}, longitude: ${longitude}, km: ${km} }`;
  });
  const area = resource.position ? fc.oneof(bbox, near) : fc.constant('');
  const optional = (part: fc.Arbitrary<string>) => fc.option(part, { nil: '' });
  return fc
    .tuple(
      fc.integer({ min: 1, max: 4 }),
      optional(where),
      optional(sort),
      optional(words),
      optional(area),
      selection(resource, 2),
    )
    .map(
      ([first, conditions, keys, q, place, inner]) =>
        `${resource.name}(first: ${first} ${conditions} ${keys} ${q} ${place} AFTER) { items { ${inner} } page { next total } }`,
    );
}

const recordField = (resource: Resource): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...idsOf(resource.name)), selection(resource, 2))
    .map(([id, inner]) => `${resource.singular}(id: ${JSON.stringify(id)}) { ${inner} }`);

/** A query of one to three fields, each under an alias `f0`, `f1` …; the first list may be given a cursor. */
export interface GraphQLAsk {
  /** The query with `after` filled in, or without it. */
  readonly write: (after: string | null) => string;
  readonly cursorOf: number | null;
  readonly byGet: boolean;
}

/** Any query; `viewers` is how many there are whose cursor could be used. */
export function graphqlAsk(viewers: number): fc.Arbitrary<GraphQLAsk> {
  const root = fc
    .constantFrom(...model.resources)
    .chain((resource) =>
      fc.oneof(
        { weight: 2, arbitrary: listField(resource) },
        { weight: 1, arbitrary: recordField(resource) },
      ),
    );
  return fc
    .record({
      roots: fc.array(root, { minLength: 1, maxLength: 3 }),
      cursorOf: fc.option(fc.nat(viewers - 1)),
      byGet: fc.boolean(),
    })
    .map(({ roots, cursorOf, byGet }) => ({
      byGet,
      cursorOf: roots[0]?.includes('AFTER') ? cursorOf : null,
      write: (after) =>
        `{ ${roots
          .map((text, index) => {
            const cursor = index === 0 && after !== null ? `after: ${JSON.stringify(after)}` : '';
            return `f${index}: ${text.replace('AFTER', cursor)}`;
          })
          .join(' ')} }`,
    }));
}
