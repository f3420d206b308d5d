// A small log: of every collection one record with all fields, as the schema's examples have them, and one with none.

import { model, type TestLog } from './app.js';

/** The id of the record of every collection that has nothing but its id. */
export const BARE_ID = 'bare';

/** The ids that the example's links name are those of the records, so that every link leads somewhere. */
export function exampleLog(): TestLog {
  return Object.fromEntries(
    model.resources.map((resource) => {
      const record = Object.fromEntries(resource.fields.map(({ name, example }) => [name, example]));
      const linked = linkedIds(resource.typeName).filter((id) => id !== record.id);
      const ids = [String(record.id), ...linked];
      return [resource.name, [...ids.map((id) => ({ ...record, id })), { id: BARE_ID }]];
    }),
  );
}

/** The ids by which the examples of other records link to a type. */
function linkedIds(typeName: string): string[] {
  const ids = model.resources.flatMap(({ links, field }) =>
    links.filter((link) => link.typeName === typeName).map(({ from }) => String(field.get(from)?.example)),
  );
  return [...new Set(ids)];
}
