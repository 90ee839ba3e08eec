import { describe, expect, it } from 'vitest';
import type { GuardLimits } from '../../domain/risk/guards.ts';
import { OrderError } from '../../domain/orders/errors.ts';
import type { GuardsView } from './brokerage.ts';
import type { AdministratorGuards } from './risk-facts.ts';
import { heldShares } from './testing/groups.ts';
import { openHarness, settle, type Harness, type HarnessParts } from './testing/harness.ts';
import { SCRIPTED_SESSION } from './testing/scripted-market.ts';
import { DOLLAR } from './testing/started-brokerage.ts';

const limits = (dailyLoss: number | null, drawdown: number | null = null): GuardLimits => ({
  dailyLossE4: dailyLoss === null ? null : dailyLoss * DOLLAR,
  drawdownE4: drawdown === null ? null : drawdown * DOLLAR,
});
const setLimits = ({ brokerage }: Harness, guards: GuardLimits) =>
  brokerage.setGuards({ account: 'A', userId: 'u', limits: guards });
const guardsOf = ({ brokerage }: Harness): GuardsView => brokerage.guards('A');
const lockOf = (harness: Harness): unknown => {
  const { lock } = guardsOf(harness);
  return lock && [lock.guard, lock.by, Math.round(lock.figureE4 / DOLLAR), lock.limitE4 / DOLLAR];
};

/** Prints SPY at a price with a quote of a cent around it, so that a closing order trades there. */
async function move({ market }: Harness, price: number): Promise<void> {
  market.show('SPY', [{ exchange: 'ARCA', bid: [price - 0.01, 5_000], ask: [price + 0.01, 5_000] }]);
  market.print('SPY', price, 100);
  await settle();
}

/** An account that holds 100 SPY bought near 100. */
async function openHolding(parts: HarnessParts = {}): Promise<Harness> {
  const harness = await openHarness(parts);
  await move(harness, 100);
  await harness.send({ quantity: 100 });
  return harness;
}

/** What administrators have set of account A, to be changed by a test. */
function administrator() {
  let guards: AdministratorGuards = { limits: limits(null), release: '' };
  let notify = (): void => undefined;
  return {
    facts: (defaults: Parameters<NonNullable<HarnessParts['facts']>>[0]) => ({
      ...defaults,
      guardsOf: (account: string) => (account === 'A' ? guards : defaults.guardsOf(account)),
      onGuardsChanged(listener: () => void) {
        notify = listener;
        return () => undefined;
      },
    }),
    set(change: Partial<AdministratorGuards>) {
      guards = { ...guards, ...change };
      notify();
    },
  };
}

/** An order far from the market. */
const rest = (harness: Harness) => harness.send({ type: 'Limit', priceE4: 50 * DOLLAR, quantity: 10 });
const openOrders = (harness: Harness): number =>
  harness.view().orders.filter(({ completedMs }) => completedMs === null).length;

describe('the daily-loss guard of the holder', () => {
  it('flattens the account, cancels its orders and refuses opening orders once the loss reaches the limit', async () => {
    const harness = await openHolding();
    await rest(harness);
    await setLimits(harness, limits(500));
    await move(harness, 95.1);
    expect([lockOf(harness), heldShares(harness.brokerage)]).toEqual([null, 100]);
    await move(harness, 95);
    expect(lockOf(harness)).toEqual(['DailyLoss', 'Holder', 501, 500]);
    expect([heldShares(harness.brokerage), openOrders(harness)]).toEqual([0, 0]);
    const [refused] = await harness.send({ quantity: 1 });
    expect(refused).toMatchObject({
      errorCode: OrderError.ClosingOnly,
      detail: 'A guard has locked the account until the next trading day.',
    });
  });

  it('counts what was realised, fees included', async () => {
    const harness = await openHolding();
    await setLimits(harness, limits(500));
    await move(harness, 97);
    await harness.send({ side: 'Sell', source: 'Close', quantity: 50 });
    expect(heldShares(harness.brokerage)).toBe(50);
    await move(harness, 93.1);
    expect(lockOf(harness)).toBeNull();
    await move(harness, 93);
    expect(lockOf(harness)).toMatchObject(['DailyLoss', 'Holder', expect.any(Number), 500]);
    expect(guardsOf(harness).lock?.figureE4).toBeGreaterThan(500 * DOLLAR);
  });

  it('leaves other accounts alone', async () => {
    const harness = await openHolding();
    await harness.send({ account: 'B', quantity: 100 });
    await setLimits(harness, limits(500));
    await move(harness, 90);
    expect(harness.brokerage.accountView('B', 0).positions[0]?.longQuantity).toBe(100);
    expect(harness.brokerage.guards('B').lock).toBeNull();
  });

  it('is stricter at once and looser only from the next session on', async () => {
    const harness = await openHolding();
    await setLimits(harness, limits(500));
    await setLimits(harness, limits(300));
    expect(guardsOf(harness)).toMatchObject({ limits: limits(300), next: null });
    await setLimits(harness, limits(1_000, 200));
    expect(guardsOf(harness)).toMatchObject({ limits: limits(300, 200), next: limits(1_000, 200) });
    await setLimits(harness, limits(null, 200));
    expect(guardsOf(harness)).toMatchObject({ limits: limits(300, 200), next: limits(null, 200) });
    nextSession(harness);
    await move(harness, 100);
    await harness.send({ quantity: 1 });
    expect(guardsOf(harness)).toMatchObject({ limits: limits(null, 200), next: null });
  });

  it('refuses a limit that the loss has reached already', async () => {
    const harness = await openHolding();
    await move(harness, 96);
    expect(await setLimits(harness, limits(300))).toMatchObject({
      refusal: { guard: 'DailyLoss', limitE4: 300 * DOLLAR },
    });
    expect(heldShares(harness.brokerage)).toBe(100);
  });

  it('ends its lock with the session', async () => {
    const harness = await openHolding();
    await setLimits(harness, limits(500));
    await move(harness, 95);
    nextSession(harness);
    await move(harness, 95);
    expect((await harness.send({ quantity: 1 }))[0]?.reportType).toBe('OrderAccepted');
    expect(lockOf(harness)).toBeNull();
  });
});

