// Reads an answer in any format as a client would, and throws where it is not one whole, well-formed document.

import { parse } from 'csv-parse/sync';
import { readXml, type XmlElement } from './xml.js';

/** What an answer holds: each record as the format shows it, and its id where it is shown. */
export interface ReadAnswer {
  readonly records: readonly unknown[];
  readonly ids: readonly (string | undefined)[];
  /** What surrounds the records: a header, a version, a note at the end. */
  readonly around: unknown;
}

type Read = (text: string, isList: boolean) => ReadAnswer;
type Json = Readonly<Record<string, unknown>>;

/** The readers, by the name of the format. */
const READERS: Readonly<Record<string, Read>> = {
  json: (text, isList) => {
    const records = (isList ? JSON.parse(text) : [JSON.parse(text)]) as Json[];
    return { records, ids: idsIn(records), around: null };
  },

  ndjson: (text) => {
    if (text !== '' && !text.endsWith('\n')) throw new Error('The last line has no end');
    const records: Json[] = text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
    return { records, ids: idsIn(records), around: null };
  },

  csv: (text) => {
    if (!text.endsWith('\r\n')) throw new Error('The last row has no end');
    const [header = [], ...rows] = parse(text, { recordDelimiter: '\r\n' }) as string[][];
    if (rows.some((row) => String(row) === String(header))) throw new Error('There is a second header');
    return { records: rows, ids: rows.map((row) => row[header.indexOf('id')]), around: header };
  },

  geojson: (text, isList) => {
    const { features, ...rest } = isList ? JSON.parse(text) : { features: [JSON.parse(text)] };
    for (const { type, geometry, properties } of features)
      if (type !== 'Feature' || geometry === undefined || typeof properties !== 'object')
        throw new Error('That is no feature');
    return { records: features, ids: idsIn(features), around: rest };
  },

  gpx: (text) => {
    const { name, attributes, children } = readXml(text);
    if (name !== 'gpx' || attributes.version !== '1.1') throw new Error('That is no GPX 1.1');
    const records = children.filter((child) => child.name === 'wpt');
    const others = children.filter((child) => child.name !== 'wpt');
    const idOf = (waypoint: XmlElement) =>
      waypoint.children.find((child) => child.name === 'extensions')?.children.find(isId)?.text;
    return { records, ids: records.map(idOf), around: others };
  },

  ics: (text) => {
    const lines = unfold(text);
    if (lines[0] !== 'BEGIN:VCALENDAR' || lines.at(-1) !== 'END:VCALENDAR')
      throw new Error('The calendar is not closed');
    const records: string[][] = [];
    const around: string[] = [];
    for (let at = 0; at < lines.length; at++) {
      const end = lines[at] === 'BEGIN:VEVENT' ? lines.indexOf('END:VEVENT', at) : -1;
      if (end < 0) around.push(lines[at] ?? '');
      else {
        records.push(lines.slice(at, end + 1));
        at = end;
      }
    }
    return { records, ids: records.map(uidOf), around };
  },
};

const idsIn = (records: readonly Json[]) => records.map(({ id }) => id as string | undefined);
const isId = ({ name }: XmlElement): boolean => name === 'creel:id';

/** The id of an event: what is before `@` of its UID, without what escapes it. */
const uidOf = (event: readonly string[]): string | undefined =>
  /^UID:(.*)@creel$/.exec(event.find((line) => line.startsWith('UID:')) ?? '')?.[1]?.replace(/\\(.)/g, '$1');

/** Content lines of iCalendar, unfolded. */
function unfold(text: string): string[] {
  const lines = text.split('\r\n');
  if (lines.pop() !== '') throw new Error('The last line has no end');
  for (const line of lines)
    if (/[\r\n]/.test(line) || Buffer.byteLength(line) > 75) throw new Error(`That is no line: ${line}`);
  return lines.join('\r\n').replaceAll('\r\n ', '').split('\r\n');
}

/** Reads an answer in a format. */
export function readFormat(name: string, text: string, isList = true): ReadAnswer {
  const read = READERS[name];
  if (!read) throw new Error(`There is no reader of ${name}`);
  return read(text, isList);
}
