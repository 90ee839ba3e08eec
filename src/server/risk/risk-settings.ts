import { ALL_ROUTE_PERMISSIONS } from '../../domain/orders/route-permissions.ts';
import * as v from 'valibot';
import {
  combineLimits,
  HOUSE_LIMITS,
  type RiskConfiguration,
  type RiskLimits,
} from '../../domain/risk/index.ts';
import { MAXIMA, MINIMA, scopesOf } from '../../domain/risk/limits.ts';
import { ACCOUNT_STATUSES } from '../../domain/risk/types.ts';
import { TRADE_TYPES } from '../../domain/orders/request.ts';
import type { RiskEntry } from '../storage/risk-store.ts';

/** The entries that an administrator sets: their kinds, names and bodies, and what they come to together. */

const amount = v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0)));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const positive = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const LISTS = {
  orderRates: v.array(v.object({ count, windowMs: positive })),
  priceCollars: v.array(v.array(v.object({ upToE4: v.nullable(positive), basisPoints: count }))),
  shareTotals: v.array(
    v.object({ thresholdE4: positive, maxAbove: v.nullable(count), maxAtOrBelow: v.nullable(count) }),
  ),
  spoofingRules: v.array(v.object({ minRestingShares: count, timesOrder: count })),
};
const limitsSchema = v.strictObject({
  ...Object.fromEntries([...MAXIMA, ...MINIMA].map((name) => [name, v.optional(amount)])),
  refusesOddLots: v.optional(v.boolean()),
  refusesWashSales: v.optional(v.boolean()),
  orderRates: v.optional(LISTS.orderRates),
  priceCollars: v.optional(LISTS.priceCollars),
  shareTotals: v.optional(LISTS.shareTotals),
  spoofingRules: v.optional(LISTS.spoofingRules),
});

const attributesSchema = v.strictObject({
  kind: v.optional(v.picklist(['cash', 'margin'])),
  status: v.optional(v.picklist(ACCOUNT_STATUSES)),
  canLogIn: v.optional(v.boolean()),
  isKillSwitchOn: v.optional(v.boolean()),
  isViewOnly: v.optional(v.boolean()),
  isClosingOnly: v.optional(v.boolean()),
  optionMask: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(63))),
  tradeTypes: v.optional(v.array(v.picklist(TRADE_TYPES))),
  countries: v.optional(v.array(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)))),
  /** Route keys; null = every route that is offered. */
  routes: v.optional(v.nullable(v.array(v.string()))),
  /** Bits of `RoutePermissionBit` by destination; null = both kinds at every destination. */
  destinations: v.optional(
    v.nullable(
      v.record(
        v.string(),
        v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(ALL_ROUTE_PERMISSIONS)),
      ),
    ),
  ),
  dayTradingPowerE4: v.optional(amount),
  dailyLossGuardE4: v.optional(v.nullable(positive)),
  drawdownGuardE4: v.optional(v.nullable(positive)),
  /** Names the last unlock after a guard was passed. */
  guardRelease: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(64))),
});
/** What an administrator set of an account; what is left out is as for every account. */
export type AccountAttributes = v.InferOutput<typeof attributesSchema>;

const symbolSchema = v.strictObject({
  isRestricted: v.optional(v.boolean()),
  isUnshortable: v.optional(v.boolean()),
  /** Most shares of one order and what rests with it that may be sold short. */
  borrowableShares: v.optional(count),
  country: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))),
});
/** The restrictions of a symbol; what is left out is as for every symbol. */
export type SymbolRules = v.InferOutput<typeof symbolSchema>;
/** What a route may take. */
export const ROUTE_TAKES = ['stocks', 'options', 'option-stops'] as const;
const routeSchema = v.strictObject({
  isConnected: v.optional(v.boolean()),
  takes: v.optional(v.array(v.picklist(ROUTE_TAKES))),
});
/** The restrictions of a route; what is left out is as for every route. */
export type RouteRules = v.InferOutput<typeof routeSchema>;
const serverSchema = v.strictObject({ isKillSwitchOn: v.boolean() });

