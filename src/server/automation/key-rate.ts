import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const WINDOW_SECONDS = 60;

/** What a request leaves of the rate of its key. */
export interface KeyRateState {
  readonly isAllowed: boolean;
  /** Whose limit it is: that of the key, or that of all keys of its user. */
  readonly scope: 'key' | 'user';
  readonly limit: number;
  readonly remaining: number;
  /** Until the window ends, rounded up. */
  readonly resetSeconds: number;
}

/** Requests in a minute: of each API key, and of all keys of a user together. */
export interface KeyRateLimits {
  readonly perKey: number;
  readonly perUser: number;
}

/** Limits the requests of API keys in a minute, and those of all keys of a user. In memory; a restart resets it. */
export class KeyRate {
  readonly #ofKeys: RateLimiterMemory;
  readonly #ofUsers: RateLimiterMemory;

  constructor({ perKey, perUser }: KeyRateLimits) {
    this.#ofKeys = new RateLimiterMemory({ points: perKey, duration: WINDOW_SECONDS });
    this.#ofUsers = new RateLimiterMemory({ points: perUser, duration: WINDOW_SECONDS });
  }

  /** Counts a request. The state is that of the limit which leaves fewer requests; one key's refused requests do not count for the user. */
  async count({ keyId, userId }: { readonly keyId: string; readonly userId: string }): Promise<KeyRateState> {
    const ofKey = await consumed(this.#ofKeys, keyId, 'key');
    if (!ofKey.isAllowed) return ofKey;
    const ofUser = await consumed(this.#ofUsers, userId, 'user');
    return ofUser.isAllowed && ofKey.remaining <= ofUser.remaining ? ofKey : ofUser;
  }
}

async function consumed(
  limiter: RateLimiterMemory,
  id: string,
  scope: KeyRateState['scope'],
): Promise<KeyRateState> {
  const stateOf = ({ remainingPoints, msBeforeNext }: RateLimiterRes, isAllowed: boolean) => ({
    isAllowed,
    scope,
    limit: limiter.points,
    remaining: remainingPoints,
    resetSeconds: Math.ceil(msBeforeNext / 1000),
  });
  try {
    return stateOf(await limiter.consume(id), true);
  } catch (state) {
    if (!(state instanceof RateLimiterRes)) throw state;
    return stateOf(state, false);
  }
}
