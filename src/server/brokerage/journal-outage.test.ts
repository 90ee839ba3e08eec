import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Report } from './brokerage.ts';
import { dollars, idOf, openDesk, type Desk } from './testing/desk.ts';

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

async function recover(desk: Desk): Promise<void> {
  desk.journal.repair();
  await nextTest();
  expect(desk.brokerage.isReady()).toBe(true);
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
    const desk = await openDesk({ logger });
    const resting = idOf(await desk.send(limit(99)));
    desk.journal.breakDown();
    expect(await desk.send()).toMatchObject([{ reportType: 'GatewayRejected', ...OFFLINE }]);
    const before = desk.view();
    expect(await desk.send()).toMatchObject([OFFLINE]);
    expect(await desk.replace(resting, { quantity: 50 })).toMatchObject([OFFLINE]);
    expect(await desk.cancel(resting)).toMatchObject([{ reportType: 'OrderCancelRejected', ...OFFLINE }]);
    expect(
      await desk.brokerage.setAccountOptions({ account: 'A', userId: 'u', isHalted: true }),
    ).toBeUndefined();
    await nextTest();
    expect(desk.brokerage.isReady()).toBe(false);
    expect(desk.view()).toEqual(before);
    await recover(desk);
    expect(logged.at(-1)).toMatch(/takes records again after \d+ s; 4 requests were refused meanwhile/);
    expect(desk.view()).toEqual(before);
    expect(await desk.cancel(resting)).toMatchObject([
      { reportType: 'OrderCancelPending' },
      { reportType: 'OrderCanceled' },
    ]);
    expect(idOf(await desk.send())).not.toBe('');
  });

  it('leaves no trace of orders that were refused: a restart from the journal shows the same books', async () => {
    const desk = await openDesk();
    await desk.send(limit(99));
    await desk.send({ quantity: 50 });
    desk.journal.breakDown();
    const refused = [desk.send(), desk.send(limit(100.02)), desk.send(limit(98))];
    for (const answer of refused) expect(await answer).toMatchObject([OFFLINE]);
    await recover(desk);
    await desk.send({ quantity: 60 });
    await desk.brokerage.stop();
    const again = await openDesk({ market: desk.market, journal: desk.journal });
    expect(again.view()).toEqual(desk.view());
    expect(again.view().orders).toHaveLength(3);
  });

  it('fills resting orders at the market it finds at its recovery, and not before', async () => {
    const desk = await openDesk();
    const resting = idOf(await desk.send(limit(99)));
    desk.journal.breakDown();
    await desk.send();
    desk.market.show('SPY', [{ exchange: 'ARCA', bid: [98, 300], ask: [98.5, 300] }]);
    await vi.advanceTimersByTimeAsync(10);
    expect(desk.order(resting).fill).toBe(0);
    await recover(desk);
    expect(desk.order(resting).status).toBe('Executed');
  });

  it('answers a request that was acknowledged before with its first reports', async () => {
    const desk = await openDesk();
    const first = await desk.send({ ...limit(99), clientId: 'once' });
    desk.journal.breakDown();
    await desk.send();
    expect(await desk.send({ ...limit(99), clientId: 'once' })).toEqual(first);
    expect(await desk.send({ ...limit(98), clientId: 'once' })).toMatchObject([{ errorCode: -2 }]);
  });

  it('does not take again what was taken of a quote that is still shown', async () => {
    const desk = await openDesk();
    await desk.send({ ...limit(100.02), quantity: 200 });
    desk.journal.breakDown();
    await desk.send();
    await recover(desk);
    expect(desk.order(idOf(await desk.send({ ...limit(100.02), quantity: 100 }))).fill).toBe(0);
  });
});

describe('an account that asked for cancels on disconnect', () => {
  const open = async (): Promise<{ desk: Desk; resting: string }> => {
    const desk = await openDesk();
    await desk.brokerage.setAccountOptions({ account: 'A', userId: 'u', cancelOnDisconnect: true });
    return { desk, resting: idOf(await desk.send(limit(99))) };
  };

  it('keeps its orders over an outage while its client stays connected', async () => {
    const { desk, resting } = await open();
    desk.journal.breakDown();
    await desk.send();
    await recover(desk);
    expect(desk.order(resting).status).toBe('Confirmed');
  });

  it.each(['as the journal fails', 'during the outage'])(
    'loses them at the recovery when its client leaves %s',
    async (when) => {
      const { desk, resting } = await open();
      desk.journal.breakDown();
      if (when === 'during the outage') await desk.send();
      await desk.brokerage.accountLeft('A');
      expect(desk.order(resting).status).toBe('Confirmed');
      await recover(desk);
      expect(desk.order(resting)).toMatchObject({ status: 'Cancelled', errorCode: -23 });
    },
  );
});

describe('at its recovery the brokerage', () => {
  it('adopts and reports records that are durable although their commit failed', async () => {
    const desk = await openDesk();
    const told: Report[] = [];
    desk.brokerage.listen('A', {
      onReport: (report) => told.push(report),
      onPosition: () => undefined,
      onBalance: () => undefined,
    });
    desk.journal.breakDown();
    desk.journal.keepsWhatFails();
    expect(await desk.send(limit(99))).toMatchObject([OFFLINE]);
    expect(told).toEqual([]);
    await recover(desk);
    expect(told.map(({ reportType }) => reportType)).toEqual(['OrderAccepted', 'OrderConfirmed']);
    expect(desk.order(told[0]?.orderId ?? '').status).toBe('Confirmed');
  });

  it('takes no orders when acknowledged records are missing, and logs that once', async () => {
    const { logged, logger } = lines();
    const desk = await openDesk({ logger });
    await desk.send(limit(99));
    desk.journal.breakDown();
    await desk.send();
    desk.journal.records.pop();
    desk.journal.repair();
    for (let count = 0; count < 3; count += 1) await nextTest();
    expect(desk.brokerage.isReady()).toBe(false);
    expect(logged.filter((line) => line.includes('still takes no records'))).toHaveLength(1);
  });

  it('is offline again when the next record fails too', async () => {
    const desk = await openDesk();
    desk.journal.breakDown();
    await desk.send();
    await recover(desk);
    desk.journal.breakDown();
    expect(await desk.send()).toMatchObject([OFFLINE]);
    await recover(desk);
    expect(idOf(await desk.send())).not.toBe('');
  });

  it('stays stopped when it was stopped meanwhile', async () => {
    const desk = await openDesk();
    desk.journal.breakDown();
    await desk.send();
    await desk.brokerage.stop();
    desk.journal.repair();
    await nextTest();
    expect(desk.brokerage.isReady()).toBe(false);
  });
});
