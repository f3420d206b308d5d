// Derives what the schema's files do not spell out: filters, sort keys, pages and the fields of Query.

import { CIRCLE_KM_MAX, PAGE_DEFAULT, PAGE_MAX } from './limits.js';
import { filterTypeOf, type Model, type Resource } from './model.js';
import { OPERATORS, OPERATORS_OF, type Operator } from './operators.js';

/** The full SDL: the schema's files and everything derived from them. Descriptions are kept. */
export function deriveSdl(model: Model): string {
  return [model.sdl, ...filterInputs(), AREAS, PAGE, ...model.resources.map(resourceSdl), query(model)].join(
    '\n\n',
  );
}

/** The name of the filter input of a type: `StringFilter`, `ListFilter`. */
const filterName = (type: string): string => `${type}Filter`;

function filterInputs(): string[] {
  return Object.entries(OPERATORS_OF).map(([type, operators]) => {
    const fields = operators.map(
      (name) => `  "${OPERATORS[name].meaning}"\n  ${name}: ${valueType(name, type)}`,
    );
    return `"Conditions on a value of type ${type}; all of them must hold"\ninput ${filterName(type)} {\n${fields.join('\n')}\n}`;
  });
}

function valueType(operator: Operator, type: string): string {
  const { takes } = OPERATORS[operator];
  if (takes === 'boolean') return 'Boolean';
  return takes === 'list' ? `[${type}!]` : type;
}

const AREAS = `"A box of degrees, edges included; a west greater than east crosses the antimeridian (RFC 7946)"
input BoundingBox {
  "The western edge, from -180 to 180 degrees"
  west: Float!
  "The southern edge, from -90 to 90 degrees"
  south: Float!
  "The eastern edge, from -180 to 180 degrees"
  east: Float!
  "The northern edge, from -90 to 90 degrees and not below the southern one"
  north: Float!
}

"What is at most so far away from a point, along the Earth's surface"
input Circle {
  "Latitude of the point, from -90 to 90 degrees"
  latitude: Float!
  "Longitude of the point, from -180 to 180 degrees"
  longitude: Float!
  "The greatest distance in kilometres, more than 0 and at most ${CIRCLE_KM_MAX}"
  km: Float!
}`;

const PAGE = `"Where a page of a list stands"
type Page {
  "Cursor of the next page, for \`after\`; null on the last page"
  next: String
  "How many records match, on all pages together; counted only when asked for"
  total: Int!
}`;

function resourceSdl({ typeName, fields, sortable, name }: Resource): string {
  return `"Conditions on ${name}; all of them must hold"
input ${typeName}Where {
${fields.map((field) => `  ${quote(field.description)}\n  ${field.name}: ${filterName(filterTypeOf(field))}`).join('\n')}
}

"What ${name} can be sorted by"
enum ${typeName}SortField {
${sortable.map((field) => `  ${field}`).join('\n')}
}

"One key of a sort"
input ${typeName}Sort {
  "The field to sort by; records without a value come last"
  field: ${typeName}SortField!
  "Whether the greatest value comes first"
  descending: Boolean! = false
}

"A page of ${name}"
type ${typeName}Page {
  "The records of this page, in the order of the sort"
  items: [${typeName}!]!
  "Where this page stands in the list"
  page: Page!
}`;
}

function query(model: Model): string {
  const fields = model.resources.map(
    ({ singular, name, typeName, newestBy, position }) => `  "The record of ${name} with this id, or null"
  ${singular}(
    "The record's id"
    id: ID!
  ): ${typeName}
  "The ${name} that match, newest first (by ${newestBy}) unless a sort is given"
  ${name}(
    "How many records at most, from 1 to ${PAGE_MAX}"
    first: Int! = ${PAGE_DEFAULT}
    "The cursor of a page that came before, from its \`page.next\`; the same sort and conditions must be given with it"
    after: String
    "Conditions that the records meet"
    where: ${typeName}Where
    "Sort keys, the most important first; the id breaks ties"
    sort: [${typeName}Sort!]
    "Words that the records' text contains, each of them in any field"
    q: String${position ? AREA_ARGUMENTS : ''}
  ): ${typeName}Page!`,
  );
  return `"Everything that can be read"\ntype Query {\n${fields.join('\n')}\n}`;
}

const AREA_ARGUMENTS = `
    "The box that the records' positions are in"
    bbox: BoundingBox
    "The circle that the records' positions are in"
    near: Circle`;

const quote = (text: string): string => JSON.stringify(text);
