// The formats that records are answered in.

import { csv } from './csv.js';
import type { Format } from './format.js';
import { geojson } from './geojson.js';
import { gpx } from './gpx.js';
import { icalendar } from './icalendar.js';
import { json } from './json.js';
import { ndjson } from './ndjson.js';

/** Every format, in the order of preference: the first is the default. */
export const FORMATS: readonly Format[] = [json, ndjson, csv, geojson, gpx, icalendar];
