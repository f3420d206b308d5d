// The same question has the same answer by REST and by GraphQL, and neither ever fails on it.

import fc from 'fast-check';
import { resourceOf, startApp, type TestApp } from '../support/app.js';
import { question, toSearch, toVariables } from '../support/questions.js';
import { smallLog } from '../support/small-log.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ records: smallLog });
});
afterAll(() => app.close());

const fields = resourceOf('catches').fields.map((field) =>
  field.kind === 'objects'
    ? `${field.name} { ${field.fields.map(({ name }) => name).join(' ')} }`
    : field.name,
);
const QUERY = `query Same($where: CatchWhere, $sort: [CatchSort!]) {
  catches(where: $where, sort: $sort) { items { ${fields.join(' ')} } page { total next } }
}`;

test('any typed question finds the same records, in the same order, with the same values', async () => {
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const rest = await app.request(`/api/v1/catches?count=true&${toSearch(asked)}`);
      const { json } = await app.graphql(QUERY, toVariables(asked));
      expect(json).toEqual({
        data: {
          catches: { items: rest.json, page: { total: Number(rest.headers['x-total-count']), next: null } },
        },
      });
    }),
    { numRuns: 120 },
  );
});

test('a record of a value is found by that value, both ways', async () => {
  const scalars = resourceOf('catches').fields.filter((field) => field.kind === 'scalar');
  const some = fc.tuple(fc.constantFrom(...(smallLog.catches ?? [])), fc.constantFrom(...scalars));
  await fc.assert(
    fc.asyncProperty(some, async ([record, { name }]) => {
      const value = record[name] ?? null;
      const asked = {
        where: [
          value === null
            ? ({ kind: 'field', field: name, operator: 'exists', value: false } as const)
            : ({ kind: 'field', field: name, operator: 'in', value: [value as string] } as const),
        ],
        sort: [{ field: 'id', descending: false }],
      };
      const rest: { id: string }[] = await app.get(`/api/v1/catches?${toSearch(asked)}`);
      const { json } = await app.graphql(QUERY, toVariables(asked));
      expect(rest.map(({ id }) => id)).toContain(record.id);
      expect(json.data.catches.items).toEqual(rest);
    }),
    { numRuns: 80 },
  );
});
