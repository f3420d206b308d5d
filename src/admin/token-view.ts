// A token as the pages show it: never a secret, only its first characters.

import { isLive } from '../auth/api-tokens.js';
import type { CoordinateAccess, Token, Usage } from '../store/accounts.js';
import { type ShownTime, showDay, showMinute } from './times.js';
import { type UsageChart, usageChart } from './usage-chart.js';

/** What a token may read of coordinates, in words. */
export const COORDINATES: Readonly<Record<CoordinateAccess, string>> = {
  exact: 'Exact',
  rounded: 'Rounded to about 1 km',
  hidden: 'Hidden',
};

export interface TokenView {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly state: 'live' | 'expired' | 'revoked';
  readonly collections: string;
  readonly coordinates: string;
  readonly created: ShownTime | null;
  readonly expires: ShownTime | null;
  readonly lastUsed: ShownTime | null;
  readonly revoked: ShownTime | null;
  /** Until when the secret before the last rotation is good, where it still is. */
  readonly oldSecretUntil: ShownTime | null;
  readonly chart: UsageChart;
}

/** A token with its part of its user's usage. */
export function viewToken(token: Token, usage: readonly Usage[], now: Date): TokenView {
  const { id, name, prefix, collections, coordinates, previousUntil } = token;
  const live = isLive(token, now);
  const oldSecretUntil =
    live && previousUntil !== null && previousUntil > now.toISOString() ? previousUntil : null;
  return {
    id,
    name,
    prefix,
    state: live ? 'live' : token.revokedAt === null ? 'expired' : 'revoked',
    collections: collections === null ? 'Everything' : collections.join(', '),
    coordinates: COORDINATES[coordinates],
    created: showDay(token.createdAt),
    expires: showDay(token.expiresAt),
    lastUsed: showMinute(token.lastUsedAt),
    revoked: showDay(token.revokedAt),
    oldSecretUntil: showMinute(oldSecretUntil),
    chart: usageChart(
      usage.filter(({ tokenId }) => tokenId === id),
      now,
    ),
  };
}
