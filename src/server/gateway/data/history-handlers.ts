import { DAY_MS } from '../../../domain/calendar/durations.ts';
import { fromE4 } from '../../../domain/money/price.ts';
import { filterProblem, SCREEN_FIELDS } from '../../../domain/screener/index.ts';
import type { ItemsOf } from '../../../protocol/index.ts';
import type { GatewayDeps } from '../deps.ts';
import { DataRefusal, requireSymbol, type DataHandlers } from './handlers.ts';

/** Prefix of the symbols of a screen: the market, two characters. */
const MARKET_PREFIX = 'US';
/** Longest range of closes in one answer: what its chunks hold. */
const MAX_CLOSES_MS = 20_000 * DAY_MS;

/** Answers from the daily history and from the screener. */
export function createHistoryHandlers({
  history,
  screener,
}: Pick<GatewayDeps, 'history' | 'screener'>): DataHandlers<
  'historicalPrices' | 'closingPrices' | 'stockFilters' | 'filteredStocks'
> {
  return {
    async historicalPrices(body, { signal, pace }) {
      const items: ItemsOf<'historicalPrices'> = [];
      for (const symbol of new Set(body.Symbols)) {
        await pace();
        if (signal.aborted) break;
        const figures = history.known(symbol) ?? (await history.load(symbol));
        if (figures !== undefined) items.push({ Symbol: symbol, ...figures });
      }
      return items;
    },
    async closingPrices(body, { market }) {
      requireSymbol(market, body.Symbol);
      if (body.To - body.From > MAX_CLOSES_MS)
        throw new DataRefusal(
          'The range is too long for closing prices; request at most 50 years at a time.',
        );
      const days = await history.days(body.Symbol, body.From, body.To);
      return days.map((day) => ({ TS: day.timeMs, C: fromE4(day.closeE4) }));
    },
    stockFilters: () => SCREEN_FIELDS.map((field) => ({ ...field })),
    async filteredStocks(body, { signal }) {
      for (const filter of body.Filters) {
        const problem = filterProblem(filter);
        if (problem !== null) throw new DataRefusal(problem);
      }
      const { symbols, pending } = await screener.screen(body.Filters, signal);
      const items = symbols.map((symbol) => ({ Symbol: MARKET_PREFIX + symbol }));
      return pending === 0 ? items : { items, pending };
    },
  };
}
