import type * as v from 'valibot';
import type { ExecutedFill, OrderExecution, RecordedQuote } from '../../domain/execution/index.ts';
import { toMoneyE4, toPriceE4 } from '../../domain/money/price.ts';
import {
  executionsHttp as routes,
  type orderExecutionBody,
  type quoteBody,
} from '../../protocol/http-executions.ts';
import { failureText, type HttpApi } from '../connection/http-api.ts';
import type { ExecutionCalls } from './types.ts';

/** The HTTP calls, and the access token of the present session. */
interface ExecutionCallsDeps {
  readonly api: Pick<HttpApi, 'callRoute'>;
  readonly token: () => string | null;
}

type ExecutionBody = v.InferOutput<typeof orderExecutionBody>;

/** The calls about how orders were executed. */
export function createExecutionCalls({ api, token }: ExecutionCallsDeps): ExecutionCalls {
  const shown = <Answer>(call: Promise<Answer>): Promise<Answer> =>
    call.catch((error: unknown) => {
      throw new Error(failureText(error), { cause: error });
    });
  return {
    async day(account, date, after) {
      const params = { account, date, ...(after === undefined ? {} : { after }) };
      const { Orders, HasMore } = await shown(
        api.callRoute(routes.executions, null, { token: token(), params }),
      );
      return { orders: Orders.map((body) => executionFrom(body, account)), hasMore: HasMore };
    },
    timeline: (account, orderId) =>
      shown(api.callRoute(routes.orderTimeline, null, { token: token(), params: { account, orderId } })),
    explain: (Order) => shown(api.callRoute(routes.orderExplain, { Order }, { token: token() })),
  };
}

const quoteFrom = ({ B, BS, A, AS }: v.InferOutput<typeof quoteBody>): RecordedQuote => ({
  bidE4: toPriceE4(B),
  bidSize: BS,
  askE4: toPriceE4(A),
  askSize: AS,
});

const fillFrom = (body: ExecutionBody['Fills'][number]): ExecutedFill => ({
  serial: Number(body.ExecutionId.slice(1)),
  timeMs: body.Timestamp,
  quantity: body.Quantity,
  priceE4: toPriceE4(body.Price),
  exchange: body.Exchange,
  liquidity: body.Liquidity,
  feesE4: toMoneyE4(body.Fees),
  nbbo: body.Quote && quoteFrom(body.Quote),
  after: body.QuoteAfter && quoteFrom(body.QuoteAfter),
});

const executionFrom = (body: ExecutionBody, account: string): OrderExecution => ({
  orderId: body.OrderId,
  account,
  symbol: body.Symbol,
  side: body.Side,
  type: body.Type,
  tif: body.TifType,
  destination: body.Destination,
  route: body.Route,
  quantity: body.Quantity,
  limitPriceE4: body.Price === undefined ? 0 : toPriceE4(body.Price),
  arrivalMs: body.ArrivalTime,
  arrival: body.Arrival && quoteFrom(body.Arrival),
  isMarketable: body.IsMarketable,
  isWaiting: body.IsWaiting,
  isMultiLeg: body.IsMultiLeg,
  fills: body.Fills.map(fillFrom),
});
