import { describe, expect, it } from 'vitest';
import { feesOf, totalFeesE4 } from '../../domain/portfolio/index.ts';
import { PLAIN_ORDER } from '../../domain/orders/request.ts';
import type { NewOrder } from './brokerage.ts';
import { dollars, idOf, openHarness } from './testing/harness.ts';

const order = (change: Partial<NewOrder> = {}): NewOrder => ({
  ...PLAIN_ORDER,
  account: 'A',
  userId: 'u',
  clientId: 'preview',
  symbol: 'SPY',
  side: 'Buy',
  source: 'Open',
  type: 'Limit',
  tif: 'Day',
  quantity: 100,
  priceE4: dollars(99),
  destination: 'SMART',
  route: 'AUTO',
  ...change,
});

describe('a preview', () => {
  it('states cost, fees, buying power and position of an order, and the order then has that effect', async () => {
    const harness = await openHarness();
    const records = harness.journal.records.length;
    const preview = await harness.brokerage.preview(order(), undefined);
    const feesE4 = totalFeesE4(feesOf('Buy', 100, dollars(99), 'R'));
    expect(preview).toEqual({
      code: 0,
      message: 'OK',
      costE4: 100 * dollars(99) + feesE4,
      feesE4,
      buyingPowerEffectE4: -100 * dollars(99),
      buyingPowerAfterE4: dollars(200_000) - 100 * dollars(99),
      positionAfter: 100,
    });
    expect(harness.journal.records.length).toBe(records);
    await harness.send(order());
    expect(harness.view().balance.buyingPowerE4).toBe(preview.buyingPowerAfterE4);
  });
  it('values a market order at the quote it would meet, and a sale as money received', async () => {
    const harness = await openHarness();
    expect((await harness.brokerage.preview(order({ type: 'Market', priceE4: 0 }), undefined)).costE4).toBe(
      100 * dollars(100.02) + totalFeesE4(feesOf('Buy', 100, dollars(100.02), 'R')),
    );
    await harness.send();
    const sale = await harness.brokerage.preview(
      order({ side: 'Sell', source: 'Close', type: 'Market', priceE4: 0, quantity: 60 }),
      undefined,
    );
    expect(sale).toMatchObject({
      code: 0,
      costE4: -60 * dollars(100) + totalFeesE4(feesOf('Sell', 60, dollars(100), 'R')),
      buyingPowerEffectE4: 0,
      positionAfter: 40,
    });
  });
  it('prices a stop at its stop price, or at the quote when the market has passed the stop', async () => {
    const harness = await openHarness();
    const costOf = async (stopPriceE4: number) =>
      (await harness.brokerage.preview(order({ type: 'Stop', priceE4: 0, stopPriceE4 }), undefined)).costE4;
    const at = (price: number) => 100 * dollars(price) + totalFeesE4(feesOf('Buy', 100, dollars(price), 'R'));
    expect([await costOf(dollars(110)), await costOf(dollars(80))]).toEqual([at(110), at(100.02)]);
  });
  it('values a peg at the quote, but no farther than its limit', async () => {
    const harness = await openHarness();
    const costOf = async (priceE4: number) =>
      (await harness.brokerage.preview(order({ type: 'Pegged', pegType: 'Primary', priceE4 }), undefined))
        .costE4;
    const at = (price: number) => 100 * dollars(price) + totalFeesE4(feesOf('Buy', 100, dollars(price), 'R'));
    expect([await costOf(0), await costOf(dollars(99.5)), await costOf(dollars(120))]).toEqual([
      at(100.02),
      at(99.5),
      at(100.02),
    ]);
  });
  it.each([
    ['more than the buying power', { quantity: 3_000 }, -26],
    ['a wrong price step', { priceE4: dollars(99.005) }, -47],
    ['no number at all', { quantity: Number.NaN }, -2],
    ['an unknown symbol', { symbol: 'NOPE' }, -49],
  ] as const)('of %s says why it would be refused', async (_title, change, code) => {
    const harness = await openHarness();
    expect(await harness.brokerage.preview(order(change), undefined)).toMatchObject({ code });
  });
  it.each([
    ['a sale at a price between steps that has no fee', { side: 'Sell', source: 'Close', priceE4: 0.1 }, -47],
    ['more than any order may be worth', { quantity: 1_000_000_000, priceE4: dollars(100) }, -64],
    ['a million shares at a million', { quantity: 1_000_000, priceE4: dollars(1_000_000) }, -47],
    ['part of a share', { quantity: 0.5 }, -16],
  ] as const)('of %s has no sums', async (_title, change, code) => {
    const harness = await openHarness();
    expect(await harness.brokerage.preview(order(change), undefined)).toMatchObject({
      code,
      costE4: 0,
      feesE4: 0,
      buyingPowerEffectE4: 0,
      buyingPowerAfterE4: dollars(200_000),
      positionAfter: 0,
    });
  });
  it('of a replacement counts what the order holds as free, and what is filled as done', async () => {
    const harness = await openHarness();
    const id = idOf(await harness.send(order({ clientId: 'first', quantity: 2_000 })));
    expect(await harness.brokerage.preview(order({ quantity: 2_010 }), 'first')).toMatchObject({
      code: 0,
      buyingPowerEffectE4: -10 * dollars(99),
      buyingPowerAfterE4: dollars(200_000) - 2_010 * dollars(99),
      positionAfter: 2_010,
    });
    expect(await harness.brokerage.preview(order({ quantity: 2_010 }), undefined)).toMatchObject({
      code: -26,
    });
    expect(await harness.brokerage.preview(order({ quantity: 10 }), 'nothing')).toMatchObject({ code: -13 });
    expect(harness.order(id)).toMatchObject({ status: 'Confirmed', quantity: 2_000 });
  });
});
