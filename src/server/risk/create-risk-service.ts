import { routeKey, type RiskLimits } from '../../domain/risk/index.ts';
import { createDefaultRiskFacts, type AccountFacts } from '../brokerage/default-risk-facts.ts';
import type { AccountAnswer, RiskFacts } from '../brokerage/risk-facts.ts';
import type { MarketData } from '../market/market-data.ts';
import type { Repositories } from '../storage/repositories.ts';
import { createAverageVolumes } from './average-volumes.ts';
import {
  combinedLimits,
  NO_SETTINGS,
  readRiskSettings,
  type Amendment,
  type RiskSettings,
  type ROUTE_TAKES,
} from './risk-settings.ts';

export interface RiskService extends RiskFacts {
  /** Reads the settings, and looks for changes from then on. Throws what is wrong with them: a server does not start without its limits. */
  start(): Promise<void>;
  stop(): void;
  /** Reads the settings now, if they changed. */
  refresh(): Promise<void>;
  /** What administrators want of executions, by execution id. */
  amendments(): ReadonlyMap<string, Amendment>;
  /** Hears when settings of any kind have changed; the returned function ends it. */
  onChanged(listener: () => void): () => void;
}

export interface RiskServiceParts {
  readonly repositories: Pick<Repositories, 'accounts' | 'users' | 'risk'>;
  readonly market: MarketData;
  /** What the account directory knows; asking it also brings a new account its cash. */
  readonly accounts: (account: string) => AccountFacts | undefined | Promise<AccountFacts | undefined>;
  readonly hostMs: () => number;
  readonly logger: { error(details: object, message: string): void };
  /** Host ms between two looks for changed settings. */
  readonly pollMs?: number;
  /** In place of the house's own guard against the same order twice: tests have their reasons to send one twice. */
  readonly duplicateWindowMs?: number | null;
}

/** Long enough to spare the database, short enough that a thrown switch stops the next order. */
const POLL_MS = 300;
/** How old the answer about an account or the price test of a symbol may be, host ms. */
const FRESH_MS = 1_000;
const COMBINED_KEPT = 10_000;
/** Rule 201: from this fall below the close before on, short sales are restricted for the rest of the day. */
const SHORT_SALE_FALL_PERCENT = 10;

interface KnownAccount {
  readonly answer: AccountAnswer;
  readonly userId: string | undefined;
  readonly untilMs: number;
}