const amendmentSchema = v.strictObject({
  /** Distinguishes this instruction from an earlier one about the same execution. */
  instruction: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  /** Left out: the execution is busted. The net price of a multi-leg execution may be 0 or negative. */
  correction: v.optional(v.object({ quantity: positive, priceE4: v.pipe(v.number(), v.safeInteger()) })),
  /** Written by the server: `DONE`, or the reason of the refusal. */
  outcome: v.optional(v.string()),
});
/** An administrator's instruction about an execution, with its outcome once there is one. */
export type Amendment = v.InferOutput<typeof amendmentSchema>;
/** Outcome of an amendment that was carried out. */
export const DONE = 'done';

/** Name of an entry of which there is one. */
export const ONLY = '-';
/** Name of the entry with the limits of the firm. */
export const FIRM = 'firm';

/** Kinds of entries in the table of risk settings. */
export const ENTRY_KINDS = ['server', 'account', 'symbol', 'route', 'limits', 'execution'] as const;
/** Kind of an entry. */
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** All settings of administrators, validated. */
export interface RiskSettings {
  readonly isServerHalted: boolean;
  readonly accounts: ReadonlyMap<string, AccountAttributes>;
  readonly symbols: ReadonlyMap<string, SymbolRules>;
  /** By route key. */
  readonly routes: ReadonlyMap<string, RouteRules>;
  /** The firm's limits stand over the house's, field by field. */
  readonly configuration: RiskConfiguration;
  /** By execution id. */
  readonly amendments: ReadonlyMap<string, Amendment>;
  /** By two-letter code, and by user id. */
  readonly countries: Readonly<Record<string, Partial<RiskLimits>>>;
  readonly users: Readonly<Record<string, Partial<RiskLimits>>>;
}

const { duplicateWindowMs: HOUSE_WINDOW_MS, ...HOUSE_BOUNDS } = HOUSE_LIMITS;

/** The settings of a server on which nothing was set. */
export const NO_SETTINGS: RiskSettings = {
  isServerHalted: false,
  accounts: new Map(),
  symbols: new Map(),
  routes: new Map(),
  amendments: new Map(),
  configuration: { firm: HOUSE_BOUNDS, accounts: {}, symbols: {}, routes: {}, accountSymbols: {} },
  countries: {},
  users: {},
};

/** The bounds of exact arithmetic, which no administrator lifts. */
export const HARD_BOUNDS = {
  maxOrderValueE4: HOUSE_LIMITS.maxOrderValueE4,
  maxTradeShares: HOUSE_LIMITS.maxTradeShares,
} as const satisfies Partial<RiskLimits>;

/** Reads the stored entries. Throws an Error that names the entry which cannot be understood: a limit is never passed over. */
export function readRiskSettings(entries: readonly RiskEntry[]): RiskSettings {
  const accounts = new Map<string, AccountAttributes>();
  const symbols = new Map<string, SymbolRules>();
  const routes = new Map<string, RouteRules>();
  const scopes: Record<ScopeKind, Record<string, Partial<RiskLimits>>> = {
    firm: {},
    account: {},
    symbol: {},
    route: {},
    country: {},
    user: {},
    accountSymbol: {},
  };
  const accountSymbols: Record<string, Record<string, Partial<RiskLimits>>> = {};
  const amendments = new Map<string, Amendment>();
  let isServerHalted = false;
  for (const entry of entries) {
    switch (entry.kind) {
      case 'server':
        isServerHalted = bodyOf(entry, serverSchema).isKillSwitchOn;
        break;
      case 'account':
        accounts.set(entry.name, bodyOf(entry, attributesSchema));
        break;
      case 'symbol':
        symbols.set(entry.name, bodyOf(entry, symbolSchema));
        break;
      case 'route':
        routes.set(entry.name, bodyOf(entry, routeSchema));
        break;
      case 'execution':
        amendments.set(entry.name, readAmendment(entry));
        break;
      case 'limits': {
        const scope = readScope(entry.name);
        const limits = readLimits(entry);
        if (scope === undefined)
          throw new Error(`The stored limits of "${entry.name}" are of no known scope.`);
        if (scope.kind === 'accountSymbol') (accountSymbols[scope.name] ??= {})[scope.symbol] = limits;
        else scopes[scope.kind][scope.name] = limits;
        break;
      }
      default:
        throw new Error(`The stored risk setting "${entry.kind} ${entry.name}" is of no known kind.`);
    }
  }
  return {
    isServerHalted,
    accounts,
    symbols,
    routes,
    amendments,
    configuration: {
      firm: { ...HOUSE_BOUNDS, ...scopes.firm[ONLY] },
      accounts: scopes.account,
      symbols: scopes.symbol,
      routes: scopes.route,
      accountSymbols,
    },
    countries: scopes.country,
    users: scopes.user,
  };
}

