import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMoneyE4 } from '../../../src/domain/money/price.ts';
import { applyFill, createPosition } from '../../../src/domain/portfolio/index.ts';
import type { WirePosition, WireReport } from '../../../src/plugin-api/index.ts';
import { ownTrades } from './own-trades.ts';
import { scaledTrades } from './scaled-trades.ts';

// Only the fields that the chart reads.
const fill = (change: Partial<WireReport>): WireReport =>
  ({
    ReportType: 'OrderExecuted',
    Symbol: 'AAPL',
    Side: 'Buy',
    LastFillPrice: 10,
    LastFillQuantity: 100,
    Timestamp: 1,
    Serial: 1,
    Fees: 0,
    ...change,
  }) as WireReport;
const held = (quantity: number): WirePosition =>
  ({ LongQty: Math.max(quantity, 0), ShortQty: Math.max(-quantity, 0) }) as WirePosition;
const profits = (log: readonly WireReport[], position?: WirePosition, symbol = 'AAPL') =>
  ownTrades(log, position, symbol).map(({ netPnl }) => netPnl);

describe("the account's executions", () => {
  it('bring profit first in, first out, with fees taken off as they come', () => {
    const log = [
      fill({ Timestamp: 1, LastFillPrice: 10, Fees: 1 }),
      fill({ Timestamp: 2, LastFillPrice: 12, Fees: 1 }),
      fill({ Timestamp: 3, Side: 'Sell', LastFillQuantity: 150, LastFillPrice: 13, Fees: 2 }),
      fill({ Timestamp: 4, Side: 'Sell', LastFillQuantity: 50, LastFillPrice: 11, Fees: 0.5 }),
    ];
    // 100 bought at 10 and 50 at 12 go at 13; then 50 bought at 12 at 11.
    expect(profits(log, held(0))).toEqual([-1, -2, 346, 295.5]);
  });

  it('held over a split become new shares at the same cost', () => {
    const splits = [{ timeMs: 3, numerator: 7, denominator: 1 }];
    const log = [
      fill({ Timestamp: 1, LastFillPrice: 645.57 }),
      fill({ Timestamp: 4, Side: 'Sell', LastFillQuantity: 700, LastFillPrice: 93 }),
    ];
    const trades = ownTrades(log, held(0), 'AAPL', splits);
    expect(trades.map(({ price, quantity, netPnl }) => [price, quantity, netPnl])).toEqual([
      [645.57, 100, 0],
      [93, 700, 543],
    ]);
    expect(scaledTrades(trades, splits).map(({ price, quantity }) => [price, quantity])).toEqual([
      [92.2243, 700],
      [93, 700],
    ]);
    expect(scaledTrades(trades.slice(1), splits)).toEqual(trades.slice(1));
    // 20 shares from before the log are 140 by then, and go first.
    const more = [fill({ Timestamp: 1, LastFillPrice: 70 }), fill({ ...log[1], LastFillQuantity: 140 })];
    expect(ownTrades(more, held(700), 'AAPL', splits).at(-1)?.netPnl).toBe(0);
  });

  it('of a short position bring profit when the price falls', () => {
    expect(
      profits(
        [fill({ Timestamp: 1, Side: 'Short', LastFillPrice: 20 }), fill({ Timestamp: 2, LastFillPrice: 18 })],
        held(0),
      ),
    ).toEqual([0, 200]);
  });

  it('count contracts a hundredfold', () => {
    const symbol = 'AAPL  260116C00100000';
    expect(
      profits(
        [
          fill({ Symbol: symbol, LastFillQuantity: 2, LastFillPrice: 1.5 }),
          fill({ Symbol: symbol, Side: 'Sell', Timestamp: 2, LastFillQuantity: 2, LastFillPrice: 2 }),
        ],
        held(0),
        symbol,
      ),
    ).toEqual([0, 100]);
  });

  it('that close shares from before the log begins bring nothing but their fees; what was bought since counts', () => {
    // 80 were held before: after 100 bought and 130 sold, 50 are left.
    const log = [
      fill({ Timestamp: 1, LastFillPrice: 10 }),
      fill({ Timestamp: 2, Side: 'Sell', LastFillQuantity: 130, LastFillPrice: 12, Fees: 1 }),
    ];
    expect(profits(log, held(50))).toEqual([0, 50 * 2 - 1]);
    // Short before: the purchase closes that.
    expect(
      profits([fill({ Timestamp: 1, LastFillQuantity: 30, LastFillPrice: 10, Fees: 0.25 })], held(-70)),
    ).toEqual([-0.25]);
  });

  it('that were busted are removed, and corrected ones count with their corrected values', () => {
    const log = [
      fill({ Serial: 1, ExecutionId: 'E1', LastFillPrice: 10, Fees: 1 }),
      fill({ Serial: 2, ExecutionId: 'E2', Timestamp: 2, LastFillPrice: 11, Fees: 1 }),
      fill({ Serial: 3, ExecutionId: 'E3', Timestamp: 3, Side: 'Sell', LastFillPrice: 15, Fees: 2 }),
      fill({
        Serial: 4,
        ExecutionId: 'E2',
        Timestamp: 4,
        ReportType: 'OrderBusted',
        LastFillPrice: 11,
        Fees: -1,
      }),
      fill({
        Serial: 5,
        ExecutionId: 'E1',
        Timestamp: 5,
        ReportType: 'OrderCorrected',
        LastFillPrice: 9,
        LastFillQuantity: 100,
        Fees: 0.5,
      }),
      fill({
        Serial: 6,
        ExecutionId: 'E1',
        Timestamp: 6,
        ReportType: 'OrderCorrected',
        LastFillPrice: 8,
        LastFillQuantity: 100,
        Fees: -0.25,
      }),
    ];
    const trades = ownTrades(log.toReversed(), held(0), 'AAPL');
    expect(trades.map(({ timeMs, price, quantity, netPnl }) => [timeMs, price, quantity, netPnl])).toEqual([
      [1, 8, 100, -1.25],
      [3, 15, 100, 700 - 3.25],
    ]);
  });

  it('stay when a change names none of them', () => {
    const log = [
      fill({ ExecutionId: '' }),
      fill({ Serial: 2, Timestamp: 2, ExecutionId: '', ReportType: 'OrderBusted' }),
    ];
    expect(ownTrades(log, held(100), 'AAPL').map(({ price }) => price)).toEqual([10]);
  });

  it('in the same millisecond are in the order of the journal', () => {
    expect(
      profits(
        [fill({ Serial: 9, Side: 'Sell', LastFillPrice: 11 }), fill({ Serial: 8, LastFillPrice: 10 })],
        held(0),
      ),
    ).toEqual([0, 100]);
  });

  it('add up to the closed P&L of the account when the log reaches back to the beginning', () => {
    const execution = fc.record({
      isBuy: fc.boolean(),
      quantity: fc.integer({ min: 1, max: 500 }),
      cents: fc.integer({ min: 100, max: 50_000 }),
      feeCents: fc.integer({ min: 0, max: 300 }),
    });
    fc.assert(
      fc.property(fc.array(execution, { minLength: 1, maxLength: 40 }), (made) => {
        const position = createPosition();
        for (const { isBuy, quantity, cents, feeCents } of made)
          applyFill(position, {
            signedQuantity: isBuy ? quantity : -quantity,
            priceE4: cents * 100,
            feesE4: feeCents * 100,
          });
        const log = made.map(({ isBuy, quantity, cents, feeCents }, n) =>
          fill({
            Timestamp: n,
            Serial: n + 1,
            Side: isBuy ? 'Buy' : 'Sell',
            LastFillQuantity: quantity,
            LastFillPrice: cents / 100,
            Fees: feeCents / 100,
          }),
        );
        expect(toMoneyE4(profits(log, held(position.quantity)).at(-1) ?? 0)).toBe(
          position.closedPlE4 - position.feesE4,
        );
      }),
    );
  });
});
