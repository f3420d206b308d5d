// Reads schema/*.graphql into the model: the single place where SDL becomes data.

import { readdirSync, readFileSync } from 'node:fs';
import {
  type ConstDirectiveNode,
  type FieldDefinitionNode,
  type InterfaceTypeDefinitionNode,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  print,
  type TypeNode,
} from 'graphql';
import type {
  CoordinateRole,
  Field,
  Link,
  Model,
  PositionFields,
  Resource,
  ScalarField,
  ScalarName,
} from './model.js';
import { imperialMeasure } from './units.js';

const SCHEMA_DIR = new URL('../../schema/', import.meta.url);
const SCALARS: ReadonlySet<string> = new Set(['ID', 'String', 'Int', 'Float', 'Boolean', 'DateTime', 'Date']);

/** Reads the product's schema. Throws an Error that names the type and field where the schema is not understood. */
export function readModel(): Model {
  const files = readdirSync(SCHEMA_DIR)
    .filter((name) => name.endsWith('.graphql'))
    .sort();
  return readSdl(files.map((name) => readFileSync(new URL(name, SCHEMA_DIR), 'utf8')).join('\n'));
}

/** Reads SDL text: types with `@collection` become resources and are given the fields of their interfaces. */
export function readSdl(text: string): Model {
  const document = parse(text);
  const interfaces = new Map<string, InterfaceTypeDefinitionNode>();
  const objects = new Map<string, ObjectTypeDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.INTERFACE_TYPE_DEFINITION) interfaces.set(node.name.value, node);
    if (node.kind === Kind.OBJECT_TYPE_DEFINITION) objects.set(node.name.value, node);
  }
  const definitions = document.definitions.map((node) =>
    node.kind === Kind.OBJECT_TYPE_DEFINITION ? withInheritedFields(node, interfaces) : node,
  );
  const resources = definitions
    .filter((node) => node.kind === Kind.OBJECT_TYPE_DEFINITION)
    .filter((node) => directive(node, 'collection'))
    .map((node) => readResource(node, objects));
  return {
    resources,
    byName: new Map(resources.map((resource) => [resource.name, resource])),
    byType: new Map(resources.map((resource) => [resource.typeName, resource])),
    sdl: print({ kind: Kind.DOCUMENT, definitions }),
  };
}

/** An object with the fields of its interfaces around its own: id first, then its own, then the rest. */
function withInheritedFields(
  node: ObjectTypeDefinitionNode,
  interfaces: ReadonlyMap<string, InterfaceTypeDefinitionNode>,
): ObjectTypeDefinitionNode {
  const inherited = (node.interfaces ?? []).flatMap((name) => interfaces.get(name.name.value)?.fields ?? []);
  const own = node.fields ?? [];
  return { ...node, fields: [...inherited.slice(0, 1), ...own, ...inherited.slice(1)] };
}

function readResource(
  node: ObjectTypeDefinitionNode,
  objects: ReadonlyMap<string, ObjectTypeDefinitionNode>,
): Resource {
  const typeName = node.name.value;
  const collection = directive(node, 'collection');
  const name = argument(collection, 'name');
  if (!name) throw new Error(`${typeName}: @collection needs a name`);
  const members = (node.fields ?? []).map((field) => readMember(typeName, field, objects));
  const fields = members.filter((member) => member.kind !== 'link');
  const links = members.filter((member) => member.kind === 'link');
  const newestBy = argument(collection, 'newestBy') ?? 'createdAt';
  const coordinates = new Map(fields.flatMap(coordinateOf));
  const resource: Resource = {
    name,
    singular: typeName.charAt(0).toLowerCase() + typeName.slice(1),
    typeName,
    description: node.description?.value ?? '',
    newestBy,
    members,
    fields,
    links,
    field: new Map(fields.map((field) => [field.name, field])),
    link: new Map(links.map((link) => [link.name, link])),
    sortable: fields.filter((field) => field.kind === 'scalar').map((field) => field.name),
    coordinates,
    position: positionOf(coordinates),
    title: argument(collection, 'title') ?? 'name',
    textFields: fields.filter(isText).map((field) => field.name),
  };
  checkResource(resource);
  return resource;
}

function checkResource(resource: Resource): void {
  const { typeName, field } = resource;
  const newest = field.get(resource.newestBy);
  if (newest?.kind !== 'scalar' || newest.scalar !== 'DateTime')
    throw new Error(`${typeName}: newestBy names ${resource.newestBy}, which is not a DateTime field`);
  if (!field.has(resource.title))
    throw new Error(`${typeName}: there is no field ${resource.title} for a title`);
  for (const { name, from } of resource.links)
    if (!field.has(from)) throw new Error(`${typeName}.${name}: there is no field ${from} to link from`);
}

