import * as v from 'valibot';
import { ORDER_SIDES, ORDER_TYPE_NAMES } from '../domain/orders/enumerations.ts';
import { COMMISSION_KINDS, SLIPPAGE_KINDS, SPREAD_KINDS } from '../domain/strategy/costs/settings.ts';
import {
  BACKTEST_DATA_TYPES,
  STRATEGY_ORDER_STATUSES,
  STRATEGY_STATUSES,
} from '../domain/strategy/enumerations.ts';
import { decimalText, limitText, priceText, timeText } from './api-v1-fields.ts';
import { accountParam, cursorParam, nextCursor, none, type ApiV1Route } from './api-v1-route.ts';
import { accountField, nullableNumber, quantityField, shortText, symbolField } from './fields.ts';
import { instanceIdField, nameField, parametersField } from './strategy-bodies.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const versionField = v.pipe(v.number(), v.integer(), v.minValue(1));
/** A time of day in New York, from 00:00 to 24:00. */
export const timeOfDay = v.pipe(
  v.string(),
  v.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'a time of day such as 09:30 expected'),
);
const amount = v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1_000)), 0);
const backtestParams = v.strictObject({
  strategy: nameField,
  backtestId: instanceIdField,
  account: accountParam,
});

/** Costs and fills of a backtest, in the units of docs/algostream/costs.md. */
const costTerms = v.strictObject({
  slippage: v.optional(v.picklist(SLIPPAGE_KINDS), 'None'),
  slippageAmount: amount,
  spread: v.optional(v.picklist(SPREAD_KINDS), 'None'),
  spreadAmount: amount,
  volumePercent: v.optional(v.nullable(v.pipe(v.number(), v.minValue(0.01), v.maxValue(100))), null),
  commission: v.optional(v.picklist(COMMISSION_KINDS), 'Account'),
  commissionAmount: amount,
  commissionMinimum: amount,
  borrowPercent: amount,
});
/** The terms of a live run, which those of a backtest contain. */
const runTerms = {
  account: accountParam,
  /** The saved version that runs; without it the present code. */
  version: v.optional(versionField),
  parameters: v.optional(parametersField),
  tradingTimes: v.optional(
    v.pipe(v.array(v.strictObject({ from: timeOfDay, to: timeOfDay })), v.minLength(1), v.maxLength(2)),
    [{ from: '09:30', to: '16:00' }],
  ),
  extendedHours: v.optional(v.boolean(), false),
  intradayOnly: v.optional(v.boolean(), false),
  maxShares: v.optional(v.pipe(quantityField, v.minValue(1))),
  maxDollars: v.optional(priceText),
};
const guardTerms = {
  /** The largest net loss of the run, its open position at the market. */
  maxLoss: v.optional(
    v.pipe(
      priceText,
      v.check(
        (text) => Number(text) >= 0.01 && Number(text) <= 1e9,
        'an amount from 0.01 to 1000000000 expected',
      ),
    ),
  ),
  /** Within any 60 seconds. */
  maxOrdersPerMinute: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3_000))),
  /** Shares or contracts of each symbol, with what open orders could add. */
  maxPosition: v.optional(v.pipe(quantityField, v.minValue(1))),
  /** Whether a guard that is crossed also closes the position. */
  closePosition: v.optional(v.boolean(), false),
};
/** The terms of the start of a live run. */
export const liveTerms = {
  ...runTerms,
  guards: v.optional(v.strictObject(guardTerms)),
  /** What a restart of the server does to the run. */
  atRestart: v.optional(v.picklist(['stop', 'resume']), 'stop'),
};
const backtestTerms = v.strictObject({
  ...runTerms,
  from: timeText,
  to: timeText,
  data: v.optional(v.picklist(BACKTEST_DATA_TYPES), 'Auto'),
  costs: v.optional(costTerms),
});

const returnsBody = v.object({
  grossProfit: decimalText,
  netProfit: decimalText,
  fees: v.nullable(decimalText),
  slippage: v.nullable(decimalText),
  borrow: v.nullable(decimalText),
  maxDrawdown: v.nullable(decimalText),
  capital: decimalText,
  averageCapital: decimalText,
  roi: nullableNumber,
  roiAnnualised: nullableNumber,
  roac: nullableNumber,
  roc: nullableNumber,
  symbolRoi: nullableNumber,
  tradeCount: count,
  longTradeCount: count,
  shortTradeCount: count,
  profitablePercent: nullableNumber,
  losingPercent: nullableNumber,
  averageProfit: v.nullable(decimalText),
  averageLoss: v.nullable(decimalText),
});
/** The guards of a live run; null = none. */
export const guardsAnswer = v.nullable(
  v.object({
    maxLoss: v.nullable(decimalText),
    maxOrdersPerMinute: v.nullable(v.number()),
    maxPosition: v.nullable(v.number()),
    closePosition: v.boolean(),
  }),
);
/** What live runs and backtests have in common. */
export const runEntries = {
  id: shortText,
  strategy: shortText,
  account: accountField,
  /** Null when the code was not saved. */
  version: v.nullable(versionField),
  /** The files of the user that it imports, with the version of each. */
  imports: v.array(v.object({ strategy: shortText, version: v.nullable(versionField) })),
  status: v.picklist(STRATEGY_STATUSES),
  isRunning: v.boolean(),
  /** An error with its line, or what the run has to say; else empty. */
  message: v.string(),
  parameters: v.string(),
  started: v.nullable(timeText),
  finished: v.nullable(timeText),
  symbol: v.string(),
  /** The symbols that the run trades beside `symbol`. */
  otherSymbols: v.array(v.string()),
  rejectedOrders: count,
  returns: v.nullable(returnsBody),
};
const backtestBody = v.object({
  ...runEntries,
  /** The share of the period that is done, 0 to 1. */
  progress: v.number(),
  /** Its place among the backtests that wait, from 1; 0 = it does not wait. */
  queuePlace: count,
  from: timeText,
  to: timeText,
});

