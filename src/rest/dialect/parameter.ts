// What is said of a query parameter: to the reader of requests, and to the OpenAPI document.

import type { ScalarName } from '../../model/model.js';
import type { Draft } from './draft.js';
import type { ValueSchema } from './read-value.js';

/** What OpenAPI says of a parameter's value. */
export interface ParameterSchema extends ValueSchema {
  readonly type: ScalarName;
  /** Whether several are given, separated by commas. */
  readonly list: boolean;
  /** What each of them may be, where there must be one for each of these. */
  readonly items?: readonly ValueSchema[];
  readonly values?: readonly string[];
  /** A format of JSON Schema, or one of this API. */
  readonly format?: string;
}

export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly schema: ParameterSchema;
  readonly example: unknown;
  /** Reads the value into the draft of a plan. Throws `invalid-parameter`. */
  readonly read: (draft: Draft, text: string) => void;
}
