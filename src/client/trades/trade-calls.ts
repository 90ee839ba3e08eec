import { MAX_TRIPS_OF_FILLS, tradesHttp } from '../../protocol/http-trades.ts';
import {
  failureText,
  type AnswerOf,
  type BodyOf,
  type HttpApi,
  type ParamsOf,
} from '../connection/http-api.ts';
import type { HttpRoute } from '../../protocol/http-route.ts';
import { randomId } from '../random-id.ts';
import type { DaySpan, TradeCalls, WireTripFill } from './types.ts';

/** Lines that a page of the browser reads of a list. */
const MAX_LINES = 20_000;

interface Page<Line> {
  readonly Items: readonly Line[];
  readonly Next: string | null;
  readonly AsOf: number;
}

/** What the calls use of the page. */
interface TradeCallParts {
  readonly api: Pick<HttpApi, 'callRoute'>;
  readonly user: () => { readonly token: string | null; readonly isDemo: boolean };
}

/** The HTTP calls about the trades of the signed-in user. */
export const createTradeCalls = (parts: TradeCallParts): TradeCalls => ({
  ...reads(callerOf(parts)),
  ...decisions(callerOf(parts)),
  ...snapshots(callerOf(parts), parts.user),
});

/** Calls a route with the token of the session. Rejects with a sentence that can be shown. */
type Call = <Route extends HttpRoute>(
  route: Route,
  body: BodyOf<Route>,
  params?: ParamsOf<Route>,
) => Promise<AnswerOf<Route>>;

const callerOf =
  ({ api, user }: TradeCallParts): Call =>
  async (route, body, params) => {
    try {
      return await api.callRoute(route, body, { token: user().token, ...(params && { params }) });
    } catch (error) {
      throw new Error(failureText(error), { cause: error });
    }
  };

const spanOf = ({ from, to }: DaySpan) => ({ ...(from && { from }), ...(to && { to }) });
const nextOf = (after: string | null) => (after === null ? {} : { after });

function reads(
  call: Call,
): Pick<TradeCalls, 'roundTrips' | 'fills' | 'fillsOfTrips' | 'realised' | 'openLots' | 'orderLots'> {
  return {
    async roundTrips(account, by, span) {
      const { lines, isComplete } = await allPages((after) =>
        call(tradesHttp.roundTrips, null, { account, by, ...spanOf(span), ...nextOf(after) }),
      );
      return { lines, isComplete };
    },
    fills: async (account, by, trip) =>
      (await call(tradesHttp.roundTripFills, null, { account, by, trip })).Fills,
    async fillsOfTrips(account, by, tripIds) {
      const found = new Map<string, WireTripFill[]>();
      for (let left = [...tripIds]; left.length > 0;) {
        const batch = left.slice(0, MAX_TRIPS_OF_FILLS);
        const { Trips } = await call(tradesHttp.fillsOfTrips, { Trips: batch }, { account, by });
        for (const { Id, Fills } of Trips) found.set(Id, Fills);
        // An answer without any has none of the batch; one with some may have been cut.
        left = Trips.length === 0 ? left.slice(batch.length) : left.filter((id) => !found.has(id));
      }
      return found;
    },
    orderLots: (account, { orderId, symbol }) =>
      call(tradesHttp.orderLots, null, { account, order: orderId, symbol }),
    async realised(account, span) {
      const { lines, isComplete, last } = await allPages((after) =>
        call(tradesHttp.realisedGains, null, { account, ...spanOf(span), ...nextOf(after) }),
      );
      const { ShortTerm, LongTerm, Reconciliation } = last;
      return { lines, isComplete, ShortTerm, LongTerm, Reconciliation };
    },
    async openLots(account) {
      const { lines, isComplete, last } = await allPages((after) =>
        call(tradesHttp.openLots, null, { account, ...nextOf(after) }),
      );
      return { lines, isComplete, method: last.Method };
    },
  };
}

function decisions(call: Call): Pick<TradeCalls, 'setLotMethod' | 'chooseLots'> {
  return {
    async setLotMethod(account, Method) {
      await call(tradesHttp.setLotMethod, { Method }, { account });
    },
    async chooseLots(account, { orderId: OrderId, symbol: Symbol, lots }) {
      const Lots = lots.map(({ lot: Lot, quantity: Quantity }) => ({ Lot, Quantity }));
      await call(tradesHttp.chooseLots, { OrderId, Symbol, Lots }, { account });
    },
  };
}

function snapshots(call: Call, user: TradeCallParts['user']): Pick<TradeCalls, 'addSnapshot' | 'snapshot'> {
  const inPage = new Map<string, string>();
  return {
    async addSnapshot(Png) {
      if (!user().isDemo) return (await call(tradesHttp.snapshotAdd, { Png })).Id;
      const id = randomId();
      inPage.set(id, Png);
      return id;
    },
    snapshot: async (id) => inPage.get(id) ?? (await call(tradesHttp.snapshot, null, { id })).Png,
  };
}

/** Reads the pages of a list. A trade that comes meanwhile may move the lines: then it is read again from its beginning, once. */
async function allPages<Line, Answer extends Page<Line>>(
  read: (after: string | null) => Promise<Answer & Page<Line>>,
): Promise<{
  readonly lines: readonly Answer['Items'][number][];
  readonly isComplete: boolean;
  readonly last: Answer;
}> {
  let isRestarted = false;
  for (;;) {
    const lines: Answer['Items'][number][] = [];
    let last = await read(null);
    const { AsOf } = last;
    lines.push(...last.Items);
    while (last.Next !== null && lines.length < MAX_LINES && (last.AsOf === AsOf || isRestarted)) {
      last = await read(last.Next);
      lines.push(...last.Items);
    }
    if (last.AsOf === AsOf || isRestarted) return { lines, isComplete: last.Next === null, last };
    isRestarted = true;
  }
}
