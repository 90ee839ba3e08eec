import type { Figure } from './figure.ts';
import type { DestinationPermissions } from '../orders/route-permissions.ts';
import type { MoneyE4, PriceE4 } from '../money/price.ts';
import type { OrderSide, OrderSource, OrderStatus, OrderType } from '../orders/enumerations.ts';
import type { OrderRequest, TradeType } from '../orders/request.ts';
import type { RiskLimits } from './limits.ts';

export type { TradeType } from '../orders/request.ts';

/** The kinds of instruments that the checks distinguish. */
export const SECURITY_TYPES = ['Stock', 'Option', 'Future', 'Bullet', 'Multileg'] as const;
/** The kind of an instrument. */
export type SecurityType = (typeof SECURITY_TYPES)[number];
/**
 * Facts that may be missing. `null` is a fact (there is none, no limit is wanted); `undefined` is a hole in what we know, and a check
 * that needs it refuses. The compiler makes each check say what it does about a hole.
 */
export type Known<Facts> = { readonly [Name in keyof Facts]: Facts[Name] | undefined };

/** The order as it is judged. For a replace: the order as it would be afterwards. */
export type RiskOrder = OrderRequest;

/** State of the server that can stop all orders. */
export interface ServerFacts {
  /** The whole server takes no orders. */
  readonly isKillSwitchOn: boolean;
  /** The order journal can be written. */
  readonly isJournalReady: boolean;
  /** Stops are being watched. */
  readonly isStopWatchReady: boolean;
}

/** The session that the order came through. */
export interface SessionFacts {
  readonly isLoggedIn: boolean;
  readonly isDemo: boolean;
  readonly userId: string;
}

/** The statuses of an account; only an active one trades. */
export const ACCOUNT_STATUSES = ['active', 'pending', 'suspended', 'closed'] as const;
/** The status of an account. */
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** The account as the risk checks see it. */
export interface RiskAccount {
  readonly kind: 'cash' | 'margin';
  readonly status: AccountStatus;
  /** The account may be signed in to at all. */
  readonly canLogIn: boolean;
  /** The people who may trade it. */
  readonly userIds: readonly string[];
  readonly isLocked: boolean;
  readonly isKillSwitchOn: boolean;
  readonly isViewOnly: boolean;
  readonly isClosingOnly: boolean;
  /** Bits of `Permission` (src/domain/permissions.ts). */
  readonly permissionMask: number;
  /** Bits of `OptionPermission`; 0 = no options at all. */
  readonly optionMask: number;
  readonly tradeTypes: readonly TradeType[];
  /** Two-letter codes of the countries whose instruments may be traded. */
  readonly countries: readonly string[];
  /** `routeKey` of every route that the account may use. */
  readonly routes: readonly string[];
  /** Which kinds of orders it may send to each destination. */
  readonly destinations: DestinationPermissions;
}

/** The requested route, as the venue describes it. */
export interface RouteFacts {
  readonly isConnected: boolean;
  readonly takesStocks: boolean;
  readonly takesOptions: boolean;
  /** Takes stop orders of options. */
  readonly takesOptionStops: boolean;
}

/** The instrument of an order, from the listing and the settings. */
export interface InstrumentFacts {
  readonly securityType: SecurityType;
  readonly country: string;
  /** On the restricted list. */
  readonly isRestricted: boolean;
  readonly isShortable: boolean;
  /** Shares that can still be borrowed; null = easy to borrow, not counted. */
  readonly borrowableShares: number | null;
  /** Shares of one contract: 100 for options, 1 for stocks. */
  readonly multiplier: number;
  readonly roundLot: number;
  /** An option on an index. */
  readonly isIndexOption: boolean;
  /** End of an option's last trading session, UTC ms; null for what does not expire. */
  readonly lastTradeMs: number | null;
  /** Shares a day; null = no average yet (a new listing). */
  readonly averageDailyVolume: number | null;
}

/** Prices E4; 0 = the market has none. */
export interface MarketFacts {
  readonly nowMs: number;
  readonly isOnline: boolean;
  readonly session: 'pre' | 'open' | 'post' | 'closed';
  /** From here on no order for the closing auction is taken, UTC ms. */
  readonly closingCutoffMs: number;
  readonly isHalted: boolean;
  /** The short sale price test is in force. */
  readonly isShortSaleRestricted: boolean;
  readonly bidE4: PriceE4;
  readonly askE4: PriceE4;
  readonly lastE4: PriceE4;
  readonly previousCloseE4: PriceE4;
  /** Limit up, limit down; null = no bands now. */
  readonly bands: Known<{ readonly lowE4: PriceE4; readonly highE4: PriceE4 }> | null;
}

/** Resting quantities of one symbol; the book's own records fit. */
export interface OpenQuantity {
  readonly buy: number;
  readonly sell: number;
}

/** One open order of the account in the order's symbol. */
export interface RestingOrder {
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly priceE4: PriceE4;
  readonly leaves: number;
  /** A stop that was reached, and works. */
  readonly isTriggered: boolean;
}

/** One order or change of an order that the account sent lately. Refused ones and changes count for the rate, but not as a twin of the next order. */
export interface RecentOrder {
  readonly symbol: string;
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly quantity: number;
  readonly priceE4: PriceE4;
  readonly stopPriceE4: PriceE4;
  readonly wasRefused: boolean;
  /** A replace, or a cancel of what the account does not have. */
  readonly isChange: boolean;
  readonly timeMs: number;
}

