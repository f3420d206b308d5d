// Writes a selection into Sofa's operation, in place of Sofa's own.

import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { getResource, type Model, type Resource } from '../model/model.js';
import type { Selection } from './selection.js';

/** What an operation is to ask for: a record's members, and of a list also where it stands. */
export interface Wanted {
  readonly selection: Selection;
  readonly list: boolean;
  /** Whether all records are counted. */
  readonly total: boolean;
}

/** Sofa's operation with what is wanted, in the schema's order. Name, variables and arguments stay Sofa's. */
export function selectInDocument(
  document: DocumentNode,
  model: Model,
  resource: Resource,
  { selection, list, total }: Wanted,
): DocumentNode {
  const [operation] = document.definitions as [OperationDefinitionNode];
  const [root] = operation.selectionSet.selections as [FieldNode];
  const record = selectionSet(model, resource, selection);
  const page = total ? ['next', 'total'] : ['next'];
  const answer = list
    ? setOf([field('items', record), field('page', setOf(page.map((name) => field(name))))])
    : record;
  return {
    kind: Kind.DOCUMENT,
    definitions: [{ ...operation, selectionSet: setOf([{ ...root, selectionSet: answer }]) }],
  };
}

function selectionSet(model: Model, resource: Resource, selection: Selection): SelectionSetNode {
  const members = resource.members.filter((member) => selection.has(member.name));
  return setOf(
    members.map((member) => {
      const inner = selection.get(member.name);
      if (!inner || member.kind === 'scalar' || member.kind === 'texts') return field(member.name);
      if (member.kind === 'link')
        return field(member.name, selectionSet(model, getResource(model, member.typeName), inner));
      const children = member.fields.filter(({ name }) => inner.has(name));
      return field(member.name, setOf(children.map(({ name }) => field(name))));
    }),
  );
}

const setOf = (selections: readonly FieldNode[]): SelectionSetNode => ({
  kind: Kind.SELECTION_SET,
  selections,
});

const field = (name: string, set?: SelectionSetNode): FieldNode => ({
  kind: Kind.FIELD,
  name: { kind: Kind.NAME, value: name },
  ...(set ? { selectionSet: set } : {}),
});
