import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addFees, FEE_NAMES, feesOf, NO_FEES, totalFeesE4 } from './fees.ts';

it('charges a buyer of shares for removing liquidity, clearing and the audit trail, and no fee of a sale', () => {
  // 100 shares at $100: $0.30 for the liquidity, $0.02 NSCC, $0.0035 audit trail.
  expect(feesOf('Buy', 100, 1_000_000, 'R')).toEqual({
    ...NO_FEES,
    liquidityE4: 3_000,
    nsccE4: 200,
    otherE4: 35,
  });
});

it('pays a rebate for adding liquidity', () =>
  expect(feesOf('Buy', 100, 1_000_000, 'A').liquidityE4).toBe(-2_000));

it('rounds the regulatory fees of a sale up to the cent', () => {
  // $10,000 of value: SEC 27.8 cents -> 28; TAF 1.66 cents -> 2.
  expect(feesOf('Sell', 100, 1_000_000, 'R')).toEqual({
    ...NO_FEES,
    liquidityE4: 3_000,
    nsccE4: 200,
    otherE4: 35,
    secE4: 2_800,
    finraE4: 200,
  });
  expect(feesOf('Short', 1, 10_000, 'R')).toMatchObject({ secE4: 100, finraE4: 100, liquidityE4: 30 });
});

it('stops the trading activity fee at $8.30, and the clearing of shares at half a per cent of their value', () => {
  expect(feesOf('Sell', 1_000_000, 10_000, 'R').finraE4).toBe(83_000);
  // A share of one cent: half a per cent of it is less than $0.0002.
  expect(feesOf('Buy', 1_000, 100, 'R').nsccE4).toBe(500);
});

it('charges an option by the contract, and its sale by the premium of its 100 shares', () => {
  // 10 contracts at $2.50: $0.25 clearing, $6.50 execution, $5 liquidity, $0.235 other.
  const bought = { ...NO_FEES, clearingE4: 2_500, executionE4: 65_000, liquidityE4: 50_000, otherE4: 2_350 };
  expect(feesOf('Buy', 10, 25_000, 'R', 'Option')).toEqual(bought);
  // $2,500 of premium: SEC 6.95 cents -> 7; TAF 2.79 cents -> 3.
  expect(feesOf('Sell', 10, 25_000, 'R', 'Option')).toEqual({ ...bought, secE4: 700, finraE4: 300 });
  expect(feesOf('Buy', 10, 25_000, 'A', 'Option').liquidityE4).toBe(-25_000);
  expect(feesOf('Buy', 10_000, 100, 'R', 'Option').clearingE4).toBe(550_000);
});

it('counts the SEC fee as exact arithmetic does, for every legal value and beyond', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 1, max: 900_000_000 }),
      (quantity, priceE4) => {
        const value = BigInt(quantity) * BigInt(priceE4) * 278n;
        expect(feesOf('Sell', quantity, priceE4, 'R').secE4).toBe(
          Number((value + 999_999_999n) / 1_000_000_000n) * 100,
        );
      },
    ),
  );
});

it('gives whole amounts whose sum is the total, however fees are added up', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('Buy', 'Sell', 'Short'),
      fc.integer({ min: 1, max: 10_000 }),
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.constantFrom('A', 'R'),
      fc.constantFrom('Stock', 'Option'),
      (side, quantity, priceE4, liquidity, security) => {
        const fees = feesOf(side, quantity, priceE4, liquidity, security);
        for (const name of FEE_NAMES) expect(Number.isSafeInteger(fees[name])).toBe(true);
        for (const name of FEE_NAMES)
          if (name !== 'liquidityE4') expect(fees[name]).toBeGreaterThanOrEqual(0);
        expect(totalFeesE4(addFees(fees, fees))).toBe(2 * totalFeesE4(fees));
      },
    ),
  );
});

it('takes the fees of a journal from before the later ones were charged', () => {
  const early = { secE4: 100, finraE4: 200, liquidityE4: -50 };
  expect(totalFeesE4(early)).toBe(250);
  expect(addFees(early, feesOf('Buy', 100, 1_000_000, 'R'))).toEqual({
    ...NO_FEES,
    secE4: 100,
    finraE4: 200,
    liquidityE4: 2_950,
    nsccE4: 200,
    otherE4: 35,
  });
});
