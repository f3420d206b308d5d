// The parameters `bbox` and `near`, of collections whose records have a position.

import { invalidParameter } from '../../errors.js';
import { CIRCLE_KM_MAX } from '../../model/limits.js';
import type { Resource } from '../../model/model.js';
import { AREA_ALLOWED } from '../../resolvers/read-area.js';
import type { Parameter } from './parameter.js';
import { readValues } from './read-value.js';

const LATITUDE = { minimum: -90, maximum: 90 };
const LONGITUDE = { minimum: -180, maximum: 180 };
const DISTANCE = { exclusiveMinimum: 0, maximum: CIRCLE_KM_MAX };

/** None where records have no position. Their ranges are checked where those of GraphQL are. */
export function areaParameters({ position }: Resource): Parameter[] {
  if (!position) return [];
  return [
    {
      name: 'bbox',
      description:
        'Within this box, its edges included: west,south,east,north in degrees. A west greater than east crosses the antimeridian',
      schema: { type: 'Float', list: true, items: [LONGITUDE, LATITUDE, LONGITUDE, LATITUDE] },
      example: [16.5, 59.2, 17.5, 59.6],
      read: (draft, text) => {
        const [west = 0, south = 0, east = 0, north = 0] = readNumbers('bbox', text, 4);
        draft.bbox = { west, south, east, north };
      },
    },
    {
      name: 'near',
      description: `Within a distance of a point: lat,lng,km, in degrees and at most ${CIRCLE_KM_MAX} kilometres along the Earth's surface`,
      schema: { type: 'Float', list: true, items: [LATITUDE, LONGITUDE, DISTANCE] },
      example: [59.3721, 17.0288, 10],
      read: (draft, text) => {
        const [latitude = 0, longitude = 0, km = 0] = readNumbers('near', text, 3);
        draft.near = { latitude, longitude, km };
      },
    },
  ];
}

function readNumbers(parameter: keyof typeof AREA_ALLOWED, text: string, wanted: number): number[] {
  const numbers = readValues(parameter, 'Float', text, 'UTC') as number[];
  if (numbers.length === wanted) return numbers;
  const given = numbers.length === 1 ? '1 number is given' : `${numbers.length} numbers are given`;
  throw invalidParameter(parameter, `${given}, and not ${wanted}`, AREA_ALLOWED[parameter]);
}
