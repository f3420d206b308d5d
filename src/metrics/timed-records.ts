// Takes the time of every read of the store, on its way to the records of one owner.

import type { Histogram } from 'prom-client';
import type { Model, Resource } from '../model/model.js';
import type {
  Change,
  ChangeFeed,
  Condition,
  FoundPage,
  Query,
  Records,
  StoredRecord,
} from '../store/port.js';

type Operation = 'find' | 'getMany' | 'count' | 'changes';

/** A read of several collections at once. */
const SEVERAL = { name: '' };

/** Where the times of one store's reads go; the labels are made once. */
export class ReadTimes {
  readonly #durations: Histogram;
  readonly #labels: ReadonlyMap<string, Readonly<Record<Operation, Record<string, string>>>>;

  constructor(durations: Histogram, store: string, { resources }: Model) {
    this.#durations = durations;
    this.#labels = new Map(
      [...resources, SEVERAL].map(({ name }) => {
        const of = (operation: Operation) => ({ store, operation, collection: name });
        return [
          name,
          { find: of('find'), getMany: of('getMany'), count: of('count'), changes: of('changes') },
        ];
      }),
    );
  }

  /** What the read finds. Its time is taken whether it succeeds or fails. */
  async take<Found>(
    operation: Operation,
    { name }: Pick<Resource, 'name'>,
    read: () => Promise<Found>,
  ): Promise<Found> {
    const start = performance.now();
    try {
      return await read();
    } finally {
      const labels = this.#labels.get(name)?.[operation] ?? {};
      this.#durations.observe(labels, (performance.now() - start) / 1000);
    }
  }
}

/** Records whose reads are timed. */
export class TimedRecords implements Records {
  readonly #records: Records;
  readonly #times: ReadTimes;

  constructor(records: Records, times: ReadTimes) {
    this.#records = records;
    this.#times = times;
  }

  find(resource: Resource, query: Query): Promise<FoundPage> {
    return this.#times.take('find', resource, () => this.#records.find(resource, query));
  }

  getMany(
    resource: Resource,
    ids: readonly string[],
    select: readonly string[],
  ): Promise<readonly (StoredRecord | null)[]> {
    return this.#times.take('getMany', resource, () => this.#records.getMany(resource, ids, select));
  }

  count(resource: Resource, where: readonly Condition[]): Promise<number> {
    return this.#times.take('count', resource, () => this.#records.count(resource, where));
  }

  async changes(
    resources: readonly Resource[],
    since: string | null,
    batchSize: number,
  ): Promise<ChangeFeed> {
    const feed = await this.#times.take('changes', SEVERAL, () =>
      this.#records.changes(resources, since, batchSize),
    );
    return { ...feed, batches: this.#timed(feed.batches) };
  }

  /** Only the reads are timed, not how long the reader takes between them. */
  async *#timed(batches: ChangeFeed['batches']): AsyncGenerator<readonly Change[]> {
    const iterator = batches[Symbol.asyncIterator]();
    for (;;) {
      const { done, value } = await this.#times.take('changes', SEVERAL, () => iterator.next());
      if (done) return;
      yield value;
    }
  }

  checkReadable(resource: Resource): void {
    this.#records.checkReadable(resource);
  }
}
