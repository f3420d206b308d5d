// Units: how a metric measure is called and computed in imperial units.

/** A measure in another unit than the one it is kept in. */
export interface ImperialMeasure {
  /** Its name, which ends in its unit as those of the metric fields do: `lengthIn` for `lengthCm`. */
  readonly name: string;
  /** The unit in UCUM notation. */
  readonly unit: string;
  /** The value in that unit, rounded to four decimals; null where it is greater than a number can be. */
  readonly convert: (metric: number) => number | null;
}

/** A unit: how names of fields write it, and what of the quantity's base unit it is (`value * scale + offset`). */
interface Unit {
  readonly word: string;
  readonly quantity: 'length' | 'mass' | 'temperature' | 'pressure' | 'speed';
  readonly scale: number;
  readonly offset?: number;
}

/**
 * By UCUM code. The factors are those of the international yard and pound (1959), which are exact, and UCUM's inch of mercury.
 * Base units: metre, gram, degree Celsius, hectopascal, metre per second.
 */
const UNITS: Readonly<Record<string, Unit>> = {
  mm: { word: 'Mm', quantity: 'length', scale: 0.001 },
  cm: { word: 'Cm', quantity: 'length', scale: 0.01 },
  m: { word: 'M', quantity: 'length', scale: 1 },
  '[in_i]': { word: 'In', quantity: 'length', scale: 0.0254 },
  '[ft_i]': { word: 'Ft', quantity: 'length', scale: 0.3048 },
  '[yd_i]': { word: 'Yd', quantity: 'length', scale: 0.9144 },
  g: { word: 'G', quantity: 'mass', scale: 1 },
  kg: { word: 'Kg', quantity: 'mass', scale: 1000 },
  '[oz_av]': { word: 'Oz', quantity: 'mass', scale: 28.349523125 },
  '[lb_av]': { word: 'Lb', quantity: 'mass', scale: 453.59237 },
  Cel: { word: 'C', quantity: 'temperature', scale: 1 },
  '[degF]': { word: 'F', quantity: 'temperature', scale: 5 / 9, offset: -160 / 9 },
  hPa: { word: 'Hpa', quantity: 'pressure', scale: 1 },
  "[in_i'Hg]": { word: 'InHg', quantity: 'pressure', scale: 33.86388640341 },
  'm/s': { word: 'Mps', quantity: 'speed', scale: 1 },
  '[mi_i]/h': { word: 'Mph', quantity: 'speed', scale: 0.44704 },
};

/** Nothing is shorter, lighter or slower than nothing, or colder than absolute zero; in the base unit. */
const LEAST: Readonly<Record<Unit['quantity'], number>> = {
  length: 0,
  mass: 0,
  temperature: -273.15,
  pressure: 0,
  speed: 0,
};

/** The least that a measure in that unit (UCUM) can be; null where the unit says nothing of it. */
export function leastOf(ucum: string): number | null {
  const unit = UNITS[ucum];
  return unit ? (LEAST[unit.quantity] - (unit.offset ?? 0)) / unit.scale : null;
}

const DECIMALS = 10_000;

/** A metric field in an imperial unit; null where the units do not measure the same, or the name does not hold its unit. */
export function imperialMeasure(field: string, metric: string, imperial: string): ImperialMeasure | null {
  const from = UNITS[metric];
  const to = UNITS[imperial];
  const at = from ? field.search(new RegExp(`${from.word}(?![a-z])`)) : -1;
  if (!from || !to || from.quantity !== to.quantity || at < 0) return null;
  return {
    name: field.slice(0, at) + to.word + field.slice(at + from.word.length),
    unit: imperial,
    convert: (value) => {
      const exact = (value * from.scale + (from.offset ?? 0) - (to.offset ?? 0)) / to.scale;
      // What has no decimals is not rounded: it could be too great for it.
      const rounded = Math.abs(exact) < 2 ** 53 ? Math.round(exact * DECIMALS) / DECIMALS : exact;
      return Number.isFinite(rounded) ? rounded : null;
    },
  };
}
