import { assert } from '../assert/assert.ts';
import { newYorkDate, nextSession, sessionOn } from '../calendar/us-equity.ts';
import { notionalE4, type MoneyE4, type PriceE4 } from '../money/price.ts';
import type { OrderSide } from '../orders/enumerations.ts';
import { applyFill, createPosition, multiplierOfSymbol, type Position } from '../portfolio/index.ts';
import { Capital } from './capital.ts';
import { TradeCounter, type TradeFigures } from './trades.ts';

/** A year, as returns are annualised (spec tools.md §9): 365 days. */
export const YEAR_MS = 31_536_000_000;
/** A regular session. */
const SESSION_MS = 390 * 60_000;

/** A fill of an order, or of one leg of it. */
export interface ReturnsFill {
  /** Of a leg in another symbol than the run's own; undefined = the symbol of the run. */
  readonly symbol?: string | undefined;
  readonly timeMs: number;
  readonly side: OrderSide;
  readonly quantity: number;
  /** Mean price of a share. */
  readonly priceE4: PriceE4;
  readonly feesE4: MoneyE4;
}

/** The period of a run, and the prices of its symbol at both ends. */
export interface ReturnsPeriod {
  readonly fromMs: number;
  readonly toMs: number;
  /** The symbol's price at the start and at the end; null = not known. */
  readonly firstPriceE4: PriceE4 | null;
  readonly lastPriceE4: PriceE4 | null;
  /** Last prices of the other symbols that the run has traded; null = not known: an open position in the symbol counts at cost. */
  readonly lastPriceOf?: ((symbol: string) => PriceE4 | null) | undefined;
}

/** Figures of one order, and of the run up to it. */
export interface OrderFigures {
  /** FIFO profit of the quantity that the order closed, before fees. */
  readonly fifoProfitE4: MoneyE4;
  /** The same, less the order's fees. */
  readonly netProfitE4: MoneyE4;
  /** Cash flow of the order before fees: negative for a purchase. */
  readonly grossAmountE4: MoneyE4;
  readonly netAmountE4: MoneyE4;
  /** Net profit of all orders so far, less what was paid to borrow until then. */
  readonly cumulativeProfitE4: MoneyE4;
  readonly capitalE4: MoneyE4;
  readonly averageCapitalE4: MoneyE4;
  readonly roi: number | null;
  readonly roac: number | null;
  readonly roc: number | null;
}

/**
 * Returns of a run (docs/algostream/returns.md). "Net" is after all fees. Ratios are fractions of 1, and null where the divisor is 0 or not known.
 */
export interface Returns extends TradeFigures {
  /** FIFO profit of everything closed, before fees. */
  readonly cumulativeGrossE4: MoneyE4;
  /** `cumulativeGrossE4` less all fees and what was paid to borrow. */
  readonly cumulativeNetE4: MoneyE4;
  /** Profit before fees, the open position at the last price included. */
  readonly grossE4: MoneyE4;
  /** `grossE4` less all fees and what was paid to borrow. */
  readonly netE4: MoneyE4;
  readonly feesE4: MoneyE4;
  /** Paid to borrow short stock. */
  readonly borrowE4: MoneyE4;
  /** Net profit divided by the cost of all opened positions. */
  readonly roi: number | null;
  readonly roiAnnualised: number | null;
  /** Change of the symbol's price: last divided by first, less 1. */
  readonly symbolRoi: number | null;
  readonly symbolRoiAnnualised: number | null;
  /** Net profit divided by average capital. */
  readonly roac: number | null;
  readonly roacAnnualised: number | null;
  /** Net profit divided by capital. */
  readonly roc: number | null;
  readonly rocAnnualised: number | null;
  /** Maximum capital in use: cost of the open lots, long or short. */
  readonly capitalE4: MoneyE4;
  /** Mean of the capital in use, over the time that a position was open. */
  readonly averageCapitalE4: MoneyE4;
  readonly startMs: number;
  readonly finishMs: number;
}

/** The symbol of the run itself. */
const OWN_SYMBOL = '';

/** Accumulates the fills of a run, in the order they happened. Each symbol has a position of its own; the sums are those of all. */
export class ReturnsRun {
  readonly #multiplier: number;
  readonly #positions = new Map<string, Position>();
  readonly #capital = new Capital();
  readonly #trades = new TradeCounter();
  #investedE4: MoneyE4 = 0;
  #closedE4: MoneyE4 = 0;
  #feesE4: MoneyE4 = 0;
  #borrowE4: MoneyE4 = 0;
  /** Cost of all open lots. */
  #inUseE4: MoneyE4 = 0;

  /** `multiplier`: shares of one of the quantity in the symbol of the run, 100 for options. */
  constructor(multiplier = 1) {
    this.#multiplier = multiplier;
  }

