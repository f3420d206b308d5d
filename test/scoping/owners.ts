// The logs of several owners: values that all have, values that only one has and that can be recognised, links across.

import { createHash } from 'node:crypto';
import type { Field, Resource, ScalarField } from '../../src/model/model.js';
import type { StoredRecord } from '../../src/store/port.js';
import { model, type TestLog } from '../support/app.js';

export interface OwnerOfTest {
  /** Stands in every text that only this owner has. */
  readonly letter: string;
  /** Stands in every number that only this owner has. */
  readonly digit: number;
  /** What the owner field holds; never to be seen in an answer. */
  readonly id: string;
}

export const OWNERS: readonly OwnerOfTest[] = ['A', 'B', 'C'].map((letter, index) => ({
  letter,
  digit: index + 1,
  id: `whose-${letter}-${createHash('sha256').update(letter).digest('hex').slice(0, 12)}`,
}));

/** Somebody who has a token, and no record at all. */
export const NEWCOMER: OwnerOfTest = { letter: 'N', digit: 9, id: 'whose-N-newcomer' };

/** Records of each owner in each collection that only that owner has, and that all owners have an own one of. */
const OWN = 4;
const COMMON = 2;

/** A text as only this owner has it, with a character that no ETag, cursor or id can hold by chance. */
export const textMark = ({ letter }: OwnerOfTest, n: number): string => `qz~${letter}${n}q`;

/** Digits as only this owner's numbers have them: `8d8d8` and three more. */
const numberMark = ({ digit }: OwnerOfTest, n: number): string =>
  `8${digit}8${digit}8${String(n % 1000).padStart(3, '0')}`;

/** Digits count where they are all of a number, or all behind its point: not within a random id or hash. */
const MARK = /qz~(?<letter>[A-Z])\d+q|(?<![0-9A-Za-z])8(?<digit>[1-9])8\k<digit>8\d{3}(?![0-9A-Za-z])/g;

/** Whose marks are in a text: each mark with the owner's letter. */
export function marksIn(text: string): { mark: string; letter: string }[] {
  return [...text.matchAll(MARK)].map(({ 0: mark, groups }) => ({
    mark,
    letter: groups?.letter ?? OWNERS[Number(groups?.digit) - 1]?.letter ?? '?',
  }));
}

/** The ids that only the owner of this letter has; every other one looks like an ObjectId. */
export function ownIds(letter: string, collection: string): string[] {
  return Array.from({ length: OWN }, (_, index) => {
    const name = `own-${letter}-${collection}-${index}`;
    return index % 2 ? createHash('sha256').update(name).digest('hex').slice(0, 24) : name;
  });
}

/** The ids that every owner has, where the store allows that. */
export const commonIds = (collection: string): string[] =>
  Array.from({ length: COMMON }, (_, index) => `common-${collection}-${index}`);

/** Ids that no owner has, of the same forms. */
export const nobodysIds = (collection: string): string[] => ownIds('nobody', collection);

/** Everything that an owner has. `sharedIds` says whether owners may have equal ids. */
export function logOf(owner: OwnerOfTest, sharedIds: boolean): TestLog {
  if (owner === NEWCOMER) return {};
  let n = 0;
  const entries = model.resources.map((resource) => {
    const ids = [...ownIds(owner.letter, resource.name), ...(sharedIds ? commonIds(resource.name) : [])];
    const records = ids.map((id, row) => {
      const values = resource.fields.map((field, place): [string, unknown] => [
        field.name,
        fieldValue(resource, field, { owner, row, place, n: n++, sharedIds }),
      ]);
      return { ...Object.fromEntries(values), id };
    });
    return [resource.name, records] as const;
  });
  return Object.fromEntries(entries);
}

interface Cell {
  readonly owner: OwnerOfTest;
  readonly row: number;
  readonly place: number;
  readonly n: number;
  readonly sharedIds: boolean;
}

