import { fromE4, toMoneyE4, toPriceE4, type MoneyE4 } from '../../../src/domain/money/price.ts';
import { convertPosition } from '../../../src/domain/corporate-actions/convert-position.ts';
import { applyFill, createPosition, multiplierOfSymbol } from '../../../src/domain/portfolio/index.ts';
import type { WirePosition, WireReport } from '../../../src/plugin-api/index.ts';
import type { Trade } from '../model/trade-list.ts';
import type { ChartSplit } from './scaled-trades.ts';

const signed = ({ Side, LastFillQuantity }: WireReport): number =>
  Side === 'Buy' ? LastFillQuantity : -LastFillQuantity;

/** The executions after busts and corrections; the report of a change carries the new figures, and the difference in fees. */
function executionsOf(log: readonly WireReport[], symbol: string): readonly WireReport[] {
  const amended = new Map<string, WireReport>();
  const reports = log
    .filter((report) => report.Symbol === symbol)
    .sort((left, right) => left.Serial - right.Serial);
  // In the order of their reports: an execution may be corrected more than once.
  for (const report of reports.filter(
    ({ ReportType: type }) => type === 'OrderBusted' || type === 'OrderCorrected',
  )) {
    // Without a name it could be any of them.
    if (report.ExecutionId === '') continue;
    const feesE4: MoneyE4 = toMoneyE4(report.Fees) + toMoneyE4(amended.get(report.ExecutionId)?.Fees ?? 0);
    amended.set(report.ExecutionId, { ...report, Fees: fromE4(feesE4) });
  }
  return reports
    .flatMap((fill) => {
      if (fill.ReportType !== 'OrderExecuted' || fill.LastFillQuantity <= 0 || fill.LastFillPrice <= 0)
        return [];
      const change = amended.get(fill.ExecutionId);
      if (change === undefined) return [fill];
      if (change.ReportType === 'OrderBusted') return [];
      return [
        {
          ...fill,
          LastFillPrice: change.LastFillPrice,
          LastFillQuantity: change.LastFillQuantity,
          Fees: fromE4(toMoneyE4(fill.Fees) + toMoneyE4(change.Fees)),
        },
      ];
    })
    .sort((left, right) => left.Timestamp - right.Timestamp);
}

const inNewShares = (shares: number, { numerator, denominator }: ChartSplit): number =>
  Math.trunc((shares * numerator) / denominator);

/** Shares held before the first execution, in shares of that day: what is held now, with every execution and split undone, the newest first. */
function heldAtFirst(heldNow: number, fills: readonly WireReport[], splits: readonly ChartSplit[]): number {
  let held = heldNow;
  const left = [...splits];
  for (const fill of fills.toReversed()) {
    for (let split = left.at(-1); split !== undefined && split.timeMs > fill.Timestamp; split = left.at(-1)) {
      held = Math.trunc((held * split.denominator) / split.numerator);
      left.pop();
    }
    held -= signed(fill);
  }
  return held;
}

/**
 * The account's executions of a symbol, oldest first, each with the net P&L closed so far: first in, first out, fees taken off, counted from the first
 * execution of the trade log. Prices and quantities are those of their day; shares that are held over a split become new ones at the same cost. The log goes back a few days only, so shares may have been held before it: what they cost is not known here, and closing
 * them brings nothing but the fees.
 */
export function ownTrades(
  log: readonly WireReport[],
  position: WirePosition | undefined,
  symbol: string,
  splits: readonly ChartSplit[] = [],
): readonly Trade[] {
  const fills = executionsOf(log, symbol);
  const heldNow = position === undefined ? 0 : position.LongQty - position.ShortQty;
  const firstMs = fills[0]?.Timestamp ?? 0;
  const ahead = splits.filter(({ timeMs }) => timeMs > firstMs);
  let heldBefore = heldAtFirst(heldNow, fills, ahead);
  const counted = createPosition(multiplierOfSymbol(symbol));
  let feesE4: MoneyE4 = 0;
  return fills.map((fill) => {
    for (let split = ahead[0]; split !== undefined && split.timeMs <= fill.Timestamp; split = ahead[0]) {
      convertPosition(counted, split, 0);
      heldBefore = inNewShares(heldBefore, split);
      ahead.shift();
    }
    const quantity = signed(fill);
    // The oldest shares go first, and those are the ones from before the log.
    const ofBefore =
      Math.sign(heldBefore) === -Math.sign(quantity)
        ? Math.sign(quantity) * Math.min(Math.abs(heldBefore), Math.abs(quantity))
        : 0;
    heldBefore += ofBefore;
    feesE4 += toMoneyE4(fill.Fees);
    if (quantity !== ofBefore)
      applyFill(counted, {
        signedQuantity: quantity - ofBefore,
        priceE4: toPriceE4(fill.LastFillPrice),
        feesE4: 0,
      });
    return {
      timeMs: fill.Timestamp,
      side: fill.Side,
      price: fill.LastFillPrice,
      quantity: fill.LastFillQuantity,
      netPnl: fromE4(counted.closedPlE4 - feesE4),
    };
  });
}
