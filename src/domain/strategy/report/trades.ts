import type { Steps } from '../../collections/steps.ts';
import type { TripFill } from '../../lots/round-trips.ts';
import { averageE4 } from '../../money/share-of.ts';
import { notionalE4, type MoneyE4, type PriceE4 } from '../../money/price.ts';
import { multiplierOfSymbol } from '../../portfolio/index.ts';
import type { BorrowCharge, ReportFill, ReportInput, ReportTrade } from './types.ts';

interface OpenTrade {
  readonly direction: number;
  readonly fills: TripFill[];
  entered: number;
  entryValueE4: MoneyE4;
  exited: number;
  exitValueE4: MoneyE4;
  maxQuantity: number;
  grossE4: MoneyE4;
  feesE4: MoneyE4;
}

/**
 * The trades of a run in all symbols, by the time of their first fill. `closes`: of the other symbols, for the profit of their open positions, which is a part
 * of `openProfitE4`.
 */
export function* allTradesInSteps(
  fills: readonly ReportFill[],
  openProfitE4: MoneyE4,
  borrow: readonly BorrowCharge[],
  closes: ReportInput['otherCloses'],
): Steps<readonly ReportTrade[]> {
  const groups = fillsBySymbol(fills);
  if (groups.size <= 1 && groups.has(undefined)) return yield* tradesInSteps(fills, openProfitE4, borrow);
  const trades: ReportTrade[] = [];
  let leftE4 = openProfitE4;
  for (const [symbol, some] of groups) {
    if (symbol === undefined) continue;
    const openE4 = openProfitIn(some, multiplierOfSymbol(symbol), closes?.get(symbol)?.at(-1)?.closeE4);
    leftE4 -= openE4;
    const charges = borrow.filter((charge) => charge.symbol === symbol);
    for (const trade of yield* tradesInSteps(some, openE4, charges)) trades.push({ ...trade, symbol });
  }
  const charges = borrow.filter((charge) => charge.symbol === undefined);
  trades.push(...(yield* tradesInSteps(groups.get(undefined) ?? [], leftE4, charges)));
  return trades
    .sort((left, right) => left.openedMs - right.openedMs)
    .map((trade, at) => ({ ...trade, number: at + 1 }));
}

/** The fills of each symbol, in their sequence. Undefined = the symbol of the run. */
export function fillsBySymbol(
  fills: readonly ReportFill[],
): ReadonlyMap<string | undefined, readonly ReportFill[]> {
  const groups = new Map<string | undefined, ReportFill[]>();
  for (const fill of fills) {
    const known = groups.get(fill.symbol);
    if (known === undefined) groups.set(fill.symbol, [fill]);
    else known.push(fill);
  }
  return groups;
}

/** What the fills have moved and the position is worth, less what they have closed. Without a close the last fill's price counts. */
function openProfitIn(
  fills: readonly ReportFill[],
  multiplier: number,
  closeE4: PriceE4 | undefined,
): MoneyE4 {
  let [quantity, profitE4] = [0, 0];
  for (const { signedQuantity, grossAmountE4, fifoProfitE4 } of fills) {
    quantity += signedQuantity;
    profitE4 += grossAmountE4 - fifoProfitE4;
  }
  const priceE4 = closeE4 ?? fills.at(-1)?.priceE4 ?? 0;
  return profitE4 + notionalE4(priceE4, quantity * multiplier);
}

/**
 * The trades of a run in one symbol, the oldest first; the last one may be open. An order that reverses a position belongs to two trades, and its fees are split
 * by quantity as in `TradeCounter`; what short stock cost to borrow is in the fees of its trade. The net profits add up to the net P&L of the run exactly.
 */
