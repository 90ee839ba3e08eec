import { fc, test as propertyTest } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { feesOf, totalFeesE4 } from '../../domain/portfolio/index.ts';
import { OptionPermission } from '../../domain/risk/index.ts';
import type { AccountAnswer } from './risk-facts.ts';
import { bust, correct, executionOf, expectSameAfterRestart, feesE4, held } from './testing/amendments.ts';
import { dollars, idOf, openHarness, OPTION, quotedMarket, settle } from './testing/harness.ts';
import { MemoryJournal } from './testing/memory-journal.ts';

describe('a busted execution', () => {
  it('leaves cash, position and order as if it had not been, is reported under its own id, and stays so over a restart', async () => {
    const harness = await openHarness();
    const before = harness.view().balance;
    const id = idOf(await harness.send());
    expect(await bust(harness, executionOf(harness, id))).toBeUndefined();
    expect(harness.view().balance).toEqual(before);
    expect(held(harness)).toMatchObject({
      longQuantity: 0,
      fifoCostE4: 0,
      mtmCostE4: 0,
      closedPlE4: 0,
      todayPlE4: 0,
      tradedShares: 0,
    });
    expect(harness.order(id)).toMatchObject({ status: 'Busted', fill: 0 });
    expect(harness.story(id)).toEqual(['OrderAccepted', 'OrderConfirmed', 'OrderExecuted', 'OrderBusted']);
    expect(harness.view().reports.at(-1)).toMatchObject({
      executionId: executionOf(harness, id),
      lastFillQuantity: 100,
      lastFillPriceE4: dollars(100.02),
      leavesQuantity: 0,
      feesE4: -feesE4('Buy', 100, 100.02),
    });
    await expectSameAfterRestart(harness);
  });
  it('makes what was sold of it come first in, first out from the others', async () => {
    const harness = await openHarness();
    const first = idOf(await harness.send({ quantity: 100 }));
    harness.market.show('SPY', [{ exchange: 'ARCA', bid: [102, 300], ask: [102.02, 200] }]);
    await harness.send({ quantity: 100 });
    await harness.send({ side: 'Sell', source: 'Close', quantity: 100 });
    expect(held(harness)).toMatchObject({
      closedPlE4: 100 * dollars(102 - 100.02),
      fifoCostE4: 100 * dollars(102.02),
    });
    const cashE4 = harness.view().balance.cashE4;
    await bust(harness, executionOf(harness, first));
    expect(held(harness)).toMatchObject({ longQuantity: 0, closedPlE4: 100 * dollars(-0.02), fifoCostE4: 0 });
    expect(harness.view().balance.cashE4 - cashE4).toBe(100 * dollars(100.02) + feesE4('Buy', 100, 100.02));
    await expectSameAfterRestart(harness);
  });
  it('of yesterday keeps the marks of the sessions since', async () => {
    const harness = await openHarness();
    const id = idOf(await harness.send({ quantity: 100 }));
    await harness.send({ quantity: 50 });
    harness.market.print('SPY', 104, 100);
    harness.market.beginSession({
      date: '2026-03-03',
      openMs: Date.UTC(2026, 2, 3, 14, 30),
      closeMs: Date.UTC(2026, 2, 3, 21, 0),
    });
    harness.market.turn('open');
    await settle();
    expect(held(harness)).toMatchObject({ longQuantity: 150, mtmCostE4: 150 * dollars(104), todayPlE4: 0 });
    await bust(harness, executionOf(harness, id));
    expect(held(harness)).toMatchObject({
      longQuantity: 50,
      mtmCostE4: 50 * dollars(104),
      fifoCostE4: 50 * dollars(100.02),
      todayPlE4: 0,
    });
    await expectSameAfterRestart(harness);
  });
  it('ends what is left of its order, and what was to sell the shares that are gone', async () => {
    const harness = await openHarness();
    const id = idOf(await harness.send({ type: 'Limit', priceE4: dollars(100.02), quantity: 500 }));
    const sell = idOf(
      await harness.send({
        side: 'Sell',
        source: 'Close',
        type: 'Limit',
        priceE4: dollars(120),
        quantity: 200,
      }),
    );
    expect(harness.order(id)).toMatchObject({ fill: 200, status: 'PartiallyExecuted' });
    await bust(harness, executionOf(harness, id));
    expect(harness.story(id).slice(-2)).toEqual(['OrderCanceled', 'OrderBusted']);
    expect(harness.order(id)).toMatchObject({ fill: 0, status: 'Busted' });
    expect(harness.order(sell)).toMatchObject({ status: 'Cancelled', description: 'Insufficient cover' });
    // The matcher has let go of it, too.
    harness.market.print('SPY', 99, 1_000);
    await settle();
    expect(held(harness)).toMatchObject({ longQuantity: 0 });
    await expectSameAfterRestart(harness);
  });
  it('of a short position makes the covers that rest hold their money', async () => {
    const harness = await openHarness();
    const short = idOf(await harness.send({ side: 'Short', quantity: 100 }));
    await harness.send({ side: 'Buy', source: 'Cover', type: 'Limit', priceE4: dollars(90), quantity: 100 });
    await bust(harness, executionOf(harness, short));
    expect(harness.view().balance.buyingPowerE4).toBe(2 * dollars(100_000) - 100 * dollars(90));
  });
  it('of shares that cover a written option takes the resting write out of the market', async () => {
    const harness = await openHarness();
    harness.market.show(OPTION, [{ exchange: 'CBOE', bid: [2.9, 5], ask: [3, 4] }]);
    const shares = idOf(await harness.send({ quantity: 100 }));
    const write = idOf(
      await harness.send({
        symbol: OPTION,
        side: 'Sell',
        source: 'Open',
        type: 'Limit',
        priceE4: dollars(4),
        quantity: 1,
      }),
    );
    await bust(harness, executionOf(harness, shares));
    expect(harness.order(write)).toMatchObject({ status: 'Cancelled', description: 'Insufficient cover' });
  });
  it('is busted once, by any instruction, and leaves the other executions of its order', async () => {
    const harness = await openHarness();
    const id = idOf(await harness.send({ quantity: 300 }));
    const records = () => harness.journal.records.length;
    await bust(harness, executionOf(harness, id, 0));
    const after = records();
    expect(await bust(harness, executionOf(harness, id, 0))).toBeUndefined();
    expect(await bust(harness, executionOf(harness, id, 0), 'i2')).toMatch(/been busted already/);
    expect(await correct(harness, executionOf(harness, id, 0), 10, 99, 'i3')).toMatch(/been busted already/);
    expect(records()).toBe(after);
    expect(harness.order(id)).toMatchObject({ fill: 100, averagePriceE4: dollars(100.05) });
    expect(await bust(harness, executionOf(harness, id, 1), 'i4')).toBeUndefined();
    expect(harness.order(id)).toMatchObject({ fill: 0, status: 'Busted' });
    const again = await expectSameAfterRestart(harness);
    expect(
      await bust(again, executionOf(again, id, 1), 'i4'),
      'an instruction found again after a crash',
    ).toBeUndefined();
    expect(records()).toBe(after + 1);
  });
  it.each(['E0', 'E1', 'E999999', 'X12', '', 'E12abc', '12'])(
    'cannot be %s, which is none',
    async (executionId) => {
      const harness = await openHarness();
      const records = harness.journal.records.length;
      expect(await bust(harness, executionId)).toMatch(/There is no execution/);
      expect(harness.journal.records.length).toBe(records);
    },
  );
  it('cannot be one of contracts that were settled since', async () => {
    const all = Object.values(OptionPermission).reduce((mask, bit) => mask | bit, 0);
    const market = quotedMarket();
    market.show(OPTION, [{ exchange: 'CBOE', bid: [2.9, 5], ask: [3, 4] }]);
    const harness = await openHarness({
      market,
      facts: (defaults) => ({
        ...defaults,
        account: (account) => ({
          ...(defaults.account(account) as NonNullable<AccountAnswer>),
          optionMask: all,
        }),
      }),
    }); // the facts of the harness are synchronous and know A and B
    const id = idOf(await harness.send({ symbol: OPTION, quantity: 2 }));
    market.beginSession({
      date: '2026-03-09',
      openMs: Date.UTC(2026, 2, 9, 13, 30),
      closeMs: Date.UTC(2026, 2, 9, 20, 0),
    });
    market.turn('open');
    await settle();
    expect(held(harness, OPTION)).toMatchObject({ longQuantity: 0 });
    expect(await bust(harness, executionOf(harness, id))).toMatch(/settled since/);
  });
});

