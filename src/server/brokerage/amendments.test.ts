import { fc, test as propertyTest } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { feesOf, totalFeesE4 } from '../../domain/portfolio/index.ts';
import { OptionPermission } from '../../domain/risk/index.ts';
import type { AccountAnswer } from './risk-facts.ts';
import { dollars, idOf, openDesk, OPTION, quotedMarket, settle, typesOf, type Desk } from './testing/desk.ts';
import { MemoryJournal } from './testing/memory-journal.ts';

const executionOf = (desk: Desk, orderId: string, at = 0): string =>
  desk.view().reports.filter((report) => report.orderId === orderId && report.reportType === 'OrderExecuted')[
    at
  ]?.executionId ?? 'none';
const bust = (desk: Desk, executionId: string, instruction = 'i1') =>
  desk.brokerage.amend({ executionId, instruction, correction: undefined });
const correct = (desk: Desk, executionId: string, quantity: number, price: number, instruction = 'i1') =>
  desk.brokerage.amend({ executionId, instruction, correction: { quantity, priceE4: dollars(price) } });
const held = (desk: Desk, symbol = 'SPY') =>
  desk.view().positions.find((position) => position.symbol === symbol);
const feesE4 = (side: 'Buy' | 'Sell', quantity: number, price: number) =>
  totalFeesE4(feesOf(side, quantity, dollars(price), 'R'));
/** A restart tells the same. */
async function expectSameAfterRestart(desk: Desk): Promise<Desk> {
  await desk.brokerage.stop();
  const again = await openDesk({ market: desk.market, journal: desk.journal });
  expect(again.view()).toEqual(desk.view());
  return again;
}