describe('the drawdown guard', () => {
  it('counts from the highest P&L of the day', async () => {
    const harness = await openHolding();
    await setLimits(harness, limits(null, 300));
    await move(harness, 105);
    await move(harness, 102.1);
    expect(lockOf(harness)).toBeNull();
    await move(harness, 102);
    expect(lockOf(harness)).toEqual(['Drawdown', 'Holder', 300, 300]);
    expect(heldShares(harness.brokerage)).toBe(0);
  });

  it('counts from the recorded high after a restart', async () => {
    const harness = await openHolding();
    await setLimits(harness, limits(null, 300));
    await move(harness, 105);
    await harness.brokerage.stop();
    await move(harness, 103);
    const again = await openHarness({ market: harness.market, journal: harness.journal });
    expect(guardsOf(again).highE4 / DOLLAR).toBeCloseTo(499, 0);
    expect(lockOf(again)).toBeNull();
    await move(again, 102);
    expect(lockOf(again)).toEqual(['Drawdown', 'Holder', 300, 300]);
  });
});

describe('a guard of administrators', () => {
  it('counts where it is stricter than that of the holder', async () => {
    const admin = administrator();
    const harness = await openHolding({ facts: admin.facts });
    await setLimits(harness, limits(500));
    admin.set({ limits: limits(200) });
    await move(harness, 97.9);
    expect(lockOf(harness)).toEqual(['DailyLoss', 'Administrator', 211, 200]);
  });

  it('is in force for an account that trades for the first time after it was set', async () => {
    const admin = administrator();
    const harness = await openHarness({ facts: admin.facts });
    await move(harness, 100);
    admin.set({ limits: limits(200) });
    await harness.send({ quantity: 100 });
    await move(harness, 97);
    expect(heldShares(harness.brokerage)).toBe(0);
  });

  it('unlocks an account once for each instruction, and counts from there', async () => {
    const admin = administrator();
    const harness = await openHolding({ facts: admin.facts });
    await setLimits(harness, limits(500));
    await move(harness, 95);
    admin.set({ release: 'first' });
    await settle();
    expect(lockOf(harness)).toBeNull();
    await harness.send({ quantity: 100 });
    await move(harness, 91);
    expect(lockOf(harness)).toBeNull();
    await move(harness, 89.9);
    expect(lockOf(harness)).toMatchObject(['DailyLoss', 'Holder', expect.any(Number), 500]);
    admin.set({});
    await settle();
    expect(lockOf(harness)).not.toBeNull();
  });
});

describe('a locked account', () => {
  it('is locked after a restart, and closes what a crash between lock and flatten left open', async () => {
    const harness = await openHolding();
    await rest(harness);
    await setLimits(harness, limits(500));
    await move(harness, 95);
    await harness.brokerage.stop();
    const { records } = harness.journal;
    const tripped = records.findIndex(({ payload }) => payload.includes('"guardTripped"'));
    records.length = tripped + 1;
    const again = await openHarness({ market: harness.market, journal: harness.journal });
    expect(lockOf(again)).toEqual(['DailyLoss', 'Holder', 501, 500]);
    again.market.turn('open');
    await settle();
    expect([heldShares(again.brokerage), openOrders(again)]).toEqual([0, 0]);
  });

  it('closes a position again that could not be closed while the symbol was halted', async () => {
    const harness = await openHolding();
    await setLimits(harness, limits(500));
    harness.market.halt('SPY');
    await move(harness, 95);
    expect([lockOf(harness), heldShares(harness.brokerage)]).toMatchObject([
      ['DailyLoss', 'Holder', 501, 500],
      100,
    ]);
    harness.market.halt('SPY', false);
    harness.market.nowMs += 61_000;
    harness.market.turn('open');
    await settle();
    await move(harness, 95);
    expect(heldShares(harness.brokerage)).toBe(0);
  });

  it('is locked at once before the opening, and closes its position when the market opens', async () => {
    const harness = await openHolding();
    await setLimits(harness, limits(500));
    harness.market.turn('pre');
    await move(harness, 95);
    expect([lockOf(harness), heldShares(harness.brokerage)]).toEqual([
      ['DailyLoss', 'Holder', 501, 500],
      100,
    ]);
    harness.market.nowMs += 61_000;
    harness.market.turn('open');
    await move(harness, 95);
    expect(heldShares(harness.brokerage)).toBe(0);
  });

  it('still takes orders that reduce a position', async () => {
    const harness = await openHolding();
    await setLimits(harness, limits(500));
    harness.market.halt('SPY');
    await move(harness, 95);
    harness.market.halt('SPY', false);
    expect((await harness.send({ side: 'Sell', source: 'Close', quantity: 40 }))[0]).toMatchObject({
      reportType: 'OrderAccepted',
    });
  });
});

