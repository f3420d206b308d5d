// Writes what an operation found: a record, a page, or a complete list streamed batch by batch.

import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A page of a list, as the operation answers it. */
export interface PageData {
  readonly items: readonly unknown[];
  readonly page: { readonly next: string | null; readonly total?: number };
}

/** Headers of every answer with data: it belongs to one viewer, and may be kept only if it is asked for again. */
const HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'private, no-cache',
  Vary: 'Authorization, Accept',
};

/** Answers with one value. HEAD has the same headers and no body. */
export function sendJson(
  res: ServerResponse,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = JSON.stringify(value);
  res.writeHead(200, { ...HEADERS, ...headers, 'Content-Length': Buffer.byteLength(body) });
  res.end(res.req.method === 'HEAD' ? undefined : body);
}

/**
 * Answers with a complete list, a batch at a time and only as fast as the client reads. A failure on the way cuts the
 * answer off, so that a client never takes a part for the whole; it rejects then, and also when the client goes away.
 * `onRecords` is told how many records each batch has.
 */
export async function streamList(
  res: ServerResponse,
  first: PageData,
  nextBatch: (cursor: string) => Promise<PageData>,
  headers: Readonly<Record<string, string>>,
  onRecords: (records: number) => void,
): Promise<void> {
  res.writeHead(200, { ...HEADERS, ...headers });
  if (res.req.method === 'HEAD') {
    res.end();
    return;
  }
  await pipeline(Readable.from(chunks(first, nextBatch, onRecords), { objectMode: false }), res);
}

async function* chunks(
  first: PageData,
  nextBatch: (cursor: string) => Promise<PageData>,
  onRecords: (records: number) => void,
): AsyncGenerator<Buffer> {
  let batch = first;
  onRecords(batch.items.length);
  yield Buffer.from(`[${withoutBrackets(batch.items)}`);
  while (batch.page.next !== null) {
    batch = await nextBatch(batch.page.next);
    onRecords(batch.items.length);
    if (batch.items.length > 0) yield Buffer.from(`,${withoutBrackets(batch.items)}`);
  }
  yield Buffer.from(']');
}

const withoutBrackets = (items: readonly unknown[]): string => JSON.stringify(items).slice(1, -1);
