import {
  addTotals,
  averagesOf,
  NO_EXECUTIONS,
  totalsOf,
  type ExecutionAverages,
  type ExecutionTotals,
  type OrderExecution,
} from '../../src/domain/execution/index.ts';
import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import type { Grouping } from './state.ts';

/** A line of the report: a fill, an order, or all orders of a group. */
export interface QualityRow {
  readonly id: string;
  readonly name: string;
  /** Of an order or a fill; null for a group. */
  readonly order: OrderExecution | null;
  /** Of an order its arrival, of a fill its execution, exchange UTC ms; null for a group. */
  readonly timeMs: number | null;
  readonly totals: ExecutionTotals;
  readonly averages: ExecutionAverages;
}

type Group = Exclude<Grouping, 'Order' | 'Fill'>;

/** What the orders of a group have in common. */
const NAME_OF: Readonly<Record<Group, (order: OrderExecution) => string>> = {
  Symbol: ({ symbol }) => displaySymbol(symbol),
  Route: ({ destination, route }) => `${destination} ${route}`,
  Type: ({ type }) => ORDER_TYPES[type].name,
  Account: ({ account }) => account,
};

/** The totals of orders. */
export const sumOf = (orders: readonly OrderExecution[]): ExecutionTotals =>
  orders.map(totalsOf).reduce(addTotals, NO_EXECUTIONS);

/** The lines of a report. */
export function qualityRows(orders: readonly OrderExecution[], groupBy: Grouping): readonly QualityRow[] {
  switch (groupBy) {
    case 'Order':
      return orders.map((order) => rowOf(order, order.orderId, order.arrivalMs));
    case 'Fill':
      return orders.flatMap((order) =>
        order.fills.map((fill) =>
          rowOf({ ...order, quantity: fill.quantity, fills: [fill] }, `E${fill.serial}`, fill.timeMs),
        ),
      );
    default:
      return groupRows(orders, NAME_OF[groupBy]);
  }
}

function rowOf(order: OrderExecution, id: string, timeMs: number): QualityRow {
  const totals = totalsOf(order);
  const name = displaySymbol(order.symbol);
  return { id: `${order.account} ${id}`, name, order, timeMs, totals, averages: averagesOf(totals) };
}

function groupRows(
  orders: readonly OrderExecution[],
  nameOf: (order: OrderExecution) => string,
): readonly QualityRow[] {
  const groups = new Map<string, ExecutionTotals>();
  for (const order of orders) {
    const name = nameOf(order);
    groups.set(name, addTotals(groups.get(name) ?? NO_EXECUTIONS, totalsOf(order)));
  }
  return [...groups]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, totals]) => ({
      id: name,
      name,
      order: null,
      timeMs: null,
      totals,
      averages: averagesOf(totals),
    }));
}
