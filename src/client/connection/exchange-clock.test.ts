import { describe, expect, it } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { createExchangeClock } from './exchange-clock.ts';

const OPEN_MS = Date.UTC(2024, 0, 16, 14, 30);

/** A server whose exchange clock runs at `rate` and is read every 5 seconds. */
function follow(rate: number, seconds: number) {
  const clock = createManualClock();
  const exchange = createExchangeClock(clock);
  const startMs = clock.nowMs();
  for (let second = 0; second <= seconds; second++) {
    if (second % 5 === 0) exchange.set(OPEN_MS + (clock.nowMs() - startMs) * rate);
    clock.advance(1_000);
  }
  return { clock, exchange, trueMs: () => OPEN_MS + (clock.nowMs() - startMs) * rate };
}

describe('exchange time', () => {
  it("is the machine's own until the server speaks", () => {
    const clock = createManualClock();
    expect(createExchangeClock(clock).nowMs()).toBe(clock.nowMs());
  });

  it.each([1, 10, 100])("runs on at %d times the machine's clock between two words of the server", (rate) => {
    const { exchange, trueMs } = follow(rate, 8);
    expect([exchange.rate(), exchange.nowMs()]).toEqual([rate, trueMs()]);
  });

  it('stands still while a replay is paused', () => {
    const { exchange } = follow(0, 8);
    expect([exchange.rate(), exchange.nowMs()]).toEqual([0, OPEN_MS]);
  });

  it('continues at its pace after a jump over a night', () => {
    const { clock, exchange } = follow(10, 8);
    exchange.set(OPEN_MS + 24 * 3_600_000);
    clock.advance(1_000);
    expect(exchange.nowMs()).toBe(OPEN_MS + 24 * 3_600_000 + 10_000);
  });

  it('counts half the round trip as already passed', () => {
    const clock = createManualClock();
    const exchange = createExchangeClock(clock);
    exchange.set(OPEN_MS, 80);
    expect(exchange.nowMs()).toBe(OPEN_MS + 40);
  });
});
