// What the server counts and times for Prometheus, in a registry of its own: nothing is kept outside an application.

import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Authenticate } from './auth/viewer.js';
import type { Config } from './config.js';
import { ApiError } from './errors.js';
import { type Route, RouteNames } from './metrics/routes.js';
import { ReadTimes, TimedRecords } from './metrics/timed-records.js';
import type { Model, Resource } from './model/model.js';
import type { OddValueListener, Records } from './store/port.js';

/** From a page out of memory to a complete list over a slow line, in seconds. */
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const STORE_SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];

/** Counted as the status where the client went away before there was one. */
const CLIENT_GONE = 499;

/** The metrics of one application; docs/operations.md lists them. Labels only have values that the schema or the code bounds. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #routes: RouteNames;
  readonly #requests: Counter;
  readonly #durations: Histogram;
  readonly #readTimes: ReadTimes;
  readonly #streamed: Counter;
  readonly #rateLimited: Counter;
  readonly #failedTokens: Counter;
  readonly #oddValues: Counter;

  constructor(model: Model, store: 'sqlite' | 'mongodb') {
    this.#routes = new RouteNames(model);
    collectDefaultMetrics({ register: this.#registry });
    const registers = [this.#registry];
    this.#requests = new Counter({
      name: 'creel_http_requests_total',
      help: 'Requests that were answered',
      labelNames: ['kind', 'collection', 'status'],
      registers,
    });
    this.#durations = new Histogram({
      name: 'creel_http_request_duration_seconds',
      help: 'Time from the head of a request to the end of its answer',
      labelNames: ['kind', 'collection'],
      buckets: REQUEST_SECONDS,
      registers,
    });
    const readTimes = new Histogram({
      name: 'creel_store_operation_duration_seconds',
      help: 'Time of one read of the store, also of one that fails',
      labelNames: ['store', 'operation', 'collection'],
      buckets: STORE_SECONDS,
      registers,
    });
    this.#readTimes = new ReadTimes(readTimes, store, model);
    this.#streamed = new Counter({
      name: 'creel_streamed_records_total',
      help: 'Records of complete lists that were answered batch by batch',
      labelNames: ['collection'],
      registers,
    });
    this.#rateLimited = new Counter({
      name: 'creel_rate_limited_total',
      help: 'Requests for data that were refused as too many, of a token or of an address with bad tokens',
      labelNames: ['by'],
      registers,
    });
    this.#failedTokens = new Counter({
      name: 'creel_failed_tokens_total',
      help: 'Requests for data without a token that is accepted, by the code of the error',
      labelNames: ['code'],
      registers,
    });
    this.#oddValues = new Counter({
      name: 'creel_odd_values_total',
      help: 'Values that were answered as null because they are not of the type of their field',
      labelNames: ['collection', 'field'],
      registers,
    });
  }

  /** Counts an answer that has ended; the status is null where there was none. `path` is without the query string. */
  countRequest(path: string, status: number | null, milliseconds: number): void {
    const route: Route = this.#routes.find(path);
    this.#requests.inc(route.withStatus(status ?? CLIENT_GONE));
    this.#durations.observe(route.labels, milliseconds / 1000);
  }

  /** The records, with the time of each read taken. */
  readonly timeRecords = (records: Records): Records => new TimedRecords(records, this.#readTimes);

  readonly countStreamed = ({ name }: Resource, records: number): void => {
    this.#streamed.inc({ collection: name }, records);
  };

  readonly countOddValue: OddValueListener = ({ resource, field }) => {
    this.#oddValues.inc({ collection: resource, field });
  };

  /** The same way of authentication, with what it refuses counted. */
  watchRefusals(authenticate: Authenticate): Authenticate {
    return async (req, res) => {
      try {
        return await authenticate(req, res);
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) this.#failedTokens.inc({ code: error.code });
        // Only a request with a good token is told how much more it may ask.
        if (error instanceof ApiError && error.status === 429)
          this.#rateLimited.inc({ by: res.hasHeader('RateLimit') ? 'token' : 'address' });
        throw error;
      }
    };
  }

  /** Everything in Prometheus's text format, and its media type. */
  async print(): Promise<{ text: string; contentType: string }> {
    return { text: await this.#registry.metrics(), contentType: this.#registry.contentType };
  }
}

/** The metrics of an application, or null where the configuration opens no way to read them. */
export function createMetrics(
  config: Pick<Config, 'METRICS_PORT' | 'METRICS_TOKEN' | 'DATABASE_URL'>,
  model: Model,
): Metrics | null {
  if (config.METRICS_PORT === undefined && config.METRICS_TOKEN === undefined) return null;
  return new Metrics(model, config.DATABASE_URL === undefined ? 'sqlite' : 'mongodb');
}
