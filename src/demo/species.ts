// The fish of the demo log: when and where they are caught, how long they are, and what they weigh at that length.

import type { WaterKind } from './waters.js';

/** Where a species lives: a kind of water, the tidal west coast, or one water by its name. */
export type Habitat = WaterKind | 'Tidal' | 'Dalälven' | 'Fyrisån' | 'Norrström' | 'Vättern';

export interface Species {
  readonly name: string;
  readonly scientificName: string;
  readonly habitats: readonly Habitat[];
  /** How likely it is from January to December, compared with the other species. */
  readonly months: readonly number[];
  readonly lengthCm: {
    readonly mean: number;
    readonly deviation: number;
    readonly least: number;
    readonly most: number;
  };
  /** Weight in grams is a · length in centimetres to the power of b. Source of the form and the range: FishBase. */
  readonly weight: { readonly a: number; readonly b: number };
  /** How often it is released. */
  readonly release: number;
  /** Most fish of one record: more than 1 for fish that come in shoals. */
  readonly shoal: number;
}

type Row = readonly [
  name: string,
  scientificName: string,
  habitats: readonly Habitat[],
  months: readonly number[],
  lengths: readonly [mean: number, deviation: number, least: number, most: number],
  weight: readonly [a: number, b: number],
  release: number,
  shoal?: number,
];

const ROWS: readonly Row[] = [
  [
    'Pike',
    'Esox lucius',
    ['Lake', 'River', 'Sea'],
    [5, 5, 7, 10, 9, 6, 4, 5, 9, 12, 9, 5],
    [66, 15, 32, 124],
    [0.0045, 3.1],
    0.9,
  ],
  [
    'Perch',
    'Perca fluviatilis',
    ['Lake', 'River', 'Sea'],
    [9, 9, 6, 4, 7, 10, 12, 12, 11, 8, 4, 4],
    [27, 6, 12, 49],
    [0.0105, 3.09],
    0.7,
    4,
  ],
  [
    'Zander',
    'Sander lucioperca',
    ['Lake'],
    [1, 1, 1, 1, 2, 7, 9, 9, 8, 5, 2, 1],
    [54, 10, 28, 94],
    [0.0074, 3.06],
    0.6,
  ],
  [
    'Roach',
    'Rutilus rutilus',
    ['Lake', 'River'],
    [1, 1, 2, 4, 5, 4, 4, 4, 3, 2, 1, 1],
    [20, 4, 11, 36],
    [0.0085, 3.13],
    0.95,
    6,
  ],
  [
    'Bream',
    'Abramis brama',
    ['Lake', 'River'],
    [0, 0, 0, 1, 4, 5, 5, 4, 2, 1, 0, 0],
    [40, 7, 20, 64],
    [0.0087, 3.1],
    0.97,
  ],
  [
    'Ide',
    'Leuciscus idus',
    ['River', 'Sea'],
    [0, 0, 1, 3, 4, 3, 3, 3, 2, 1, 0, 0],
    [39, 6, 22, 58],
    [0.0083, 3.12],
    0.95,
  ],
  [
    'Asp',
    'Leuciscus aspius',
    ['Fyrisån', 'Norrström'],
    [0, 0, 0, 0, 0, 2, 3, 3, 2, 0, 0, 0],
    [58, 7, 38, 76],
    [0.0065, 3.1],
    1,
  ],
  [
    'Tench',
    'Tinca tinca',
    ['Lake'],
    [0, 0, 0, 0, 1, 4, 4, 2, 0, 0, 0, 0],
    [41, 5, 25, 56],
    [0.0142, 3.02],
    0.97,
  ],
  [
    'Crucian carp',
    'Carassius carassius',
    ['Lake'],
    [0, 0, 0, 0, 1, 2, 3, 2, 0, 0, 0, 0],
    [27, 4, 14, 42],
    [0.0147, 3.05],
    0.95,
  ],
  [
    'Burbot',
    'Lota lota',
    ['Lake'],
    [3, 3, 1, 0, 0, 0, 0, 0, 0, 0, 1, 2],
    [46, 7, 28, 72],
    [0.0055, 3.06],
    0.3,
  ],
  [
    'Arctic char',
    'Salvelinus umbla',
    ['Vättern'],
    [0, 0, 1, 2, 2, 1, 1, 1, 0, 0, 0, 0],
    [43, 5, 28, 62],
    [0.0085, 3.05],
    0.4,
  ],
  [
    'Grayling',
    'Thymallus thymallus',
    ['Dalälven'],
    [0, 0, 0, 0, 3, 14, 14, 16, 14, 7, 0, 0],
    [35, 5, 20, 52],
    [0.0086, 3.02],
    0.9,
  ],
  [
    'Brown trout',
    'Salmo trutta',
    ['Dalälven'],
    [0, 0, 1, 2, 4, 5, 4, 4, 2, 0, 0, 0],
    [38, 7, 20, 68],
    [0.0108, 3],
    0.8,
  ],
  [
    'Sea trout',
    'Salmo trutta',
    ['Sea', 'Tidal'],
    [8, 8, 18, 18, 9, 0, 0, 2, 0, 12, 18, 10],
    [51, 8, 30, 84],
    [0.0105, 3],
    0.6,
  ],
  [
    'Atlantic salmon',
    'Salmo salar',
    ['Dalälven', 'Norrström'],
    [0, 0, 0, 0, 1, 3, 3, 2, 1, 0, 0, 0],
    [84, 10, 55, 116],
    [0.0102, 3],
    0.7,
  ],
  [
    'Rainbow trout',
    'Oncorhynchus mykiss',
    ['Pond'],
    [4, 5, 9, 10, 8, 3, 1, 2, 6, 9, 7, 4],
    [42, 5, 30, 66],
    [0.0135, 3],
    0.1,
  ],
  [
    'Garfish',
    'Belone belone',
    ['Tidal'],
    [0, 0, 0, 0, 6, 6, 4, 3, 1, 0, 0, 0],
    [65, 7, 45, 86],
    [0.00075, 3.14],
    0.4,
  ],
  [
    'Mackerel',
    'Scomber scombrus',
    ['Tidal'],
    [0, 0, 0, 0, 0, 4, 10, 10, 4, 0, 0, 0],
    [32, 3, 22, 44],
    [0.006, 3.1],
    0.1,
    8,
  ],
  [
    'Pollack',
    'Pollachius pollachius',
    ['Tidal'],
    [1, 1, 1, 1, 2, 3, 4, 4, 4, 3, 2, 1],
    [43, 8, 25, 76],
    [0.0076, 3.07],
    0.6,
  ],
  [
    'Baltic herring',
    'Clupea harengus',
    ['Sea'],
    [0, 0, 0, 5, 12, 3, 0, 0, 0, 0, 0, 0],
    [18, 2, 12, 26],
    [0.006, 3.05],
    0,
    40,
  ],
];

/** Every species, by the common name that the angler writes. */
export const SPECIES: readonly Species[] = ROWS.map(
  ([name, scientificName, habitats, months, [mean, deviation, least, most], [a, b], release, shoal = 1]) => ({
    name,
    scientificName,
    habitats,
    months,
    lengthCm: { mean, deviation, least, most },
    weight: { a, b },
    release,
    shoal,
  }),
);

/** What a fish of that species and length weighs when it is neither fat nor thin, in grams. */
export function usualWeightG({ weight }: Species, lengthCm: number): number {
  return weight.a * lengthCm ** weight.b;
}
