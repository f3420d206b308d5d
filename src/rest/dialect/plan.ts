// Reads a query string into a plan: the typed variables of the operation, and what of each record is answered.

import type { Model, Resource } from '../../model/model.js';
import { readPairs } from '../../read-pairs.js';
import type { Units } from '../formats/columns.js';
import type { Format } from '../formats/format.js';
import { addExpansion, addField, type Selection, selectionKey, wholeRecord } from '../selection.js';
import type { Draft } from './draft.js';
import type { Parameter } from './parameter.js';
import { listParameters, recordParameters } from './parameters.js';
import { unknownOperator, unknownParameter } from './unknown-parameter.js';

/** What one request asks for. */
export interface Plan {
  readonly selection: Selection;
  /** Equal for plans whose operation is equal. */
  readonly selectionKey: string;
  /** Arguments of the list field, apart from `first`. Empty for a record. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** The page size that was asked for; null for a complete list. */
  readonly limit: number | null;
  readonly count: boolean;
  /** The format that was asked for in the URL; null leaves it to `Accept`. */
  readonly format: Format | null;
  readonly units: Units;
  /** Whether a byte order mark was asked for. */
  readonly bom: boolean;
}

/** Reads the query strings of one path. */
export type PlanReader = (search: string) => Plan;

/** The reader of a path: of a list or of a record. Its table of parameters is built once. */
export function createPlanReader(model: Model, resource: Resource, kind: 'list' | 'record'): PlanReader {
  const parameters = (kind === 'list' ? listParameters : recordParameters)(model, resource);
  const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  const whole = wholeRecord(resource);
  const everything: Plan = {
    selection: whole,
    selectionKey: selectionKey(whole),
    variables: {},
    limit: null,
    count: false,
    format: null,
    units: 'metric',
    bom: false,
  };
  return (search) => {
    if (search === '') return everything;
    const draft: Draft = { zone: 'UTC', where: {}, count: false, units: 'metric', bom: false };
    const pairs = readPairs(search);
    const zone = pairs.get('tz');
    if (zone !== undefined) byName.get('tz')?.read(draft, zone);
    for (const [name, text] of pairs) findParameter(resource, byName, name).read(draft, text);
    const selection = draft.fields || draft.expand ? selectionOf(model, resource, draft) : whole;
    return {
      selection,
      selectionKey: selection === whole ? everything.selectionKey : selectionKey(selection),
      variables: variablesOf(draft),
      limit: draft.limit ?? null,
      count: draft.count,
      format: draft.format ?? null,
      units: draft.units,
      bom: draft.bom,
    };
  };
}

function selectionOf(model: Model, resource: Resource, { fields, expand }: Draft): Selection {
  const selection: Selection = fields ? new Map() : new Map(wholeRecord(resource));
  for (const path of fields ?? []) addField(model, resource, selection, path);
  for (const path of expand ?? []) addExpansion(model, resource, selection, path);
  return selection;
}

function variablesOf({ where, q, bbox, near, sort, cursor }: Draft): Record<string, unknown> {
  return {
    ...(Object.keys(where).length > 0 ? { where } : {}),
    ...(q === undefined ? {} : { q }),
    ...(bbox === undefined ? {} : { bbox }),
    ...(near === undefined ? {} : { near }),
    ...(sort === undefined ? {} : { sort }),
    ...(cursor === undefined ? {} : { after: cursor }),
  };
}

/** The parameter of a name. Throws `unknown-parameter` with what is allowed: the operators of a field, or all names. */
function findParameter(resource: Resource, byName: ReadonlyMap<string, Parameter>, name: string): Parameter {
  const parameter = byName.get(name);
  if (parameter) return parameter;
  const names = [...byName.keys()];
  const [field = ''] = name.split('[', 1);
  const related = names.filter((known) => known === field || known.startsWith(`${field}[`));
  if (name.includes('[') && related.length > 0) throw unknownOperator(name, field, related);
  const allowed = names.filter((known) => !known.includes('['));
  throw unknownParameter(name, `${resource.name} have no such parameter`, allowed, names);
}