describe('an execution that is taken back', () => {
  it('leaves cash, position and order as if it had not been, is reported under its own id, and stays so over a restart', async () => {
    const desk = await openDesk();
    const before = desk.view().balance;
    const id = idOf(await desk.send());
    expect(await bust(desk, executionOf(desk, id))).toBeUndefined();
    expect(desk.view().balance).toEqual(before);
    expect(held(desk)).toMatchObject({
      longQuantity: 0,
      fifoCostE4: 0,
      mtmCostE4: 0,
      closedPlE4: 0,
      todayPlE4: 0,
      tradedShares: 0,
    });
    expect(desk.order(id)).toMatchObject({ status: 'Busted', fill: 0 });
    expect(desk.story(id)).toEqual(['OrderAccepted', 'OrderConfirmed', 'OrderExecuted', 'OrderBusted']);
    expect(desk.view().reports.at(-1)).toMatchObject({
      executionId: executionOf(desk, id),
      lastFillQuantity: 100,
      lastFillPriceE4: dollars(100.02),
      leavesQuantity: 0,
      feesE4: -feesE4('Buy', 100, 100.02),
    });
    await expectSameAfterRestart(desk);
  });
  it('makes what was sold of it come first in, first out from the others', async () => {
    const desk = await openDesk();
    const first = idOf(await desk.send({ quantity: 100 }));
    desk.market.show('SPY', [{ exchange: 'ARCA', bid: [102, 300], ask: [102.02, 200] }]);
    await desk.send({ quantity: 100 });
    await desk.send({ side: 'Sell', source: 'Close', quantity: 100 });
    expect(held(desk)).toMatchObject({
      closedPlE4: 100 * dollars(102 - 100.02),
      fifoCostE4: 100 * dollars(102.02),
    });
    const cashE4 = desk.view().balance.cashE4;
    await bust(desk, executionOf(desk, first));
    expect(held(desk)).toMatchObject({ longQuantity: 0, closedPlE4: 100 * dollars(-0.02), fifoCostE4: 0 });
    expect(desk.view().balance.cashE4 - cashE4).toBe(100 * dollars(100.02) + feesE4('Buy', 100, 100.02));
    await expectSameAfterRestart(desk);
  });
  it('of yesterday keeps the marks of the sessions since', async () => {
    const desk = await openDesk();
    const id = idOf(await desk.send({ quantity: 100 }));
    await desk.send({ quantity: 50 });
    desk.market.print('SPY', 104, 100);
    desk.market.beginSession({
      date: '2026-03-03',
      openMs: Date.UTC(2026, 2, 3, 14, 30),
      closeMs: Date.UTC(2026, 2, 3, 21, 0),
    });
    desk.market.turn('open');
    await settle();
    expect(held(desk)).toMatchObject({ longQuantity: 150, mtmCostE4: 150 * dollars(104), todayPlE4: 0 });
    await bust(desk, executionOf(desk, id));
    expect(held(desk)).toMatchObject({
      longQuantity: 50,
      mtmCostE4: 50 * dollars(104),
      fifoCostE4: 50 * dollars(100.02),
      todayPlE4: 0,
    });
    await expectSameAfterRestart(desk);
  });
  it('ends what is left of its order, and what was to sell the shares that are gone', async () => {
    const desk = await openDesk();
    const id = idOf(await desk.send({ type: 'Limit', priceE4: dollars(100.02), quantity: 500 }));
    const sell = idOf(
      await desk.send({ side: 'Sell', source: 'Close', type: 'Limit', priceE4: dollars(120), quantity: 200 }),
    );
    expect(desk.order(id)).toMatchObject({ fill: 200, status: 'PartiallyExecuted' });
    await bust(desk, executionOf(desk, id));
    expect(desk.story(id).slice(-2)).toEqual(['OrderCanceled', 'OrderBusted']);
    expect(desk.order(id)).toMatchObject({ fill: 0, status: 'Busted' });
    expect(desk.order(sell)).toMatchObject({ status: 'Cancelled', description: 'Insufficient cover' });
    // The matcher has let go of it, too.
    desk.market.print('SPY', 99, 1_000);
    await settle();
    expect(held(desk)).toMatchObject({ longQuantity: 0 });
    await expectSameAfterRestart(desk);
  });
  it('of a short position makes the covers that rest hold their money', async () => {
    const desk = await openDesk();
    const short = idOf(await desk.send({ side: 'Short', quantity: 100 }));
    await desk.send({ side: 'Buy', source: 'Cover', type: 'Limit', priceE4: dollars(90), quantity: 100 });
    await bust(desk, executionOf(desk, short));
    expect(desk.view().balance.buyingPowerE4).toBe(2 * dollars(100_000) - 100 * dollars(90));
  });
  it('of shares that cover a written option takes the resting write out of the market', async () => {
    const desk = await openDesk();
    desk.market.show(OPTION, [{ exchange: 'CBOE', bid: [2.9, 5], ask: [3, 4] }]);
    const shares = idOf(await desk.send({ quantity: 100 }));
    const write = idOf(
      await desk.send({
        symbol: OPTION,
        side: 'Sell',
        source: 'Open',
        type: 'Limit',
        priceE4: dollars(4),
        quantity: 1,
      }),
    );
    await bust(desk, executionOf(desk, shares));
    expect(desk.order(write)).toMatchObject({ status: 'Cancelled', description: 'Insufficient cover' });
  });
  it('is taken back once, by whatever instruction, and leaves the other executions of its order', async () => {
    const desk = await openDesk();
    const id = idOf(await desk.send({ quantity: 300 }));
    const records = () => desk.journal.records.length;
    await bust(desk, executionOf(desk, id, 0));
    const after = records();
    expect(await bust(desk, executionOf(desk, id, 0))).toBeUndefined();
    expect(await bust(desk, executionOf(desk, id, 0), 'i2')).toMatch(/been busted already/);
    expect(await correct(desk, executionOf(desk, id, 0), 10, 99, 'i3')).toMatch(/been busted already/);
    expect(records()).toBe(after);
    expect(desk.order(id)).toMatchObject({ fill: 100, averagePriceE4: dollars(100.05) });
    expect(await bust(desk, executionOf(desk, id, 1), 'i4')).toBeUndefined();
    expect(desk.order(id)).toMatchObject({ fill: 0, status: 'Busted' });
    const again = await expectSameAfterRestart(desk);
    expect(
      await bust(again, executionOf(again, id, 1), 'i4'),
      'an instruction found again after a crash',
    ).toBeUndefined();
    expect(records()).toBe(after + 1);
  });
  it.each(['E0', 'E1', 'E999999', 'X12', '', 'E12abc', '12'])(
    'cannot be %s, which is none',
    async (executionId) => {
      const desk = await openDesk();
      const records = desk.journal.records.length;
      expect(await bust(desk, executionId)).toMatch(/There is no execution/);
      expect(desk.journal.records.length).toBe(records);
    },
  );
  it('cannot be one of contracts that were settled since', async () => {
    const all = Object.values(OptionPermission).reduce((mask, bit) => mask | bit, 0);
    const market = quotedMarket();
    market.show(OPTION, [{ exchange: 'CBOE', bid: [2.9, 5], ask: [3, 4] }]);
    const desk = await openDesk({
      market,
      facts: (defaults) => ({
        ...defaults,
        account: (account) => ({
          ...(defaults.account(account) as NonNullable<AccountAnswer>),
          optionMask: all,
        }),
      }),
    }); // the desk answers at once, and knows A and B
    const id = idOf(await desk.send({ symbol: OPTION, quantity: 2 }));
    market.beginSession({
      date: '2026-03-09',
      openMs: Date.UTC(2026, 2, 9, 13, 30),
      closeMs: Date.UTC(2026, 2, 9, 20, 0),
    });
    market.turn('open');
    await settle();
    expect(held(desk, OPTION)).toMatchObject({ longQuantity: 0 });
    expect(await bust(desk, executionOf(desk, id))).toMatch(/settled since/);
  });
});

