import { describe, expect, it } from 'vitest';
import { SCRIPTED_SESSION } from './testing/scripted-market.ts';
import { dollars, fillsOf, idOf, openHarness, settle, typesOf } from './testing/harness.ts';

const NEXT_SESSION = {
  date: '2026-03-03',
  openMs: Date.UTC(2026, 2, 3, 14, 30),
  closeMs: Date.UTC(2026, 2, 3, 21, 0),
};
const sell = { side: 'Sell', source: 'Close' } as const;

describe('stops', () => {
  it('a stop is triggered by the last trade, confirmed again, and fills at the market', async () => {
    const harness = await openHarness();
    const reports = await harness.send({ type: 'Stop', stopPriceE4: dollars(101) });
    expect(typesOf(reports)).toEqual(['OrderAccepted', 'OrderConfirmed']);
    expect(reports[0]).toMatchObject({ stopPriceE4: dollars(101) });
    harness.market.print('SPY', 100.99, 100);
    await settle();
    expect(harness.order(idOf(reports)).status).toBe('Confirmed');
    harness.market.print('SPY', 101, 100);
    await settle();
    expect(harness.story(idOf(reports))).toEqual([
      'OrderAccepted',
      'OrderConfirmed',
      'OrderStopped',
      'OrderConfirmed',
      'OrderExecuted',
    ]);
    expect(harness.order(idOf(reports))).toMatchObject({
      status: 'Executed',
      averagePriceE4: dollars(100.02),
    });
  });
  it('a stop limit keeps its limit after it was triggered, and rests as an open order', async () => {
    const harness = await openHarness();
    await harness.send();
    const id = idOf(
      await harness.send({ ...sell, type: 'StopLimit', stopPriceE4: dollars(99), priceE4: dollars(100.5) }),
    );
    harness.market.print('SPY', 98.9, 100);
    await settle();
    expect(harness.order(id)).toMatchObject({ status: 'Confirmed', fill: 0 });
    harness.market.print('SPY', 100.51, 60);
    await settle();
    expect(harness.order(id)).toMatchObject({
      status: 'PartiallyExecuted',
      fill: 60,
      averagePriceE4: dollars(100.5),
      executedLiquidity: 'A',
    });
  });
  it.each([
    ['value', { offsetType: 'Value', offsetE4: dollars(1) }, 99.01, 104],
    ['per cent', { offsetType: 'Percent', offsetE4: 2 * 10_000 }, 98, 102.9],
  ] as const)(
    'a trailing stop by %s follows the market, reports its price, and continues from it after a restart',
    async (_title, offset, startsAt, trailsTo) => {
      const harness = await openHarness();
      await harness.send();
      const id = idOf(
        await harness.send({ ...sell, type: 'Stop', stopType: 'Trailing', tif: 'GoodTillCancel', ...offset }),
      );
      expect(harness.order(id).workingStopE4).toBe(dollars(startsAt));
      harness.market.print('SPY', 105, 100);
      harness.market.print('SPY', 104.5, 100);
      await settle();
      expect(harness.order(id)).toMatchObject({ workingStopE4: dollars(trailsTo), status: 'Confirmed' });
      expect(harness.view().reports.at(-1)).toMatchObject({
        reportType: 'OrderConfirmed',
        stopPriceE4: dollars(trailsTo),
      });
      await harness.brokerage.stop();
      const again = await openHarness({ market: harness.market, journal: harness.journal });
      again.market.print('SPY', trailsTo + 0.01, 100);
      await settle();
      expect(again.order(id).status).toBe('Confirmed');
      again.market.print('SPY', trailsTo, 100);
      await settle();
      expect(again.story(id).slice(-3)).toEqual(['OrderStopped', 'OrderConfirmed', 'OrderExecuted']);
    },
  );
  it('triggers at once on arrival when the last trade has reached it', async () => {
    const harness = await openHarness();
    expect(typesOf(await harness.send({ type: 'Stop', stopPriceE4: dollars(99) }))).toEqual([
      'OrderAccepted',
      'OrderConfirmed',
      'OrderStopped',
      'OrderConfirmed',
      'OrderExecuted',
    ]);
  });
});

