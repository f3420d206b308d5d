// The one table of filter operators: which types take them, what value they want, what they mean.

import type { ScalarName } from './model.js';

export type Operator = 'in' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'contains' | 'startsWith' | 'exists';

interface OperatorInfo {
  /** What value it takes: a list of the field's type, one of the field's type, or a boolean. */
  readonly takes: 'list' | 'one' | 'boolean';
  /** What it matches, as the documentation says it. */
  readonly meaning: string;
}

/** Meaning of every operator. Text is always compared without regard to case (see store/text.ts). */
export const OPERATORS: Readonly<Record<Operator, OperatorInfo>> = {
  in: { takes: 'list', meaning: 'equals any of these' },
  ne: { takes: 'list', meaning: 'equals none of these; a missing value matches' },
  gt: { takes: 'one', meaning: 'greater than' },
  gte: { takes: 'one', meaning: 'greater than or equal to' },
  lt: { takes: 'one', meaning: 'less than' },
  lte: { takes: 'one', meaning: 'less than or equal to' },
  contains: { takes: 'one', meaning: 'contains this text' },
  startsWith: { takes: 'one', meaning: 'starts with this text' },
  exists: {
    takes: 'boolean',
    meaning: 'has a value (true) or has none (false); a list has one if it is not empty',
  },
};

const ORDERED: readonly Operator[] = ['in', 'ne', 'gt', 'gte', 'lt', 'lte', 'exists'];

/** The operators of each filter type, in the order in which they are documented. `List` is a list of objects. */
export const OPERATORS_OF: Readonly<Record<ScalarName | 'List', readonly Operator[]>> = {
  ID: ['in', 'ne', 'exists'],
  String: ['in', 'ne', 'contains', 'startsWith', 'exists'],
  Int: ORDERED,
  Float: ORDERED,
  DateTime: ORDERED,
  Date: ORDERED,
  Boolean: ['in', 'ne', 'exists'],
  List: ['exists'],
};