  add({ symbol = OWN_SYMBOL, timeMs, side, quantity, priceE4, feesE4 }: ReturnsFill): OrderFigures {
    assert(quantity > 0, 'a filled order has a quantity');
    const position = this.#positionIn(symbol);
    const signedQuantity = side === 'Buy' ? quantity : -quantity;
    const {
      quantity: quantityBefore,
      closedPlE4: closedBeforeE4,
      fifoCostE4: costBeforeE4,
      multiplier,
    } = position;
    applyFill(position, { signedQuantity, priceE4, feesE4 });
    const fifoProfitE4: MoneyE4 = position.closedPlE4 - closedBeforeE4;
    const isAgainst = Math.sign(quantityBefore) === -Math.sign(signedQuantity);
    const opened = isAgainst ? Math.max(0, quantity - Math.abs(quantityBefore)) : quantity;
    this.#investedE4 += notionalE4(priceE4, opened * multiplier);
    this.#closedE4 += fifoProfitE4;
    this.#feesE4 += feesE4;
    this.#inUseE4 += Math.abs(position.fifoCostE4) - Math.abs(costBeforeE4);
    this.#capital.set(timeMs, this.#inUseE4);
    const quantityAfter = position.quantity;
    this.#trades.add({ symbol, quantityBefore, quantityAfter, quantity, opened, fifoProfitE4, feesE4 });
    const grossAmountE4 = notionalE4(priceE4, -signedQuantity * multiplier);
    return this.#figures(timeMs, {
      fifoProfitE4,
      netProfitE4: fifoProfitE4 - feesE4,
      grossAmountE4,
      netAmountE4: grossAmountE4 - feesE4,
    });
  }

  /** Charges the short position in a symbol with what it costs to borrow; without one in that of the run. */
  borrow(amountE4: MoneyE4, symbol = OWN_SYMBOL): void {
    this.#borrowE4 += amountE4;
    this.#trades.chargeShort(symbol, amountE4);
  }

  /** Net profit at these prices, the open positions included. */
  netAtE4(prices: Pick<ReturnsPeriod, 'lastPriceE4' | 'lastPriceOf'>): MoneyE4 {
    return this.#closedE4 + this.#openProfitE4(prices) - this.#feesE4 - this.#borrowE4;
  }

  result(period: ReturnsPeriod): Returns {
    const { fromMs, toMs, firstPriceE4, lastPriceE4 } = period;
    const openE4 = this.#openProfitE4(period);
    const netE4 = this.netAtE4(period);
    const averageCapitalE4 = this.#capital.averageE4(toMs);
    const capitalE4 = this.#capital.maxE4();
    const roi = ratio(netE4, this.#investedE4);
    const roac = ratio(netE4, averageCapitalE4);
    const roc = ratio(netE4, capitalE4);
    const symbolRoi =
      firstPriceE4 === null || lastPriceE4 === null ? null : ratio(lastPriceE4 - firstPriceE4, firstPriceE4);
    const annualised = annualiser(fromMs, toMs);
    return {
      cumulativeGrossE4: this.#closedE4,
      cumulativeNetE4: this.#closedE4 - this.#feesE4 - this.#borrowE4,
      grossE4: this.#closedE4 + openE4,
      netE4,
      feesE4: this.#feesE4,
      borrowE4: this.#borrowE4,
      roi,
      roiAnnualised: annualised(roi),
      symbolRoi,
      symbolRoiAnnualised: annualised(symbolRoi),
      roac,
      roacAnnualised: annualised(roac),
      roc,
      rocAnnualised: annualised(roc),
      capitalE4,
      averageCapitalE4,
      ...this.#trades.result(),
      startMs: fromMs,
      finishMs: toMs,
    };
  }

  #positionIn(symbol: string): Position {
    const known = this.#positions.get(symbol);
    if (known) return known;
    const made = createPosition(symbol === OWN_SYMBOL ? this.#multiplier : multiplierOfSymbol(symbol));
    this.#positions.set(symbol, made);
    return made;
  }

  /** Profit of the open positions, at the last prices. */
  #openProfitE4({ lastPriceE4, lastPriceOf }: Pick<ReturnsPeriod, 'lastPriceE4' | 'lastPriceOf'>): MoneyE4 {
    let openE4: MoneyE4 = 0;
    for (const [symbol, { quantity, multiplier, fifoCostE4 }] of this.#positions) {
      if (quantity === 0) continue;
      const priceE4 = symbol === OWN_SYMBOL ? lastPriceE4 : (lastPriceOf?.(symbol) ?? null);
      if (priceE4 !== null) openE4 += notionalE4(priceE4, quantity * multiplier) - fifoCostE4;
    }
    return openE4;
  }

  #figures(
    timeMs: number,
    ofOrder: Pick<OrderFigures, 'fifoProfitE4' | 'netProfitE4' | 'grossAmountE4' | 'netAmountE4'>,
  ): OrderFigures {
    const cumulativeProfitE4: MoneyE4 = this.#closedE4 - this.#feesE4 - this.#borrowE4;
    const averageCapitalE4 = this.#capital.averageE4(timeMs);
    const capitalE4 = this.#capital.maxE4();
    return {
      ...ofOrder,
      cumulativeProfitE4,
      capitalE4,
      averageCapitalE4,
      roi: ratio(cumulativeProfitE4, this.#investedE4),
      roac: ratio(cumulativeProfitE4, averageCapitalE4),
      roc: ratio(cumulativeProfitE4, capitalE4),
    };
  }
}

/** The figures of each order and the returns, from all fills at once. */
export function returnsOf(
  fills: readonly ReturnsFill[],
  period: ReturnsPeriod,
  multiplier = 1,
): { readonly figures: readonly OrderFigures[]; readonly returns: Returns } {
  const run = new ReturnsRun(multiplier);
  return { figures: fills.map((fill) => run.add(fill)), returns: run.result(period) };
}

function ratio(profit: number, by: number): number | null {
  return by > 0 ? profit / by : null;
}

/** Annualises ratios of a period; null for all of them when it is too short. */
function annualiser(fromMs: number, toMs: number): (share: number | null) => number | null {
  const isLongEnough = coversSession(fromMs, toMs);
  return (share) => (isLongEnough ? annualise(share, toMs - fromMs) : null);
}

/** True for a period with as much trading time as a regular session, or with a whole shortened one: less is not annualised. */
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

/** A ratio of a period as one of a year: in proportion, not compounded, so that a loss of more than 100 % has a figure. */
export function annualise(share: number | null, durationMs: number): number | null {
  return share === null || !(durationMs > 0) ? null : (share * YEAR_MS) / durationMs;
}