describe('times in force', () => {
  it('fill or kill takes all or nothing', async () => {
    const harness = await openHarness();
    const killed = await harness.send({
      type: 'Limit',
      tif: 'FillOrKill',
      priceE4: dollars(100.05),
      quantity: 601,
    });
    expect(typesOf(killed)).toEqual(['OrderAccepted', 'OrderConfirmed', 'OrderCanceled']);
    expect(killed.at(-1)).toMatchObject({ errorCode: -17 });
    expect(
      fillsOf(
        await harness.send({ type: 'Limit', tif: 'FillOrKill', priceE4: dollars(100.05), quantity: 600 }),
      ),
    ).toEqual([
      [200, 100.02, 'R'],
      [400, 100.05, 'R'],
    ]);
  });
  it('good till date ends at its moment, whatever else happens then', async () => {
    const harness = await openHarness();
    const goodTillMs = harness.market.nowMs + 60_000;
    const id = idOf(
      await harness.send({ type: 'Limit', tif: 'GoodTillDate', goodTillMs, priceE4: dollars(99) }),
    );
    harness.market.nowMs = goodTillMs;
    harness.market.print('SPY', 98, 100);
    await settle();
    expect(harness.order(id)).toMatchObject({ status: 'Expired', fill: 0, completedMs: goodTillMs });
  });
  it('only crossing orders trade before the opening and after the close, and they end with the day', async () => {
    const harness = await openHarness();
    harness.market.turn('pre');
    const crossing = idOf(
      await harness.send({ type: 'Limit', tif: 'GoodTillCrossing', priceE4: dollars(99) }),
    );
    const waiting = idOf(
      await harness.send({ type: 'Limit', tif: 'GoodTillCancel', priceE4: dollars(99.5) }),
    );
    harness.market.print('SPY', 98.9, 40);
    await settle();
    expect([harness.order(crossing).fill, harness.order(waiting).fill]).toEqual([40, 0]);
    harness.market.turn('open');
    harness.market.turn('post');
    await settle();
    expect(harness.order(crossing).status).toBe('PartiallyExecuted');
    harness.market.turn('closed');
    await settle();
    expect([harness.order(crossing).status, harness.order(waiting).status]).toEqual(['Expired', 'Confirmed']);
  });
  it('a day order ends at the close, and one that comes after it is refused', async () => {
    const harness = await openHarness();
    const id = idOf(await harness.send({ type: 'Limit', priceE4: dollars(99) }));
    harness.market.nowMs = SCRIPTED_SESSION.closeMs;
    harness.market.turn('post');
    await settle();
    expect(harness.order(id).status).toBe('Expired');
    expect((await harness.send())[0]).toMatchObject({ reportType: 'OrderRejected', errorCode: -22 });
  });
});

describe('auctions', () => {
  it('an opening order trades at the official opening print, within its share of it, and the rest is cancelled by the market', async () => {
    const harness = await openHarness();
    harness.market.turn('pre');
    const id = idOf(await harness.send({ tif: 'AtOpening', quantity: 150 }));
    harness.market.turn('open');
    harness.market.auction('opening', 'SPY', 100.3, 1000);
    await settle();
    expect(harness.order(id)).toMatchObject({
      status: 'Cancelled',
      fill: 100,
      averagePriceE4: dollars(100.3),
      description: 'Cancelled by market',
    });
  });
  it('an opening order that comes after the opening is for the next session, over a restart too; a restart after that opening ends it', async () => {
    const harness = await openHarness();
    const ids = [
      idOf(await harness.send({ tif: 'AtOpening', quantity: 50 })),
      idOf(
        await harness.send({
          symbol: 'AAPL',
          type: 'Limit',
          tif: 'AtOpening',
          priceE4: dollars(101),
          quantity: 50,
        }),
      ),
    ];
    await harness.brokerage.stop();
    const again = await openHarness({ market: harness.market, journal: harness.journal });
    // This session's opening print of a symbol that opens late is not for it.
    again.market.auction('opening', 'SPY', 100.3, 1000);
    await settle();
    expect(ids.map((id) => again.order(id).status)).toEqual(['Confirmed', 'Confirmed']);
    again.market.nowMs = SCRIPTED_SESSION.closeMs;
    again.market.turn('post');
    again.market.turn('closed');
    again.market.beginSession(NEXT_SESSION);
    again.market.turn('open');
    again.market.auction('opening', 'SPY', 100.4, 1000);
    await settle();
    expect(again.order(ids[0] ?? '')).toMatchObject({ status: 'Executed', averagePriceE4: dollars(100.4) });
    await again.brokerage.stop();
    const late = await openHarness({ market: harness.market, journal: harness.journal });
    expect(late.order(ids[1] ?? '')).toMatchObject({
      status: 'Cancelled',
      fill: 0,
      description: 'Cancelled by market',
    });
  });
  it('closing orders wait for the closing print beyond the close; a limit that it does not reach is cancelled', async () => {
    const harness = await openHarness();
    const atAnyPrice = idOf(await harness.send({ type: 'MarketOnClose', quantity: 40 }));
    const limited = idOf(await harness.send({ type: 'LimitOnClose', quantity: 40, priceE4: dollars(99) }));
    harness.market.nowMs = SCRIPTED_SESSION.closeMs;
    harness.market.turn('post');
    harness.market.auction('closing', 'SPY', 100.4, 10_000);
    await settle();
    expect(harness.order(atAnyPrice)).toMatchObject({ status: 'Executed', averagePriceE4: dollars(100.4) });
    expect(harness.order(limited)).toMatchObject({
      status: 'Cancelled',
      fill: 0,
      description: 'Cancelled by market',
    });
  });
  it('closing orders are not taken any more from ten minutes before the close', async () => {
    const harness = await openHarness();
    harness.market.nowMs = SCRIPTED_SESSION.closeMs - 600_000;
    expect((await harness.send({ type: 'MarketOnClose' }))[0]).toMatchObject({ errorCode: -15 });
  });
});