describe('an execution that is corrected', () => {
  it('has another price: cost, cash and fees go by it, and the report tells the new figures', async () => {
    const desk = await openDesk();
    const id = idOf(await desk.send({ side: 'Short', quantity: 100 }));
    expect(await correct(desk, executionOf(desk, id), 100, 101)).toBeUndefined();
    expect(held(desk)).toMatchObject({ shortQuantity: 100, fifoCostE4: -100 * dollars(101) });
    const fees = totalFeesE4(feesOf('Short', 100, dollars(101), 'R'));
    expect(desk.view().balance.cashE4).toBe(dollars(100_000) + 100 * dollars(101) - fees);
    expect(desk.order(id)).toMatchObject({
      status: 'CorrectPrice',
      fill: 100,
      averagePriceE4: dollars(101),
      fees: feesOf('Short', 100, dollars(101), 'R'),
    });
    expect(desk.view().reports.at(-1)).toMatchObject({
      reportType: 'OrderCorrected',
      executionId: executionOf(desk, id),
      lastFillQuantity: 100,
      lastFillPriceE4: dollars(101),
    });
    expect(
      desk.view().reports.reduce((sum, report) => sum + report.feesE4, 0),
      'what all reports charge together',
    ).toBe(fees);
    await expectSameAfterRestart(desk);
  });
  it('and corrected again, and taken back in the end, comes out even', async () => {
    const desk = await openDesk();
    const before = desk.view().balance;
    const id = idOf(await desk.send());
    await correct(desk, executionOf(desk, id), 60, 99.5, 'i1');
    expect(held(desk)).toMatchObject({ longQuantity: 60, fifoCostE4: 60 * dollars(99.5) });
    await correct(desk, executionOf(desk, id), 100, 99, 'i2');
    expect(held(desk)).toMatchObject({ longQuantity: 100, fifoCostE4: 100 * dollars(99) });
    await bust(desk, executionOf(desk, id), 'i3');
    expect(desk.view().balance).toEqual(before);
    expect(desk.story(id).slice(-3)).toEqual(['OrderCorrected', 'OrderCorrected', 'OrderBusted']);
    await expectSameAfterRestart(desk);
  });
  it.each([
    [101, 100, /is for 100 in all/],
    [0, 100, /whole number/],
    [1.5, 100, /whole number/],
    [Number.NaN, 100, /whole number/],
    [100, 0, /price of an execution/],
    [100, -1, /price of an execution/],
    [100, Number.POSITIVE_INFINITY, /price of an execution/],
    [100, 100.02, /this quantity and price already/],
    [100, 1e8, /worth more/],
  ])('to %s at %s is refused, and nothing is journalled', async (quantity, price, why) => {
    const desk = await openDesk();
    const id = idOf(await desk.send());
    const [records, view] = [desk.journal.records.length, desk.view()];
    expect(await correct(desk, executionOf(desk, id), quantity, price)).toMatch(why);
    expect([desk.journal.records.length, desk.view()]).toEqual([records, view]);
  });
});

