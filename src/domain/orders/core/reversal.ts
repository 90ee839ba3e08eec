import { markOf } from '../../money/last-price.ts';
import { notionalE4 } from '../../money/price.ts';
import { closeOut } from '../../portfolio/index.ts';
import { displaySymbol } from '../../symbols/symbol.ts';
import { GroupError } from '../errors.ts';
import type { GroupRequest } from '../groups/types.ts';
import { PLAIN_ORDER, type OrderRequest } from '../request.ts';
import type { AccountBook } from './account-book.ts';
import { AccountFigures } from './account-figures.ts';
import type { Book } from './book-state.ts';
import { judgeNew } from './decide.ts';
import type { GroupRefusal } from './groups/judge-group.ts';
import { heldBy } from './held.ts';
import type { FactsOf } from './multi-leg.ts';
import type { BookOrder, MarketView } from './types.ts';

/** A request to close a position and to open one of the same size on the other side. */
export interface ReversalRequest {
  readonly account: string;
  readonly userId: string;
  /** Names the request; counted with the ClientIds of groups. */
  readonly clientId: string;
  readonly symbol: string;
}

const refused = (detail: string): GroupRefusal => ({ code: GroupError.InvalidGroup, detail });

/**
 * The group that reverses a position: a market order that closes it, then one that opens the other side once the first is filled. Both are judged
 * as if the symbol had no open orders, which are cancelled before, and the second as if the position were closed: what cannot be opened is refused
 * while nothing has been closed yet.
 */
export function reversalOf(
  book: Book,
  request: ReversalRequest,
  factsOf: FactsOf,
  view: MarketView,
): GroupRequest | GroupRefusal {
  const { account: name, userId, clientId, symbol } = request;
  const account = book.accounts.get(name);
  const held = account?.positions.get(symbol)?.quantity ?? 0;
  if (!account || held === 0)
    return refused(`The account holds no ${displaySymbol(symbol)} that could be reversed.`);
  if (openOrdersIn(account, symbol).some(({ group }) => group?.role === 'Surplus'))
    return refused(`A surplus of ${displaySymbol(symbol)} is being closed. Reverse it when that is filled.`);
  const orders = ordersOf(request, held);
  const withoutOrders = accountWithoutOrders(account, symbol);
  const flat = closedAccount(withoutOrders, symbol, markOf(view.marks.last(symbol)) ?? 0);
  const [close, opening] = orders;
  const refusal =
    refusalIn(book, withoutOrders, close, factsOf, view) ?? refusalIn(book, flat, opening, factsOf, view);
  return (
    refusal ?? {
      account: name,
      userId,
      clientId,
      kind: 'OneTriggersOther',
      symbol,
      orders,
      target: null,
      stop: null,
    }
  );
}

/** The first objection to an order if its account were this one. */
function refusalIn(
  book: Book,
  account: AccountBook,
  order: OrderRequest,
  factsOf: FactsOf,
  view: MarketView,
): GroupRefusal | undefined {
  const accounts = new Map(book.accounts).set(account.account, account);
  const judged = judgeNew({ ...book, accounts }, order, factsOf, view);
  return 'code' in judged ? judged : undefined;
}

function openOrdersIn(account: AccountBook, symbol: string): readonly BookOrder[] {
  const open = account.openOrders.get(symbol);
  return open ? [...open.buys.values(), ...open.sells.values()] : [];
}

function ordersOf(
  { account, userId, clientId, symbol }: ReversalRequest,
  held: number,
): readonly [close: OrderRequest, open: OrderRequest] {
  const common = {
    ...PLAIN_ORDER,
    account,
    userId,
    symbol,
    type: 'Market',
    tif: 'Day',
    quantity: Math.abs(held),
    destination: 'SMART',
    route: 'AUTO',
    // Two orders of one request: the guard against the same order twice is not meant for them.
    repeatReason: 'Strategy',
  } as const;
  return held > 0
    ? [
        { ...common, clientId: `${clientId}/close`, side: 'Sell', source: 'Close' },
        { ...common, clientId: `${clientId}/open`, side: 'Short', source: 'Open' },
      ]
    : [
        { ...common, clientId: `${clientId}/close`, side: 'Buy', source: 'Cover' },
        { ...common, clientId: `${clientId}/open`, side: 'Buy', source: 'Open' },
      ];
}

/** The account as it is once its open orders in the symbol are cancelled. */
function accountWithoutOrders(account: AccountBook, symbol: string): AccountBook {
  const cancelled = openOrdersIn(account, symbol);
  const heldE4 = cancelled.reduce((sumE4, order) => sumE4 + heldBy(order), 0);
  const maps = {
    positions: account.positions,
    openInterest: new Map(account.openInterest),
    openOrders: new Map(account.openOrders),
  };
  maps.openInterest.delete(symbol);
  maps.openOrders.delete(symbol);
  return {
    ...account,
    ...maps,
    figures: new AccountFigures(maps),
    reservedE4: account.reservedE4 - heldE4,
    openOrderCount: account.openOrderCount - cancelled.length,
  };
}

/** The account as it is once the position is closed at a price. */
function closedAccount(account: AccountBook, symbol: string, priceE4: number): AccountBook {
  const position = account.positions.get(symbol);
  if (!position) return account;
  const closed = { ...position, lots: position.lots.map((lot) => ({ ...lot })) };
  closeOut(closed, -position.quantity, priceE4);
  const positions = new Map(account.positions).set(symbol, closed);
  const { openInterest, openOrders } = account;
  return {
    ...account,
    positions,
    cashE4: account.cashE4 + notionalE4(priceE4, position.quantity * position.multiplier),
    figures: new AccountFigures({ positions, openInterest, openOrders }),
  };
}
