import type { MarketData } from '../../market/market-data.ts';
import { isOfferedRoute } from '../../brokerage/routes.ts';
import { otherSymbolProblem } from '../data/run-data.ts';
import type { StrategyDescription } from '../runtime/types.ts';
import { tradedSymbolsOf } from './live-symbols.ts';
import { symbolPermissionProblem } from './permission-watch.ts';

/** Of a strategy that states none. */
export const DEFAULT_DESTINATION = 'SMART';
/** Of a strategy that states none. */
export const DEFAULT_ROUTE = 'AUTO';

/** Why a strategy cannot run live, by its declarations and the permissions of its user; undefined when it can. */
export function startProblem(
  market: Pick<MarketData, 'instrument'>,
  { primarySymbol: symbol, order, otherSymbols }: StrategyDescription,
  permissionMask: number,
): string | undefined {
  if (symbol === '')
    return "The strategy names no symbol: say symbol('SPY') in its code, or Symbol = SPY in its parameters.";
  if (market.instrument(symbol) === undefined) return `Symbol not found: ${symbol}`;
  const otherProblem = otherSymbolProblem(market, otherSymbols);
  if (otherProblem !== undefined) return otherProblem;
  const symbols = tradedSymbolsOf({ primarySymbol: symbol, otherSymbols });
  for (const traded of symbols) {
    const notPermitted = symbolPermissionProblem(permissionMask, traded);
    if (notPermitted !== undefined) return symbols.length === 1 ? notPermitted : `${traded}: ${notPermitted}`;
  }
  return isOfferedRoute(order.destination || DEFAULT_DESTINATION, order.route || DEFAULT_ROUTE)
    ? undefined
    : 'Unknown route';
}