describe('an amendment is counted once', () => {
  it('of two administrators in the same moment the first: the second is told so, and money and shares are right', async () => {
    const desk = await openDesk();
    const before = desk.view().balance;
    const [one, other, third] = [
      idOf(await desk.send()),
      idOf(await desk.send()),
      idOf(await desk.send({ quantity: 50 })),
    ].map((id) => executionOf(desk, id));
    if (one === undefined || other === undefined || third === undefined)
      throw new Error('Three orders were filled.');
    expect(await Promise.all([bust(desk, one, 'a'), bust(desk, one, 'b'), bust(desk, one, 'a')])).toEqual([
      undefined,
      expect.stringMatching(/been busted already/),
      undefined,
    ]);
    expect(await Promise.all([bust(desk, other, 'c'), correct(desk, other, 40, 99, 'd')])).toEqual([
      undefined,
      expect.stringMatching(/been busted already/),
    ]);
    expect(
      await Promise.all([
        correct(desk, third, 40, 99, 'e'),
        bust(desk, third, 'f'),
        correct(desk, third, 30, 98, 'g'),
      ]),
    ).toEqual([undefined, undefined, expect.stringMatching(/been busted already/)]);
    expect(desk.view().balance).toEqual(before);
    expect(held(desk)).toMatchObject({ longQuantity: 0, fifoCostE4: 0, closedPlE4: 0, tradedShares: 0 });
    await expectSameAfterRestart(desk);
  });

  it('also over a restart: what was taken back stays so for every instruction, what was corrected is corrected from there', async () => {
    const desk = await openDesk();
    const before = desk.view().balance;
    const [busted, corrected] = [idOf(await desk.send()), idOf(await desk.send())];
    await bust(desk, executionOf(desk, busted), 'a');
    await correct(desk, executionOf(desk, corrected), 60, 99.5, 'b');
    const again = await expectSameAfterRestart(desk);
    const records = again.journal.records.length;
    expect(await bust(again, executionOf(again, busted), 'a')).toBeUndefined();
    expect(
      await correct(again, executionOf(again, corrected), 60, 99.5, 'b'),
      'the instruction come again',
    ).toBeUndefined();
    expect(await bust(again, executionOf(again, busted), 'c')).toMatch(/been busted already/);
    expect(await correct(again, executionOf(again, busted), 10, 99, 'd')).toMatch(/been busted already/);
    expect(again.journal.records.length).toBe(records);
    expect(await correct(again, executionOf(again, corrected), 80, 99, 'e')).toBeUndefined();
    expect(held(again)).toMatchObject({ longQuantity: 80, fifoCostE4: 80 * dollars(99) });
    expect(await bust(again, executionOf(again, corrected), 'f')).toBeUndefined();
    expect(again.view().balance).toEqual(before);
    await expectSameAfterRestart(again);
  });

  it('when the disk failed under it: nobody hears of it, and the instruction that comes again after the restart is the first', async () => {
    const desk = await openDesk();
    const before = desk.view();
    const id = idOf(await desk.send());
    const told: string[] = [];
    desk.brokerage.listen('A', {
      onReport: ({ reportType }) => told.push(reportType),
      onOrder: ({ status }) => told.push(status),
      onPosition: () => told.push('position'),
      onBalance: () => told.push('balance'),
    });
    const durable = [...desk.journal.records];
    desk.journal.breakDown();
    await expect(bust(desk, executionOf(desk, id), 'a')).rejects.toThrow('could not be amended');
    expect(told).toEqual([]);
    const again = await openDesk({ market: desk.market, journal: new MemoryJournal(durable) });
    expect(again.order(id)).toMatchObject({ status: 'Executed', fill: 100 });
    expect(await bust(again, executionOf(again, id), 'a')).toBeUndefined();
    expect(again.view().balance).toEqual(before.balance);
    expect(again.story(id).filter((type) => type === 'OrderBusted').length).toBe(1);
  });

  propertyTest.prop(
    [
      fc.array(
        fc.record({
          at: fc.nat({ max: 3 }),
          quantity: fc.integer({ min: 1, max: 100 }),
          priceE4: fc.integer({ min: 1, max: 2_000_000 }),
          isBust: fc.boolean(),
          isAgain: fc.boolean(),
        }),
        { maxLength: 25 },
      ),
    ],
    { numRuns: 40 },
  )(
    'and whatever is corrected, how often and in which order, cash is the opening cash less what the executions come to, to the last 1/10,000 dollar',
    async (steps) => {
      const desk = await openDesk();
      const openingE4 = desk.view().balance.cashE4;
      const sides = ['Buy', 'Buy', 'Short', 'Sell'] as const;
      const executions: {
        id: string;
        side: 'Buy' | 'Sell' | 'Short';
        quantity: number;
        priceE4: number;
        feesE4: number;
      }[] = [];
      for (const side of sides) {
        const symbol = side === 'Short' ? 'AAPL' : 'SPY';
        desk.market.show(symbol, [{ exchange: 'ARCA', bid: [100.0001, 500], ask: [100.0203, 500] }]);
        desk.market.print(symbol, 100.01, 100);
        const filled = (await desk.send({ side, symbol, source: side === 'Sell' ? 'Close' : 'Open' })).find(
          ({ reportType }) => reportType === 'OrderExecuted',
        );
        if (filled)
          executions.push({
            id: filled.executionId,
            side,
            quantity: filled.lastFillQuantity,
            priceE4: filled.lastFillPriceE4,
            feesE4: filled.feesE4,
          });
      }
      expect(executions.length).toBe(sides.length);
      for (const [index, step] of steps.entries()) {
        const execution = executions[step.at];
        if (!execution) continue;
        const asked = {
          executionId: execution.id,
          instruction: `i${index}`,
          correction: step.isBust ? undefined : { quantity: step.quantity, priceE4: step.priceE4 },
        };
        const why = await desk.brokerage.amend(asked);
        if (step.isAgain) await desk.brokerage.amend(asked);
        if (why !== undefined) continue;
        const [quantity, priceE4] = step.isBust ? [0, 0] : [step.quantity, step.priceE4];
        Object.assign(execution, {
          quantity,
          priceE4,
          feesE4: quantity === 0 ? 0 : totalFeesE4(feesOf(execution.side, quantity, priceE4, 'R')),
        });
      }
      const owedE4 = executions.reduce(
        (sum, { side, quantity, priceE4, feesE4: fees }) =>
          sum + (side === 'Buy' ? 1 : -1) * quantity * priceE4 + fees,
        0,
      );
      const view = desk.view();
      expect(view.balance.cashE4).toBe(openingE4 - owedE4);
      for (const { fifoCostE4, mtmCostE4, closedPlE4, todayPlE4 } of view.positions)
        expect([fifoCostE4, mtmCostE4, closedPlE4, todayPlE4].every(Number.isSafeInteger)).toBe(true);
      const charged = view.reports.reduce((sum, report) => sum + report.feesE4, 0);
      expect(charged, 'what all reports charge together').toBe(
        executions.reduce((sum, { feesE4: fees }) => sum + fees, 0),
      );
      expect((await expectSameAfterRestart(desk)).view().balance.cashE4).toBe(openingE4 - owedE4);
    },
  );
});

