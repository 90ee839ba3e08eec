import { RateLimiterRes, type RateLimiterMemory } from 'rate-limiter-flexible';

/** Counts a use of a limiter. Returns the seconds to wait beyond its limit; undefined = allowed. */
export async function consume(limiter: RateLimiterMemory, key: string): Promise<number | undefined> {
  try {
    await limiter.consume(key);
    return undefined;
  } catch (refusal) {
    // A clock that was set back must not make the wait longer than the window: the limiter ends it by a timer.
    if (refusal instanceof RateLimiterRes)
      return Math.max(1, Math.min(limiter.duration, Math.ceil(refusal.msBeforeNext / 1000)));
    throw refusal;
  }
}
