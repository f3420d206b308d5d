// iCalendar: what happened at a moment as events, for calendars.

import { mainMeasures, measureTexts, selectedOf } from './caption.js';
import { cellsOf } from './cells.js';
import type { Item } from './columns.js';
import { contentLine, escapeText, utcTime } from './content-line.js';
import { type Encoder, encode, type Format, type Layout } from './format.js';
import { decimal, positionFields, positionOf } from './position.js';

const HEAD =
  contentLine('BEGIN', 'VCALENDAR') +
  contentLine('VERSION', '2.0') +
  contentLine('PRODID', '-//Creel//Creel//EN');

function calendarEncoder({ resource, columns }: Layout): Encoder {
  const { newestBy, title } = resource;
  const selected = selectedOf(columns);
  const coordinates = positionFields(resource);
  const showsPosition = coordinates.length > 0 && coordinates.every((name) => selected.has(name));
  const measures = measureTexts(resource, columns);
  const main = mainMeasures(resource).map(({ name }) => name);
  const own = new Set(['id', 'createdAt', 'updatedAt', 'tags', newestBy, title, ...main]);
  const cells = cellsOf(columns).filter(({ name }) => !own.has(name));
  let written = 0;
  let leftOut = 0;

  /** What else is selected, a line each. */
  function describe(item: Item, isPlaced: boolean): string {
    const lines: string[] = [];
    for (const { name, read } of cells) {
      const value = isPlaced && coordinates.includes(name) ? null : read(item);
      if (value !== null && value !== '') lines.push(`${name}: ${value}`);
    }
    return lines.join('\n');
  }

  function event(item: Item, moment: string): string {
    const position = showsPosition ? positionOf(resource, item) : null;
    const tags = selected.has('tags') ? ((item.tags ?? []) as readonly string[]) : [];
    const time = (name: 'createdAt' | 'updatedAt') =>
      selected.has(name) && item[name] ? utcTime(String(item[name])) : null;
    const lines: [name: string, value: string | null][] = [
      ['BEGIN', 'VEVENT'],
      ['UID', escapeText(`${item.id}@creel`)],
      ['DTSTAMP', utcTime(String(item.updatedAt ?? item.createdAt ?? moment))],
      ['DTSTART', utcTime(moment)],
      ['SUMMARY', escapeText([item[title] || resource.typeName, ...measures(item)].join(', '))],
      ['DESCRIPTION', escapeText(describe(item, position !== null))],
      ['GEO', position && `${decimal(position.latitude)};${decimal(position.longitude)}`],
      ['CATEGORIES', tags.map(escapeText).join(',')],
      ['CREATED', time('createdAt')],
      ['LAST-MODIFIED', time('updatedAt')],
      ['END', 'VEVENT'],
    ];
    return lines.map(([name, value]) => (value ? contentLine(name, value) : '')).join('');
  }

  return {
    head: () => HEAD,
    records(items) {
      const events = items.flatMap((item) => {
        const moment = item[newestBy];
        return typeof moment === 'string' ? [event(item, moment)] : [];
      });
      written += events.length;
      leftOut += items.length - events.length;
      return events.join('');
    },
    tail() {
      // A calendar has at least one component (section 3.6), also where there is no event.
      const note = leftOut > 0 || written === 0 ? leftOutNote(leftOut, newestBy) : '';
      return note + contentLine('END', 'VCALENDAR');
    },
  };
}

/** How many records are no events, in a component of our own (RFC 5545 section 3.6), which readers skip. */
function leftOutNote(records: number, moment: string): string {
  return [
    contentLine('BEGIN', 'X-CREEL-LEFT-OUT'),
    contentLine('X-CREEL-RECORDS', String(records)),
    contentLine('COMMENT', escapeText(`Records without ${moment}, which are no events: ${records}`)),
    contentLine('END', 'X-CREEL-LEFT-OUT'),
  ].join('');
}

export const icalendar: Format = {
  name: 'ics',
  mediaType: 'text/calendar',
  contentType: 'text/calendar; charset=utf-8',
  description: 'iCalendar: an event for each record with a moment (RFC 5545)',
  isFile: true,
  offers: ({ newestBy }) => newestBy !== 'createdAt',
  needs: ({ newestBy, title }) => ['id', newestBy, title, 'updatedAt', 'createdAt'],
  list: calendarEncoder,
  record: (layout, item) => encode(calendarEncoder(layout), [item]),
};
