import type { MarketFacts } from './market-feed.ts';
import { newYorkDate, nextSession, previousSession, sessionOn } from '../../../domain/calendar/us-equity.ts';
import { assert } from '../../../domain/assert/assert.ts';
import { MAX_MOST_TRADED, type Body } from '../../../protocol/index.ts';
import { routeKey } from '../../../domain/risk/index.ts';
import { permissionsAt } from '../../../domain/orders/route-permissions.ts';
import type { AccountRecordFacts } from '../../brokerage/risk-facts.ts';
import { OFFERED_ROUTES } from '../../brokerage/routes.ts';
import type { MarketData } from '../../market/market-data.ts';
import type { MarketKind } from '../../market/market-kinds.ts';

/** Sessions before today and after today that clients receive. */
const SESSIONS_EACH_WAY = 5;

/** The exchange sessions around the market's today, ascending. A market that trades on its own days adds its own session. */
export function calendarOf(market: Pick<MarketData, 'exchangeMs' | 'sessionDay'>): Body<'calendar'> {
  const today = newYorkDate(market.exchangeMs());
  const sessions = new Map<number, number>();
  const add = (session: { openMs: number; closeMs: number } | null): void => {
    if (session) sessions.set(session.openMs, session.closeMs);
  };
  add(sessionOn(today));
  add(market.sessionDay());
  for (let date = today, count = 0; count < SESSIONS_EACH_WAY; count += 1) {
    const session = previousSession(date);
    add(session);
    date = session.date;
  }
  for (let date = today, count = 0; count < SESSIONS_EACH_WAY; count += 1) {
    const session = nextSession(date);
    add(session);
    date = session.date;
  }
  return {
    Items: [...sessions].sort(([a], [b]) => a - b).map(([Start, End]) => ({ Start, End })),
  };
}

/** The default symbol of the specification, for every market that has it. */
const USUAL_SYMBOL = 'SPY';

const WIRE_KINDS: Readonly<Record<MarketKind, MarketFacts['Kind']>> = {
  simulated: 'Simulated',
  replay: 'Replay',
  alpaca: 'Alpaca',
  feed: 'Feed',
};

/** The market's kind, and the symbols that new windows show: each recording has symbols of its own. */
export async function marketToWire(
  market: Pick<MarketData, 'kind' | 'byTurnover' | 'symbols'>,
): Promise<MarketFacts> {
  const byTurnover = await market.byTurnover(MAX_MOST_TRADED);
  const symbols = market.symbols();
  const symbol = symbols.includes(USUAL_SYMBOL) ? USUAL_SYMBOL : (byTurnover[0] ?? symbols[0]);
  assert(symbol !== undefined, 'a market has a symbol');
  return {
    Kind: WIRE_KINDS[market.kind],
    DefaultSymbol: symbol,
    MostTraded: [...byTurnover],
  };
}

/**
 * Destinations and routes that the account may use.
 * @param facts null or undefined when the account is unknown: nothing is permitted then
 */
export function routePermissionsOf(
  facts: Pick<AccountRecordFacts, 'routes' | 'destinations'> | null | undefined,
): Body<'routePermissions'> {
  const allowed = new Set(facts?.routes);
  const destinations = facts?.destinations;
  if (destinations === undefined) return { Items: [] };
  const items = OFFERED_ROUTES.map(({ Destination, Routes }) => ({
    Destination,
    Routes: Routes.filter((route) => allowed.has(routeKey(Destination, route))),
    Permissions: permissionsAt(destinations, Destination),
  }));
  return { Items: items.filter(({ Routes, Permissions }) => Routes.length > 0 && Permissions !== 0) };
}
