import type { MoneyE4 } from '../money/price.ts';

/** Follows how much money is in use: the cost of what is open. */
export interface Capital {
  set(timeMs: number, inUseE4: MoneyE4): void;
  /** The most that was in use at once. */
  mostE4(): MoneyE4;
  /** Mean over the time that anything was in use, up to `timeMs`; before any time has gone by, the most that was. 0 when nothing ever was. */
  averageE4(timeMs: number): number;
}

export function createCapital(): Capital {
  let inUseE4 = 0;
  let sinceMs = 0;
  let mostE4 = 0;
  let usedMs = 0;
  /** Kept as a mean and not as a sum of money times time, which would pass 2^53 within hours. */
  let averageE4 = 0;

  function averageUntil(timeMs: number): { readonly ms: number; readonly meanE4: number } {
    const passedMs = inUseE4 > 0 ? Math.max(0, timeMs - sinceMs) : 0;
    const ms = usedMs + passedMs;
    return { ms, meanE4: ms === 0 ? 0 : averageE4 + (inUseE4 - averageE4) * (passedMs / ms) };
  }

  return {
    set(timeMs, next) {
      const { ms, meanE4 } = averageUntil(timeMs);
      usedMs = ms;
      averageE4 = meanE4;
      inUseE4 = next;
      sinceMs = timeMs;
      mostE4 = Math.max(mostE4, next);
    },
    mostE4: () => mostE4,
    averageE4(timeMs) {
      const { ms, meanE4 } = averageUntil(timeMs);
      return ms === 0 ? mostE4 : meanE4;
    },
  };
}
