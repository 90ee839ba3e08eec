import { onTestFinished } from 'vitest';
import { E4 } from '../../../domain/money/price.ts';
import type { MatcherConfig } from '../../../domain/matching/index.ts';
import { PLAIN_ORDER } from '../../../domain/orders/request.ts';
import { HOUSE_LIMITS, type RiskLimits } from '../../../domain/risk/index.ts';
import type { AccountView, Brokerage, NewOrder, OrderView, Report } from '../brokerage.ts';
import { createBrokerage } from '../create-brokerage.ts';
import { createDefaultRiskFacts } from '../default-risk-facts.ts';
import type { BrokerageLogger } from '../logger.ts';
import type { RiskFacts } from '../risk-facts.ts';
import { MemoryJournal } from './memory-journal.ts';
import { ScriptedMarket } from './scripted-market.ts';

export const OPTION = 'SPY260306C00100000';
export const PUT = 'SPY260306P00100000';

/** The house's, but for the guard against the same order twice: a test sends what it likes, and its clock stands still. */
export const TEST_LIMITS: RiskLimits = { ...HOUSE_LIMITS, duplicateWindowMs: null };

export interface HarnessParts {
  readonly market?: ScriptedMarket;
  readonly journal?: MemoryJournal;
  readonly matching?: MatcherConfig;
  /** Changes the facts that the house has by default. */
  readonly facts?: (defaults: RiskFacts) => RiskFacts;
  readonly cash?: number;
  readonly logger?: BrokerageLogger;
}

export interface Harness {
  readonly market: ScriptedMarket;
  readonly journal: MemoryJournal;
  readonly brokerage: Brokerage;
  send(change?: Partial<NewOrder>): Promise<readonly Report[]>;
  /** Replaces an order by its terms with the change, under a new ClientId unless the change names one. */
  replace(
    orderId: string,
    change: Partial<NewOrder>,
    originalClientId?: string,
    sentMs?: number,
  ): Promise<readonly Report[]>;
  cancel(orderId: string): Promise<readonly Report[]>;
  order(orderId: string): OrderView;
  view(): AccountView;
  /** Types of all reports of an order so far. */
  story(orderId: string): string[];
}

/** Waits until reports that are durable have been published. */
export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

export const dollars = (price: number): number => Math.round(price * E4);
let sent = 0;

/** The request that an order was made by, as it stands now, without its ClientId. */
function termsOf(order: OrderView): Omit<NewOrder, 'clientId'> {
  return {
    account: order.account,
    userId: order.userId,
    symbol: order.symbol,
    side: order.side,
    source: order.source,
    type: order.type,
    tif: order.tif,
    quantity: order.quantity,
    priceE4: order.priceE4,
    stopPriceE4: order.stopPriceE4,
    stopType: order.stopType,
    offsetType: order.offsetType,
    offsetE4: order.offsetE4,
    pegType: order.pegType,
    goodTillMs: order.goodTillMs,
    minQuantity: order.minQuantity,
    displayQuantity: order.displayQuantity,
    destination: order.destination,
    route: order.route,
    tradeType: order.tradeType,
    strategyId: order.strategyId,
    apiId: order.apiId,
    legs: order.legs,
  };
}

/** A running brokerage with account A of so much cash (100,000 dollars) on SPY (100.00 x 300 by 100.02 x 200), AAPL and two options on SPY. */
export async function openHarness({
  market = quotedMarket(),
  journal = new MemoryJournal(),
  matching,
  facts = (defaults) => defaults,
  cash = 100_000,
  logger,
}: HarnessParts = {}): Promise<Harness> {
  const accounts = (account: string) =>
    account === 'A' || account === 'B' ? { isLive: false, isLocked: false } : undefined;
  const known = facts({ ...createDefaultRiskFacts({ market, accounts }), limits: () => TEST_LIMITS });
  // Balances are computed for the same kind of account as the risk checks.
  const kindOf = (account: string): 'cash' | 'margin' => {
    const answer = known.account(account);
    return (answer instanceof Promise ? undefined : answer?.kind) ?? known.kindOf(account);
  };
  const brokerage = createBrokerage({
    market,
    journal,
    clock: market,
    accounts,
    facts: { ...known, kindOf },
    sweepIntervalMs: 60_000,
    ...(matching ? { matching } : {}),
    ...(logger ? { logger } : {}),
  });
  onTestFinished(() => brokerage.stop());
  await brokerage.start();
  for (const account of ['A', 'B']) await brokerage.fundAccount(account, { cashE4: cash * E4, version: 1 });
  return harnessOf({ market, journal, brokerage });
}

const nextClientId = (): string => `ord${(sent += 1)}`;

/** The commands of account A on a running brokerage. */
function harnessOf(parts: Pick<Harness, 'market' | 'journal' | 'brokerage'>): Harness {
  const { market, brokerage } = parts;
  const harness: Harness = {
    ...parts,
    send: (change = {}) =>
      brokerage.submit({
        ...PLAIN_ORDER,
        account: 'A',
        userId: 'u',
        clientId: nextClientId(),
        symbol: 'SPY',
        side: 'Buy',
        source: 'Open',
        type: 'Market',
        tif: 'Day',
        quantity: 100,
        destination: 'SMART',
        route: 'AUTO',
        ...change,
      }),
    replace(orderId, change, originalClientId, sentMs = market.nowMs) {
      const before = harness.order(orderId);
      return brokerage.replace({
        order: { ...termsOf(before), clientId: nextClientId(), ...change },
        originalClientId: originalClientId ?? before.clientId,
        sentMs,
      });
    },
    cancel: (orderId) => brokerage.cancel({ account: 'A', userId: 'u', orderId, clientId: nextClientId() }),
    order(orderId) {
      const found = harness.view().orders.find((order) => order.orderId === orderId);
      if (!found) throw new Error(`The account has no order ${orderId}.`);
      return found;
    },
    view: () => brokerage.accountView('A', 0),
    story: (orderId) =>
      harness
        .view()
        .reports.filter((report) => report.orderId === orderId)
        .map(({ reportType }) => reportType),
  };
  return harness;
}

export function quotedMarket(more: readonly string[] = []): ScriptedMarket {
  const market = new ScriptedMarket(['SPY', 'AAPL', OPTION, PUT, ...more]);
  market.show('SPY', [
    { exchange: 'ARCA', bid: [100, 300], ask: [100.02, 200] },
    { exchange: 'BATS', bid: [99.99, 500], ask: [100.05, 400] },
  ]);
  market.print('SPY', 100.01, 100);
  return market;
}

/** OrderId of an answer. */
export const idOf = (reports: readonly Report[]): string => reports[0]?.orderId ?? 'none';
export const typesOf = (reports: readonly Report[]): string[] => reports.map(({ reportType }) => reportType);
/** Quantity, price in dollars and liquidity of each fill. */
export const fillsOf = (reports: readonly Report[]): unknown[] =>
  reports
    .filter(({ reportType }) => reportType === 'OrderExecuted')
    .map((report) => [report.lastFillQuantity, report.lastFillPriceE4 / E4, report.liquidity]);
