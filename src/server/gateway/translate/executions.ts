import type * as v from 'valibot';
import type { ExecutedFill, OrderExecution, RecordedQuote } from '../../../domain/execution/index.ts';
import { fromE4 } from '../../../domain/money/price.ts';
import type { ExplainedOrder } from '../../../domain/orders/core/explain-order.ts';
import type { Figure, Remedy } from '../../../domain/risk/index.ts';
import type {
  explanationBody,
  orderExecutionBody,
  orderTimelineBody,
  quoteBody,
} from '../../../protocol/http-executions.ts';
import type { OrderTimeline } from '../../brokerage/brokerage.ts';

type ExecutionBody = v.InferOutput<typeof orderExecutionBody>;

/** A recorded quote on the wire. */
const quoteToWire = ({ bidE4, bidSize, askE4, askSize }: RecordedQuote): v.InferOutput<typeof quoteBody> => ({
  B: fromE4(bidE4),
  BS: bidSize,
  A: fromE4(askE4),
  AS: askSize,
});

const fillToWire = (fill: ExecutedFill): ExecutionBody['Fills'][number] => ({
  ExecutionId: `E${fill.serial}`,
  Timestamp: fill.timeMs,
  Quantity: fill.quantity,
  Price: fromE4(fill.priceE4),
  Exchange: fill.exchange,
  Liquidity: fill.liquidity,
  Fees: fromE4(fill.feesE4),
  ...(fill.nbbo && { Quote: quoteToWire(fill.nbbo) }),
  ...(fill.after && { QuoteAfter: quoteToWire(fill.after) }),
});

/** An order's part in a day on the wire. */
export const executionToWire = (execution: OrderExecution): ExecutionBody => ({
  OrderId: execution.orderId,
  Symbol: execution.symbol,
  Side: execution.side,
  Type: execution.type,
  TifType: execution.tif,
  Destination: execution.destination,
  Route: execution.route,
  Quantity: execution.quantity,
  ...(execution.limitPriceE4 !== 0 && { Price: fromE4(execution.limitPriceE4) }),
  ArrivalTime: execution.arrivalMs,
  ...(execution.arrival && { Arrival: quoteToWire(execution.arrival) }),
  IsMarketable: execution.isMarketable,
  IsWaiting: execution.isWaiting,
  IsMultiLeg: execution.isMultiLeg,
  Fills: execution.fills.map(fillToWire),
});

type ExplanationBody = v.InferOutput<typeof explanationBody>;

const figureToWire = ({ unit, bound, value, limit }: Figure) => {
  const inDollars = unit === 'Money' || unit === 'Price';
  const shown = (figure: number | null | undefined): number | null =>
    typeof figure === 'number' && Number.isFinite(figure) ? (inDollars ? fromE4(figure) : figure) : null;
  return { Unit: unit, Bound: bound, Value: shown(value), Limit: shown(limit) };
};

const remedyToWire = ({ quantity, priceE4 }: Remedy): ExplanationBody['Remedy'] => ({
  ...(quantity !== undefined && { Quantity: quantity }),
  ...(priceE4 !== undefined && { Price: fromE4(priceE4) }),
});

/** An explanation on the wire. */
export const explanationToWire = (explained: ExplainedOrder): ExplanationBody => ({
  ErrorCode: explained.code,
  Message: explained.message,
  ...(explained.detail !== undefined && { Detail: explained.detail }),
  Timestamp: explained.timeMs,
  Checks: explained.checks.map(({ checkId, leg, title, rule, code, figure, detail, remedy }) => ({
    Check: checkId,
    ...(leg !== undefined && { Leg: leg }),
    Title: title,
    Rule: rule,
    ErrorCode: code,
    ...(figure && { Figure: figureToWire(figure) }),
    ...(detail !== undefined && { Detail: detail }),
    ...(remedy && { Remedy: remedyToWire(remedy) }),
  })),
  Remedy: remedyToWire(explained.remedy),
});

/** A timeline on the wire. `proposedBy`: the name of the API key that proposed the order; null for any other order. */
export const timelineToWire = (
  timeline: OrderTimeline,
  proposedBy: string | null,
): v.InferOutput<typeof orderTimelineBody> => {
  const { times, resting, explained } = timeline;
  return {
    OrderId: timeline.orderId,
    ProposedBy: proposedBy,
    Times: times
      ? {
          Received: Math.floor(times.receivedMs),
          DecidedMicros: times.decidedMicros,
          PublishedMicros: times.publishedMicros,
        }
      : null,
    Quotes: timeline.quotes.map(({ serial, nbbo }) => ({ Serial: serial, ...quoteToWire(nbbo) })),
    Group: timeline.group.map(({ serial, timeMs, text }) => ({
      Serial: serial,
      Timestamp: timeMs,
      Text: text,
    })),
    Explanation: explained ? explanationToWire(explained) : null,
    Replacements: timeline.replacements.map(({ clientId, explained: ofReplacement }) => ({
      ClientId: clientId,
      ...explanationToWire(ofReplacement),
    })),
    Resting: resting
      ? {
          Reason: resting.reason,
          Notes: [...resting.notes],
          Queue: resting.queue
            ? {
                AtArrival: resting.queue.atArrival,
                Now: resting.queue.now,
                Traded: resting.queue.traded,
              }
            : null,
        }
      : null,
  };
};