/** Cash, positions and resting orders of the account. Amounts in 1/10,000 dollar. */
export interface PortfolioFacts {
  /** Cash that neither open orders hold nor what was written or sold short needs. */
  readonly freeCashE4: MoneyE4;
  /** What may still be opened, after open orders. */
  readonly buyingPowerE4: MoneyE4;
  /** Day trading buying power left; null = the account has no such rule. */
  readonly dayTradingPowerE4: MoneyE4 | null;
  /** Realised profit of the day, negative for a loss. */
  readonly todayPlE4: MoneyE4;
  /** A guard of the account was passed, and locks it until the next session. */
  readonly isGuardLocked: boolean;
  /** Signed shares or contracts by symbol; a symbol that is not in it is flat. The book's own map fits. */
  readonly positions: ReadonlyMap<string, { readonly quantity: number }>;
  /** Resting quantities by symbol, replaced order included. The book's own map fits. */
  readonly openInterest: ReadonlyMap<string, OpenQuantity>;
  /** The account's open orders of the order's symbol, without the one that is replaced. */
  readonly resting: readonly Known<RestingOrder>[];
  /** Options of an underlying in `positions` and `openInterest`, those of the first in its order. May name some that are flat. */
  readonly optionsOf: (underlying: string) => Iterable<string>;
  /** Last known price of a symbol that is held; 0 or undefined = not known. */
  readonly markE4: (symbol: string) => PriceE4 | undefined;
  /** Shares of the symbol covered by bullets (married puts), for short sales while the price test is in force. */
  readonly bulletShares: number;
  readonly openOrderCount: number;
  readonly ordersToday: number;
  /** At least those of the longest window of the limits. */
  readonly recentOrders: readonly Known<RecentOrder>[];
}

/** All accounts of the firm together. */
export interface FirmFacts {
  /** Shares or contracts of the symbol, positions and open orders, without signs. */
  readonly symbolShares: number;
  readonly ordersToday: number;
}

/** The order that a replace takes the place of; null in the context of a new order. */
export interface ReplacedOrder {
  readonly side: OrderSide;
  readonly filled: number;
  readonly leaves: number;
  /** Buying power that it holds. */
  readonly reservedE4: MoneyE4;
  /** A stop that was reached: what takes its place works, too. */
  readonly isTriggered: boolean;
}

/** Everything that a check may look at. null = there is no such thing (account, route, listing); undefined = we do not know. */
export interface RiskContext {
  readonly order: RiskOrder;
  readonly server: Known<ServerFacts> | undefined;
  readonly session: Known<SessionFacts> | undefined;
  readonly account: Known<RiskAccount> | null | undefined;
  readonly route: Known<RouteFacts> | null | undefined;
  readonly instrument: Known<InstrumentFacts> | null | undefined;
  readonly market: Known<MarketFacts> | undefined;
  readonly portfolio: Known<PortfolioFacts> | undefined;
  readonly firm: Known<FirmFacts> | undefined;
  readonly limits: Known<RiskLimits> | undefined;
  readonly replaced: Known<ReplacedOrder> | null | undefined;
  /** The order closes a position for a flatten, which a lock of the account does not refuse. */
  readonly isFlatten?: boolean;
  /** Receives the numbers that each check compares, as it runs. */
  readonly onFigure?: (checkId: string, figure: Figure) => void;
}

/** A cancel or replace as requested. */
export interface ChangeRequest {
  readonly account: string;
  readonly userId: string;
  readonly clientId: string;
  readonly orderId: string;
  readonly apiId: string | null;
  /** When it was sent by its own account, exchange UTC ms. */
  readonly sentMs: number;
  /** Cancels every order of the strategy together. */
  readonly isWholeStrategy: boolean;
}

/** The order that a request is about. */
export interface TargetOrder {
  readonly account: string;
  readonly symbol: string;
  readonly side: OrderSide;
  readonly source: OrderSource;
  readonly type: OrderType;
  readonly destination: string;
  readonly route: string;
  readonly status: OrderStatus;
  readonly quantity: number;
  readonly filled: number;
  /** Its end, UTC ms; null = none. */
  readonly expiresMs: number | null;
  readonly strategyId: string | null;
  readonly apiId: string | null;
  readonly reservedE4: MoneyE4;
  readonly isTriggered: boolean;
}

/** What the checks of a cancel look at. `target` null = no such order. */
export interface CancelContext {
  readonly request: ChangeRequest;
  readonly target: Known<TargetOrder> | null | undefined;
  readonly server: Known<Pick<ServerFacts, 'isJournalReady'>> | undefined;
  readonly session: Known<SessionFacts> | undefined;
  readonly account: Known<RiskAccount> | null | undefined;
  /** Route of the target. */
  readonly route: Known<Pick<RouteFacts, 'isConnected'>> | null | undefined;
  readonly nowMs: number | undefined;
  readonly limits: Known<Pick<RiskLimits, 'requestTimeoutMs'>> | undefined;
}

/** A replace is judged as a request about an order, then as the new order that it makes. `replacement.replaced` is derived. */
export interface ReplaceContext extends CancelContext {
  readonly replacement: Omit<RiskContext, 'replaced'>;
}

/** How routes are named in `RiskAccount.routes`. */
export const routeKey = (destination: string, route: string): string => `${destination}/${route}`;

/** Option strategies that an account may use, a bit each. */
export const OptionPermission = {
  CoveredCalls: 1,
  Buying: 2,
  Combinations: 4,
  UncoveredPuts: 8,
  UncoveredCalls: 16,
  UncoveredIndex: 32,
} as const;
