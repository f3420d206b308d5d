// /metrics: closed by default, open on a port of its own or to its token, and what is counted there; docs/operations.md.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/config.js';
import { type RunningServer, serve } from '../src/main.js';
import { createMetrics } from '../src/metrics.js';
import { captureLog, model, writeLog } from './support/app.js';
import { expectProblem, problem } from './support/problems.js';
import { smallLog } from './support/small-log.js';
import { until } from './support/until.js';

const TOKEN = 'metrics-0123456789abcdef';
const OPERATIONS = new URL('../docs/operations.md', import.meta.url);
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

interface Served extends RunningServer {
  readonly logged: readonly object[];
}

/** A server with the small log of one owner. */
async function start(variables: Readonly<Record<string, string>>): Promise<Served> {
  const dataDir = mkdtempSync(join(tmpdir(), 'creel-metrics-'));
  const { logger, logged } = captureLog();
  const server = await serve(readConfig({ DATA_DIR: dataDir, PORT: '0', ...variables }), logger);
  closers.push(async () => {
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  await writeLog(server.store, smallLog, 'me');
  return { ...server, logged };
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** An answer of fetch in the form that the support for problems reads. */
async function ask(url: string, init: RequestInit = {}) {
  const answer = await fetch(url, init);
  const text = await answer.text();
  const json = answer.headers.get('content-type')?.includes('json') && text ? JSON.parse(text) : undefined;
  const headers = Object.fromEntries(answer.headers);
  return { status: answer.status, headers, body: Buffer.from(text), text, json };
}

/** The values of a metric by their labels, as they are printed. */
function valuesOf(text: string, name: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`));
  return Object.fromEntries(
    lines.map((line) => [line.slice(name.length, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

describe('by default', () => {
  test('nothing is at /metrics, with or without a token', async () => {
    const { url, metricsUrl } = await start({});
    expect(metricsUrl).toBeNull();
    const nothing = problem(
      404,
      'not-found',
      'There is nothing at this path; /api/openapi lists what there is.',
    );
    expectProblem(await ask(`${url}/metrics`), nothing);
    expectProblem(await ask(`${url}/metrics`, bearer(TOKEN)), nothing);
  });

  test('nothing is counted', () => {
    expect(createMetrics(readConfig({}), model)).toBeNull();
  });
});

describe('with METRICS_TOKEN', () => {
  test('the main port answers to the token', async () => {
    const { url } = await start({ METRICS_TOKEN: TOKEN });
    const { status, headers, text } = await ask(`${url}/metrics`, bearer(TOKEN));
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'no-store',
    ]);
    expect(text).toContain('# TYPE creel_http_requests_total counter');
  });

  test.each([
    ['none', {}, 'token-missing', 'Send Authorization: Bearer and the token of METRICS_TOKEN.'],
    [
      'another',
      bearer('metrics-0123456789abcdeF'),
      'token-unknown',
      'This is not the token of METRICS_TOKEN.',
    ],
    ['a part of it', bearer(TOKEN.slice(0, -1)), 'token-unknown', 'This is not the token of METRICS_TOKEN.'],
    ['nothing', bearer(''), 'token-malformed', 'The Authorization header is not Bearer and one token.'],
    [
      'a password',
      { headers: { authorization: `Basic ${btoa(`x:${TOKEN}`)}` } },
      'token-malformed',
      'The Authorization header is not Bearer and one token.',
    ],
  ] as const)('a request with %s as token is refused with 401', async (_name, init, code, detail) => {
    const { url } = await start({ METRICS_TOKEN: TOKEN });
    const answer = await ask(`${url}/metrics`, init);
    expectProblem(answer, problem(401, code, detail));
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="creel"/);
  });

  test('an API token is not the token of the metrics, and neither is one in the URL', async () => {
    const { url } = await start({ METRICS_TOKEN: TOKEN });
    expect((await ask(`${url}/metrics?token=${TOKEN}`)).status).toBe(401);
    expect((await ask(`${url}/metrics`, { method: 'POST', ...bearer(TOKEN) })).status).toBe(405);
  });

  test('the token is never logged', async () => {
    const { url, logged } = await start({ METRICS_TOKEN: TOKEN });
    await ask(`${url}/metrics`, bearer(TOKEN));
    await ask(`${url}/metrics?token=${TOKEN}`);
    expect(logged.length).toBeGreaterThan(1);
    expect(JSON.stringify(logged)).not.toContain(TOKEN);
  });
});

describe('with METRICS_PORT', () => {
  test('a port of its own has /metrics and nothing else, and the main port does not have it', async () => {
    const { url, metricsUrl } = await start({ METRICS_PORT: '0' });
    expect(metricsUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await ask(`${metricsUrl}/metrics`)).status).toBe(200);
    expect((await ask(`${url}/metrics`)).status).toBe(404);
    for (const path of ['/', '/api/v1/catches', '/metrics/x', '/health/live'])
      expectProblem(
        await ask(`${metricsUrl}${path}`),
        problem(404, 'not-found', 'There is nothing at this path but /metrics.'),
      );
    const post = await ask(`${metricsUrl}/metrics`, { method: 'POST' });
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD']);
    const head = await ask(`${metricsUrl}/metrics`, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
  });

  test('METRICS_TOKEN is asked for there too', async () => {
    const { metricsUrl } = await start({ METRICS_PORT: '0', METRICS_TOKEN: TOKEN });
    expect((await ask(`${metricsUrl}/metrics`)).status).toBe(401);
    expect((await ask(`${metricsUrl}/metrics`, bearer(TOKEN))).status).toBe(200);
  });

  test('a port that is taken stops the start, and leaves nothing open', async () => {
    const { metricsUrl } = await start({ METRICS_PORT: '0' });
    const taken = String(new URL(metricsUrl ?? '').port);
    await expect(start({ METRICS_PORT: taken })).rejects.toThrow('EADDRINUSE');
  });
});

describe('what is counted', () => {
  test('requests and their times, by kind, collection and status, whatever the paths', async () => {
    const { url, metricsUrl } = await start({ METRICS_PORT: '0' });
    const paths = [
      'catches',
      'catches?limit=2',
      'catches/a',
      'catches/none',
      'catches/a%2Fb?x=1',
      'lures?x=1',
      'export',
    ];
    for (const path of paths) await ask(`${url}/api/v1/${path}`);
    await (await fetch(`${url}/api/v1/changes`)).text();
    for (const path of [
      '/api/v1/catches2',
      '/api/v1/__proto__',
      '/api/openapi',
      '/health/ready',
      '/a/b',
      '/api/v1',
    ])
      await ask(`${url}${path}`);
    const { text } = await ask(`${metricsUrl}/metrics`);
    expect(valuesOf(text, 'creel_http_requests_total')).toEqual({
      '{kind="list",collection="catches",status="200"}': 2,
      '{kind="record",collection="catches",status="200"}': 1,
      '{kind="record",collection="catches",status="404"}': 1,
      '{kind="record",collection="catches",status="400"}': 1,
      '{kind="list",collection="lures",status="400"}': 1,
      '{kind="export",collection="",status="200"}': 1,
      '{kind="changes",collection="",status="200"}': 1,
      '{kind="other",collection="",status="404"}': 4,
      '{kind="openapi",collection="",status="200"}': 1,
      '{kind="health",collection="",status="200"}': 1,
    });
    expect(valuesOf(text, 'creel_http_request_duration_seconds_count')).toMatchObject({
      '{kind="list",collection="catches"}': 2,
      '{kind="record",collection="catches"}': 3,
    });
  });

  test('reads of the store, by operation and collection, also those of links', async () => {
    const { url, metricsUrl } = await start({ METRICS_PORT: '0' });
    await ask(`${url}/api/v1/catches?limit=5&count=true&expand=spot,lure`);
    const { text } = await ask(`${metricsUrl}/metrics`);
    expect(valuesOf(text, 'creel_store_operation_duration_seconds_count')).toEqual({
      '{store="sqlite",operation="find",collection="catches"}': 1,
      '{store="sqlite",operation="count",collection="catches"}': 1,
      '{store="sqlite",operation="getMany",collection="spots"}': 1,
      '{store="sqlite",operation="getMany",collection="lures"}': 1,
    });
  });

  test('records of streamed lists, but not of pages and lists in one piece', async () => {
    const { url, metricsUrl } = await start({ METRICS_PORT: '0', BATCH_SIZE: '3' });
    for (const path of ['catches', 'catches?limit=5', 'lures']) await ask(`${url}/api/v1/${path}`);
    await ask(`${url}/api/v1/catches`, { method: 'HEAD' });
    const { text } = await ask(`${metricsUrl}/metrics`);
    expect(valuesOf(text, 'creel_streamed_records_total')).toEqual({ '{collection="catches"}': 7 });
  });

  test('refused tokens by code, and what was too much', async () => {
    const { url, metricsUrl } = await start({
      AUTH_MODE: 'multi-user',
      METRICS_PORT: '0',
      FAILURES_PER_MINUTE: '3',
    });
    await ask(`${url}/api/v1/catches`);
    await ask(`${url}/graphql?query={lures{items{id}}}`, bearer('nonsense'));
    for (let turn = 0; turn < 4; turn++) await ask(`${url}/api/v1/catches/a`, bearer('nonsense'));
    const { text } = await ask(`${metricsUrl}/metrics`);
    const failed = valuesOf(text, 'creel_failed_tokens_total');
    const limited = valuesOf(text, 'creel_rate_limited_total');
    expect(failed['{code="token-malformed"}']).toBeGreaterThan(0);
    expect(Object.keys(limited)).toEqual(['{by="address"}']);
    const sum = [...Object.values(failed), ...Object.values(limited)].reduce((one, other) => one + other);
    expect(sum).toBe(6);
  });

  test('odd values, by field', async () => {
    const metrics = createMetrics(readConfig({ METRICS_PORT: '0' }), model);
    metrics?.countOddValue({ resource: 'catches', id: 'a', field: 'lengthCm' });
    const { text } = (await metrics?.print()) ?? { text: '' };
    expect(valuesOf(text, 'creel_odd_values_total')).toEqual({
      '{collection="catches",field="lengthCm"}': 1,
    });
  });

  test('a client that went away before there was an answer, as 499', async () => {
    const { url, metricsUrl, store, logged } = await start({ METRICS_PORT: '0' });
    const client = new AbortController();
    let answer = () => {};
    Object.assign(store, {
      ping() {
        client.abort();
        return new Promise<void>((resolve) => {
          answer = resolve;
        });
      },
    });
    await expect(fetch(`${url}/health/ready`, { signal: client.signal })).rejects.toThrow();
    await until(() => logged.some((line) => 'path' in line));
    answer();
    const { text } = await ask(`${metricsUrl}/metrics`);
    expect(valuesOf(text, 'creel_http_requests_total')).toEqual({
      '{kind="health",collection="",status="499"}': 1,
    });
  });

  test('two servers of one process count apart', async () => {
    const one = await start({ METRICS_PORT: '0' });
    const other = await start({ METRICS_PORT: '0' });
    await ask(`${one.url}/api/v1/catches`);
    const { text } = await ask(`${other.metricsUrl}/metrics`);
    expect(valuesOf(text, 'creel_http_requests_total')).toEqual({});
  });
});

test('docs/operations.md lists the audit events, and no other', () => {
  const source = readFileSync(new URL('../src/auth/audit.ts', import.meta.url), 'utf8');
  const known = [...source.matchAll(/^ {2}\| '([\w-]+)'/gm)].map(([, event]) => event);
  const docs = readFileSync(OPERATIONS, 'utf8');
  const [list = ''] = /The audit events are .*?\. /s.exec(docs) ?? [];
  expect([...list.matchAll(/`([\w-]+)`/g)].map(([, event]) => event)).toEqual(known);
});

test('docs/operations.md lists the metrics with their types, labels and meanings, and no other', async () => {
  const { metricsUrl } = await start({ METRICS_PORT: '0' });
  const { text } = await ask(`${metricsUrl}/metrics`);
  const documented = readFileSync(OPERATIONS, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `creel_'))
    .map((line) => line.slice(1, -1).replaceAll('`', '').split('|'))
    .map((cells) => cells.map((cell) => cell.trim()));
  const named = [...text.matchAll(/^# HELP (creel_\S+) (.*)\n# TYPE \1 (\w+)$/gm)];
  expect(documented.map(([name, type, , meaning]) => [name, meaning, type])).toEqual(
    named.map(([, name, help, type]) => [name, help, type]),
  );
  // A metric that has no value yet prints no labels, so they are read where they are declared.
  const source = readFileSync(new URL('../src/metrics.ts', import.meta.url), 'utf8');
  const labels = [...source.matchAll(/name: '(creel_\w+)',[^[]*labelNames: \[([^\]]*)\]/g)];
  expect(documented.map(([name, , names]) => [name, names])).toEqual(
    labels.map(([, name, names]) => [name, names?.replaceAll("'", '')]),
  );
  for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'])
    expect(text).toContain(`# TYPE ${name} gauge`);
});
