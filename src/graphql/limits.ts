// Refuses GraphQL queries that are nested too deep or ask for too much, before anything is read.

import type { ApolloServerPlugin, GraphQLRequest } from '@apollo/server';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getNullableType,
  getVariableValues,
  isListType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql';
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
        async didResolveOperation({ request, document, operation }) {
          // Apollo itself refuses an operation that it cannot find.
          if (!operation) return;
          checkVariables(schema, operation, request.variables ?? {});
          const depth = depthOf(document);
          if (depth > limits.GRAPHQL_MAX_DEPTH)
            throw refusal(
              'query-too-deep',
              `The query is ${depth} levels deep; ${limits.GRAPHQL_MAX_DEPTH} are allowed.`,
            );
          const cost = costOf(schema, document, request);
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

/** A rule of validation: there are no mutations and subscriptions, however they are sent. */
export const onlyQueries: ValidationRule = (context) => ({
  OperationDefinition(node) {
    if (node.operation === OperationTypeNode.QUERY) return;
    context.reportError(new GraphQLError('Only queries are offered; this API only reads.', { nodes: node }));
  },
});

/** Throws the first error of the variables, in the form in which the execution would find it. */
function checkVariables(
  schema: GraphQLSchema,
  { variableDefinitions }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): void {
  const { errors } = getVariableValues(schema, variableDefinitions ?? [], variables, { maxErrors: 1 });
  if (errors?.[0]) throw refusal('invalid-query', errors[0].message, errors[0]);
}

function costOf(schema: GraphQLSchema, query: DocumentNode, { variables, operationName }: GraphQLRequest) {
  try {
    return getComplexity({
      schema,
      query,
      variables: variables ?? {},
      ...(operationName ? { operationName } : {}),
      estimators: [estimate],
    });
  } catch (error) {
    if (error instanceof GraphQLError) throw refusal('invalid-query', error.message, error);
    throw error;
  }
}

/** How many entries a list of the schema's own description is taken to have. */
const INTROSPECTED = 10;

/** A field costs 1; what is below a list costs once for each record that is asked for. */
const estimate: ComplexityEstimator = ({ args, childComplexity, field, type }) => {
  if (type.name.startsWith('__'))
    return 1 + childComplexity * (isListType(getNullableType(field.type)) ? INTROSPECTED : 1);
  return 1 + childComplexity * (typeof args.first === 'number' ? Math.max(args.first, 1) : 1);
};

function refusal(code: ErrorCode, detail: string, place?: GraphQLError): GraphQLError {
  return new GraphQLError(detail, {
    ...(place?.nodes ? { nodes: place.nodes } : {}),
    originalError: new ApiError(code, detail),
    extensions: { http: { status: 400 } },
  });
}

/**
 * Levels of fields in the deepest place of a document; fragments count where they are spread. Validation has refused cycles,
 * and bounds introspection (which goes deep in every tool) by a rule of its own, so that is not counted here.
 */
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
      if (selection.kind === Kind.FIELD)
        return selection.name.value.startsWith('__') ? 1 : 1 + measure(selection.selectionSet);
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
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  return Math.max(0, ...operations.map((node) => measure(node.selectionSet)));
}
