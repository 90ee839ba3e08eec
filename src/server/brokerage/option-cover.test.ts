import { describe, expect, it } from 'vitest';
import { OptionPermission } from '../../domain/risk/index.ts';
import type { AccountAnswer } from './risk-facts.ts';
import { dollars, idOf, openHarness, OPTION, PUT, settle } from './testing/harness.ts';
import { ScriptedMarket } from './testing/scripted-market.ts';

/** SPY at 100, and calls at 100 and 110 and a put at 100, each quoted 2.90 by 3.00. */
const HIGHER_CALL = 'SPY260306C00110000';
const ALL = Object.values(OptionPermission).reduce((mask, bit) => mask | bit, 0);
const sellClose = { side: 'Sell', source: 'Close', symbol: OPTION, quantity: 5 } as const;
const sellOpen = { side: 'Sell', source: 'Open', quantity: 5 } as const;

/** An account that may write uncovered options, or (by default) only covered ones. */
async function openOptions({
  cash = 10_000,
  mayWriteUncovered = false,
}: { cash?: number; mayWriteUncovered?: boolean } = {}) {
  const market = new ScriptedMarket(['SPY', 'AAPL', OPTION, HIGHER_CALL, PUT]);
  market.show('SPY', [{ exchange: 'ARCA', bid: [100, 3_000], ask: [100.02, 2_000] }]);
  market.print('SPY', 100.01, 100);
  for (const symbol of [OPTION, HIGHER_CALL, PUT])
    market.show(symbol, [{ exchange: 'CBOE', bid: [2.9, 500], ask: [3, 400] }]);
  const approved = mayWriteUncovered ? { optionMask: ALL } : {};
  const harness = await openHarness({
    market,
    cash,
    facts: (defaults) => ({
      ...defaults,
      account: (account) => ({ ...(defaults.account(account) as NonNullable<AccountAnswer>), ...approved }),
    }),
  }); // the facts of the harness are synchronous and know A and B
  const power = (): number => harness.view().balance.buyingPowerE4;
  const positions = () =>
    Object.fromEntries(
      harness
        .view()
        .positions.map(({ symbol, longQuantity, shortQuantity }) => [symbol, longQuantity - shortQuantity]),
    );
  return { ...harness, power, positions };
}

describe('a sale of what covers a written option', () => {
  it.each(['Close', 'Open'] as const)(
    'is refused in an account that may not write uncovered ones, until that is bought back: %s',
    async (source) => {
      const harness = await openOptions();
      await harness.send({ symbol: OPTION, quantity: 6 });
      await harness.send({ ...sellOpen, symbol: HIGHER_CALL });
      expect(await harness.send({ ...sellClose, source })).toMatchObject([
        { reportType: 'OrderRejected', errorCode: -12 },
      ]);
      expect(harness.positions()).toEqual({ [OPTION]: 6, [HIGHER_CALL]: -5 });
      // One contract is to spare; what rests for sale is gone for the next.
      expect(
        (await harness.send({ ...sellClose, source, quantity: 1, type: 'Limit', priceE4: dollars(4) }))[0],
      ).toMatchObject({ reportType: 'OrderAccepted' });
      expect(await harness.send({ ...sellClose, source, quantity: 1 })).toMatchObject([{ errorCode: -12 }]);
      await harness.send({ symbol: HIGHER_CALL, side: 'Buy', source: 'Cover', quantity: 5 });
      expect((await harness.send({ ...sellClose, source }))[0]).toMatchObject({
        reportType: 'OrderAccepted',
      });
    },
  );
  it('asks one that may for the margin of what it uncovers, and holds it while it rests', async () => {
    const poor = await openOptions({ mayWriteUncovered: true });
    await poor.send({ symbol: OPTION, quantity: 5 });
    await poor.send({ ...sellOpen, symbol: HIGHER_CALL });
    expect(await poor.send(sellClose)).toMatchObject([{ errorCode: -26 }]);
    const rich = await openOptions({ cash: 100_000, mayWriteUncovered: true });
    await rich.send({ symbol: OPTION, quantity: 5 });
    await rich.send({ ...sellOpen, symbol: HIGHER_CALL });
    const before = rich.power();
    const id = idOf(await rich.send({ ...sellClose, type: 'Limit', priceE4: dollars(4) }));
    expect(before - rich.power()).toBe(5 * 100 * dollars(110));
    await rich.cancel(id);
    expect(rich.power()).toBe(before);
    await rich.send(sellClose);
    expect(rich.positions()).toEqual({ [OPTION]: 0, [HIGHER_CALL]: -5 });
    // What it then lacks is the margin, less what the sale brought.
    expect(before - rich.power()).toBeGreaterThan(5 * 100 * dollars(110) - 2 * 5 * 100 * dollars(3));
  });
  it('requires it too when the cover is shares', async () => {
    const harness = await openOptions({ cash: 35_000, mayWriteUncovered: true });
    await harness.send({ quantity: 500 });
    await harness.send({ ...sellOpen, symbol: HIGHER_CALL });
    expect(await harness.send({ side: 'Sell', source: 'Close', quantity: 500 })).toMatchObject([
      { errorCode: -26 },
    ]);
    const before = harness.power();
    expect(
      (
        await harness.send({
          side: 'Sell',
          source: 'Close',
          quantity: 100,
          type: 'Limit',
          priceE4: dollars(101),
        })
      )[0],
    ).toMatchObject({ reportType: 'OrderAccepted' });
    expect(before - harness.power()).toBe(100 * dollars(110));
  });
});

describe('sales of one option that rest together', () => {
  it('hold the margin of what they write, whichever of them closes', async () => {
    const harness = await openOptions({ cash: 100_000, mayWriteUncovered: true });
    await harness.send({ symbol: PUT, quantity: 5 });
    const before = harness.power();
    const first = idOf(
      await harness.send({ ...sellOpen, symbol: PUT, type: 'Limit', priceE4: dollars(3.5) }),
    );
    expect(harness.power()).toBe(before);
    await harness.send({ ...sellOpen, symbol: PUT });
    expect(harness.positions()).toEqual({ [PUT]: 0 });
    // The second one was to write, and closed: now it is the first that writes.
    expect(before - harness.power()).toBeGreaterThan(5 * 100 * dollars(100) - 2 * 5 * 100 * dollars(3));
    const held = harness.power();
    harness.market.show(PUT, [{ exchange: 'CBOE', bid: [3.6, 500], ask: [3.7, 400] }]);
    await settle();
    expect(harness.order(first).status).toBe('Executed');
    expect(harness.positions()).toEqual({ [PUT]: -5 });
    // What it was to hold it holds as a position, less the loss: written at 3.50, it costs 3.70 to buy back.
    expect(Math.abs(held - 2 * 500 * dollars(0.2) - harness.power())).toBeLessThan(dollars(10));
  });
  it('hold nothing when shares cover what they write', async () => {
    const harness = await openOptions({ cash: 100_000 });
    await harness.send({ quantity: 500 });
    await harness.send({ symbol: OPTION, quantity: 5 });
    await harness.send({ ...sellOpen, symbol: OPTION, type: 'Limit', priceE4: dollars(3.5) });
    const before = harness.power();
    await harness.send({ ...sellOpen, symbol: OPTION });
    expect(harness.positions()).toEqual({ SPY: 500, [OPTION]: 0 });
    expect(before - harness.power()).toBeLessThan(dollars(100));
  });
});
