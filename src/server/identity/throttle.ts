import { RateLimiterMemory } from 'rate-limiter-flexible';
import { consume } from './consume.ts';

/** Attempts that are allowed in a window of `windowSeconds`. */
export interface ThrottleLimits {
  /** Failed sign-ins for one user name from one address. */
  readonly perUserAndAddress: number;
  /** Failed sign-ins from one address, whatever the name. */
  readonly perAddress: number;
  /** Failed sign-ins for one user name from any address; high, because an attacker could otherwise lock the user out. */
  readonly perUser: number;
  /** Wrong codes of the second factor for one user in an hour, from any address: a code has only six digits. */
  readonly codesPerUser: number;
  /** Demo sessions started from one address. */
  readonly demosPerAddress: number;
  readonly windowSeconds: number;
}

export const DEFAULT_LIMITS: ThrottleLimits = {
  perUserAndAddress: 10,
  perAddress: 50,
  perUser: 100,
  codesPerUser: 20,
  demosPerAddress: 120,
  windowSeconds: 900,
};

const CODE_WINDOW_SECONDS = 3_600;

/** Limits attempts to sign in and demo sessions. */
export interface Throttle {
  /**
   * Counts an attempt before its password is checked, so that concurrent attempts count too. Without a user name (the use of a reset link)
   * only the address counts. Returns seconds to wait; undefined = allowed.
   */
  attempt(userName: string | undefined, address: string): Promise<number | undefined>;
  /** Removes an attempt whose password was right from the counts. */
  succeeded(userName: string | undefined, address: string): Promise<void>;
  /** Removes an attempt from the counts that was no failure, such as a right password whose code is missing. Earlier attempts stay counted. */
  withdrawn(userName: string | undefined, address: string): Promise<void>;
  /** Counts an attempt before its code is checked. Returns seconds to wait; undefined = allowed. */
  codeAttempt(userName: string): Promise<number | undefined>;
  /** Removes the attempts of a user who has given a right code. */
  codeSucceeded(userName: string): Promise<void>;
  /** Counts the start of a demo session. Returns seconds to wait; undefined = allowed. */
  demo(address: string): Promise<number | undefined>;
}

/** Limits in memory; a restart resets them. */
export function createThrottle(limits: ThrottleLimits = DEFAULT_LIMITS): Throttle {
  const limiter = (points: number): RateLimiterMemory =>
    new RateLimiterMemory({ points, duration: limits.windowSeconds });
  const pairs = limiter(limits.perUserAndAddress);
  const addresses = limiter(limits.perAddress);
  const users = limiter(limits.perUser);
  const codes = new RateLimiterMemory({ points: limits.codesPerUser, duration: CODE_WINDOW_SECONDS });
  const demos = limiter(limits.demosPerAddress);
  // Names are cut, so that long ones do not fill the memory.
  const nameKey = (userName: string): string => userName.slice(0, 64).toLowerCase();
  const pairKey = (userName: string | undefined, address: string): string =>
    userName === undefined ? address : `${address} ${nameKey(userName)}`;
  return {
    async attempt(userName, address) {
      return (
        (await consume(pairs, pairKey(userName, address))) ??
        (await consume(addresses, address)) ??
        (userName === undefined ? undefined : await consume(users, nameKey(userName)))
      );
    },
    async succeeded(userName, address) {
      await Promise.all([
        pairs.delete(pairKey(userName, address)),
        addresses.reward(address),
        ...(userName === undefined ? [] : [users.reward(nameKey(userName))]),
      ]);
    },
    async withdrawn(userName, address) {
      await Promise.all([
        pairs.reward(pairKey(userName, address)),
        addresses.reward(address),
        ...(userName === undefined ? [] : [users.reward(nameKey(userName))]),
      ]);
    },
    codeAttempt: (userName) => consume(codes, nameKey(userName)),
    async codeSucceeded(userName) {
      await codes.delete(nameKey(userName));
    },
    demo: (address) => consume(demos, address),
  };
}