/** Limits, attributes and switches that administrators set in the database, at hand for every order. */
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
  const haltListeners = new Set<() => void>();
  const changeListeners = new Set<() => void>();
  const known = new Map<string, KnownAccount>();
  /** Questions under way: orders that come meanwhile wait for the same answer, and so keep their order. */
  const looking = new Map<string, Promise<AccountAnswer>>();
  const combined = new Map<string, RiskLimits>();
  const priceTests = new Map<
    string,
    { readonly isRestricted: boolean; readonly date: string; readonly untilMs: number }
  >();
  let settings: RiskSettings = NO_SETTINGS;
  let revision = -1;
  let timer: NodeJS.Timeout | undefined;
  let refreshing: Promise<void> | undefined;
  let isFailing = false;

  function adopt(next: RiskSettings): void {
    const before = settings;
    settings = next;
    combined.clear();
    known.clear();
    if (!isSameHalt(before, next)) for (const listener of [...haltListeners]) listener();
    for (const listener of [...changeListeners]) listener();
  }

  async function readNow(): Promise<void> {
    if ((await repositories.risk.revision()) === revision) return;
    const stored = await repositories.risk.load();
    const next = readRiskSettings(stored.entries);
    revision = stored.revision;
    adopt(next);
  }

  function refresh(): Promise<void> {
    return (refreshing ??= readNow().finally(() => {
      refreshing = undefined;
    }));
  }

  async function poll(): Promise<void> {
    try {
      await refresh();
      isFailing = false;
    } catch (error) {
      // Once: a database that is away would fill the log. What was last read goes on counting.
      if (!isFailing)
        logger.error({ err: error }, 'risk settings could not be read; the ones read before stay in force');
      isFailing = true;
    }
  }

  async function look(account: string): Promise<AccountAnswer> {
    const [answer, record] = await Promise.all([house.account(account), repositories.accounts.byId(account)]);
    const user = record && (await repositories.users.byId(record.userId));
    const attributes = settings.accounts.get(account);
    const full: AccountAnswer = answer &&
      record && {
        ...answer,
        ...attributes,
        tradeTypes: attributes?.tradeTypes ?? (attributes?.kind === 'cash' ? ['Cash'] : answer.tradeTypes),
        routes: attributes?.routes ?? answer.routes,
        destinations: attributes?.destinations ?? null,
        userIds: [record.userId],
        canLogIn:
          attributes?.canLogIn !== false &&
          user !== undefined &&
          !user.isDisabled &&
          (user.expiresAtMs === null || user.expiresAtMs > hostMs()),
        permissionMask: user?.permissionMask ?? 0,
      };
    known.set(account, { answer: full, userId: record?.userId, untilMs: hostMs() + FRESH_MS });
    return full;
  }

  function isShortSaleRestricted(symbol: string): boolean {
    const { date } = market.sessionDay();
    const before = priceTests.get(symbol);
    if (before?.date === date && (before.isRestricted || before.untilMs > hostMs()))
      return before.isRestricted;
    const snapshot = market.snapshot(symbol);
    const isRestricted =
      snapshot !== undefined &&
      snapshot.lowE4 > 0 &&
      snapshot.previousCloseE4 > 0 &&
      snapshot.lowE4 * 100 <= snapshot.previousCloseE4 * (100 - SHORT_SALE_FALL_PERCENT);
    if (priceTests.size >= COMBINED_KEPT) priceTests.clear();
    priceTests.set(symbol, { isRestricted, date, untilMs: hostMs() + FRESH_MS });
    return isRestricted;
  }

  return {
    async start() {
      await refresh();
      timer = setInterval(() => void poll(), pollMs);
      timer.unref();
    },
    stop() {
      clearInterval(timer);
    },
    refresh,
    amendments: () => settings.amendments,
    onChanged(listener) {
      const own = (): void => listener();
      changeListeners.add(own);
      return () => void changeListeners.delete(own);
    },

    account(account) {
      const found = known.get(account);
      if (found && found.untilMs > hostMs()) return found.answer;
      let asked = looking.get(account);
      if (!asked) looking.set(account, (asked = look(account).finally(() => looking.delete(account))));
      return asked;
    },

    kindOf: (account) => settings.accounts.get(account)?.kind ?? house.kindOf(account),
    haltOf(account) {
      if (settings.isServerHalted) return 'Server';
      return settings.accounts.get(account)?.isKillSwitchOn === true ? 'Account' : null;
    },
    onHaltChanged(listener) {
      const own = (): void => listener();
      haltListeners.add(own);
      return () => void haltListeners.delete(own);
    },

    limits({ account, symbol, destination, route }) {
      const key = routeKey(destination, route);
      const userId = known.get(account)?.userId;
      const of = `${account}\n${userId ?? ''}\n${symbol}\n${key}`;
      let limits = combined.get(of);
      if (!limits) {
        if (combined.size >= COMBINED_KEPT) combined.clear();
        combined.set(
          of,
          (limits = combinedLimits(
            settings,
            {
              account,
              userId,
              symbol,
              country: settings.symbols.get(symbol)?.country ?? house.instrument(symbol)?.country,
              routeKey: key,
            },
            duplicateWindowMs,
          )),
        );
      }
      return limits;
    },

    route(destination, route) {
      const facts = house.route(destination, route);
      const rules = settings.routes.get(routeKey(destination, route));
      if (!facts || !rules) return facts;
      const takes = (
        what: (typeof ROUTE_TAKES)[number],
        otherwise: boolean | undefined,
      ): boolean | undefined => rules.takes?.includes(what) ?? otherwise;
      return {
        isConnected: rules.isConnected ?? facts.isConnected,
        takesStocks: takes('stocks', facts.takesStocks),
        takesOptions: takes('options', facts.takesOptions),
        takesOptionStops: takes('option-stops', facts.takesOptionStops),
      };
    },

    instrument(symbol) {
      const listing = house.instrument(symbol);
      if (!listing) return listing;
      const rules = settings.symbols.get(symbol);
      return {
        ...listing,
        isRestricted: rules?.isRestricted ?? listing.isRestricted,
        isShortable: rules?.isUnshortable === true ? false : listing.isShortable,
        borrowableShares: rules?.borrowableShares ?? listing.borrowableShares,
        country: rules?.country ?? listing.country,
        averageDailyVolume:
          listing.securityType === 'Stock' ? volumes.of(symbol) : listing.averageDailyVolume,
      };
    },

    marketRules: (symbol) => ({
      ...house.marketRules(symbol),
      isShortSaleRestricted: isShortSaleRestricted(symbol),
    }),
  };
}

function isSameHalt(one: RiskSettings, other: RiskSettings): boolean {
  return one.isServerHalted === other.isServerHalted && haltedAccounts(one) === haltedAccounts(other);
}

function haltedAccounts({ accounts }: RiskSettings): string {
  return [...accounts]
    .flatMap(([account, { isKillSwitchOn }]) => (isKillSwitchOn === true ? [account] : []))
    .sort()
    .join('\n');
}
