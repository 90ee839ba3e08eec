import fc from 'fast-check';
import { expect, it } from 'vitest';
import { resultOf, type Steps } from '../../collections/steps.ts';
import type { OrderEvent } from '../../orders/core/types.ts';
import { PLAIN_ORDER } from '../../orders/request.ts';
import { NO_FEES } from '../../portfolio/index.ts';
import { matchLots, FIFO_RULES } from '../match-lots.ts';
import { openCostE4, realisedAmounts } from '../realised.ts';
import { roundTrips, type RoundTrip } from '../round-trips.ts';
import { LOT_METHODS, TRIP_SUBJECTS, type PositionTrade, type TripSubject } from '../types.ts';
import { AccountTrades } from './account-trades.ts';
import { realisedLines, realisedTotals, reconciliationOf } from './realised-report.ts';
import { tripsOfSpan } from './trips-of-span.ts';

/** A Monday, 10:00 in New York. */
const MONDAY_MS = Date.UTC(2026, 2, 2, 15);

const step = fc.record({
  symbol: fc.constantFrom('SPY', 'QQQ', 'IWM'),
  side: fc.constantFrom('Buy' as const, 'Sell' as const),
  quantity: fc.integer({ min: 1, max: 5 }),
  priceE4: fc.integer({ min: 1, max: 900_000 }),
  /** Fills of one moment among them. */
  minute: fc.integer({ min: 0, max: 30 }),
  group: fc.option(fc.constantFrom('G1', 'G2'), { nil: null }),
  strategyId: fc.option(fc.constantFrom('s1', 's2'), { nil: null }),
  method: fc.option(fc.constantFrom(...LOT_METHODS), { freq: 10 }),
});
const stepsOfAccount = fc.array(step, { minLength: 1, maxLength: 120 });
type TradeStep = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function accountOf(steps: readonly TradeStep[]): AccountTrades {
  const trades = new AccountTrades();
  let seq = 0;
  const apply = (event: OrderEvent): void => trades.apply((seq += 1), event);
  for (const { symbol, side, quantity, priceE4, minute, group, strategyId, method } of steps) {
    if (method) apply({ kind: 'lotMethodSet', account: 'A', userId: 'u1', method, timeMs: 0 });
    const orderId = String(seq + 1);
    const timeMs = MONDAY_MS + minute * 60_000;
    apply({
      kind: 'accepted',
      orderId,
      order: {
        ...PLAIN_ORDER,
        account: 'A',
        userId: 'u1',
        clientId: `c${orderId}`,
        symbol,
        side,
        source: 'Open',
        type: 'Market',
        tif: 'Day',
        quantity,
        destination: 'SMART',
        route: 'AUTO',
        strategyId,
      },
      expiresMs: null,
      reserveE4: 0,
      openingQuantity: 0,
      ...(group !== null && { group: { groupId: group, role: 'Entry' as const, index: 0 } }),
      timeMs,
    });
    const fees = { ...NO_FEES, otherE4: priceE4 % 100 };
    apply({ kind: 'executed', orderId, quantity, priceE4, exchange: 'N', liquidity: 'R', fees, timeMs });
  }
  return trades;
}

const WHOLE = { fromMs: 0, toMs: Number.POSITIVE_INFINITY };
const span = fc.constantFrom(WHOLE, { fromMs: MONDAY_MS + 300_000, toMs: MONDAY_MS + 1_200_000 });

/** The trips of a symbol without steps: all trades of a key at once. */
function tripsAtOnce(trades: AccountTrades, symbol: string, by: TripSubject): RoundTrip[] {
  const keyOf = ({ order }: PositionTrade): string | null =>
    by === 'Position' ? symbol : by === 'Bracket' ? (order?.groupId ?? null) : (order?.strategyId ?? null);
  const byKey = Map.groupBy(trades.tradesOf(symbol), keyOf);
  byKey.delete(null);
  return [...byKey.values()].flatMap((ofKey) => roundTrips(ofKey, 1));
}

/** The result of steps that stop at every step until other work, a read of the same account, is done. */
function interrupted<Value>(steps: Steps<Value>, other: () => void): Value {
  for (let count = 0; ; count += 1) {
    const { done, value } = steps.next();
    if (done) return value;
    if (count % 17 === 0) other();
  }
}

it('reads the trips of a span in steps as at once', () => {
  fc.assert(
    fc.property(stepsOfAccount, fc.constantFrom(...TRIP_SUBJECTS), span, (steps, by, { fromMs, toMs }) => {
      const trades = accountOf(steps);
      const endMs = ({ closedMs }: RoundTrip) => closedMs ?? Number.POSITIVE_INFINITY;
      const expected = trades
        .symbols()
        .flatMap((symbol) => tripsAtOnce(trades, symbol, by).map((trip) => ({ symbol, trip })))
        .filter(({ trip: { openedMs, closedMs } }) =>
          closedMs === null ? openedMs < toMs : closedMs >= fromMs && closedMs < toMs,
        )
        .sort(({ trip: a }, { trip: b }) =>
          endMs(a) === endMs(b) ? b.openedMs - a.openedMs : endMs(b) - endMs(a),
        );
      const read = interrupted(tripsOfSpan(trades, by, { fromMs, toMs }), () => trades.tripsOf('SPY', by));
      expect(read).toEqual(expected);
    }),
  );
});

it('reads realised gains, their totals and the reconciliation in steps as at once', () => {
  fc.assert(
    fc.property(stepsOfAccount, span, (steps, { fromMs, toMs }) => {
      const trades = accountOf(steps);
      const lines = interrupted(realisedLines(trades, { fromMs, toMs }), () => trades.lotsOf('SPY'));
      const other = accountOf(steps);
      const lotsAtOnce = other.symbols().map((symbol) => ({
        symbol,
        fifo: matchLots(other.tradesOf(symbol), FIFO_RULES),
        lots: matchLots(other.tradesOf(symbol), other.rulesOf(symbol)),
      }));
      expect(lines.map(({ symbol, closure }) => ({ symbol, closure }))).toEqual(
        lotsAtOnce
          .flatMap(({ symbol, lots }) => lots.closures.map((closure) => ({ symbol, closure })))
          .filter(({ closure: { closedMs } }) => closedMs >= fromMs && closedMs < toMs)
          .sort((a, b) => a.closure.closedMs - b.closure.closedMs),
      );
      const gainE4 = lines.reduce((sum, { amounts }) => sum + amounts.gainE4, 0);
      const { shortTerm, longTerm } = resultOf(realisedTotals(lines));
      expect([shortTerm.lines + longTerm.lines, shortTerm.gainE4 + longTerm.gainE4]).toEqual([
        lines.length,
        gainE4,
      ]);
      let [realisedE4, methodDifferenceE4] = [0, 0];
      for (const { fifo, lots } of lotsAtOnce) {
        for (const closure of lots.closures) realisedE4 += realisedAmounts(closure, 1).grossE4;
        methodDifferenceE4 += openCostE4(fifo.open, 1) - openCostE4(lots.open, 1);
      }
      expect(resultOf(reconciliationOf(trades))).toEqual({
        realisedE4,
        methodDifferenceE4,
        closedPlE4: realisedE4 + methodDifferenceE4,
      });
    }),
  );
});