/** What a set of limits applies to. */
export type ScopeKind = 'firm' | 'account' | 'symbol' | 'route' | 'country' | 'user' | 'accountSymbol';
/** A scope with the name of its member. */
export type LimitScope =
  | { readonly kind: Exclude<ScopeKind, 'accountSymbol'>; readonly name: string }
  | { readonly kind: 'accountSymbol'; readonly name: string; readonly symbol: string };

/** A scope as entries name it: `firm`, `account:DEMO-1001`, `symbol:TSLA`, `route:SMART/AUTO`, `country:US`, `user:<id>`, `account:DEMO-1001,symbol:TSLA`. */
export function readScope(text: string): LimitScope | undefined {
  if (text === FIRM) return { kind: 'firm', name: ONLY };
  const pair = /^account:([^:,]+),symbol:([^:,]+)$/.exec(text);
  if (pair?.[1] !== undefined && pair[2] !== undefined)
    return { kind: 'accountSymbol', name: pair[1], symbol: pair[2] };
  const single = /^(account|symbol|route|country|user):([^:,]+)$/.exec(text);
  // The pattern lists exactly these kinds.
  return single?.[2] === undefined
    ? undefined
    : { kind: single[1] as 'account' | 'symbol' | 'route' | 'country' | 'user', name: single[2] };
}

/**
 * The limits of one order: the strictest of every scope it falls into. The house's guard against the same order twice is what counts where no scope says
 * anything of it, and no bound: who trades by keys or by program has it lifted for the account.
 */
export function combinedLimits(
  settings: RiskSettings,
  scope: {
    readonly account: string;
    readonly userId: string | undefined;
    readonly symbol: string;
    readonly country: string | undefined;
    readonly routeKey: string;
  },
  houseWindowMs = HOUSE_WINDOW_MS,
): RiskLimits {
  const found = (
    record: Readonly<Record<string, Partial<RiskLimits>>>,
    key: string | undefined,
  ): Partial<RiskLimits> | undefined =>
    key !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
  const scopes = [
    HARD_BOUNDS,
    ...scopesOf(settings.configuration, scope),
    found(settings.countries, scope.country),
    found(settings.users, scope.userId),
  ];
  const limits = combineLimits(...scopes);
  return scopes.some((scope) => scope !== undefined && Object.hasOwn(scope, 'duplicateWindowMs'))
    ? limits
    : { ...limits, duplicateWindowMs: houseWindowMs };
}

/** The limits that a `limits` entry holds. */
export function readLimits(entry: RiskEntry): Partial<RiskLimits> {
  return bodyOf(entry, limitsSchema);
}

/** The attributes that an `account` entry holds. */
export function readAttributes(entry: RiskEntry): AccountAttributes {
  return bodyOf(entry, attributesSchema);
}

/** Reads the body of a symbol entry. Throws when it is invalid. */
export function readSymbolRules(entry: RiskEntry): SymbolRules {
  return bodyOf(entry, symbolSchema);
}

/** Reads the body of an execution entry. Throws when it is invalid. */
export function readAmendment(entry: RiskEntry): Amendment {
  return bodyOf(entry, amendmentSchema);
}

/** Reads the body of a route entry. Throws when it is invalid. */
export function readRouteRules(entry: RiskEntry): RouteRules {
  return bodyOf(entry, routeSchema);
}

function bodyOf<Schema extends v.GenericSchema>(entry: RiskEntry, schema: Schema): v.InferOutput<Schema> {
  let body: unknown;
  try {
    body = JSON.parse(entry.body);
  } catch (error) {
    throw new Error(`The stored risk setting "${entry.kind} ${entry.name}" is no JSON.`, { cause: error });
  }
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Error(
    `The stored risk setting "${entry.kind} ${entry.name}" cannot be used: ${v.getDotPath(issue) ?? 'the whole'}: ${issue.message}.`,
  );
}
