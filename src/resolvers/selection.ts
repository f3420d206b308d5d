// Which fields of a record an operation needs, so that the store reads only those.

import type { FieldNode, GraphQLResolveInfo, SelectionSetNode } from 'graphql';
import { Kind } from 'graphql';
import type { Resource } from '../model/model.js';

type Fragments = GraphQLResolveInfo['fragments'];

const known = new WeakMap<readonly FieldNode[], readonly string[]>();

/**
 * Names of the stored fields that are asked for below a field, in schema order; a link needs the field that holds its id.
 * `path` leads from the field to the record: `['items']` for a list. Computed once for each place in an operation:
 * graphql-js and graphql-jit both hand the same array of nodes to every call for one place.
 */
export function selectedFields(
  resource: Resource,
  info: GraphQLResolveInfo,
  path: readonly string[],
): readonly string[] {
  const memo = known.get(info.fieldNodes);
  if (memo) return memo;
  const names = path.reduce(
    (nodes, name) => childFields(nodes, info.fragments).filter((child) => child.name.value === name),
    info.fieldNodes,
  );
  const asked = new Set<string>();
  for (const child of childFields(names, info.fragments)) {
    const name = child.name.value;
    asked.add(resource.link.get(name)?.from ?? name);
  }
  const fields = resource.fields.map((field) => field.name).filter((name) => asked.has(name));
  known.set(info.fieldNodes, fields);
  return fields;
}

function childFields(nodes: readonly FieldNode[], fragments: Fragments): FieldNode[] {
  return nodes.flatMap((node) => (node.selectionSet ? fieldsOf(node.selectionSet, fragments) : []));
}

function fieldsOf(set: SelectionSetNode, fragments: Fragments): FieldNode[] {
  return set.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    const target = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value];
    return target ? fieldsOf(target.selectionSet, fragments) : [];
  });
}
