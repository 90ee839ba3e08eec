import { onTestFinished } from 'vitest';
import { PLAIN_ORDER } from '../../../domain/orders/request.ts';
import { feesOf, totalFeesE4, type Liquidity } from '../../../domain/portfolio/index.ts';
import type { Brokerage, NewOrder, Report } from '../brokerage.ts';
import { createBrokerage } from '../create-brokerage.ts';
import { createDefaultRiskFacts } from '../default-risk-facts.ts';
import { TEST_LIMITS } from './harness.ts';
import { MemoryJournal } from './memory-journal.ts';
import { ScriptedMarket } from './scripted-market.ts';

export const DOLLAR = 10_000;

interface Setup {
  readonly market?: ScriptedMarket;
  readonly journal?: MemoryJournal;
  readonly sweepIntervalMs?: number;
}
/** A started brokerage with accounts A, B and L of $100,000 each. L is locked; other accounts are unknown. It stops at the end of the test. */
export async function startBrokerage({
  market = new ScriptedMarket(['SPY', 'AAPL', { symbol: 'HARD', shortable: false }]),
  journal = new MemoryJournal(),
  sweepIntervalMs = 60_000,
}: Setup = {}) {
  const accounts = (account: string) =>
    ['A', 'B', 'L'].includes(account) ? { isLive: false, isLocked: account === 'L' } : undefined;
  const brokerage = createBrokerage({
    market,
    journal,
    clock: market,
    sweepIntervalMs,
    accounts,
    facts: { ...createDefaultRiskFacts({ market, accounts }), limits: () => TEST_LIMITS },
  });
  onTestFinished(() => brokerage.stop());
  await brokerage.start();
  for (const account of ['A', 'B', 'L'])
    await brokerage.fundAccount(account, { cashE4: 100_000 * DOLLAR, version: 1 });
  return { market, journal, brokerage };
}
/** Quotes SPY at 100.00 x 300 by 100.02 x 200, with more depth behind. `shift` in dollars moves all prices. */
export function showSpy(market: ScriptedMarket, shift = 0): void {
  market.show('SPY', [
    { exchange: 'ARCA', bid: [100 + shift, 300], ask: [100.02 + shift, 200] },
    { exchange: 'BATS', bid: [99.99 + shift, 500], ask: [100.05 + shift, 400] },
  ]);
}
let lastClientId = 0;
export const order = (change: Partial<NewOrder> = {}): NewOrder => ({
  ...PLAIN_ORDER,
  account: 'A',
  userId: 'u',
  clientId: `ord${++lastClientId}`,
  symbol: 'SPY',
  side: 'Buy',
  source: 'Open',
  type: 'Market',
  tif: 'Day',
  quantity: 100,
  priceE4: 0,
  stopPriceE4: 0,
  stopType: 'Static',
  destination: 'SMART',
  route: 'AUTO',
  ...change,
});
export const limit = (price: number, change: Partial<NewOrder> = {}) =>
  order({ type: 'Limit', priceE4: Math.round(price * DOLLAR), ...change });
export const sell = { side: 'Sell', source: 'Close' } as const;
export const short = { side: 'Short', source: 'Open' } as const;
export const types = (reports: readonly Report[]) => reports.map((report) => report.reportType);
export const fills = (reports: readonly Report[]) =>
  reports
    .filter((report) => report.reportType === 'OrderExecuted')
    .map((report) => [report.lastFillQuantity, report.lastFillPriceE4 / DOLLAR, report.leavesQuantity]);
export const viewOf = (brokerage: Brokerage, report: Report | undefined) =>
  brokerage.accountView(report?.account ?? '', 0).orders.find((view) => view.orderId === report?.orderId);
export const feesE4 = (side: 'Buy' | 'Sell', quantity: number, price: number, liquidity: Liquidity) =>
  totalFeesE4(feesOf(side, quantity, Math.round(price * DOLLAR), liquidity));
