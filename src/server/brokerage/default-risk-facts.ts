import { newYorkMs } from '../../domain/calendar/us-equity.ts';
import {
  HOUSE_LIMITS,
  OptionPermission,
  routeKey,
  type InstrumentFacts,
  type Known,
  type RouteFacts,
} from '../../domain/risk/index.ts';
import { ALL_PERMISSIONS } from '../../domain/permissions.ts';
import { NO_GUARD_LIMITS } from '../../domain/risk/guards.ts';
import { isOptionSymbol, parseOptionSymbol } from '../../domain/symbols/symbol.ts';
import type { MarketData } from '../market/market-data.ts';
import type { AccountAnswer, AdministratorGuards, RiskFacts } from './risk-facts.ts';
import { OFFERED_ROUTES } from './routes.ts';

/** The few facts of an account that the storage has had from the start; undefined = no such account. */
export interface AccountFacts {
  readonly isLive: boolean;
  readonly isLocked: boolean;
}

/** Orders for the closing auction are taken until this long before the close, ms. */
const CLOSING_CUTOFF_MS = 10 * 60_000;
/** Options trade until 16:00 New York of their expiration. */
const LAST_TRADE_MINUTE = 16 * 60;
/** Strategies that need no more than the account's own money. */
const DEFAULT_OPTION_MASK =
  OptionPermission.CoveredCalls | OptionPermission.Buying | OptionPermission.Combinations;

const ROUTE: RouteFacts = {
  isConnected: true,
  takesStocks: true,
  takesOptions: true,
  takesOptionStops: true,
};

/** What is in force for an account of which no administrator has set anything; its routes are all that the server offers. */
export const DEFAULT_ACCOUNT = {
  kind: 'margin',
  status: 'active',
  canLogIn: true,
  isViewOnly: false,
  isClosingOnly: false,
  optionMask: DEFAULT_OPTION_MASK,
  tradeTypes: ['Cash', 'Margin', 'Short'],
  countries: ['US'],
  destinations: null,
  dayTradingPowerE4: null,
} as const satisfies Partial<AccountAnswer>;

/** No administrator has set a guard. */
const NO_ADMINISTRATOR_GUARDS: AdministratorGuards = { limits: NO_GUARD_LIMITS, release: '' };

/** Facts of a server on which no administrator has set anything: house limits, margin accounts, every route, no kill switch. */
export function createDefaultRiskFacts({
  market,
  accounts,
}: {
  readonly market: MarketData;
  readonly accounts: (account: string) => AccountFacts | undefined | Promise<AccountFacts | undefined>;
}): RiskFacts {
  const routes = OFFERED_ROUTES.flatMap(({ Destination, Routes }) =>
    Routes.map((route) => routeKey(Destination, route)),
  );
  const known = new Set(routes);

  const recordOf = (facts: AccountFacts | undefined): AccountAnswer =>
    facts && {
      ...DEFAULT_ACCOUNT,
      userIds: null,
      isLocked: facts.isLocked,
      isKillSwitchOn: false,
      permissionMask: ALL_PERMISSIONS,
      routes,
    };

  return {
    account(account) {
      const answer = accounts(account);
      return answer instanceof Promise
        ? answer.then((facts) => recordOf(facts) ?? null)
        : (recordOf(answer) ?? null);
    },
    kindOf: () => 'margin',
    haltOf: () => null,
    onHaltChanged: () => () => undefined,
    guardsOf: () => NO_ADMINISTRATOR_GUARDS,
    onGuardsChanged: () => () => undefined,
    limits: () => HOUSE_LIMITS,
    route: (destination, route) => (known.has(routeKey(destination, route)) ? ROUTE : null),
    instrument: (symbol) => listingOf(market, symbol),
    marketRules: () => ({
      closingCutoffMs: market.sessionDay().closeMs - CLOSING_CUTOFF_MS,
      isShortSaleRestricted: false,
      bands: null,
    }),
  };
}

/** The market's listing of a symbol; null when the symbol is not listed. */
function listingOf(market: MarketData, symbol: string): Known<InstrumentFacts> | null {
  const instrument = market.instrument(symbol);
  if (!instrument) return null;
  if (!isOptionSymbol(symbol)) {
    return {
      securityType: 'Stock',
      country: 'US',
      isRestricted: false,
      isShortable: instrument.shortable,
      borrowableShares: null,
      multiplier: 1,
      roundLot: 100,
      isIndexOption: false,
      lastTradeMs: null,
      averageDailyVolume: null,
    };
  }
  const parts = parseOptionSymbol(symbol);
  return {
    securityType: 'Option',
    country: 'US',
    isRestricted: false,
    isShortable: false,
    borrowableShares: null,
    multiplier: 100,
    roundLot: 1,
    isIndexOption: parts?.underlying.startsWith('$') ?? false,
    lastTradeMs: parts ? newYorkMs(parts.expiration, LAST_TRADE_MINUTE) : undefined,
    averageDailyVolume: null,
  };
}
