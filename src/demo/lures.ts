// The tackle box of the demo log: lures that can be bought, and natural baits.

import type { Style } from './tackle.js';

export interface DemoLure {
  readonly brand: string | null;
  readonly model: string;
  readonly type: string;
  readonly color: string | null;
  readonly size: string | null;
  readonly weightG: number | null;
  readonly lengthMm: number | null;
  /** Least and greatest depth in metres, for lures that dive on their own. */
  readonly dive: readonly [number, number] | null;
  readonly style: Style;
  readonly targets: readonly string[];
  readonly isNatural: boolean;
}

type Row = readonly [
  brand: string | null,
  model: string,
  type: string,
  color: string | null,
  size: string | null,
  weightG: number | null,
  lengthMm: number | null,
  dive: readonly [number, number] | null,
  targets: readonly string[],
];

const PREDATORS = ['Pike', 'Perch', 'Zander'];
const COARSE = ['Roach', 'Bream', 'Ide', 'Tench', 'Crucian carp'];
const COAST = ['Sea trout', 'Garfish', 'Mackerel', 'Pollack'];

const ROWS: Readonly<Record<Style, readonly Row[]>> = {
  light: [
    ['Rapala', 'Shad Rap SR05', 'Crankbait', 'Firetiger', '5', 5.5, 50, [1.2, 2.7], ['Perch', 'Asp', 'Ide']],
    [
      'Rapala',
      'Original Floater F07',
      'Crankbait',
      'Silver',
      '7',
      4,
      70,
      [0.9, 1.5],
      ['Perch', 'Brown trout', 'Ide'],
    ],
    [
      'Rapala',
      'X-Rap XR06',
      'Jerkbait',
      'Glass Ghost',
      '6',
      4,
      60,
      [0.9, 1.2],
      ['Perch', 'Rainbow trout', 'Asp'],
    ],
    ['Mepps', 'Aglia', 'Spinner', 'Gold', '2', 4.5, 25, null, ['Perch', 'Brown trout', 'Rainbow trout']],
    ['Mepps', 'Black Fury', 'Spinner', 'Black and yellow', '3', 6.5, 30, null, ['Perch', 'Ide', 'Asp']],
    [
      'Panther Martin',
      'Classic',
      'Spinner',
      'Rainbow trout',
      '4',
      4,
      28,
      null,
      ['Rainbow trout', 'Brown trout'],
    ],
    ['Keitech', 'Easy Shiner 3"', 'Soft bait', 'Ayu', '3"', 3, 76, null, ['Perch', 'Zander']],
    ['Keitech', 'Swing Impact 2.5"', 'Soft bait', 'Bluegill flash', '2.5"', 2, 63, null, ['Perch']],
    ['Savage Gear', 'Cannibal Shad 8', 'Soft bait', 'Motor Oil UV', '8', 5, 80, null, ['Perch', 'Zander']],
    ['Westin', 'ShadTeez Slim 7.5', 'Soft bait', 'Real roach', '7.5', 3, 75, null, ['Perch', 'Zander']],
    ['Berkley', 'Gulp! Minnow 3"', 'Soft bait', 'Smelt', '3"', 3, 75, null, ['Perch', 'Pollack']],
    ['Abu Garcia', 'Droppen', 'Spinner', 'Silver', null, 6, 35, null, ['Perch', 'Grayling']],
  ],
  pike: [
    ['Rapala', 'Super Shad Rap SSR14', 'Crankbait', 'Perch', '14', 45, 140, [1.5, 2.7], ['Pike']],
    ['Rapala', 'Shad Rap SR09', 'Crankbait', 'Hot steel', '9', 15, 90, [2.4, 4.5], PREDATORS],
    ['Salmo', 'Slider 10', 'Jerkbait', 'Real roach', '10', 36, 100, [0.5, 1.5], ['Pike']],
    ['Strike Pro', 'Buster Jerk', 'Jerkbait', 'Hot pike', '15', 75, 150, [0.5, 1.5], ['Pike']],
    ['CWC', 'Tiger', 'Jerkbait', 'Motoroil', null, 65, 150, [0.5, 2], ['Pike']],
    ['Svartzonker', 'McPerch', 'Soft bait', 'Firetiger', '14', 30, 140, null, ['Pike', 'Zander']],
    ['Savage Gear', '4D Line Thru Roach', 'Swimbait', 'Roach', '18', 80, 180, null, ['Pike']],
    ['Savage Gear', '3D Bleak Glide', 'Glide bait', 'Bleak', '13.5', 28, 135, null, ['Pike', 'Asp']],
    ['Abu Garcia', 'Atom', 'Spoon', 'Zebra', '35 g', 35, 95, null, ['Pike']],
    ['Westin', 'Swim 12', 'Glide bait', 'Crazy firetiger', '12', 53, 120, [0.3, 1], ['Pike']],
    ['Fox Rage', 'Zander Pro 14', 'Soft bait', 'Lemon tiger', '14', 20, 140, null, ['Zander', 'Pike']],
  ],
  coast: [
    [
      'Abu Garcia',
      'Toby',
      'Spoon',
      'Copper',
      '20 g',
      20,
      80,
      null,
      ['Sea trout', 'Pike', 'Atlantic salmon', 'Arctic char'],
    ],
    ['Westin', 'D360°', 'Spoon', 'Green sardine', '18 g', 18, 85, null, COAST],
    ['Savage Gear', 'Line Thru Sandeel', 'Spoon', 'Pearl white', '22 g', 22, 110, null, COAST],
    ['Hansen', 'Flash', 'Spoon', 'Pink pig', '16 g', 16, 72, null, ['Sea trout', 'Garfish']],
    [
      'Kinetic',
      'Sabiki White Flasher',
      'Rig',
      'White',
      '#6',
      null,
      null,
      null,
      ['Baltic herring', 'Mackerel'],
    ],
    [
      'Falkfish',
      'Spöket',
      'Spoon',
      'Copper and black',
      '18 g',
      18,
      60,
      null,
      ['Sea trout', 'Atlantic salmon'],
    ],
  ],
  float: [
    [null, 'Maggots', 'Bait', null, null, null, null, null, ['Roach', 'Ide', 'Perch', 'Grayling']],
    [null, 'Dendrobaena worm', 'Bait', null, null, null, null, null, [...COARSE, 'Brown trout']],
    [null, 'Sweetcorn', 'Bait', 'Yellow', null, null, null, null, ['Bream', 'Tench', 'Crucian carp']],
    ['Berkley', 'PowerBait Trout Dough', 'Dough', 'Chartreuse', null, null, null, null, ['Rainbow trout']],
  ],
  ice: [
    ['Rapala', 'Jigging Rap W3', 'Ice jig', 'Silver blue', '3', 5.5, 30, null, ['Perch']],
    [
      'Rapala',
      'Jigging Rap W5',
      'Ice jig',
      'Glow tiger',
      '5',
      9,
      50,
      null,
      ['Perch', 'Burbot', 'Arctic char'],
    ],
    [
      'Acme',
      'Kastmaster',
      'Spoon',
      'Chrome',
      '3.5 g',
      3.5,
      32,
      null,
      ['Perch', 'Arctic char', 'Rainbow trout'],
    ],
    [null, 'Dead roach', 'Bait', null, null, null, 120, null, ['Pike', 'Burbot']],
  ],
  fly: [
    [null, 'Elk Hair Caddis', 'Dry fly', 'Tan', '#14', null, null, null, ['Grayling', 'Brown trout']],
    [
      null,
      'Pheasant Tail Nymph',
      'Nymph',
      'Brown',
      '#16',
      null,
      null,
      null,
      ['Grayling', 'Brown trout', 'Ide'],
    ],
    [null, 'Montana', 'Nymph', 'Black and yellow', '#10', null, null, null, ['Rainbow trout']],
    [null, 'Ally’s Shrimp', 'Salmon fly', 'Orange', '#6', null, 35, null, ['Atlantic salmon', 'Sea trout']],
  ],
};

/** Every lure, in the order of the box. */
export const LURES: readonly DemoLure[] = Object.entries(ROWS).flatMap(([style, rows]) =>
  rows.map(([brand, model, type, color, size, weightG, lengthMm, dive, targets]) => ({
    brand,
    model,
    type,
    color,
    size,
    weightG,
    lengthMm,
    dive,
    style: style as Style,
    targets,
    isNatural: type === 'Bait',
  })),
);
