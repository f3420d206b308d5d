// Reads one object of a log, or one row of it, into a record of the model's types.

import type { Field, Resource } from '../model/model.js';
import type { StoredRecord } from '../store/port.js';
import { unwrapExtended } from './extended-json.js';
import { readName, unknownField } from './field-names.js';
import type { RawRecord } from './file-record.js';
import { BadValue, type RecordProblem, show } from './problems.js';
import { type Member, type RowMembers, readRow } from './read-row.js';
import { readId, readValue, type ValueOptions } from './read-value.js';

export interface ReadOptions extends ValueOptions {
  /** The name of the field that holds the owner in an export of a database; its value is not kept. */
  readonly ownerField: string;
  /** Whether unknown fields are left out rather than refused. */
  readonly ignoreUnknown: boolean;
}

/** The field that says in which zone a record was made: that of its local times, before the one of the options. */
const ZONE_FIELD = 'timeZone';

export type ReadRecord =
  | {
      readonly kind: 'record';
      /** What the file says and nothing else: no nulls, and no id where it gives none. */
      readonly record: StoredRecord;
      readonly owner: string | null;
      readonly ignored: readonly string[];
    }
  | { readonly kind: 'refused'; readonly problems: readonly RecordProblem[] };

/** Reads one record. Never throws: all that is wrong with it is in the answer, in the order of its fields. */
export function readRecord(resource: Resource, raw: RawRecord, options: ReadOptions): ReadRecord {
  if (raw.form === 'json' && !isObject(raw.value))
    return { kind: 'refused', problems: [{ field: null, problem: `${show(raw.value)} is not an object` }] };
  const record: Record<string, unknown> = {};
  const problems: RecordProblem[] = [];
  const { members, leftAside } =
    raw.form === 'json' ? readObject(raw) : readRow(resource, raw, options.ownerField);
  const ignored = [...leftAside];
  const valueOptions = { ...options, timeZone: zoneOf(resource, members) ?? options.timeZone };
  let owner: string | null = null;
  for (const [name, read] of members) {
    const meaning = readName(resource, name, options.ownerField);
    try {
      if (meaning.kind === 'unknown') {
        if (!options.ignoreUnknown) problems.push({ field: name, problem: unknownField(resource, name) });
        else ignored.push(name);
      } else if (meaning.kind === 'owner') {
        const value = read();
        owner = value === null ? null : readOwner(value);
      } else if (meaning.kind === 'field') {
        const { field } = meaning;
        const value = readValue(field, read(), valueOptions);
        if (value !== null && field.name in record)
          problems.push({ field: name, problem: givenTwice(field) });
        else if (value !== null) record[field.name] = value;
      }
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      problems.push({ field: name, problem: error.message });
    }
  }
  if (problems.length === 0 && Object.keys(record).length === 0)
    problems.push({ field: null, problem: 'the record holds nothing' });
  return problems.length > 0 ? { kind: 'refused', problems } : { kind: 'record', record, owner, ignored };
}

const readObject = ({ value }: RawRecord & { readonly form: 'json' }): RowMembers => ({
  members: Object.entries(value as object).map(([name, inner]): Member => [name, () => inner]),
  leftAside: new Set(),
});

function zoneOf(resource: Resource, members: readonly Member[]): string | undefined {
  const member = resource.field.has(ZONE_FIELD) && members.find(([name]) => name === ZONE_FIELD);
  const zone = member ? member[1]() : null;
  return typeof zone === 'string' && zone.trim() !== '' ? zone.trim() : undefined;
}

const givenTwice = ({ name, kind }: Field): string =>
  kind === 'objects' ? `both ${name} and columns of its parts are given` : 'both id and _id are given';

/** An owner's id in the one form that makes owners comparable. */
const readOwner = (value: unknown): string => readId(unwrapExtended(value));

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
