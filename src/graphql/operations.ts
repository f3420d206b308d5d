// Compiled operations: each is compiled once and kept, the least recently used dropped, so that requests cannot fill the memory.

import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import type { Context } from '../resolvers/context.js';

export type Variables = Readonly<Record<string, unknown>>;

/** Runs the operations of the REST API. The key of an operation says what it selects. */
export class Operations {
  readonly #schema: GraphQLSchema;
  readonly #compiled: LRUCache<string, CompiledQuery>;

  constructor(schema: GraphQLSchema, max: number) {
    this.#schema = schema;
    this.#compiled = new LRUCache({ max });
  }

  /** Runs the operation of this key; `document` gives it where it is not compiled yet. */
  run(
    key: string,
    document: () => DocumentNode,
    variables: Variables,
    context: Context,
  ): Promise<ExecutionResult> {
    let compiled = this.#compiled.get(key);
    if (!compiled) {
      compiled = this.#compile(document());
      this.#compiled.set(key, compiled);
    }
    return Promise.resolve(compiled.query(null, context, variables));
  }

  #compile(document: DocumentNode): CompiledQuery {
    // A store hands out nothing but values of their field's type, so leaves need no second check.
    const compiled = compileQuery(this.#schema, document, undefined, { disableLeafSerialization: true });
    if (!isCompiledQuery(compiled)) throw new Error(`An operation does not compile: ${compiled.errors}`);
    return compiled as CompiledQuery;
  }
}
