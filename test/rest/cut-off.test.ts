// Answers that the server breaks off end with a reset, so that no client takes what it has for the whole. One of HTTP/1.0,
// as proxies can be, has no other sign: there an answer ends with its connection, and CSV and NDJSON with any record.

import { connect } from 'node:net';
import { startApp, type TestApp } from '../support/app.js';
import { interceptStore } from '../support/intercepted-store.js';

const catches = Array.from({ length: 40 }, (_, index) => ({ id: `c${index}` }));

/** The third batch of each list does not come before it is told to, or to fail. */
let resume: (failure?: Error) => void;
let app: TestApp;
beforeEach(async () => {
  const third = new Promise<void>((resolve, reject) => {
    resume = (failure) => (failure ? reject(failure) : resolve());
  });
  let reads = 0;
  app = await startApp({
    records: { catches },
    config: { BATCH_SIZE: '10', STALL_TIMEOUT_MS: '1000' },
    wrap: (store) => interceptStore(store, () => (++reads === 3 ? third : undefined)),
  });
});
afterEach(async () => {
  resume();
  await app.close();
});

/** How an answer of HTTP/1.0 ends, and how many records came; `onHalf` is called when those of two batches have. */
function read(format: string, onHalf: () => unknown): Promise<{ end: string; records: number }> {
  return new Promise((resolve) => {
    let text = '';
    const recordsOf = () => text.match(/(?<=\n|")c\d+/g)?.length ?? 0;
    const finish = (end: string) => resolve({ end, records: recordsOf() });
    const socket = connect(app.port, '127.0.0.1');
    socket.write(`GET /api/v1/catches?fields=id&format=${format} HTTP/1.0\r\nHost: localhost\r\n\r\n`);
    socket.on('data', (chunk) => {
      const before = recordsOf();
      text += chunk;
      if (before < 20 && recordsOf() >= 20) onHalf();
    });
    socket.on('end', () => finish('end'));
    socket.on('error', ({ message }) => finish(message));
  });
}

describe.each(['ndjson', 'csv'])('%s', (format) => {
  const RESET = { end: 'read ECONNRESET', records: 20 };

  test('that fails on the way is reset', async () => {
    expect(await read(format, () => resume(new Error('The disk is gone')))).toEqual(RESET);
  });

  test('that stands still for STALL_TIMEOUT_MS is reset', async () => {
    expect(await read(format, () => {})).toEqual(RESET);
  });

  test('that a stopping server gives up is reset', async () => {
    expect(await read(format, () => app.close())).toEqual(RESET);
  });

  test('that is whole ends in the usual way', async () => {
    expect(await read(format, () => resume())).toEqual({ end: 'end', records: 40 });
  });
});
