import { assert } from '../assert/assert.ts';
import { newYorkDate, nextSession, sessionOn } from '../calendar/us-equity.ts';
import type { MoneyE4, PriceE4 } from '../money/price.ts';
import type { OrderSide } from '../orders/enumerations.ts';
import { applyFill, createPosition } from '../portfolio/index.ts';
import { createCapital } from './capital.ts';
import { createTrades, type TradeFigures } from './trades.ts';

/** A year, as returns are annualised (spec tools.md §9): 365 days. */
export const YEAR_MS = 31_536_000_000;
/** A regular session. */
const SESSION_MS = 390 * 60_000;

/** An order that was filled. */
export interface ReturnsFill {
  readonly timeMs: number;
  readonly side: OrderSide;
  readonly quantity: number;
  /** Mean price of a share. */
  readonly priceE4: PriceE4;
  readonly feesE4: MoneyE4;
}

/** The time that a run covers and what its symbol did in it. */
export interface ReturnsPeriod {
  readonly fromMs: number;
  readonly toMs: number;
  /** The symbol's price at the start and at the end; null = not known. */
  readonly firstPriceE4: PriceE4 | null;
  readonly lastPriceE4: PriceE4 | null;
}

/** Figures of one order, and of the run as of it. */
export interface OrderFigures {
  /** FIFO profit of what the order closed, before fees. */
  readonly fifoProfitE4: MoneyE4;
  /** The same, less the order's fees. */
  readonly netProfitE4: MoneyE4;
  /** What the order moved: negative for a purchase. */
  readonly grossAmountE4: MoneyE4;
  readonly netAmountE4: MoneyE4;
  /** Net profit of all orders so far. */
  readonly cumulativeProfitE4: MoneyE4;
  readonly capitalE4: MoneyE4;
  readonly averageCapitalE4: number;
  readonly roi: number | null;
  readonly roac: number | null;
  readonly roc: number | null;
}

/**
 * Returns of a run (docs/algostream/returns.md). "Net" is after all fees. Ratios are fractions of 1, and null where what they divide by is 0 or not known.
 */
export interface Returns extends TradeFigures {
  /** FIFO profit of everything closed, before fees. */
  readonly cumulativeGrossE4: MoneyE4;
  /** `cumulativeGrossE4` less all fees. */
  readonly cumulativeNetE4: MoneyE4;
  /** Profit before fees with what is still open, at the last price. */
  readonly grossE4: MoneyE4;
  /** `grossE4` less all fees. */
  readonly netE4: MoneyE4;
  /** Net profit by what all opened positions cost. */
  readonly roi: number | null;
  readonly roiAnnualised: number | null;
  /** What the symbol's price made of itself: last by first price, less 1. */
  readonly symbolRoi: number | null;
  readonly symbolRoiAnnualised: number | null;
  /** Net profit by average capital. */
  readonly roac: number | null;
  readonly roacAnnualised: number | null;
  /** Net profit by capital. */
  readonly roc: number | null;
  readonly rocAnnualised: number | null;
  /** The most that was in use at once: cost of the open lots, long or short. */
  readonly capitalE4: MoneyE4;
  /** Mean of what was in use, over the time that a position was open. */
  readonly averageCapitalE4: number;
  readonly startMs: number;
  readonly finishMs: number;
}

/** Follows the filled orders of a run, in the order they were filled. */
export interface ReturnsRun {
  add(fill: ReturnsFill): OrderFigures;
  result(period: ReturnsPeriod): Returns;
}

