import { toPriceE4 } from '../../../domain/money/price.ts';
import type { ItemsOf } from '../../../protocol/index.ts';
import type { CandleType } from '../../market/market-data.ts';
import { createPace, type FairTurns } from '../../fair-turns.ts';
import { createMarketHandlers } from '../data/market-handlers.ts';
import type { GatewayDeps } from '../deps.ts';
import { decimalOf, msOf, quoteToApi, timeOf } from '../translate/api-v1.ts';
import { ApiRefusal } from './api-refusal.ts';
import { fromDataRequest } from './data-refusals.ts';
import type { ApiCall, ApiHandlers } from './v1-types.ts';

const CANDLES: Readonly<Record<ApiCall<'bars'>['params']['size'], CandleType>> = {
  '1m': 'OneMinute',
  '5m': 'FiveMinutes',
  '30m': 'ThirtyMinutes',
  '1d': 'Day',
};
/** Requests of the market data socket are answered in the user's turns; so are these. */
interface MarketCallParts extends Pick<GatewayDeps, 'market' | 'history' | 'clock'> {
  readonly turns: FairTurns;
}

/** The routes that the market answers, through the handlers of the data socket where it has the same request. */
export function marketCalls({
  market,
  history,
  clock,
  turns,
}: MarketCallParts): Pick<ApiHandlers, 'clock' | 'symbols' | 'quotes' | 'bars'> {
  const handlers = createMarketHandlers(history);
  return {
    async clock() {
      const { date, openMs, closeMs } = market.sessionDay();
      return {
        time: timeOf(clock.exchangeMs()),
        phase: market.phase(),
        isOpen: market.isOpen(),
        sessionDate: date,
        sessionOpen: timeOf(openMs),
        sessionClose: timeOf(closeMs),
      };
    },
    async symbols({ params }) {
      const found = market.lookup(params.query, Number(params.limit));
      return {
        items: found.map(({ symbol, company, exchange, isEtf, shortable }) => ({
          symbol,
          name: company,
          exchange,
          isEtf,
          isShortable: shortable,
        })),
      };
    },
    async quotes({ params, caller, reply }) {
      const pace = createPace(turns, caller.userId, reply.request.signal);
      const wanted = [...new Set(params.symbols.split(',').map((symbol) => symbol.trim().toUpperCase()))];
      const items = [];
      const unknown = [];
      for (const symbol of wanted) {
        await pace();
        const snapshot = market.instrument(symbol) && market.snapshot(symbol);
        if (snapshot) items.push(quoteToApi(snapshot));
        else unknown.push(symbol);
      }
      return { items, unknown };
    },
    async bars({ params, caller, reply }) {
      const limit = Number(params.limit);
      const { signal } = reply.request;
      const body = {
        Id: 1,
        Symbol: params.symbol,
        CandleType: CANDLES[params.size],
        From: params.cursor === undefined ? timeParam('from', params.from) : Number(params.cursor),
        To: params.to === undefined ? clock.exchangeMs() : timeParam('to', params.to),
        ExcludePrePostMarket: params.extendedHours === 'false',
      };
      const call = { market, signal, pace: createPace(turns, caller.userId, signal) };
      const bars = await firstBars(async () => handlers.chartCandles(body, call), limit + 1);
      const next = bars[limit];
      return {
        symbol: params.symbol,
        items: bars.slice(0, limit).map(barToApi),
        nextCursor: next === undefined ? null : String(next.TS),
      };
    },
  };
}

type Bars = ItemsOf<'chartCandles'>;

/** Reads the parts of an answer until there are so many bars; the rest is not worked out. */
const firstBars = (read: () => Promise<unknown>, count: number): Promise<Bars> =>
  fromDataRequest(async () => {
    // The handler of chartCandles answers with bars, or with parts of them.
    const answer = (await read()) as Bars | AsyncIterable<Bars>;
    if (Array.isArray(answer)) return answer.slice(0, count);
    const bars: Bars = [];
    for await (const part of answer) {
      bars.push(...part);
      if (bars.length >= count) break;
    }
    return bars;
  });

const barToApi = ({ TS, O, H, L, C, V }: Bars[number]) => ({
  time: timeOf(TS),
  open: decimalOf(toPriceE4(O)),
  high: decimalOf(toPriceE4(H)),
  low: decimalOf(toPriceE4(L)),
  close: decimalOf(toPriceE4(C)),
  volume: V,
});

/** The time of a parameter, UTC ms. */
function timeParam(name: string, text: string): number {
  const timeMs = msOf(text);
  if (timeMs !== undefined && timeMs >= 0) return timeMs;
  throw new ApiRefusal(400, 'invalid_request', `${name}: ${text} is no date of the calendar.`);
}
