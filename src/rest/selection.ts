// What of a record is answered: everything it holds, or what `fields` and `expand` ask for.

import { didYouMean, nearestNames } from '../did-you-mean.js';
import { EXPAND_DEPTH_MAX } from '../model/limits.js';
import { getResource, type Link, type Model, type Resource } from '../model/model.js';

/** The members that are answered, by name, with what is answered of them (nothing more to say of a scalar: null). */
export type Selection = Map<string, Selection | null>;

/** A path of `fields` or `expand` that leads nowhere: where it breaks off, and what would be allowed there. */
export class UnknownPath extends Error {
  constructor(
    readonly detail: string,
    readonly allowed: readonly string[],
  ) {
    super(detail);
  }
}

const unknownName = (what: string, name: string, allowed: readonly string[]): UnknownPath =>
  new UnknownPath(`${what} ${name}${didYouMean(nearestNames(name, allowed))}`, allowed);

/** Everything that the record itself holds, without its links. */
export function wholeRecord(resource: Resource): Selection {
  return new Map(resource.fields.map((field) => [field.name, wholeField(field)]));
}

const wholeField = (field: Resource['fields'][number]): Selection | null =>
  field.kind === 'objects' ? new Map(field.fields.map(({ name }) => [name, null])) : null;

/** The selection with these fields of the record as well; the same object where it has them all. */
export function withFields(selection: Selection, names: readonly string[]): Selection {
  if (names.every((name) => selection.has(name))) return selection;
  return new Map([...names.map((name): [string, null] => [name, null]), ...selection]);
}

/** Adds one path of `fields`, such as `species` or `lure.name`. Throws UnknownPath. */
export function addField(
  model: Model,
  resource: Resource,
  selection: Selection,
  path: readonly string[],
): void {
  const [name = '', ...rest] = path;
  const link = resource.link.get(name);
  if (link) {
    const target = getResource(model, link.typeName);
    const inner = nested(selection, name);
    if (rest.length === 0) merge(inner, wholeRecord(target));
    else addField(model, target, inner, rest);
    return;
  }
  const field = resource.field.get(name);
  if (!field) throw unknownName(`${resource.name} have no field`, name, memberNames(resource));
  const [child, ...further] = rest;
  if (field.kind !== 'objects' || child === undefined) {
    if (rest.length > 0) throw new UnknownPath(`${name} has no fields of its own`, [name]);
    const whole = wholeField(field);
    if (whole) merge(nested(selection, name), whole);
    else selection.set(name, null);
    return;
  }
  const names = field.fields.map((inner) => inner.name);
  if (further.length > 0 || !names.includes(child))
    throw unknownName(`${name} have no field`, rest.join('.'), names);
  nested(selection, name).set(child, null);
}

/** Adds one path of `expand`, such as `lure` or `combo.rod`: each record on it is answered whole. Throws UnknownPath. */
export function addExpansion(
  model: Model,
  resource: Resource,
  selection: Selection,
  path: readonly string[],
): void {
  const [name = '', ...rest] = path;
  const link = resource.link.get(name);
  if (!link) throw unknownName(`${resource.name} have no link`, name, [...resource.link.keys()]);
  const target = getResource(model, link.typeName);
  const inner = nested(selection, name);
  merge(inner, wholeRecord(target));
  if (rest.length > 0) addExpansion(model, target, inner, rest);
}

/** How many links a path follows; `fields` and `expand` allow EXPAND_DEPTH_MAX. */
export function followsTooManyLinks(model: Model, resource: Resource, path: readonly string[]): boolean {
  let links = 0;
  let at: Resource | undefined = resource;
  for (const name of path) {
    const link: Link | undefined = at?.link.get(name);
    at = link && getResource(model, link.typeName);
    if (link) links++;
  }
  return links > EXPAND_DEPTH_MAX;
}

/** All paths of `fields`: the members of a record, and those of the records and objects within. */
export function fieldPaths(model: Model, resource: Resource, depth = EXPAND_DEPTH_MAX): string[] {
  return resource.members.flatMap((member) => {
    if (member.kind === 'scalar' || member.kind === 'texts') return [member.name];
    if (member.kind === 'objects') return [member.name, ...within(member, member.fields.map(nameOf))];
    if (depth === 0) return [];
    const target = getResource(model, member.typeName);
    return [member.name, ...within(member, fieldPaths(model, target, depth - 1))];
  });
}

/** All paths of `expand`: the links of a record, and those of the records that they lead to. */
export function linkPaths(model: Model, resource: Resource, depth = EXPAND_DEPTH_MAX): string[] {
  if (depth === 0) return [];
  return resource.links.flatMap((link) => [
    link.name,
    ...within(link, linkPaths(model, getResource(model, link.typeName), depth - 1)),
  ]);
}

const nameOf = ({ name }: { readonly name: string }): string => name;
const within = ({ name }: { readonly name: string }, paths: readonly string[]): string[] =>
  paths.map((path) => `${name}.${path}`);

const memberNames = (resource: Resource): string[] => resource.members.map((member) => member.name);

function nested(selection: Selection, name: string): Selection {
  const inner = selection.get(name) ?? new Map();
  selection.set(name, inner);
  return inner;
}

function merge(target: Selection, source: Selection): void {
  for (const [name, inner] of source) {
    if (inner === null) target.set(name, null);
    else merge(nested(target, name), inner);
  }
}

/** A text that is equal for equal selections, whatever the order in which they were asked for. */
export function selectionKey(selection: Selection): string {
  const parts = [...selection].map(([name, inner]) => (inner ? `${name}{${selectionKey(inner)}}` : name));
  return parts.sort().join(',');
}