describe('an execution that is corrected', () => {
  it('has another price: cost, cash and fees follow it, and the report has the new figures', async () => {
    const harness = await openHarness();
    const id = idOf(await harness.send({ side: 'Short', quantity: 100 }));
    expect(await correct(harness, executionOf(harness, id), 100, 101)).toBeUndefined();
    expect(held(harness)).toMatchObject({ shortQuantity: 100, fifoCostE4: -100 * dollars(101) });
    const fees = totalFeesE4(feesOf('Short', 100, dollars(101), 'R'));
    expect(harness.view().balance.cashE4).toBe(dollars(100_000) + 100 * dollars(101) - fees);
    expect(harness.order(id)).toMatchObject({
      status: 'CorrectPrice',
      fill: 100,
      averagePriceE4: dollars(101),
      fees: feesOf('Short', 100, dollars(101), 'R'),
    });
    expect(harness.view().reports.at(-1)).toMatchObject({
      reportType: 'OrderCorrected',
      executionId: executionOf(harness, id),
      lastFillQuantity: 100,
      lastFillPriceE4: dollars(101),
    });
    expect(
      harness.view().reports.reduce((sum, report) => sum + report.feesE4, 0),
      'what all reports charge together',
    ).toBe(fees);
    await expectSameAfterRestart(harness);
  });
  it('and corrected again, and busted in the end, leaves no difference', async () => {
    const harness = await openHarness();
    const before = harness.view().balance;
    const id = idOf(await harness.send());
    await correct(harness, executionOf(harness, id), 60, 99.5, 'i1');
    expect(held(harness)).toMatchObject({ longQuantity: 60, fifoCostE4: 60 * dollars(99.5) });
    await correct(harness, executionOf(harness, id), 100, 99, 'i2');
    expect(held(harness)).toMatchObject({ longQuantity: 100, fifoCostE4: 100 * dollars(99) });
    await bust(harness, executionOf(harness, id), 'i3');
    expect(harness.view().balance).toEqual(before);
    expect(harness.story(id).slice(-3)).toEqual(['OrderCorrected', 'OrderCorrected', 'OrderBusted']);
    await expectSameAfterRestart(harness);
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
    const harness = await openHarness();
    const id = idOf(await harness.send());
    const [records, view] = [harness.journal.records.length, harness.view()];
    expect(await correct(harness, executionOf(harness, id), quantity, price)).toMatch(why);
    expect([harness.journal.records.length, harness.view()]).toEqual([records, view]);
  });
});

