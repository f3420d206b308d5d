// The parameters that say how an answer is written: `format`, `units` and `bom`.

import { didYouMean, nearestNames } from '../../did-you-mean.js';
import { invalidParameter, quote } from '../../errors.js';
import type { Resource } from '../../model/model.js';
import { formatsOf } from '../formats/choose.js';
import { UNITS } from '../formats/columns.js';
import { FORMATS } from '../formats/formats.js';
import type { Parameter } from './parameter.js';
import { readValue } from './read-value.js';

/** The formats are those that the collection can be written in. */
export function formatParameters(resource: Resource): Parameter[] {
  const formats = formatsOf(resource);
  const names = formats.map(({ name }) => name);
  return [
    {
      name: 'format',
      description: `Format of the answer; says the same as \`Accept\`, and goes before it: ${formats.map(({ name, description }) => `\`${name}\` (${description})`).join(', ')}`,
      schema: { type: 'String', list: false, values: names },
      example: 'json',
      read: (draft, value) => {
        const format = FORMATS.find(({ name }) => name === value);
        if (!format)
          throw invalidParameter(
            'format',
            `${quote(value)} is no format${didYouMean(nearestNames(value, names))}`,
            names,
          );
        draft.format = format;
      },
    },
    {
      name: 'units',
      description:
        '`imperial` adds each measure in feet, inches, pounds, ounces, °F, mph or inHg beside the metric one',
      schema: { type: 'String', list: false, values: UNITS },
      example: 'imperial',
      read: (draft, value) => {
        const units = UNITS.find((known) => known === value);
        if (!units)
          throw invalidParameter(
            'units',
            `${quote(value)} are no units${didYouMean(nearestNames(value, UNITS))}`,
            UNITS,
          );
        draft.units = units;
      },
    },
    {
      name: 'bom',
      description:
        'Whether CSV begins with a byte order mark, by which Excel knows UTF-8; the other formats have none',
      schema: { type: 'Boolean', list: false },
      example: true,
      read: (draft, text) => {
        draft.bom = readValue('bom', 'Boolean', text, draft.zone) === true;
      },
    },
  ];
}
