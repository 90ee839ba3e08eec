import { downloadCsv, rowsAsCsv } from '../../src/ui/grid/export-text.ts';
import { orderColumns } from './columns/order-columns.ts';
import { loadOrders } from './load-orders.ts';
import type { Run, Strategies } from './types.ts';
import { runTitle } from './run-labels.ts';

/** Offers the orders of a run, with all their columns, as a CSV file. Resolves with what went wrong, or null. */
export async function exportOrders(
  strategies: Pick<Strategies, 'orders'>,
  { strategy, instance }: Run,
): Promise<string | null> {
  try {
    const orders = await loadOrders(strategies, strategy.Name, instance.InstanceId);
    if (orders.length === 0) return 'This run has no orders to save.';
    downloadCsv(document, runTitle(strategy, instance), rowsAsCsv(orders, orderColumns));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'The orders could not be loaded. Try again in a moment.';
  }
}