export function* tradesInSteps(
  fills: readonly ReportFill[],
  openProfitE4: MoneyE4,
  borrow: readonly BorrowCharge[] = [],
): Steps<readonly ReportTrade[]> {
  const trades: ReportTrade[] = [];
  let trade: OpenTrade | undefined;
  let nextCharge = 0;
  const borrowedUntil = (timeMs: number): MoneyE4 => {
    let sumE4: MoneyE4 = 0;
    for (
      let charge = borrow[nextCharge];
      charge && charge.timeMs < timeMs;
      charge = borrow[(nextCharge += 1)]
    )
      sumE4 += charge.amountE4;
    return sumE4;
  };
  for (const fill of fills) {
    yield;
    if (trade !== undefined) trade.feesE4 += borrowedUntil(fill.timeMs);
    const { signedQuantity, fifoProfitE4, feesE4 } = fill;
    const quantity = Math.abs(signedQuantity);
    const held = trade === undefined ? 0 : trade.entered - trade.exited;
    const closed: number =
      trade === undefined || Math.sign(signedQuantity) === trade.direction ? 0 : Math.min(quantity, held);
    const opened = quantity - closed;
    const closingFeesE4: MoneyE4 = opened === 0 ? feesE4 : Math.round((feesE4 * closed) / quantity);
    if (trade !== undefined && closed > 0) {
      add(trade, fill, { quantity: closed, grossE4: fifoProfitE4, feesE4: closingFeesE4, isExit: true });
      if (trade.exited === trade.entered) {
        trades.push(finished(trade, trades.length + 1, fill.timeMs));
        trade = undefined;
      }
    }
    if (opened === 0) continue;
    trade ??= openTrade(Math.sign(signedQuantity));
    // Profit of an order that closed nothing by its row: of one whose fills came between those of another order.
    const grossE4 = closed > 0 ? 0 : fifoProfitE4;
    add(trade, fill, { quantity: opened, grossE4, feesE4: feesE4 - closingFeesE4, isExit: false });
  }
  if (trade !== undefined) {
    trade.grossE4 += openProfitE4;
    trade.feesE4 += borrowedUntil(Number.POSITIVE_INFINITY);
    trades.push(finished(trade, trades.length + 1, null));
  }
  return trades;
}

const openTrade = (direction: number): OpenTrade => ({
  direction,
  fills: [],
  entered: 0,
  entryValueE4: 0,
  exited: 0,
  exitValueE4: 0,
  maxQuantity: 0,
  grossE4: 0,
  feesE4: 0,
});

function add(
  trade: OpenTrade,
  { timeMs, priceE4, signedQuantity }: ReportFill,
  part: {
    readonly quantity: number;
    readonly grossE4: MoneyE4;
    readonly feesE4: MoneyE4;
    readonly isExit: boolean;
  },
): void {
  const { quantity, isExit } = part;
  trade.fills.push({
    serial: trade.fills.length,
    timeMs,
    priceE4,
    signedQuantity: quantity * Math.sign(signedQuantity),
  });
  trade.grossE4 += part.grossE4;
  trade.feesE4 += part.feesE4;
  if (isExit) {
    trade.exited += quantity;
    trade.exitValueE4 += notionalE4(priceE4, quantity);
  } else {
    trade.entered += quantity;
    trade.entryValueE4 += notionalE4(priceE4, quantity);
  }
  trade.maxQuantity = Math.max(trade.maxQuantity, trade.entered - trade.exited);
}

function finished(trade: OpenTrade, number: number, closedMs: number | null): ReportTrade {
  const { direction, fills, entered, entryValueE4, exited, exitValueE4, maxQuantity, grossE4, feesE4 } =
    trade;
  return {
    number,
    isShort: direction < 0,
    openedMs: fills[0]?.timeMs ?? 0,
    closedMs,
    quantity: maxQuantity,
    entryPriceE4: averageE4(entryValueE4, entered),
    exitPriceE4: exited === 0 ? null : averageE4(exitValueE4, exited),
    grossE4,
    feesE4,
    netE4: grossE4 - feesE4,
    fills,
  };
}
