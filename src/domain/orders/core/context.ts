import { markOf } from '../../money/last-price.ts';
import { multiplierOfSymbol } from '../../portfolio/index.ts';
import { parseOptionSymbol } from '../../symbols/symbol.ts';
import type { RiskLimits } from '../../risk/limits.ts';
import type {
  Known,
  PortfolioFacts,
  ReplaceContext,
  RestingOrder,
  RiskContext,
  TargetOrder,
} from '../../risk/types.ts';
import { createAccountBook, recentWithin, type AccountBook } from './account-book.ts';
import { leavesOf, type Book } from './book.ts';
import type { OutsideFacts } from './facts.ts';
import { requiredBy } from './held.ts';
import { accountBuyingPowerE4, freeCashE4, openedE4 } from './power.ts';
import type { BookOrder, MarketView, OrderRequest } from './types.ts';

/** The facts for the checks of an order that arrives now. Sums are computed only when a check reads them. */
export function contextOf(
  book: Book,
  order: OrderRequest,
  facts: OutsideFacts,
  view: MarketView,
  replaced: BookOrder | undefined,
): Omit<RiskContext, 'replaced'> {
  const account = book.accounts.get(order.account) ?? createAccountBook(order.account);
  return {
    order,
    server: { isKillSwitchOn: facts.isServerHalted, isJournalReady: true, isStopWatchReady: true },
    session: { isLoggedIn: true, isDemo: false, userId: order.userId },
    account: facts.account && (account.isHalted ? { ...facts.account, isKillSwitchOn: true } : facts.account),
    route: facts.route,
    instrument: facts.instrument,
    market: marketOf(order.symbol, facts, view),
    portfolio: portfolioOf(account, order, facts, view, replaced),
    firm: {
      get symbolShares() {
        return firmSharesOf(book, order.symbol);
      },
      ordersToday: book.ordersToday,
    },
    limits: facts.limits,
  };
}

/** The context of a cancel or replace of `target`; null = the account has no such order. */
export function changeContextOf(
  request: ReplaceContext['request'],
  target: BookOrder | null,
  facts: OutsideFacts,
  nowMs: number,
): Omit<ReplaceContext, 'replacement'> {
  return {
    request,
    target: target && targetOf(target),
    server: { isJournalReady: true },
    session: { isLoggedIn: true, isDemo: false, userId: request.userId },
    account: facts.account,
    route: facts.route,
    nowMs,
    limits: facts.limits,
  };
}

function targetOf(order: BookOrder): TargetOrder {
  const {
    account,
    symbol,
    side,
    source,
    type,
    destination,
    route,
    status,
    quantity,
    filled,
    expiresMs,
    strategyId,
    apiId,
    isTriggered,
  } = order;
  return {
    account,
    symbol,
    side,
    source,
    type,
    destination,
    route,
    status,
    quantity,
    filled,
    expiresMs,
    strategyId,
    apiId,
    reservedE4: requiredBy(order),
    isTriggered,
  };
}

function marketOf(symbol: string, facts: OutsideFacts, view: MarketView): RiskContext['market'] {
  const prices = view.prices(symbol);
  const underlying = parseOptionSymbol(symbol)?.underlying;
  return {
    nowMs: view.nowMs,
    isOnline: true,
    session: view.phase,
    ...facts.rules,
    isHalted: view.isHalted(symbol) || (underlying !== undefined && view.isHalted(underlying)),
    bidE4: prices?.bidE4 ?? 0,
    askE4: prices?.askE4 ?? 0,
    lastE4: prices?.lastE4 ?? 0,
    previousCloseE4: prices?.previousCloseE4 ?? 0,
  };
}

function portfolioOf(
  account: AccountBook,
  order: OrderRequest,
  facts: OutsideFacts,
  view: MarketView,
  replaced: BookOrder | undefined,
): Known<PortfolioFacts> {
  return {
    get freeCashE4() {
      return freeCashE4(account, view.marks);
    },
    get buyingPowerE4() {
      return accountBuyingPowerE4(account, view.marks);
    },
    get dayTradingPowerE4() {
      const startE4 = facts.account?.dayTradingPowerE4;
      return typeof startE4 === 'number'
        ? startE4 - account.reservedE4 - openedE4(account, view.marks)
        : startE4;
    },
    get todayPlE4() {
      return account.figures.read(view.marks).todayPlE4;
    },
    isGuardLocked: account.guards.lock !== null,
    positions: account.positions,
    openInterest: account.openInterest,
    get resting() {
      return restingAgainst(account, order, replaced);
    },
    optionsOf: (underlying) => account.figures.optionsOf(underlying),
    markE4: (symbol) => markOf(view.marks.last(symbol)),
    get bulletShares() {
      return marriedShares(account, order.symbol);
    },
    openOrderCount: account.openOrderCount,
    ordersToday: account.ordersToday,
    get recentOrders() {
      return recentWithin(account, paceWindowMs(facts.limits), view.nowMs);
    },
  };
}

/** The longest window of a rate or duplicate check, ms. */
function paceWindowMs(limits: Known<RiskLimits> | undefined): number {
  return Math.max(
    limits?.duplicateWindowMs ?? 0,
    ...(limits?.orderRates ?? []).map(({ windowMs }) => windowMs),
  );
}

/** Open orders of the account in the symbol on the opposite side, which an order could trade with at an exchange. */
function restingAgainst(
  account: AccountBook,
  order: OrderRequest,
  replaced: BookOrder | undefined,
): RestingOrder[] {
  const open = account.openOrders.get(order.symbol);
  if (!open) return [];
  const resting: RestingOrder[] = [];
  for (const other of (order.side === 'Buy' ? open.sells : open.buys).values()) {
    if (other !== replaced)
      resting.push({
        side: other.side,
        type: other.type,
        priceE4: other.priceE4,
        leaves: leavesOf(other),
        isTriggered: other.isTriggered,
      });
  }
  return resting;
}

/** Shares of a stock that long puts on it cover. */
function marriedShares(account: AccountBook, symbol: string): number {
  let shares = 0;
  for (const option of account.figures.optionsOf(symbol)) {
    const quantity = account.positions.get(option)?.quantity ?? 0;
    if (quantity > 0 && parseOptionSymbol(option)?.right === 'P')
      shares += quantity * multiplierOfSymbol(option);
  }
  return shares;
}

/** Positions and open orders of all accounts in a symbol, without signs. */
function firmSharesOf(book: Book, symbol: string): number {
  let shares = 0;
  for (const account of book.accounts.values()) {
    const open = account.openInterest.get(symbol);
    shares += Math.abs(account.positions.get(symbol)?.quantity ?? 0) + (open ? open.buy + open.sell : 0);
  }
  return shares;
}
