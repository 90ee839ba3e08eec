import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Report } from './brokerage.ts';
import { dollars, idOf, openHarness, type Harness } from './testing/harness.ts';

const limit = (price: number) => ({ type: 'Limit', priceE4: dollars(price), tif: 'GoodTillCancel' }) as const;
const OFFLINE = { errorCode: -14, message: 'Database is offline' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The journal is tested again after a second. */
const nextTest = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1_000);

async function recover(harness: Harness): Promise<void> {
  harness.journal.repair();
  await nextTest();
  expect(harness.brokerage.isReady()).toBe(true);
}

function lines(): {
  logged: string[];
  logger: Record<'info' | 'warn' | 'error', (details: object, message: string) => void>;
} {
  const logged: string[] = [];
  const log = (_: object, message: string): void => void logged.push(message);
  return { logged, logger: { info: log, warn: log, error: log } };
}

describe('while the journal takes no records', () => {
  it('refuses orders, replaces, cancels and options with -14, and takes them again within a second of its recovery', async () => {
    const { logged, logger } = lines();
    const harness = await openHarness({ logger });
    const resting = idOf(await harness.send(limit(99)));
    harness.journal.breakDown();
    expect(await harness.send()).toMatchObject([{ reportType: 'GatewayRejected', ...OFFLINE }]);
    const before = harness.view();
    expect(await harness.send()).toMatchObject([OFFLINE]);
    expect(await harness.replace(resting, { quantity: 50 })).toMatchObject([OFFLINE]);
    expect(await harness.cancel(resting)).toMatchObject([{ reportType: 'OrderCancelRejected', ...OFFLINE }]);
    expect(
      await harness.brokerage.setAccountOptions({ account: 'A', userId: 'u', isHalted: true }),
    ).toBeUndefined();
    await nextTest();
    expect(harness.brokerage.isReady()).toBe(false);
    expect(harness.view()).toEqual(before);
    await recover(harness);
    expect(logged.at(-1)).toMatch(/takes records again after \d+ s; 4 requests were refused meanwhile/);
    expect(harness.view()).toEqual(before);
    expect(await harness.cancel(resting)).toMatchObject([
      { reportType: 'OrderCancelPending' },
      { reportType: 'OrderCanceled' },
    ]);
    expect(idOf(await harness.send())).not.toBe('');
  });

  it('leaves no trace of orders that were refused: a restart from the journal shows the same books', async () => {
    const harness = await openHarness();
    await harness.send(limit(99));
    await harness.send({ quantity: 50 });
    harness.journal.breakDown();
    const refused = [harness.send(), harness.send(limit(100.02)), harness.send(limit(98))];
    for (const answer of refused) expect(await answer).toMatchObject([OFFLINE]);
    await recover(harness);
    await harness.send({ quantity: 60 });
    await harness.brokerage.stop();
    const again = await openHarness({ market: harness.market, journal: harness.journal });
    expect(again.view()).toEqual(harness.view());
    expect(again.view().orders).toHaveLength(3);
  });

  it('fills resting orders at the market it finds at its recovery, and not before', async () => {
    const harness = await openHarness();
    const resting = idOf(await harness.send(limit(99)));
    harness.journal.breakDown();
    await harness.send();
    harness.market.show('SPY', [{ exchange: 'ARCA', bid: [98, 300], ask: [98.5, 300] }]);
    await vi.advanceTimersByTimeAsync(10);
    expect(harness.order(resting).fill).toBe(0);
    await recover(harness);
    expect(harness.order(resting).status).toBe('Executed');
  });

  it('answers a request that was acknowledged before with its first reports', async () => {
    const harness = await openHarness();
    const first = await harness.send({ ...limit(99), clientId: 'once' });
    harness.journal.breakDown();
    await harness.send();
    expect(await harness.send({ ...limit(99), clientId: 'once' })).toEqual(first);
    expect(await harness.send({ ...limit(98), clientId: 'once' })).toMatchObject([{ errorCode: -2 }]);
  });

  it('does not take again what was taken of a quote that is still shown', async () => {
    const harness = await openHarness();
    await harness.send({ ...limit(100.02), quantity: 200 });
    harness.journal.breakDown();
    await harness.send();
    await recover(harness);
    expect(harness.order(idOf(await harness.send({ ...limit(100.02), quantity: 100 }))).fill).toBe(0);
  });
});

describe('an account with cancel on disconnect', () => {
  const open = async (): Promise<{ harness: Harness; resting: string }> => {
    const harness = await openHarness();
    await harness.brokerage.setAccountOptions({ account: 'A', userId: 'u', cancelOnDisconnect: true });
    return { harness, resting: idOf(await harness.send(limit(99))) };
  };

  it('keeps its orders over an outage while its client stays connected', async () => {
    const { harness, resting } = await open();
    harness.journal.breakDown();
    await harness.send();
    await recover(harness);
    expect(harness.order(resting).status).toBe('Confirmed');
  });

  it.each(['as the journal fails', 'during the outage'])(
    'loses them at the recovery when its client leaves %s',
    async (when) => {
      const { harness, resting } = await open();
      harness.journal.breakDown();
      if (when === 'during the outage') await harness.send();
      await harness.brokerage.accountLeft('A');
      expect(harness.order(resting).status).toBe('Confirmed');
      await recover(harness);
      expect(harness.order(resting)).toMatchObject({ status: 'Cancelled', errorCode: -23 });
    },
  );
});

describe('at its recovery the brokerage', () => {
  it('adopts and reports records that are durable although their commit failed', async () => {
    const harness = await openHarness();
    const published: Report[] = [];
    harness.brokerage.listen('A', {
      onReport: (report) => published.push(report),
      onPosition: () => undefined,
      onBalance: () => undefined,
    });
    harness.journal.breakDown();
    harness.journal.keepsWhatFails();
    expect(await harness.send(limit(99))).toMatchObject([OFFLINE]);
    expect(published).toEqual([]);
    await recover(harness);
    expect(published.map(({ reportType }) => reportType)).toEqual(['OrderAccepted', 'OrderConfirmed']);
    expect(harness.order(published[0]?.orderId ?? '').status).toBe('Confirmed');
  });

  it('takes no orders when acknowledged records are missing, and logs that once', async () => {
    const { logged, logger } = lines();
    const harness = await openHarness({ logger });
    await harness.send(limit(99));
    harness.journal.breakDown();
    await harness.send();
    harness.journal.records.pop();
    harness.journal.repair();
    for (let count = 0; count < 3; count += 1) await nextTest();
    expect(harness.brokerage.isReady()).toBe(false);
    expect(logged.filter((line) => line.includes('still takes no records'))).toHaveLength(1);
  });

  it('is offline again when the next record fails too', async () => {
    const harness = await openHarness();
    harness.journal.breakDown();
    await harness.send();
    await recover(harness);
    harness.journal.breakDown();
    expect(await harness.send()).toMatchObject([OFFLINE]);
    await recover(harness);
    expect(idOf(await harness.send())).not.toBe('');
  });

  it('stays stopped when it was stopped meanwhile', async () => {
    const harness = await openHarness();
    harness.journal.breakDown();
    await harness.send();
    await harness.brokerage.stop();
    harness.journal.repair();
    await nextTest();
    expect(harness.brokerage.isReady()).toBe(false);
  });
});
