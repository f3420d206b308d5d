// What is said of a query parameter: to the reader of requests, and to the OpenAPI document.

import type { ScalarName } from '../../model/model.js';
import type { Draft } from './draft.js';

/** What OpenAPI says of a parameter's value. */
export interface ParameterSchema {
  readonly type: ScalarName;
  /** Whether several are given, separated by commas. */
  readonly list: boolean;
  /** How many must be given, where that is one number. */
  readonly length?: number;
  readonly values?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly schema: ParameterSchema;
  readonly example: unknown;
  /** Reads the value into the draft of a plan. Throws `invalid-parameter`. */
  readonly read: (draft: Draft, text: string) => void;
}