describe('pegs', () => {
  it('without a price of their own buy at no more than what they hold, however far the market walks', async () => {
    const harness = await openHarness({ cash: 10_000 });
    const id = idOf(await harness.send({ type: 'Pegged', tif: 'GoodTillCancel', quantity: 180 }));
    const walk = (from: number, to: number) => {
      for (let price = from; price !== to; price += Math.sign(to - from))
        harness.market.show('SPY', [{ exchange: 'ARCA', bid: [price, 300], ask: [price + 0.02, 200] }]);
    };
    walk(101, 200);
    harness.market.print('SPY', 199, 100_000);
    await settle();
    expect(harness.order(id).fill).toBe(0);
    // The bound, 105 per cent of the offer that it was counted at, outlasts a replace and a restart; then the market comes back.
    await harness.replace(id, { quantity: 50 });
    await harness.brokerage.stop();
    const again = await openHarness({ market: harness.market, journal: harness.journal, cash: 10_000 });
    again.market.show('SPY', [{ exchange: 'ARCA', bid: [104, 300], ask: [104.02, 200] }]);
    again.market.print('SPY', 103.99, 100_000);
    await settle();
    expect(again.order(id)).toMatchObject({ status: 'Executed', fill: 50 });
    expect(again.view().balance.cashE4).toBeGreaterThan(0);
  });
  it('follow their side of the quote and fill when the market comes to them', async () => {
    const harness = await openHarness();
    const id = idOf(
      await harness.send({
        type: 'Pegged',
        pegType: 'Primary',
        offsetType: 'Value',
        offsetE4: dollars(0.01),
      }),
    );
    harness.market.show('SPY', [{ exchange: 'ARCA', bid: [100.1, 300], ask: [100.12, 200] }]);
    harness.market.print('SPY', 100.08, 60);
    await settle();
    expect(harness.order(id)).toMatchObject({
      status: 'PartiallyExecuted',
      fill: 60,
      averagePriceE4: dollars(100.09),
      executedLiquidity: 'A',
    });
  });
});

describe('resting orders', () => {
  it.each([
    ['touch', 100],
    ['queue', 50],
    ['trade-through', 0],
  ] as const)(
    'in mode %s get %i of a print of 350 at their price behind 300 shown',
    async (queueMode, filled) => {
      const harness = await openHarness({ matching: { queueMode, auctionPercent: 10 } });
      const id = idOf(await harness.send({ type: 'Limit', priceE4: dollars(100) }));
      harness.market.print('SPY', 100, 350);
      await settle();
      expect(harness.order(id).fill).toBe(filled);
    },
  );
  it('an order with a minimum quantity waits until one evaluation offers as much', async () => {
    const harness = await openHarness();
    const id = idOf(
      await harness.send({ type: 'Limit', priceE4: dollars(100.02), quantity: 300, minQuantity: 250 }),
    );
    expect(harness.order(id).fill).toBe(0);
    harness.market.show('SPY', [{ exchange: 'ARCA', bid: [100, 300], ask: [100.02, 260] }]);
    await settle();
    expect(harness.order(id).fill).toBe(260);
  });
});

describe('halts', () => {
  it('refuse new orders and stop matching until they end', async () => {
    const harness = await openHarness();
    const id = idOf(await harness.send({ type: 'Limit', priceE4: dollars(99.5) }));
    harness.market.halt('SPY');
    expect((await harness.send())[0]).toMatchObject({
      errorCode: -49,
      message: 'This symbol trading is restricted',
    });
    harness.market.print('SPY', 99, 500);
    await settle();
    expect(harness.order(id).fill).toBe(0);
    harness.market.halt('SPY', false);
    harness.market.print('SPY', 99, 500);
    await settle();
    expect(harness.order(id).status).toBe('Executed');
  });
  it('are known after a restart', async () => {
    const harness = await openHarness();
    const id = idOf(await harness.send({ type: 'Limit', tif: 'GoodTillCancel', priceE4: dollars(99.5) }));
    await harness.brokerage.stop();
    harness.market.halt('SPY');
    const again = await openHarness({ market: harness.market, journal: harness.journal });
    again.market.print('SPY', 99, 500);
    await settle();
    expect(again.order(id).fill).toBe(0);
  });
});