function readMember(
  typeName: string,
  node: FieldDefinitionNode,
  objects: ReadonlyMap<string, ObjectTypeDefinitionNode>,
): Field | Link {
  const where = `${typeName}.${node.name.value}`;
  const { name: type, list, required } = readType(node.type);
  const link = directive(node, 'link');
  const named = { name: node.name.value, description: node.description?.value ?? '' };
  if (link) return { kind: 'link', ...named, from: argument(link, 'from') ?? '', typeName: type };
  const unit = directive(node, 'unit');
  const base = {
    ...named,
    unit: argument(unit, 'ucum') ?? null,
    example: readExample(where, type, list, argument(directive(node, 'example'), 'value')),
    required,
  };
  if (!list) {
    if (!SCALARS.has(type)) throw new Error(`${where}: ${type} is neither a scalar, nor a list, nor a @link`);
    return {
      kind: 'scalar',
      ...base,
      scalar: type as ScalarName,
      indexed: Boolean(directive(node, 'indexed')),
      coordinate: readRole(where, argument(directive(node, 'coordinate'), 'of')),
      imperial: readImperial(where, named.name, base.unit, argument(unit, 'imperial')),
    };
  }
  if (type === 'String') return { kind: 'texts', ...base };
  const object = objects.get(type);
  if (!object) throw new Error(`${where}: a list holds texts or objects, not ${type}`);
  const fields = (object.fields ?? []).map((field) => readMember(type, field, objects));
  const scalars = fields.filter((field): field is ScalarField => field.kind === 'scalar');
  if (scalars.length < fields.length) throw new Error(`${where}: embedded objects hold scalars only`);
  const example = [Object.fromEntries(scalars.map((field) => [field.name, field.example]))];
  return { kind: 'objects', ...base, example, typeName: type, fields: scalars };
}

function readType(node: TypeNode): { name: string; list: boolean; required: boolean } {
  if (node.kind === Kind.NON_NULL_TYPE) return { ...readType(node.type), required: true };
  if (node.kind === Kind.LIST_TYPE) return { name: readType(node.type).name, list: true, required: false };
  return { name: node.name.value, list: false, required: false };
}

const TEXTUAL: ReadonlySet<string> = new Set(['ID', 'String', 'DateTime', 'Date']);

function readExample(where: string, type: string, list: boolean, text: string | undefined): unknown {
  if (text === undefined) return null;
  if (!list && TEXTUAL.has(type)) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${where}: the example ${text} is not JSON`);
  }
}

const ROLES: readonly CoordinateRole[] = ['latitude', 'longitude', 'accuracy'];

function readRole(where: string, of: string | undefined): CoordinateRole | null {
  const role = ROLES.find((known) => known === of);
  if (of !== undefined && !role)
    throw new Error(`${where}: a coordinate is of ${ROLES.join(', ')}, not ${of}`);
  return role ?? null;
}

function positionOf(coordinates: ReadonlyMap<string, CoordinateRole>): PositionFields | null {
  const find = (wanted: CoordinateRole) => [...coordinates].find(([, role]) => role === wanted)?.[0];
  const latitude = find('latitude');
  const longitude = find('longitude');
  return latitude && longitude ? { latitude, longitude } : null;
}

function readImperial(where: string, name: string, unit: string | null, imperial: string | undefined) {
  if (imperial === undefined) return null;
  const measure = unit && imperialMeasure(name, unit, imperial);
  if (!measure) throw new Error(`${where}: ${name} in ${unit} has no form in ${imperial}`);
  return measure;
}

function coordinateOf(field: Field): [string, CoordinateRole][] {
  return field.kind === 'scalar' && field.coordinate ? [[field.name, field.coordinate]] : [];
}

function isText(field: Field): boolean {
  return field.kind === 'texts' || (field.kind === 'scalar' && field.scalar === 'String');
}

function directive(
  node: { readonly directives?: readonly ConstDirectiveNode[] | undefined },
  name: string,
): ConstDirectiveNode | undefined {
  return node.directives?.find((found) => found.name.value === name);
}

function argument(node: ConstDirectiveNode | undefined, name: string): string | undefined {
  const value = node?.arguments?.find((found) => found.name.value === name)?.value;
  return value?.kind === Kind.STRING ? value.value : undefined;
}