describe('an execution of days ago that is amended', () => {
  it('brings its order and the report back into what is told of the day', async () => {
    const desk = await openDesk();
    const id = idOf(await desk.send());
    await desk.send({ quantity: 50 });
    desk.market.beginSession({
      date: '2026-03-03',
      openMs: Date.UTC(2026, 2, 3, 14, 30),
      closeMs: Date.UTC(2026, 2, 3, 21, 0),
    });
    desk.market.turn('open');
    await settle();
    const today = () => desk.brokerage.accountView('A', desk.market.session.openMs - 3_600_000);
    expect([today().orders, today().reports]).toEqual([[], []]);
    const told: unknown[] = [];
    desk.brokerage.listen('A', {
      onReport: ({ reportType }) => told.push(reportType),
      onOrder: ({ orderId, status, fill }) => told.push([orderId, status, fill]),
      onPosition: ({ symbol, longQuantity }) => told.push([symbol, longQuantity]),
      onBalance: () => told.push('balance'),
    });
    await bust(desk, executionOf(desk, id));
    expect(told).toEqual(['OrderBusted', [id, 'Busted', 0], ['SPY', 50], 'balance']);
    expect([today().orders.map(({ orderId }) => orderId), typesOf(today().reports)]).toEqual([
      [id],
      ['OrderBusted'],
    ]);
    await expectSameAfterRestart(desk);
  });
});

