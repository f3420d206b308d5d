// Refuses a parameter that is not known, and says which one may be meant.

import { didYouMean, nearestNames, plainName } from '../../did-you-mean.js';
import { ApiError, quote } from '../../errors.js';

/** What other APIs call it to ask for a part of a list; here a part has a length and a place. */
const PAGING = ['page', 'pagenumber', 'pagesize', 'perpage', 'offset', 'skip'];

/** What other APIs call the parameters of this one, in small letters and without signs. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  limit: [...PAGING, 'first', 'top', 'take', 'max', 'maxresults'],
  cursor: [...PAGING, 'after', 'start', 'next', 'pagetoken'],
  sort: ['order', 'orderby', 'ordering', 'sortby', 'sortorder', 'direction'],
  fields: ['select', 'only', 'columns', 'attributes', 'properties'],
  expand: ['include', 'includes', 'populate', 'embed', 'with'],
  q: ['search', 'query', 'text', 'keyword', 'keywords', 'term'],
  updatedSince: ['since', 'modifiedsince', 'changedsince', 'updatedafter'],
  since: ['cursor', 'after', 'from', 'updatedsince'],
  count: ['total', 'totalcount', 'includetotal'],
  tz: ['timezone', 'zone'],
  format: ['output', 'accept', 'contenttype'],
  bbox: ['bounds', 'boundingbox', 'box', 'within'],
  near: ['around', 'radius', 'location', 'distance'],
};

/** What other APIs call the comparison that has no operator here. */
const EQUALS: readonly string[] = ['', 'in', 'eq', 'equals'];

/**
 * The error `unknown-parameter`. `detail` says what has no such parameter, `allowed` what is told to be right, and `known` what
 * may have been meant.
 */
export function unknownParameter(
  name: string,
  detail: string,
  allowed: readonly string[],
  known: readonly string[] = allowed,
): ApiError {
  return refusal(name, `${detail}${whichIsMeant(name, known)}`, allowed);
}

/** The same where a field has parameters, and only its operator is not known; `allowed` are those parameters. */
export function unknownOperator(name: string, field: string, allowed: readonly string[]): ApiError {
  const operator = name.slice(field.length + 1, -1);
  const isEqual = allowed.includes(field) && EQUALS.includes(plainName(operator));
  const near = nearestNames(
    operator,
    allowed.map((known) => known.slice(field.length + 1, -1)),
  );
  const meant = isEqual ? [field] : near.map((one) => `${field}[${one}]`);
  return refusal(name, `${field} has no such operator${didYouMean(meant)}`, allowed);
}

function refusal(name: string, detail: string, allowed: readonly string[]): ApiError {
  return new ApiError('unknown-parameter', `${quote(name)}: ${detail}`, {
    errors: [{ parameter: name.slice(0, 100), detail, allowed }],
  });
}

function whichIsMeant(name: string, known: readonly string[]): string {
  const plain = plainName(name);
  const hasFilters = known.some((one) => one.includes('['));
  const [, field] = (hasFilters && /^(?:filter|where)s?(.*)$/.exec(plain)) || [];
  if (field === '') return '; a filter is a parameter with the name of its field';
  const elsewhere = known.filter((one) => ELSEWHERE[one]?.includes(plain));
  return didYouMean([...new Set([...elsewhere, ...nearestNames(field ?? name, known)])]);
}
