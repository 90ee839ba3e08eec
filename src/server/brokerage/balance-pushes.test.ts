import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BalanceView } from './brokerage.ts';
import { BalancePushes } from './balance-pushes.ts';
import { dollars, openHarness } from './testing/harness.ts';

describe('balances of an account', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const published: string[] = [];
  let pushes: BalancePushes;
  beforeEach(() => {
    published.length = 0;
    pushes = new BalancePushes((account) => published.push(account), 200);
  });

  it('are published at once after a rest, and then once an interval, the last change included', () => {
    for (let at = 0; at < 1_000; at += 10) {
      pushes.changed('A');
      vi.advanceTimersByTime(10);
    }
    // At 0, 200, 400, 600, 800 and 1,000 ms.
    expect(published).toHaveLength(6);
    vi.advanceTimersByTime(1_000);
    expect(published).toHaveLength(6);
    pushes.changed('A');
    expect(published).toHaveLength(7);
  });

  it('do not hold back those of another account', () => {
    pushes.changed('A');
    pushes.changed('A');
    pushes.changed('B');
    expect(published).toEqual(['A', 'B']);
  });

  it('are published before the end when they are pending', () => {
    pushes.changed('A');
    pushes.changed('B');
    pushes.changed('A');
    pushes.flush();
    vi.advanceTimersByTime(1_000);
    expect(published).toEqual(['A', 'B', 'A']);
  });
});

it('pushes each report at once, but few balances to an account that trades fast, the last one as it stands', async () => {
  const harness = await openHarness();
  const balances: BalanceView[] = [];
  let reports = 0;
  harness.brokerage.listen('A', {
    onReport: () => (reports += 1),
    onPosition: () => undefined,
    onBalance: (balance) => balances.push(balance),
  });
  for (let count = 0; count < 50; count += 1)
    await harness.send({ type: 'Limit', quantity: 1, priceE4: dollars(90) });
  expect(reports).toBe(100);
  expect(balances.length).toBeLessThan(50);
  await harness.brokerage.stop();
  expect(balances.at(-1)).toEqual(harness.view().balance);
});
