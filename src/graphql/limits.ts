// Refuses GraphQL queries that are nested too deep or ask for too much, before anything is read.

import type { ApolloServerPlugin } from '@apollo/server';
import { type DocumentNode, GraphQLError, type GraphQLSchema, Kind, type SelectionSetNode } from 'graphql';
import { type ComplexityEstimator, getComplexity } from 'graphql-query-complexity';
import type { Config } from '../config.js';
import { ApiError, type ErrorCode } from '../errors.js';
import type { Context } from '../resolvers/context.js';

type Limits = Pick<Config, 'GRAPHQL_MAX_DEPTH' | 'GRAPHQL_MAX_COST'>;

/** A plugin of Apollo that checks every operation once its variables are known. */
export function limitsPlugin(schema: GraphQLSchema, limits: Limits): ApolloServerPlugin<Context> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ request, document }) {
          const depth = depthOf(document);
          if (depth > limits.GRAPHQL_MAX_DEPTH)
            throw refusal(
              'query-too-deep',
              `The query is ${depth} levels deep; ${limits.GRAPHQL_MAX_DEPTH} are allowed.`,
            );
          const cost = getComplexity({
            schema,
            query: document,
            variables: request.variables ?? {},
            ...(request.operationName ? { operationName: request.operationName } : {}),
            estimators: [estimate],
          });
          if (cost > limits.GRAPHQL_MAX_COST)
            throw refusal(
              'query-too-costly',
              `The query costs ${cost} (fields, those of a list once for each of \`first\`); ${limits.GRAPHQL_MAX_COST} are allowed.`,
            );
        },
      };
    },
  };
}

/** A field costs 1; what is below a list costs once for each record that is asked for. */
const estimate: ComplexityEstimator = ({ args, childComplexity }) =>
  1 + childComplexity * (typeof args.first === 'number' ? Math.max(args.first, 1) : 1);

function refusal(code: ErrorCode, detail: string): GraphQLError {
  return new GraphQLError(detail, {
    originalError: new ApiError(code, detail),
    extensions: { http: { status: 400 } },
  });
}

/** Levels of fields in the deepest place of a document; fragments count where they are spread. Validation has refused cycles. */
function depthOf(document: DocumentNode): number {
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node.selectionSet]] : [],
    ),
  );
  const known = new Map<SelectionSetNode, number>();
  const measure = (set: SelectionSetNode | undefined): number => {
    if (!set) return 0;
    const before = known.get(set);
    if (before !== undefined) return before;
    const depths = set.selections.map((selection) => {
      if (selection.kind === Kind.FIELD) return 1 + measure(selection.selectionSet);
      return measure(
        selection.kind === Kind.INLINE_FRAGMENT
          ? selection.selectionSet
          : fragments.get(selection.name.value),
      );
    });
    const depth = Math.max(0, ...depths);
    known.set(set, depth);
    return depth;
  };
  return Math.max(
    0,
    ...document.definitions.map((node) => ('selectionSet' in node ? measure(node.selectionSet) : 0)),
  );
}