/** `multiplier`: shares of one of the quantity, 100 for options. */
export function createReturnsRun(multiplier = 1): ReturnsRun {
  const position = createPosition(multiplier);
  const capital = createCapital();
  const trades = createTrades();
  let investedE4 = 0;

  return {
    add({ timeMs, side, quantity, priceE4, feesE4 }) {
      assert(quantity > 0, 'a filled order has a quantity');
      const signedQuantity = side === 'Buy' ? quantity : -quantity;
      const [quantityBefore, closedBeforeE4] = [position.quantity, position.closedPlE4];
      applyFill(position, { signedQuantity, priceE4, feesE4 });
      const fifoProfitE4 = position.closedPlE4 - closedBeforeE4;
      const isAgainst = Math.sign(quantityBefore) === -Math.sign(signedQuantity);
      const opened = isAgainst ? Math.max(0, quantity - Math.abs(quantityBefore)) : quantity;
      investedE4 += opened * multiplier * priceE4;
      capital.set(timeMs, Math.abs(position.fifoCostE4));
      trades.add({
        quantityBefore,
        quantityAfter: position.quantity,
        quantity,
        opened,
        fifoProfitE4,
        feesE4,
      });
      const grossAmountE4 = -signedQuantity * multiplier * priceE4;
      const cumulativeProfitE4 = position.closedPlE4 - position.feesE4;
      const averageCapitalE4 = capital.averageE4(timeMs);
      return {
        fifoProfitE4,
        netProfitE4: fifoProfitE4 - feesE4,
        grossAmountE4,
        netAmountE4: grossAmountE4 - feesE4,
        cumulativeProfitE4,
        capitalE4: capital.mostE4(),
        averageCapitalE4,
        roi: ratio(cumulativeProfitE4, investedE4),
        roac: ratio(cumulativeProfitE4, averageCapitalE4),
        roc: ratio(cumulativeProfitE4, capital.mostE4()),
      };
    },

    result({ fromMs, toMs, firstPriceE4, lastPriceE4 }) {
      const { closedPlE4, feesE4, quantity, fifoCostE4 } = position;
      const openE4 =
        lastPriceE4 === null || quantity === 0 ? 0 : quantity * multiplier * lastPriceE4 - fifoCostE4;
      const netE4 = closedPlE4 + openE4 - feesE4;
      const averageCapitalE4 = capital.averageE4(toMs);
      const roi = ratio(netE4, investedE4);
      const roac = ratio(netE4, averageCapitalE4);
      const roc = ratio(netE4, capital.mostE4());
      const symbolRoi =
        firstPriceE4 === null || lastPriceE4 === null
          ? null
          : ratio(lastPriceE4 - firstPriceE4, firstPriceE4);
      const annualised = annualiser(fromMs, toMs);
      return {
        cumulativeGrossE4: closedPlE4,
        cumulativeNetE4: closedPlE4 - feesE4,
        grossE4: closedPlE4 + openE4,
        netE4,
        roi,
        roiAnnualised: annualised(roi),
        symbolRoi,
        symbolRoiAnnualised: annualised(symbolRoi),
        roac,
        roacAnnualised: annualised(roac),
        roc,
        rocAnnualised: annualised(roc),
        capitalE4: capital.mostE4(),
        averageCapitalE4,
        ...trades.result(),
        startMs: fromMs,
        finishMs: toMs,
      };
    },
  };
}

/** All at once: the figures of each order, and the returns. */
export function returnsOf(
  fills: readonly ReturnsFill[],
  period: ReturnsPeriod,
  multiplier = 1,
): { readonly figures: readonly OrderFigures[]; readonly returns: Returns } {
  const run = createReturnsRun(multiplier);
  return { figures: fills.map((fill) => run.add(fill)), returns: run.result(period) };
}

function ratio(profit: number, by: number): number | null {
  return by > 0 ? profit / by : null;
}

/** Annualises shares of a time; null for all of them when it is too short. */
function annualiser(fromMs: number, toMs: number): (share: number | null) => number | null {
  const isLongEnough = coversSession(fromMs, toMs);
  return (share) => (isLongEnough ? annualise(share, toMs - fromMs) : null);
}

/** Whether a time holds as much trading as a regular session, or a whole short one: a year's figure of less says nothing. */
export function coversSession(fromMs: number, toMs: number): boolean {
  const firstDate = newYorkDate(fromMs);
  let tradedMs = 0;
  for (
    let session = sessionOn(firstDate) ?? nextSession(firstDate);
    session.openMs < toMs;
    session = nextSession(session.date)
  ) {
    const openMs = Math.max(session.openMs, fromMs);
    const closeMs = Math.min(session.closeMs, toMs);
    if (openMs === session.openMs && closeMs === session.closeMs) return true;
    tradedMs += Math.max(0, closeMs - openMs);
    if (tradedMs >= SESSION_MS) return true;
  }
  return false;
}

/** A share of a time as one of a year: in proportion, not compounded, so that a loss of more than everything has a figure, too. */
export function annualise(share: number | null, durationMs: number): number | null {
  return share === null || !(durationMs > 0) ? null : (share * YEAR_MS) / durationMs;
}
