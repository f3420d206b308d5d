// Multi-user mode: the bearer token of a request decides whose records it reads, and how often it may ask.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../config.js';
import { ApiError } from '../errors.js';
import { type ApiTokens, refusal } from './api-tokens.js';
import { type ClientAddress, networkOf } from './client-address.js';
import type { Authenticate, Viewer } from './viewer.js';

const WINDOW_SECONDS = 60;

/**
 * Reads `Authorization: Bearer <token>` (RFC 6750 section 2.1) and nothing else. Throws 401 with a code that tells what is
 * wrong with the token, and 429 for too many requests of a token or too many bad tokens from a network.
 */
export function multiUserMode(
  tokens: ApiTokens,
  addressOf: ClientAddress,
  config: Pick<Config, 'REQUESTS_PER_MINUTE' | 'FAILURES_PER_MINUTE'>,
): Authenticate {
  const perToken = new RateLimiterMemory({ points: config.REQUESTS_PER_MINUTE, duration: WINDOW_SECONDS });
  const failures = new RateLimiterMemory({ points: config.FAILURES_PER_MINUTE, duration: WINDOW_SECONDS });

  /**
   * A bad token counts against the network that it comes from. A good one is never refused for that: many people can
   * share an address, one forgotten script must not shut them all out, and nobody finds 178 random bits by trying.
   */
  const verify = async (req: IncomingMessage) => {
    try {
      return await tokens.verify(readBearer(req.headers.authorization));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401 || error.code === 'token-missing') throw error;
      const state = await failures.penalty(networkOf(addressOf(req)));
      if (state.consumedPoints <= config.FAILURES_PER_MINUTE) throw error;
      throw tooMany(`Too many bad tokens came from this address. ${error.detail}`, state);
    }
  };

  return async (req, res) => {
    const { token, user } = await verify(req);
    await limit(res, token.id);
    const { collections, coordinates } = token;
    const viewer: Viewer = {
      owner: { kind: 'one', id: user.ownerId },
      access: { collections, coordinates },
      tokenId: token.id,
    };
    return viewer;
  };

  async function limit(res: ServerResponse, tokenId: string): Promise<void> {
    const state = await perToken.consume(tokenId).catch((rejected: unknown) => {
      if (rejected instanceof RateLimiterRes) return rejected;
      throw rejected;
    });
    // draft-ietf-httpapi-ratelimit-headers-10
    const headers = {
      'RateLimit-Policy': `"token";q=${config.REQUESTS_PER_MINUTE};w=${WINDOW_SECONDS}`,
      RateLimit: `"token";r=${Math.max(state.remainingPoints, 0)};t=${secondsOf(state)}`,
    };
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    if (state.consumedPoints > config.REQUESTS_PER_MINUTE)
      throw tooMany(`A token may ask ${config.REQUESTS_PER_MINUTE} times a minute.`, state, headers);
  }
}

/** Another scheme is no bad token but none at all: whoever sends it does not know that one is needed (RFC 6750 section 3.1). */
function readBearer(authorization: string | undefined): string {
  const [, scheme = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(authorization?.trim() ?? '') ?? [];
  if (scheme === '' || (scheme.toLowerCase() !== 'bearer' && rest !== ''))
    throw refusal('token-missing', 'Send Authorization: Bearer and an API token.');
  if (scheme.toLowerCase() !== 'bearer' || rest === '' || /\s/.test(rest))
    throw refusal('token-malformed', 'The Authorization header is not Bearer and one token.');
  return rest;
}

const secondsOf = (state: RateLimiterRes): number => Math.max(1, Math.ceil(state.msBeforeNext / 1000));

function tooMany(
  detail: string,
  state: RateLimiterRes,
  headers: Readonly<Record<string, string>> = {},
): ApiError {
  return new ApiError('too-many-requests', detail, {
    headers: { ...headers, 'Retry-After': String(secondsOf(state)) },
  });
}