function fieldValue(resource: Resource, field: Field, cell: Cell): unknown {
  const { owner, row, place, n } = cell;
  if ((row + place) % 7 === 6 && field.name !== 'notes') return null;
  if (field.kind === 'texts') return ['dawn', textMark(owner, n)];
  if (field.kind === 'objects')
    return [
      Object.fromEntries(
        field.fields.map((part, index) => [
          part.name,
          scalarValue(part, { ...cell, place: index + 1 }, 'lines'),
        ]),
      ),
    ];
  const link = resource.links.find(({ from }) => from === field.name);
  const target = link ? (model.byType.get(link.typeName)?.name ?? '') : resource.name;
  return scalarValue(field, cell, target);
}

function scalarValue(field: ScalarField, cell: Cell, target: string): unknown {
  const { owner, row, place, n } = cell;
  // A third of the values are the same for all owners.
  const common = (row + place) % 3 === 0;
  const day = String((common ? 0 : owner.digit * 5) + row + 1).padStart(2, '0');
  switch (field.scalar) {
    case 'ID':
      return linkOf(cell, target);
    case 'String':
      return common && field.name !== 'notes' ? `Pike ${row % 2}` : `Pike ${textMark(owner, n)}`;
    case 'Int':
      return common ? row : Number(numberMark(owner, n));
    case 'Float':
      if (field.coordinate === 'accuracy' && !common) return row % 2 ? 5 + owner.digit : 2500;
      return common ? row + 0.5 : Number(`${20 + row}.${numberMark(owner, n)}`);
    case 'Boolean':
      return (row + owner.digit) % 2 === 0;
    case 'DateTime':
      return `2026-05-${day}T06:30:00.${common ? '000' : `${owner.digit}${owner.digit}0`}Z`;
    case 'Date':
      return `2025-05-${day}`;
  }
}

/** An id that the owner has, that all have, that only another has, or that nobody has. */
function linkOf({ owner, row, place, sharedIds }: Cell, target: string): string | undefined {
  const another = OWNERS[owner.digit % OWNERS.length]?.letter ?? '';
  const choices = [
    ownIds(owner.letter, target),
    sharedIds ? commonIds(target) : ownIds(owner.letter, target),
    ownIds(another, target),
    nobodysIds(target),
  ];
  const ids = choices[(row + place) % choices.length] ?? [];
  return ids[row % ids.length];
}

/** What a token may read of its owner's records. */
export interface Limit {
  readonly collections: readonly string[] | null;
  readonly coordinates: 'exact' | 'rounded' | 'hidden';
}

/** The log with everything changed that a limit keeps from the reader: whoever may not read it must see no difference. */
export function changeUnreadable(log: TestLog, { collections, coordinates }: Limit): TestLog {
  const readable = Object.entries(log).filter(([name]) => collections === null || collections.includes(name));
  if (coordinates === 'exact') return Object.fromEntries(readable);
  const entries = readable.map(([name, records]) => {
    const resource = model.byName.get(name);
    return [
      name,
      records.map((record, row) => {
        const moved = [...(resource?.coordinates ?? [])].map(([field, role]) => [
          field,
          move(record, field, role, coordinates, row),
        ]);
        return { ...record, ...Object.fromEntries(moved) };
      }),
    ];
  });
  return Object.fromEntries(entries);
}

function move(
  record: StoredRecord,
  field: string,
  role: string,
  coordinates: 'rounded' | 'hidden',
  row: number,
): number | null {
  const value = record[field];
  if (coordinates === 'hidden') return row % 2 && typeof value === 'number' ? null : 60 - row;
  if (typeof value !== 'number') return null;
  // Rounded to two decimals it is the same; an accuracy stays in the same step of a kilometre.
  if (role === 'accuracy') return value < 100 ? 150 - value : value + 100;
  return Math.round(value * 100) / 100 + 0.0012;
}
