// The table of query parameters: what each is called, what it allows, what it means, and how it is read.
// The dialect reads requests by it, and the OpenAPI document is written from it.

import { didYouMean, nearestNames } from '../../did-you-mean.js';
import { invalidParameter, quote } from '../../errors.js';
import {
  CURSOR_LENGTH_MAX,
  EXPAND_DEPTH_MAX,
  PAGE_MAX,
  SEARCH_WORDS_MAX,
  SORT_KEYS_MAX,
} from '../../model/limits.js';
import { type Field, filterTypeOf, type Model, type Resource, type ScalarName } from '../../model/model.js';
import { OPERATORS, OPERATORS_OF, type Operator } from '../../model/operators.js';
import { isTimeZone } from '../../model/time.js';
import type { SortKey } from '../../store/port.js';
import {
  addExpansion,
  addField,
  fieldPaths,
  followsTooManyLinks,
  linkPaths,
  UnknownPath,
} from '../selection.js';
import { areaParameters } from './area-parameters.js';
import type { Draft } from './draft.js';
import { formatParameters } from './format-parameters.js';
import type { Parameter } from './parameter.js';
import { readValue, readValues, splitList } from './read-value.js';

/** The parameters of a by-id path: what of the record is answered, and how. */
export function recordParameters(model: Model, resource: Resource): Parameter[] {
  const parameters: Parameter[] = [
    {
      name: 'fields',
      description: `Only these fields; a field of a linked record is written \`link.field\`, at most ${EXPAND_DEPTH_MAX} links deep`,
      schema: { type: 'String', list: true, values: fieldPaths(model, resource) },
      example: ['id', resource.fields[1]?.name],
      read: (draft, value) => {
        draft.fields = paths('fields', model, resource, value, addField);
      },
    },
    ...formatParameters(resource),
  ];
  const links = [...resource.link.keys()];
  if (links.length === 0) return parameters;
  const expand: Parameter = {
    name: 'expand',
    description: `Linked records in place, beside their ids; \`a.b\` follows two links, which is the most (${links.join(', ')})`,
    schema: { type: 'String', list: true, values: linkPaths(model, resource) },
    example: links.slice(0, 1),
    read: (draft, value) => {
      draft.expand = paths('expand', model, resource, value, addExpansion);
    },
  };
  return [...parameters, expand];
}

/** The parameters of a list: those of a record, the filters of every field, sort and paging. */
export function listParameters(model: Model, resource: Resource): Parameter[] {
  return [
    ...resource.fields.flatMap(filterParameters),
    ...searchParameters(),
    ...areaParameters(resource),
    sortParameter(resource),
    ...pagingParameters(),
    ...recordParameters(model, resource),
  ];
}

function filterParameters(field: Field): Parameter[] {
  const type = filterTypeOf(field);
  const valueType: ScalarName = type === 'List' ? 'Boolean' : type;
  return OPERATORS_OF[type].map((operator) => {
    const name = operator === 'in' ? field.name : `${field.name}[${operator}]`;
    const { takes, meaning } = OPERATORS[operator];
    const schema = { type: takes === 'boolean' ? 'Boolean' : valueType, list: takes === 'list' } as const;
    const example =
      takes === 'boolean' ? true : takes === 'list' ? [field.example].flat() : [field.example].flat()[0];
    return {
      name,
      description: `${field.description}: ${meaning}`,
      schema,
      example,
      read: (draft, text) => {
        const read = schema.list ? readValues : readValue;
        addCondition(draft, field.name, operator, read(name, schema.type, text, draft.zone));
      },
    };
  });
}

/** Only `updatedSince` and `updatedAt[gte]` can meet here: both must hold, so the later moment does. */
function addCondition(draft: Draft, field: string, operator: Operator, value: unknown): void {
  const conditions = draft.where[field] ?? {};
  const known = conditions[operator];
  const isLater = typeof known === 'string' && known > String(value);
  draft.where[field] = { ...conditions, [operator]: isLater ? known : value };
}