describe('a covered write that rests', () => {
  const openCovered = async () => {
    const all = Object.values(OptionPermission).reduce((mask, bit) => mask | bit, 0);
    const later = 'SPY260313C00110000';
    const put = 'SPY260306P00100000';
    const market = quotedMarket([later]);
    for (const symbol of [later, put])
      market.show(symbol, [{ exchange: 'CBOE', bid: [2.9, 5], ask: [3, 4] }]);
    const desk = await openDesk({
      market,
      facts: (defaults) => ({
        ...defaults,
        account: (account) => ({
          ...(defaults.account(account) as NonNullable<AccountAnswer>),
          optionMask: all,
        }),
      }),
    }); // the desk answers at once, and knows A and B
    await desk.send({ quantity: 200 });
    const write = async (quantity: number) =>
      idOf(
        await desk.send({
          symbol: later,
          side: 'Sell',
          source: 'Open',
          type: 'Limit',
          tif: 'GoodTillCancel',
          priceE4: dollars(4),
          quantity,
        }),
      );
    return { desk, put, write };
  };
  it('goes when its shares are sold, the newer first, though the account may write uncovered ones: those hold margin', async () => {
    const { desk, write } = await openCovered();
    const [older, newer] = [await write(1), await write(1)];
    await desk.send({ side: 'Sell', source: 'Close', quantity: 100 });
    expect([desk.order(older).status, desk.order(newer).status, desk.order(newer).description]).toEqual([
      'Confirmed',
      'Cancelled',
      'Insufficient cover',
    ]);
    const powerE4 = desk.view().balance.buyingPowerE4;
    const uncovered = await write(1);
    expect(powerE4 - desk.view().balance.buyingPowerE4).toBe(100 * dollars(110));
    await desk.send({ side: 'Sell', source: 'Close', quantity: 100 });
    expect([desk.order(older).status, desk.order(uncovered).status], 'what holds margin stays').toEqual([
      'Cancelled',
      'Confirmed',
    ]);
  });
  it('goes when its shares are put to somebody else at an expiration', async () => {
    const { desk, put, write } = await openCovered();
    await desk.send({ symbol: put, quantity: 2 });
    const id = await write(2);
    desk.market.beginSession({
      date: '2026-03-06',
      openMs: Date.UTC(2026, 2, 6, 14, 30),
      closeMs: Date.UTC(2026, 2, 6, 21, 0),
    });
    desk.market.nowMs = desk.market.session.closeMs;
    desk.market.turn('post');
    desk.market.auction('closing', 'SPY', 95, 1_000);
    await settle();
    expect(held(desk)).toMatchObject({ longQuantity: 0, shortQuantity: 0 });
    expect(typesOf(desk.view().reports.filter(({ orderId }) => orderId === id)).at(-1)).toBe('OrderCanceled');
    expect(desk.order(id).description).toBe('Insufficient cover');
  });
});