/** A page of the orders of a run. */
export const runOrdersPage = v.object({
  items: v.array(
    v.object({
      id: shortText,
      status: v.picklist(STRATEGY_ORDER_STATUSES),
      sent: timeText,
      symbol: symbolField,
      side: v.picklist(ORDER_SIDES),
      type: v.picklist(ORDER_TYPE_NAMES),
      quantity: quantityField,
      price: v.nullable(decimalText),
      fillPrice: v.nullable(decimalText),
      filled: v.nullable(timeText),
      netProfit: decimalText,
      cumulativeProfit: decimalText,
      reason: v.string(),
    }),
  ),
  nextCursor,
});

/** The routes about strategies of the user and their backtests. */
export const strategyRoutes = {
  strategies: {
    method: 'GET',
    path: '/api/v1/strategies',
    scope: 'read',
    needs: 'strategies',
    params: none,
    body: null,
    status: 200,
    response: v.object({
      items: v.array(v.object({ name: shortText, description: v.string(), parameters: v.string() })),
    }),
    doc: 'The strategies of the user, by name, with the parameters that they were saved with.',
  },
  strategyVersions: {
    method: 'GET',
    path: '/api/v1/strategies/{strategy}/versions',
    scope: 'read',
    needs: 'strategies',
    params: v.strictObject({
      strategy: nameField,
      limit: v.optional(limitText, '50'),
      cursor: cursorParam,
    }),
    body: null,
    status: 200,
    response: v.object({
      items: v.array(
        v.object({
          version: versionField,
          saved: timeText,
          characters: count,
          linesAdded: v.nullable(count),
          linesRemoved: v.nullable(count),
          /** The newest earlier version with the same code and parameters. */
          sameAs: v.nullable(versionField),
          runCount: count,
        }),
      ),
      nextCursor,
    }),
    doc: 'The saved versions of a strategy, the newest first. `saved` is a time of the host.',
  },
  backtests: {
    method: 'GET',
    path: '/api/v1/strategies/{strategy}/backtests',
    scope: 'read',
    needs: 'strategies',
    params: v.strictObject({ strategy: nameField, account: accountParam }),
    body: null,
    status: 200,
    response: v.object({ account: accountField, items: v.array(backtestBody) }),
    doc: 'The backtests of a strategy on an account, those of the workstation included, the newest first.',
  },
  backtestStart: {
    method: 'POST',
    path: '/api/v1/strategies/{strategy}/backtests',
    scope: 'manage',
    needs: 'strategies',
    params: v.strictObject({ strategy: nameField }),
    body: backtestTerms,
    isIdempotent: true,
    status: 201,
    response: backtestBody,
    doc: 'Starts a backtest of a saved strategy from `from` up to, but not including, `to` (exchange time). Symbol and bars are those of its code, which may read them from `parameters`; without `parameters` it runs with those that it was saved with. `maxShares` and `maxDollars` limit what it may hold. The answer comes when the run is accepted: poll it until `isRunning` is false. The same Idempotency-Key again starts no second run; with another request it gets 409. A refused start gets 422.',
  },
  backtest: {
    method: 'GET',
    path: '/api/v1/strategies/{strategy}/backtests/{backtestId}',
    scope: 'read',
    needs: 'strategies',
    params: backtestParams,
    body: null,
    status: 200,
    response: backtestBody,
    doc: 'A backtest: its state, and its returns so far. Ratios are fractions (0.05 is 5 %); null where one is not defined.',
  },
  backtestEquity: {
    method: 'GET',
    path: '/api/v1/strategies/{strategy}/backtests/{backtestId}/equity',
    scope: 'read',
    needs: 'strategies',
    params: backtestParams,
    body: null,
    status: 200,
    response: v.object({
      maxDrawdown: decimalText,
      items: v.array(v.object({ time: timeText, netProfit: decimalText })),
    }),
    doc: 'The equity curve of a backtest: its net profit marked to market, with every extreme of the curve; empty before the first bar.',
  },
  backtestOrders: {
    method: 'GET',
    path: '/api/v1/strategies/{strategy}/backtests/{backtestId}/orders',
    scope: 'read',
    needs: 'strategies',
    params: v.strictObject({
      ...backtestParams.entries,
      limit: v.optional(limitText, '100'),
      cursor: cursorParam,
    }),
    body: null,
    status: 200,
    response: runOrdersPage,
    doc: 'The simulated orders of a backtest, the oldest first.',
  },
  backtestCancel: {
    method: 'DELETE',
    path: '/api/v1/strategies/{strategy}/backtests/{backtestId}',
    scope: 'manage',
    needs: 'strategies',
    params: backtestParams,
    body: null,
    status: 200,
    response: v.object({ id: shortText }),
    doc: 'Stops a backtest that runs or waits; what it has computed stays. 409 for one that has ended.',
  },
} as const satisfies Record<string, ApiV1Route>;
