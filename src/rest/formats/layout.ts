// The layout of an answer, from what its request asks for.

import type { Model, Resource } from '../../model/model.js';
import type { Plan } from '../dialect/plan.js';
import { type Column, columnsOf } from './columns.js';
import type { Layout } from './format.js';

/** The layout of a plan. Its columns are made when a format asks for them: JSON in metric units does not. */
export function createLayout(
  model: Model,
  resource: Resource,
  { selection, units, bom }: Pick<Plan, 'selection' | 'units' | 'bom'>,
): Layout {
  let columns: readonly Column[] | undefined;
  return {
    resource,
    units,
    bom,
    get columns() {
      columns ??= columnsOf(model, resource, selection, units);
      return columns;
    },
  };
}