function searchParameters(): Parameter[] {
  return [
    {
      name: 'updatedSince',
      description: 'Records changed at or after this moment: short for `updatedAt[gte]`',
      schema: { type: 'DateTime', list: false },
      example: '2026-05-01T06:30:00Z',
      read: (draft, text) =>
        addCondition(draft, 'updatedAt', 'gte', readValue('updatedSince', 'DateTime', text, draft.zone)),
    },
    {
      name: 'q',
      description: `Words (1 to ${SEARCH_WORDS_MAX}) that the text fields contain, each of them in any field; case does not matter`,
      schema: { type: 'String', list: false, pattern: WORDS_PATTERN },
      example: 'reeds',
      read: (draft, text) => {
        const words = text.split(/\s+/u).filter((word) => word !== '').length;
        if (words < 1 || words > SEARCH_WORDS_MAX)
          throw invalidParameter('q', `${words} words are given`, `1 to ${SEARCH_WORDS_MAX} words`);
        draft.q = String(readValue('q', 'String', text, draft.zone));
      },
    },
    {
      name: 'tz',
      description:
        'IANA name of the time zone that days and local times in this request are read in; without it, UTC',
      schema: { type: 'String', list: false, format: 'time-zone' },
      example: 'Europe/Stockholm',
      read: (draft, text) => {
        if (!isTimeZone(text))
          throw invalidParameter(
            'tz',
            `${quote(text)} is no time zone`,
            'an IANA name, such as Europe/Stockholm',
          );
        draft.zone = text;
      },
    },
  ];
}

/** What `\s` means in this language, and not the same in all others. */
const SPACE = '\\t-\\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
const WORD = `[^${SPACE}\\x00]+`;
const WORDS_PATTERN = `^[${SPACE}]*${WORD}(?:[${SPACE}]+${WORD}){0,${SEARCH_WORDS_MAX - 1}}[${SPACE}]*$`;

function sortParameter({ sortable, newestBy }: Resource): Parameter {
  return {
    name: 'sort',
    description: `Fields to sort by (1 to ${SORT_KEYS_MAX}), \`-\` before one for descending; missing values come last, the id breaks ties. Without it: \`-${newestBy}\``,
    schema: { type: 'String', list: true, values: sortable.flatMap((name) => [name, `-${name}`]) },
    example: [`-${newestBy}`],
    read: (draft, text) => {
      const keys = splitList(text).map((key) => ({
        field: key.replace(/^-/, ''),
        descending: key.startsWith('-'),
      }));
      const unknown = keys.find((key) => !sortable.includes(key.field));
      if (unknown)
        throw invalidParameter(
          'sort',
          `${quote(unknown.field)} is no field to sort by${didYouMean(meantKeys(unknown, sortable))}`,
          sortable,
        );
      draft.sort = keys;
    },
  };
}

/** What a key may mean that is not known; other APIs write `name:desc` or `name desc`. */
function meantKeys({ field, descending }: SortKey, sortable: readonly string[]): string[] {
  const [, name = field, direction = ''] = /^(.+)[^\p{L}](asc|desc)$/iu.exec(field) ?? [];
  const sign = descending || direction.toLowerCase() === 'desc' ? '-' : '';
  return nearestNames(name, sortable).map((known) => `${sign}${known}`);
}

function pagingParameters(): Parameter[] {
  return [
    {
      name: 'limit',
      description: `Records of one page, at most ${PAGE_MAX}; without it every record that matches is answered`,
      schema: { type: 'Int', list: false, minimum: 1, maximum: PAGE_MAX },
      example: 50,
      read: (draft, text) => {
        const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
        if (limit < 1 || limit > PAGE_MAX)
          throw invalidParameter(
            'limit',
            `${quote(text)} is not allowed`,
            `a whole number from 1 to ${PAGE_MAX}`,
          );
        draft.limit = limit;
      },
    },
    {
      name: 'cursor',
      description:
        'Where the page begins: taken from the `Link` of the page before; sort and filters must be the same',
      schema: { type: 'String', list: false, minLength: 1, maxLength: CURSOR_LENGTH_MAX },
      example: undefined,
      read: (draft, text) => {
        draft.cursor = text;
      },
    },
    {
      name: 'count',
      description: 'Whether `X-Total-Count` tells how many records match on all pages',
      schema: { type: 'Boolean', list: false },
      example: true,
      read: (draft, text) => {
        draft.count = readValue('count', 'Boolean', text, draft.zone) === true;
      },
    },
  ];
}

type AddPath = typeof addField;

function paths(parameter: string, model: Model, resource: Resource, text: string, add: AddPath): string[][] {
  const read = splitList(text).map((path) => path.split('.'));
  for (const path of read) {
    if (followsTooManyLinks(model, resource, path))
      throw invalidParameter(
        parameter,
        `${quote(path.join('.'))} goes too deep`,
        `at most ${EXPAND_DEPTH_MAX} links`,
      );
    try {
      add(model, resource, new Map(), path);
    } catch (error) {
      if (error instanceof UnknownPath) throw invalidParameter(parameter, error.detail, error.allowed);
      throw error;
    }
  }
  return read;
}
