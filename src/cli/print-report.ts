// Tells a person in plain lines what an import did.

import type { ImportReport } from '../import/import-log.js';
import type { Refusal } from '../import/problems.js';
import { plainText } from './plain-text.js';

/** Most lines of one kind; the rest is counted. */
const LINES_MAX = 50;

/** The report as text that ends with a line break. Nothing in it can move the cursor of a terminal. */
export function printReport(report: ImportReport, storeLabel: string): string {
  const { read, leftAside, refused, refusedCount, ignored, dangling } = report;
  const lines = [
    ...read.map(
      ({ file, collection, records }) => `Read ${count(records, 'record')} of ${collection} from ${file}`,
    ),
    ...cut(leftAside.map(({ file, why }) => `Left aside ${file}: ${why}`)),
    ...ignored.map(
      ({ collection, field, records }) =>
        `Left out ${field} of ${collection}, in ${count(records, 'record')}`,
    ),
    ...dangling.map(
      ({ collection, field, target, records, examples }) =>
        `Warning: ${count(records, 'record')} of ${collection} with a ${field} that is not in ${target}: ${examples.join(', ')}`,
    ),
  ];
  if (refusedCount > 0) lines.push('Refused:', ...printRefusals(refused, refusedCount));
  lines.push(...printResult(report, storeLabel));
  return `${lines.map(plainText).join('\n')}\n`;
}

/** A line for each, as many as anybody reads; `all` is how many there are. */
export function printRefusals(refused: readonly Refusal[], all: number): string[] {
  const more = all - Math.min(refused.length, LINES_MAX);
  const lines = refused.slice(0, LINES_MAX).map(printRefusal);
  return more > 0 ? [...lines, `  and ${more} more`] : lines;
}

function printRefusal({ file, line, field, problem }: Refusal): string {
  const place = line === null ? file : `${file}:${line}`;
  return `  ${place}: ${field === null ? '' : `${field}: `}${problem}`;
}

function printResult(
  { written, refused, refusedCount, withoutId }: ImportReport,
  storeLabel: string,
): string[] {
  if (!written) {
    const flags = refused.some(({ line }) => line !== null)
      ? ' --skip-bad imports the rest; --ignore-unknown leaves out fields that Creel does not have.'
      : '';
    return [
      `Nothing was imported, because of ${count(refusedCount, 'problem')}.`,
      `Next: correct that, and import again.${flags}`,
    ];
  }
  const { added, replaced, unchanged } = written;
  const left = refusedCount > 0 ? ` Left out what was refused: ${count(refusedCount, 'problem')}.` : '';
  const result = `Imported into ${storeLabel}: ${added} added, ${replaced} replaced, ${unchanged} unchanged.${left}`;
  if (withoutId === 0 || added === 0) return [result];
  const note = `Note: ${count(withoutId, 'record')} without an id. Corrected and imported again, such a record is a new one: give it an id to replace it.`;
  return [result, note];
}

function cut(lines: readonly string[]): string[] {
  const more = lines.length - LINES_MAX;
  return more > 0 ? [...lines.slice(0, LINES_MAX), `  and ${more} more`] : [...lines];
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
