import { createHash } from 'node:crypto';

/** Prices of a symbol now, dollars. Undefined for a symbol nobody knows. */
export type QuoteOf = (symbol: string) => { readonly bid: number; readonly ask: number } | undefined;

export interface StandInAccount {
  readonly accountNumber: string;
  readonly hashValue: string;
  cash: number;
  readonly positions: Map<string, { quantity: number; averagePrice: number }>;
}

/** A fill or a cancel, as the broker lists them. */
export interface Activity {
  readonly activityId: number;
  readonly executionType: 'FILL' | 'CANCELED';
  readonly quantity: number;
  readonly price: number;
  readonly timeMs: number;
}

export interface StandInOrder {
  readonly orderId: number;
  readonly account: StandInAccount;
  readonly symbol: string;
  readonly assetType: 'EQUITY' | 'OPTION';
  readonly instruction: string;
  readonly orderType: string;
  readonly duration: string;
  readonly quantity: number;
  readonly price: number | undefined;
  readonly stopPrice: number | undefined;
  readonly route: string;
  readonly enteredMs: number;
  status: string;
  statusDescription: string | undefined;
  closedMs: number | undefined;
  filled: number;
  readonly activities: Activity[];
}

export type NewStandInOrder = Pick<
  StandInOrder,
  | 'symbol'
  | 'assetType'
  | 'instruction'
  | 'orderType'
  | 'duration'
  | 'quantity'
  | 'price'
  | 'stopPrice'
  | 'route'
>;

/** What the book does other than usual; for tests. */
export interface BookSwitches {
  /** Shares that one step fills at most; 0 = all. */
  fillAtMost: number;
  /** A cancel comes too late: the order fills instead. */
  fillsBeforeCancel: boolean;
  /** Shares that fill as a replacement arrives, before it counts; 0 = none. */
  fillsBeforeReplace: number;
  /** Orders stay as they are until this is false again. */
  isHalted: boolean;
}

/** The broker's accounts and orders. Nothing moves by itself: `step` takes every order one step on. */
export interface StandInBook {
  readonly accounts: readonly StandInAccount[];
  readonly switches: BookSwitches;
  orders(account: StandInAccount): readonly StandInOrder[];
  order(account: StandInAccount, orderId: string): StandInOrder | undefined;
  enter(account: StandInAccount, order: NewStandInOrder, enteredMs?: number): StandInOrder;
  /** A replacement of the order has arrived; what the market does first stands. */
  beforeReplace(order: StandInOrder): void;
  replace(old: StandInOrder, order: NewStandInOrder): StandInOrder;
  cancel(order: StandInOrder): void;
  step(): void;
  /** Fresh accounts in place of all there are; their orders go too. */
  reset(accountNumbers: readonly string[]): void;
}

const FIRST_ORDER_ID = 1_001_000_000_000;
const FIRST_ACTIVITY_ID = 90_000_000_000;
const OPENING_CASH = 250_000;
const CONTRACT_SHARES = 100;
const OPEN = new Set(['PENDING_ACTIVATION', 'WORKING']);

export const isOpen = (order: StandInOrder): boolean => OPEN.has(order.status);

function openAccount(accountNumber: string): StandInAccount {
  return {
    accountNumber,
    hashValue: createHash('sha256').update(`stand-in ${accountNumber}`).digest('hex').toUpperCase(),
    cash: OPENING_CASH,
    positions: new Map(),
  };
}