describe('the flatten at a time of the day', () => {
  const MINUTE = 60_000;
  const setTime = ({ brokerage }: Harness, minute: number | null, isTodayOnly = false) =>
    brokerage.setGuards({
      account: 'A',
      userId: 'u',
      flattenAt: minute === null ? null : { minute, isTodayOnly },
    });
  /** Moves the clock to so many minutes before the close, and lets the server notice. */
  async function goTo({ market }: Harness, minutesToClose: number): Promise<void> {
    market.nowMs = market.session.closeMs - minutesToClose * MINUTE;
    market.turn('open');
    await settle();
  }

  it('closes the account at that time, once a session, and again in the next one', async () => {
    const harness = await openHolding();
    await rest(harness);
    await setTime(harness, 15 * 60 + 55);
    await goTo(harness, 6);
    expect(heldShares(harness.brokerage)).toBe(100);
    await goTo(harness, 5);
    expect([heldShares(harness.brokerage), openOrders(harness)]).toEqual([0, 0]);
    await harness.send({ quantity: 10 });
    await goTo(harness, 4);
    expect(heldShares(harness.brokerage)).toBe(10);
    nextSession(harness);
    await move(harness, 100);
    await goTo(harness, 5);
    expect(heldShares(harness.brokerage)).toBe(0);
    expect(guardsOf(harness).flattenAt).toMatchObject({ minute: 955, date: null });
  });

  it('is for today only when the holder wants so, and is forgotten then', async () => {
    const harness = await openHolding();
    await setTime(harness, 955, true);
    nextSession(harness);
    await move(harness, 100);
    await harness.send({ quantity: 1 });
    await goTo(harness, 1);
    expect([heldShares(harness.brokerage), guardsOf(harness).flattenAt]).toEqual([101, null]);
  });

  it('comes five minutes before the close of a half day', async () => {
    const harness = await openHolding();
    await setTime(harness, 955);
    nextSession(harness, 3 * 60 * MINUTE);
    await move(harness, 100);
    await goTo(harness, 6);
    expect(heldShares(harness.brokerage)).toBe(100);
    await goTo(harness, 5);
    expect(heldShares(harness.brokerage)).toBe(0);
  });

  it('is not made up for when the time had passed as it was set, and is refused for today only', async () => {
    const harness = await openHolding();
    await goTo(harness, 3);
    expect(await setTime(harness, 955, true)).toEqual({ refusal: 'too-late' });
    await setTime(harness, 955);
    await goTo(harness, 2);
    expect(heldShares(harness.brokerage)).toBe(100);
  });

  it('comes when the server is back after the time, as long as the market is open', async () => {
    const harness = await openHolding();
    await setTime(harness, 955);
    await harness.brokerage.stop();
    harness.market.nowMs = harness.market.session.closeMs - 2 * MINUTE;
    const again = await openHarness({ market: harness.market, journal: harness.journal });
    await goTo(again, 2);
    expect(heldShares(again.brokerage)).toBe(0);
  });

  it('stays off once it was switched off', async () => {
    const harness = await openHolding();
    await setTime(harness, 955);
    await setTime(harness, null);
    await goTo(harness, 1);
    expect(heldShares(harness.brokerage)).toBe(100);
  });
});

it('watches only symbols that guarded accounts hold', async () => {
  const harness = await openHolding();
  await harness.send({ account: 'B', quantity: 100 });
  const before = harness.market.watcherCount('SPY');
  await setLimits(harness, limits(500));
  expect(harness.market.watcherCount('SPY')).toBe(before + 1);
  await harness.send({ side: 'Sell', source: 'Close', quantity: 100 });
  expect(harness.market.watcherCount('SPY')).toBe(before);
});

/** Moves the market to the next session, which may close earlier. */
function nextSession({ market }: Harness, isShorterByMs = 0): void {
  const dayMs = 86_400_000;
  market.beginSession({
    date: '2026-03-03',
    openMs: SCRIPTED_SESSION.openMs + dayMs,
    closeMs: SCRIPTED_SESSION.closeMs + dayMs - isShorterByMs,
  });
}
