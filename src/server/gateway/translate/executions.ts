import type * as v from 'valibot';
import type { ExecutedFill, OrderExecution, RecordedQuote } from '../../../domain/execution/index.ts';
import { fromE4 } from '../../../domain/money/price.ts';
import type { orderExecutionBody, quoteBody } from '../../../protocol/http-executions.ts';

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