export function createStandInBook(
  accountNumbers: readonly string[],
  quoteOf: QuoteOf,
  nowMs: () => number,
): StandInBook {
  const accounts = accountNumbers.map(openAccount);
  const switches: BookSwitches = {
    fillAtMost: 0,
    fillsBeforeCancel: false,
    fillsBeforeReplace: 0,
    isHalted: false,
  };
  const orders: StandInOrder[] = [];
  let nextOrderId = FIRST_ORDER_ID;
  let nextActivityId = FIRST_ACTIVITY_ID;

  const isBuy = (order: NewStandInOrder): boolean => order.instruction.startsWith('BUY');
  const multiplier = (order: NewStandInOrder): number => (order.assetType === 'OPTION' ? CONTRACT_SHARES : 1);

  function close(order: StandInOrder, status: string, description?: string): void {
    order.status = status;
    order.closedMs = nowMs();
    order.statusDescription = description;
  }

  /** Price at which the order trades now; undefined while it waits. */
  function tradePrice(order: StandInOrder): number | undefined {
    const quote = quoteOf(order.symbol);
    if (!quote) return undefined;
    const price = isBuy(order) ? quote.ask : quote.bid;
    const isTriggered =
      order.stopPrice === undefined || (isBuy(order) ? price >= order.stopPrice : price <= order.stopPrice);
    const isWithinLimit =
      order.price === undefined || (isBuy(order) ? price <= order.price : price >= order.price);
    return isTriggered && isWithinLimit ? price : undefined;
  }

  function fill(order: StandInOrder, price: number, quantity: number): void {
    const sign = isBuy(order) ? 1 : -1;
    order.filled += quantity;
    order.activities.push({
      activityId: nextActivityId++,
      executionType: 'FILL',
      quantity,
      price,
      timeMs: nowMs(),
    });
    order.account.cash -= sign * quantity * price * multiplier(order);
    const held = order.account.positions.get(order.symbol) ?? { quantity: 0, averagePrice: 0 };
    const after = held.quantity + sign * quantity;
    const isAdding = held.quantity * sign >= 0;
    order.account.positions.set(order.symbol, {
      quantity: after,
      averagePrice: isAdding
        ? (Math.abs(held.quantity) * held.averagePrice + quantity * price) / Math.abs(after)
        : held.averagePrice,
    });
    if (order.filled === order.quantity) close(order, 'FILLED');
  }

  function stepOrder(order: StandInOrder): void {
    switch (order.status) {
      case 'PENDING_ACTIVATION': {
        const quote = quoteOf(order.symbol);
        const worth =
          order.quantity * (order.price ?? order.stopPrice ?? quote?.ask ?? 0) * multiplier(order);
        if (!quote) return close(order, 'REJECTED', `The symbol ${order.symbol} is not recognized.`);
        if (isBuy(order) && worth > order.account.cash)
          return close(
            order,
            'REJECTED',
            'You do not have enough available cash/buying power for this order.',
          );
        order.status = 'WORKING';
        return;
      }
      case 'WORKING': {
        const price = tradePrice(order);
        const left = order.quantity - order.filled;
        if (price !== undefined)
          fill(order, price, switches.fillAtMost > 0 ? Math.min(left, switches.fillAtMost) : left);
        return;
      }
      case 'PENDING_CANCEL': {
        const price = quoteOf(order.symbol)?.ask;
        if (switches.fillsBeforeCancel && price !== undefined)
          return fill(order, price, order.quantity - order.filled);
        order.activities.push({
          activityId: nextActivityId++,
          executionType: 'CANCELED',
          quantity: order.quantity - order.filled,
          price: 0,
          timeMs: nowMs(),
        });
        close(order, 'CANCELED');
      }
    }
  }

  const enter = (account: StandInAccount, order: NewStandInOrder, enteredMs = nowMs()): StandInOrder => {
    const entered: StandInOrder = {
      ...order,
      orderId: nextOrderId++,
      account,
      enteredMs,
      status: 'PENDING_ACTIVATION',
      statusDescription: undefined,
      closedMs: undefined,
      filled: 0,
      activities: [],
    };
    orders.push(entered);
    return entered;
  };

  return {
    accounts,
    switches,
    orders: (account) => orders.filter((order) => order.account === account),
    order: (account, orderId) =>
      orders.find((order) => order.account === account && String(order.orderId) === orderId),
    enter,
    beforeReplace(order) {
      const price = tradePrice(order);
      const quantity = Math.min(order.quantity - order.filled, switches.fillsBeforeReplace);
      if (order.status === 'WORKING' && price !== undefined && quantity > 0) fill(order, price, quantity);
    },
    replace(old, order) {
      close(old, 'REPLACED');
      return enter(old.account, order);
    },
    cancel(order) {
      order.status = 'PENDING_CANCEL';
    },
    step() {
      if (switches.isHalted) return;
      for (const order of orders) stepOrder(order);
    },
    reset(fresh) {
      orders.length = 0;
      accounts.splice(0, accounts.length, ...fresh.map(openAccount));
      Object.assign(switches, {
        fillAtMost: 0,
        fillsBeforeCancel: false,
        fillsBeforeReplace: 0,
        isHalted: false,
      } satisfies BookSwitches);
    },
  };
}
