import { RateLimiterMemory } from 'rate-limiter-flexible';

/** How many wrong keys are answered in `windowSeconds`. */
export interface WrongKeyLimits {
  /** For one key id from one address. */
  readonly perKeyAndAddress: number;
  /** From one address, whatever the key id. */
  readonly perAddress: number;
  readonly windowSeconds: number;
}

/** The limits of failed sign-ins. They are counted apart: a program with an old key must not lock the user out of the browser. */
export const DEFAULT_WRONG_KEY_LIMITS: WrongKeyLimits = {
  perKeyAndAddress: 10,
  perAddress: 50,
  windowSeconds: 900,
};

/** Limits wrong keys. In memory; a restart resets it. */
export class KeyThrottle {
  readonly #pairs: RateLimiterMemory;
  readonly #addresses: RateLimiterMemory;

  constructor({ perKeyAndAddress, perAddress, windowSeconds }: WrongKeyLimits) {
    this.#pairs = new RateLimiterMemory({ points: perKeyAndAddress, duration: windowSeconds });
    this.#addresses = new RateLimiterMemory({ points: perAddress, duration: windowSeconds });
  }

  /** Seconds until the next key of this id from this address is checked; undefined = now. */
  async wait(keyId: string, address: string): Promise<number | undefined> {
    const waits = [
      await waitOf(this.#pairs, `${address} ${keyId}`),
      await waitOf(this.#addresses, address),
    ].filter((seconds) => seconds !== undefined);
    return waits.length === 0 ? undefined : Math.max(...waits);
  }

  /** Counts a wrong key. */
  async failed(keyId: string, address: string): Promise<void> {
    await this.#pairs.penalty(`${address} ${keyId}`);
    await this.#addresses.penalty(address);
  }
}

async function waitOf(limiter: RateLimiterMemory, key: string): Promise<number | undefined> {
  const state = await limiter.get(key);
  return state !== null && state.consumedPoints >= limiter.points
    ? Math.ceil(state.msBeforeNext / 1000)
    : undefined;
}
