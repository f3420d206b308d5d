// What the parameters of a request have said so far, while its plan is read.

import type { Operator } from '../../model/operators.js';
import type { BoundingBox, Circle } from '../../resolvers/read-area.js';
import type { SortKey } from '../../store/port.js';
import type { Units } from '../formats/columns.js';
import type { Format } from '../formats/format.js';

/** What the parameters have said so far; each of them reads its value into it. */
export interface Draft {
  /** The time zone of days and local times; it is read before the others. */
  zone: string;
  readonly where: Record<string, Partial<Record<Operator, unknown>>>;
  q?: string;
  bbox?: BoundingBox;
  near?: Circle;
  sort?: SortKey[];
  limit?: number;
  cursor?: string;
  count: boolean;
  format?: Format;
  units: Units;
  bom: boolean;
  fields?: string[][];
  expand?: string[][];
}
