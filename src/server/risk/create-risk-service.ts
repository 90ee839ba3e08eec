import { routeKey, type RiskLimits } from '../../domain/risk/index.ts';
import { createDefaultRiskFacts, type AccountFacts } from '../brokerage/default-risk-facts.ts';
import type { AdministratorGuards, RiskFacts } from '../brokerage/risk-facts.ts';
import type { MarketData } from '../market/market-data.ts';
import type { Repositories } from '../storage/repositories.ts';
import { AccountLookups } from './account-lookups.ts';
import { createAverageVolumes } from './average-volumes.ts';
import { PriceTests } from './price-tests.ts';
import {
  combinedLimits,
  type AccountAttributes,
  type Amendment,
  type RiskSettings,
  type ROUTE_TAKES,
} from './risk-settings.ts';
import { SettingsWatch } from './settings-watch.ts';

/** The risk facts with the settings of administrators applied. */
export interface RiskService extends RiskFacts {
  /** Reads the settings, then polls for changes. Throws the errors in the settings: a server does not start without its limits. */
  start(): Promise<void>;
  stop(): void;
  /** Reads the settings now, if they changed. */
  refresh(): Promise<void>;
  /** The amendments of executions that administrators have requested, by execution id. */
  amendments(): ReadonlyMap<string, Amendment>;
  /** Calls the listener when any setting has changed; the returned function unsubscribes it. */
  onChanged(listener: () => void): () => void;
}

/** What the risk service reads. */
export interface RiskServiceParts {
  readonly repositories: Pick<Repositories, 'accounts' | 'users' | 'risk'>;
  readonly market: MarketData;
  /** The facts that the account directory holds; the lookup of a new account also funds it. */
  readonly accounts: (account: string) => AccountFacts | undefined | Promise<AccountFacts | undefined>;
  readonly hostMs: () => number;
  readonly logger: { error(details: object, message: string): void };
  /** Time between two polls for changed settings, host ms. */
  readonly pollMs?: number;
  /** Replaces the window of the house duplicate guard: some tests send equal orders. */
  readonly duplicateWindowMs?: number | null;
}

/** Long enough to spare the database, short enough that a kill switch stops the next order. */
const POLL_MS = 300;
const MAX_COMBINED_LIMITS = 10_000;

/** Limits, attributes and switches that administrators set in the database, in memory for every order. */
export function createRiskService({
  repositories,
  market,
  accounts,
  hostMs,
  logger,
  pollMs = POLL_MS,
  duplicateWindowMs,
}: RiskServiceParts): RiskService {
  const house = createDefaultRiskFacts({ market, accounts });
  const volumes = createAverageVolumes(market, (error) =>
    logger.error({ err: error }, 'the average volume of a symbol could not be read'),
  );
  const combined = new Map<string, RiskLimits>();
  const watch = new SettingsWatch({
    risk: repositories.risk,
    logger,
    pollMs,
    onAdopted() {
      combined.clear();
      lookups.clear();
    },
  });
  const lookups = new AccountLookups({ repositories, house, settings: () => watch.settings, hostMs });
  const priceTests = new PriceTests(market, hostMs);

  return {
    start: () => watch.start(),
    stop: () => watch.stop(),
    refresh: () => watch.refresh(),
    amendments: () => watch.settings.amendments,
    onChanged: (listener) => watch.onChanged(listener),
    onHaltChanged: (listener) => watch.onHaltChanged(listener),
    onGuardsChanged: (listener) => watch.onChanged(listener),
    guardsOf: (account) => guardsWith(watch.settings.accounts.get(account)),
    account: (account) => lookups.answer(account),
    kindOf: (account) => watch.settings.accounts.get(account)?.kind ?? house.kindOf(account),
    haltOf(account) {
      if (watch.settings.isServerHalted) return 'Server';
      return watch.settings.accounts.get(account)?.isKillSwitchOn === true ? 'Account' : null;
    },

    limits({ account, symbol, destination, route }) {
      const { settings } = watch;
      const key = routeKey(destination, route);
      const userId = lookups.userIdOf(account);
      const cacheKey = `${account}\n${userId ?? ''}\n${symbol}\n${key}`;
      const cached = combined.get(cacheKey);
      if (cached) return cached;
      if (combined.size >= MAX_COMBINED_LIMITS) combined.clear();
      const country = settings.symbols.get(symbol)?.country ?? house.instrument(symbol)?.country;
      const limits = combinedLimits(
        settings,
        { account, userId, symbol, country, routeKey: key },
        duplicateWindowMs,
      );
      combined.set(cacheKey, limits);
      return limits;
    },

    route: (destination, route) =>
      routeWith(watch.settings, house.route(destination, route), destination, route),
    instrument: (symbol) => instrumentWith(watch.settings, house.instrument(symbol), symbol, volumes),
    marketRules: (symbol) => ({
      ...house.marketRules(symbol),
      isShortSaleRestricted: priceTests.isShortSaleRestricted(symbol),
    }),
  };
}

/** The guards among the attributes of an account. */
function guardsWith({
  dailyLossGuardE4,
  drawdownGuardE4,
  guardRelease,
}: AccountAttributes = {}): AdministratorGuards {
  return {
    limits: { dailyLossE4: dailyLossGuardE4 ?? null, drawdownE4: drawdownGuardE4 ?? null },
    release: guardRelease ?? '',
  };
}

type RouteFacts = ReturnType<RiskFacts['route']>;
type InstrumentFacts = ReturnType<RiskFacts['instrument']>;

/** The house facts of a route, overridden by the settings for it. */
function routeWith(
  { routes }: RiskSettings,
  facts: RouteFacts,
  destination: string,
  route: string,
): RouteFacts {
  const rules = routes.get(routeKey(destination, route));
  if (!facts || !rules) return facts;
  const takes = (
    product: (typeof ROUTE_TAKES)[number],
    houseValue: boolean | undefined,
  ): boolean | undefined => rules.takes?.includes(product) ?? houseValue;
  return {
    isConnected: rules.isConnected ?? facts.isConnected,
    takesStocks: takes('stocks', facts.takesStocks),
    takesOptions: takes('options', facts.takesOptions),
    takesOptionStops: takes('option-stops', facts.takesOptionStops),
  };
}

/** The listing of a symbol, overridden by the settings for it, with the average volume of a stock. */
function instrumentWith(
  { symbols }: RiskSettings,
  listing: InstrumentFacts,
  symbol: string,
  volumes: ReturnType<typeof createAverageVolumes>,
): InstrumentFacts {
  if (!listing) return listing;
  const rules = symbols.get(symbol);
  return {
    ...listing,
    isRestricted: rules?.isRestricted ?? listing.isRestricted,
    isShortable: rules?.isUnshortable === true ? false : listing.isShortable,
    borrowableShares: rules?.borrowableShares ?? listing.borrowableShares,
    country: rules?.country ?? listing.country,
    averageDailyVolume:
      listing.securityType === 'Stock' ? volumes.volumeOf(symbol) : listing.averageDailyVolume,
  };
}
