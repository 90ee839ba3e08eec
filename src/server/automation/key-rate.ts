import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const WINDOW_SECONDS = 60;

/** What a request leaves of the rate of its key. */
export interface KeyRateState {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Until the window ends, rounded up. */
  readonly resetSeconds: number;
}

/** Limits the requests of each API key in a minute. In memory; a restart resets it. */
export class KeyRate {
  readonly #limiter: RateLimiterMemory;

  constructor(requestsPerMinute: number) {
    this.#limiter = new RateLimiterMemory({ points: requestsPerMinute, duration: WINDOW_SECONDS });
  }

  /** Counts a request of the key. */
  async count(keyId: string): Promise<KeyRateState> {
    try {
      return this.#stateOf(await this.#limiter.consume(keyId), true);
    } catch (state) {
      if (!(state instanceof RateLimiterRes)) throw state;
      return this.#stateOf(state, false);
    }
  }

  #stateOf({ remainingPoints, msBeforeNext }: RateLimiterRes, isAllowed: boolean): KeyRateState {
    return {
      isAllowed,
      limit: this.#limiter.points,
      remaining: remainingPoints,
      resetSeconds: Math.ceil(msBeforeNext / 1000),
    };
  }
}
