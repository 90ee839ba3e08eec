import { orderExecution, type OrderExecution, type Span } from '../../domain/execution/index.ts';
import type { Brokerage } from './brokerage.ts';
import type { Ledger } from './ledger.ts';
import type { OrderMemory } from './order-memory.ts';

/** What is read of executions, from what is durable. */
export function createExecutionReads(ledger: Ledger, memory: OrderMemory): Pick<Brokerage, 'executions'> {
  const amended = (serial: number) => ledger.book.amended.get(serial)?.terms;
  return {
    async executions(account, span) {
      return executionsIn(await memory.stories(account, span), amended, span);
    },
  };
}

/** Computed one at a time, so that the reader decides how much of a long day one turn of the event loop takes. */
function* executionsIn(
  stories: Awaited<ReturnType<OrderMemory['stories']>>,
  amended: Parameters<typeof orderExecution>[2],
  span: Span,
): Generator<OrderExecution> {
  for (const { order, sources } of stories) {
    const execution = orderExecution(order.orderId, sources, amended, span);
    if (execution) yield execution;
  }
}
