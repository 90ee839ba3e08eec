import type { MoneyE4, PriceE4 } from '../money/price.ts';
import type { ReportSource } from '../orders/core/report.ts';
import type { ExecutionTerms } from '../orders/core/types.ts';
import type { OrderSide, OrderType, TimeInForce } from '../orders/enumerations.ts';
import { ORDER_TYPES } from '../orders/order-types.ts';
import { totalFeesE4, type Liquidity } from '../portfolio/index.ts';
import type { RecordedQuote } from '../orders/recorded-quote.ts';

/** One execution with the market around it. Times are exchange UTC ms. */
export interface ExecutedFill {
  /** Serial of the execution's record. */
  readonly serial: number;
  readonly timeMs: number;
  /** Shares or contracts; of a multi-leg order units. */
  readonly quantity: number;
  readonly priceE4: PriceE4;
  readonly exchange: string;
  readonly liquidity: Liquidity;
  readonly feesE4: MoneyE4;
  /** At the execution; undefined = not recorded. */
  readonly nbbo: RecordedQuote | undefined;
  /** Five minutes later, or at the end of the session; undefined = not recorded, or not yet. */
  readonly after: RecordedQuote | undefined;
}

/** What became of an order within a span of time, with what its quality is measured by. */
export interface OrderExecution {
  readonly orderId: string;
  readonly account: string;
  readonly symbol: string;
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  readonly destination: string;
  readonly route: string;
  /** What was open of the order in the span: its quantity at the end of the span without what was filled before. */
  readonly quantity: number;
  /** 0 = none. */
  readonly limitPriceE4: PriceE4;
  /** When the order could trade first: accepted, or of a stop order triggered. */
  readonly arrivalMs: number;
  /** The market then; undefined = not recorded. */
  readonly arrival: RecordedQuote | undefined;
  /** It could trade at once with the quote of its arrival. */
  readonly isMarketable: boolean;
  /** A stop order that was not triggered has no arrival yet. */
  readonly isWaiting: boolean;
  readonly isMultiLeg: boolean;
  /** Fills of the span, as they stand after busts and corrections, in journal order. */
  readonly fills: readonly ExecutedFill[];
}

/** Exchange time, UTC ms; `toMs` is not part of the span. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The present figures of an execution that was amended: null = busted, undefined = never amended. */
export type AmendedTerms = (serial: number) => ExecutionTerms | null | undefined;

/**
 * The order's part in a span, as it was at the end of it; undefined when the order neither was accepted nor traded in it. Amendments of the span's
 * executions count whenever they were made.
 */
export function orderExecution(
  orderId: string,
  sources: readonly ReportSource[],
  amended: AmendedTerms,
  span: Span,
): OrderExecution | undefined {
  const known = sources.filter(({ event }) => event.timeMs < span.toMs);
  const arrival = arrivalOf(known);
  const terms = known.findLast((source) => source.terms !== undefined)?.terms;
  if (!arrival || !terms) return undefined;
  const all = fillsOf(known, amended);
  const fills = all.filter(({ timeMs }) => timeMs >= span.fromMs);
  if (fills.length === 0 && arrival.acceptedMs < span.fromMs) return undefined;
  const filledBefore = all.reduce(
    (sum, { timeMs, quantity }) => (timeMs < span.fromMs ? sum + quantity : sum),
    0,
  );
  return {
    orderId,
    account: terms.account,
    symbol: terms.symbol,
    side: terms.side,
    type: terms.type,
    tif: terms.tif,
    destination: terms.destination,
    route: terms.route,
    quantity: Math.max(0, terms.quantity - filledBefore),
    limitPriceE4: ORDER_TYPES[terms.type].takesLimitPrice ? terms.priceE4 : 0,
    arrivalMs: arrival.timeMs,
    arrival: arrival.nbbo,
    isMarketable: arrival.isMarketable,
    isWaiting: arrival.isWaiting,
    isMultiLeg: terms.legs !== undefined,
    fills,
  };
}

interface Arrival {
  readonly acceptedMs: number;
  readonly timeMs: number;
  readonly nbbo: RecordedQuote | undefined;
  readonly isMarketable: boolean;
  readonly isWaiting: boolean;
}

function arrivalOf(sources: readonly ReportSource[]): Arrival | undefined {
  let arrival: Arrival | undefined;
  for (const { event, terms } of sources) {
    if (event.kind === 'accepted') {
      const { order, nbbo, timeMs } = event;
      const isWaiting = ORDER_TYPES[order.type].takesStopPrice;
      arrival = {
        acceptedMs: timeMs,
        timeMs,
        nbbo,
        isMarketable: !isWaiting && isMarketable(order, nbbo),
        isWaiting,
      };
    } else if (event.kind === 'triggered' && arrival && terms) {
      const { nbbo, timeMs } = event;
      arrival = { ...arrival, timeMs, nbbo, isMarketable: isMarketable(terms, nbbo), isWaiting: false };
    }
  }
  return arrival;
}

/** Whether an order could trade at once with a quote. Auction orders and pegs wait for theirs. */
function isMarketable(
  {
    type,
    tif,
    side,
    priceE4,
  }: {
    readonly type: OrderType;
    readonly tif: TimeInForce;
    readonly side: OrderSide;
    readonly priceE4: PriceE4;
  },
  nbbo: RecordedQuote | undefined,
): boolean {
  const { needsLimitPrice, isClosingAuction, isPegged } = ORDER_TYPES[type];
  if (!nbbo || isClosingAuction || isPegged || tif === 'AtOpening') return false;
  const isBuy = side === 'Buy';
  if ((isBuy ? nbbo.askSize : nbbo.bidSize) === 0) return false;
  return !needsLimitPrice || (isBuy ? priceE4 >= nbbo.askE4 : priceE4 <= nbbo.bidE4);
}

/** The executions as they stand now: busted ones are left out, corrected ones have their new figures. */
function fillsOf(sources: readonly ReportSource[], amended: AmendedTerms): readonly ExecutedFill[] {
  return sources.flatMap(({ serial, event, mark }): ExecutedFill[] => {
    if (event.kind !== 'executed') return [];
    const terms = amended(serial);
    if (terms === null) return [];
    const { timeMs, exchange, liquidity, nbbo } = event;
    const { quantity, priceE4, fees } = terms ?? event;
    const feesE4 = totalFeesE4(fees);
    return [{ serial, timeMs, quantity, priceE4, exchange, liquidity, feesE4, nbbo, after: mark }];
  });
}
