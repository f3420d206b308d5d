// How often passwords may be tried: a pause that grows for a name from one network, and a limit for the network itself.

import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../errors.js';
import { foldText } from '../store/text.js';
import { networkOf } from './client-address.js';

/** Failures of a name from a network that cost nothing, and the longest pause after that, in seconds. */
const FREE_FAILURES = 3;
const PAUSE_MAX = 15 * 60;
/** How long failures of a name are remembered, in seconds. */
const MEMORY_SECONDS = 3600;
/** Failures from a network, whatever the names, in how many seconds. */
const NETWORK_FAILURES = 50;
const NETWORK_SECONDS = 15 * 60;
const KEY_MAX = 200;

/**
 * Counts failed attempts by name and network together, so that nobody can lock a user out from elsewhere: whoever guesses
 * only ever stops their own network. Each attempt counts as failed until `succeeded` says otherwise, so that attempts at
 * the same moment do not pass together.
 */
export class PasswordAttempts {
  readonly #failures = new RateLimiterMemory({ points: FREE_FAILURES, duration: MEMORY_SECONDS });
  readonly #pauses = new RateLimiterMemory({ points: 0, duration: PAUSE_MAX });
  readonly #networks = new RateLimiterMemory({ points: NETWORK_FAILURES, duration: NETWORK_SECONDS });

  /** Lets one attempt begin, or throws `too-many-requests` with its `Retry-After`. */
  async begin(name: string, address: string): Promise<void> {
    const network = networkOf(address);
    const key = keyOf(name, network);
    const pause = await this.#pauses.get(key);
    if (pause && pause.msBeforeNext > 0) throw tooMany(pause);
    await this.#networks.consume(network).catch((rejected: unknown) => {
      throw rejected instanceof RateLimiterRes ? tooMany(rejected) : rejected;
    });
    const { consumedPoints } = await this.#failures.penalty(key);
    const over = consumedPoints - FREE_FAILURES;
    if (over >= 0) await this.#pauses.block(key, Math.min(2 ** over, PAUSE_MAX));
  }

  /** Says that the attempt was no failure: the name starts afresh from this network. */
  async succeeded(name: string, address: string): Promise<void> {
    const network = networkOf(address);
    const key = keyOf(name, network);
    await Promise.all([this.#failures.delete(key), this.#pauses.delete(key), this.#networks.reward(network)]);
  }
}

/** One key for all ways to write a name; a longer text than any name has is cut, so that it costs no memory. */
const keyOf = (name: string, network: string): string =>
  `${network} ${foldText(name.trim().normalize('NFC').slice(0, KEY_MAX))}`;

function tooMany({ msBeforeNext }: RateLimiterRes): ApiError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new ApiError('too-many-requests', `Too many attempts failed. Try again in ${inWords(seconds)}.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}

function inWords(seconds: number): string {
  if (seconds >= 120) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? 'a second' : `${seconds} seconds`;
}