describe('an amendment is counted once', () => {
  it('of two concurrent instructions applies the first, rejects the second, and keeps money and shares right', async () => {
    const harness = await openHarness();
    const before = harness.view().balance;
    const [first, second, third] = [
      idOf(await harness.send()),
      idOf(await harness.send()),
      idOf(await harness.send({ quantity: 50 })),
    ].map((id) => executionOf(harness, id));
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('Three orders were filled.');
    expect(
      await Promise.all([bust(harness, first, 'a'), bust(harness, first, 'b'), bust(harness, first, 'a')]),
    ).toEqual([undefined, expect.stringMatching(/been busted already/), undefined]);
    expect(await Promise.all([bust(harness, second, 'c'), correct(harness, second, 40, 99, 'd')])).toEqual([
      undefined,
      expect.stringMatching(/been busted already/),
    ]);
    expect(
      await Promise.all([
        correct(harness, third, 40, 99, 'e'),
        bust(harness, third, 'f'),
        correct(harness, third, 30, 98, 'g'),
      ]),
    ).toEqual([undefined, undefined, expect.stringMatching(/been busted already/)]);
    expect(harness.view().balance).toEqual(before);
    expect(held(harness)).toMatchObject({ longQuantity: 0, fifoCostE4: 0, closedPlE4: 0, tradedShares: 0 });
    await expectSameAfterRestart(harness);
  });

  it('also over a restart: a bust is final for every instruction, and a correction starts from the last one', async () => {
    const harness = await openHarness();
    const before = harness.view().balance;
    const [busted, corrected] = [idOf(await harness.send()), idOf(await harness.send())];
    await bust(harness, executionOf(harness, busted), 'a');
    await correct(harness, executionOf(harness, corrected), 60, 99.5, 'b');
    const again = await expectSameAfterRestart(harness);
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

  it('when the disk failed during it: nothing is published, and the instruction repeated after the restart is the first', async () => {
    const harness = await openHarness();
    const before = harness.view();
    const id = idOf(await harness.send());
    const published: string[] = [];
    harness.brokerage.listen('A', {
      onReport: ({ reportType }) => published.push(reportType),
      onOrder: ({ status }) => published.push(status),
      onPosition: () => published.push('position'),
      onBalance: () => published.push('balance'),
    });
    const durable = [...harness.journal.records];
    harness.journal.breakDown();
    await expect(bust(harness, executionOf(harness, id), 'a')).rejects.toThrow('could not be amended');
    expect(published).toEqual([]);
    const again = await openHarness({ market: harness.market, journal: new MemoryJournal(durable) });
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
      const harness = await openHarness();
      const openingE4 = harness.view().balance.cashE4;
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
        harness.market.show(symbol, [{ exchange: 'ARCA', bid: [100.0001, 500], ask: [100.0203, 500] }]);
        harness.market.print(symbol, 100.01, 100);
        const filled = (
          await harness.send({ side, symbol, source: side === 'Sell' ? 'Close' : 'Open' })
        ).find(({ reportType }) => reportType === 'OrderExecuted');
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
        const request = {
          executionId: execution.id,
          instruction: `i${index}`,
          correction: step.isBust ? undefined : { quantity: step.quantity, priceE4: step.priceE4 },
        };
        const why = await harness.brokerage.amend(request);
        if (step.isAgain) await harness.brokerage.amend(request);
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
      const view = harness.view();
      expect(view.balance.cashE4).toBe(openingE4 - owedE4);
      for (const { fifoCostE4, mtmCostE4, closedPlE4, todayPlE4 } of view.positions)
        expect([fifoCostE4, mtmCostE4, closedPlE4, todayPlE4].every(Number.isSafeInteger)).toBe(true);
      const charged = view.reports.reduce((sum, report) => sum + report.feesE4, 0);
      expect(charged, 'what all reports charge together').toBe(
        executions.reduce((sum, { feesE4: fees }) => sum + fees, 0),
      );
      expect((await expectSameAfterRestart(harness)).view().balance.cashE4).toBe(openingE4 - owedE4);
    },
  );
});
