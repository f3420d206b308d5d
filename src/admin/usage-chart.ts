// The requests of a token in the last 30 days, as bars and in words.

import type { Usage } from '../store/accounts.js';

/** How many days a chart shows, today included. */
const CHART_DAYS = 30;
const DAY_MS = 24 * 3600 * 1000;
const BAR_WIDTH = 6;
const GAP = 2;
const HEIGHT = 32;

interface Bar {
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

export interface UsageChart {
  readonly width: number;
  readonly height: number;
  readonly barWidth: number;
  readonly bars: readonly Bar[];
  readonly requests: string;
  readonly records: string;
  /** The chart in words, for those who do not see it. */
  readonly text: string;
}

/** The first day that a chart of now shows, as `YYYY-MM-DD` in UTC. */
export function firstChartDay(now: Date): string {
  return new Date(now.getTime() - (CHART_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
}

/** The chart of one token's usage; days without any have no bar. */
export function usageChart(usage: readonly Usage[], now: Date): UsageChart {
  const start = Date.parse(firstChartDay(now));
  const most = Math.max(1, ...usage.map(({ requests }) => requests));
  const bars = usage
    .filter(({ requests }) => requests > 0)
    .map(({ day, requests }) => {
      const height = Math.max(2, Math.round((requests / most) * HEIGHT));
      const index = Math.round((Date.parse(day) - start) / DAY_MS);
      return { x: index * (BAR_WIDTH + GAP), y: HEIGHT - height, height };
    });
  const requests = count(sum(usage, 'requests'), 'request');
  const records = count(sum(usage, 'records'), 'record');
  const busiest = usage.reduce<Usage | null>(
    (top, one) => (top && top.requests >= one.requests ? top : one),
    null,
  );
  return {
    width: CHART_DAYS * (BAR_WIDTH + GAP) - GAP,
    height: HEIGHT,
    barWidth: BAR_WIDTH,
    bars,
    requests,
    records,
    text:
      busiest && bars.length > 0
        ? `${requests} on ${count(bars.length, 'day')} of the last ${CHART_DAYS}, most on ${busiest.day}: ${busiest.requests}`
        : `No requests in the last ${CHART_DAYS} days`,
  };
}

const sum = (usage: readonly Usage[], of: 'requests' | 'records'): number =>
  usage.reduce((total, one) => total + one[of], 0);

const count = (number: number, thing: string): string =>
  `${number.toLocaleString('en')} ${thing}${number === 1 ? '' : 's'}`;
