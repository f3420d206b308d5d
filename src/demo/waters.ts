// The waters of the demo log: real lakes, rivers and coasts of central Sweden, with spots under invented names.

export type WaterKind = 'Lake' | 'River' | 'Sea' | 'Pond';

export interface DemoSpot {
  readonly name: string;
  readonly waterBody: string;
  readonly waterType: WaterKind;
  readonly lat: number;
  readonly lng: number;
  /** How often the angler goes there, compared with the other spots. */
  readonly weight: number;
  /** Whether there is a tide worth writing down, and the sea is fished in the holidays only. */
  readonly isTidal: boolean;
  readonly notes: string | null;
  readonly tags: readonly string[];
}

type Row = readonly [string, string, WaterKind, number, number, number, string | null, readonly string[]];

const ROWS: readonly Row[] = [
  ['North bay reeds', 'Mälaren', 'Lake', 59.3816, 17.0288, 9, 'Reed edge drops from 1 to 3 m.', ['boat']],
  [
    'Heron point',
    'Mälaren',
    'Lake',
    59.3894,
    17.0713,
    7,
    'Mind the stone at 40 cm when the water is low.',
    ['boat'],
  ],
  [
    'Castle quay',
    'Mälaren',
    'Lake',
    59.2578,
    17.2187,
    4,
    'Street lamps draw bleak, bleak draw zander.',
    ['shore'],
  ],
  [
    'Ferry channel',
    'Mälaren',
    'Lake',
    59.4402,
    17.1934,
    6,
    '22 m in the middle. Zander after dusk.',
    ['boat', 'deep'],
  ],
  ['Granite wall', 'Mälaren', 'Lake', 59.3517, 17.4466, 5, null, ['boat', 'deep']],
  ['Old steamer pier', 'Mälaren', 'Lake', 59.5906, 16.5602, 3, null, ['shore']],
  ['Alder inlet', 'Galten', 'Lake', 59.4581, 16.1793, 3, 'Shallow and weedy from June.', ['kayak']],
  ['Birch island lee', 'Hjälmaren', 'Lake', 59.2468, 15.8043, 5, 'Good in a west wind.', ['boat']],
  [
    'Gravel ridge',
    'Hjälmaren',
    'Lake',
    59.2239,
    15.7021,
    4,
    'Ridge at 6 m with 12 m on either side.',
    ['boat'],
  ],
  ['Three stones', 'Båven', 'Lake', 59.0187, 16.9345, 5, null, ['kayak']],
  [
    'Long narrows',
    'Båven',
    'Lake',
    58.9874,
    16.8759,
    3,
    'Current when the mill lets water through.',
    ['kayak'],
  ],
  ['Osprey bay', 'Yngaren', 'Lake', 58.8721, 16.5838, 3, 'Keep away from the nest until August.', ['boat']],
  ['Flat rock', 'Erken', 'Lake', 59.8412, 18.5716, 3, 'Clear water, light line.', ['shore']],
  [
    'Lily edge',
    'Drevviken',
    'Lake',
    59.2247,
    18.1649,
    4,
    'After work, 20 minutes by bicycle.',
    ['shore', 'evening'],
  ],
  ['Beech shore', 'Vättern', 'Lake', 58.5396, 15.0218, 2, 'Char: keep to the size limit.', ['boat', 'deep']],
  ['Iron bridge pool', 'Dalälven', 'River', 60.2853, 16.8842, 6, 'Fly only above the bridge.', ['wading']],
  ['Long glide', 'Dalälven', 'River', 60.2031, 16.7907, 4, null, ['wading']],
  ['Salmon ledge', 'Dalälven', 'River', 60.5648, 17.4461, 2, 'Day ticket.', ['wading']],
  [
    'Palace stream',
    'Norrström',
    'River',
    59.3283,
    18.0747,
    3,
    'Free fishing in the middle of the city.',
    ['shore'],
  ],
  ['Mill weir', 'Fyrisån', 'River', 59.8498, 17.6367, 3, null, ['shore']],
  ['Outer skerry', 'Baltic Sea', 'Sea', 58.8926, 17.9681, 8, 'Bladderwrack from 2 m.', ['wading', 'coast']],
  ['Pilot bay', 'Baltic Sea', 'Sea', 59.1274, 18.4159, 7, null, ['boat', 'coast']],
  [
    'Herring jetty',
    'Baltic Sea',
    'Sea',
    59.4031,
    18.3487,
    3,
    'Herring in May, perch behind them.',
    ['shore', 'coast'],
  ],
  [
    'Forest pond',
    'Övre Rudasjön',
    'Pond',
    59.1629,
    18.1283,
    4,
    'Stocked with rainbow trout. Day ticket.',
    ['shore'],
  ],
  [
    'Kelp gully',
    'Gullmarn',
    'Sea',
    58.2713,
    11.4386,
    9,
    'Holidays. Best on a rising tide.',
    ['shore', 'coast'],
  ],
];

/** Every spot, in the order in which the angler wrote them down. */
export const SPOTS: readonly DemoSpot[] = ROWS.map(
  ([name, waterBody, waterType, lat, lng, weight, notes, tags]) => ({
    name,
    waterBody,
    waterType,
    lat,
    lng,
    weight,
    isTidal: waterBody === 'Gullmarn',
    notes,
    tags,
  }),
);
