import type { GroupStep } from '../../domain/execution/index.ts';
import type { ExplainedOrder } from '../../domain/orders/core/explain-order.ts';
import type { RecordedQuote } from '../../domain/orders/recorded-quote.ts';
import type { ExplainedReplacement } from './order-explanations.ts';
import type { ServerTimes } from './order-times.ts';

/** The place of a resting limit order in the queue at its price. Shares or contracts. */
export interface QueuePlace {
  /** Displayed at the price when the order joined; null = nothing was. */
  readonly atArrival: number | null;
  /** Estimated quantity ahead now; null = unknown. */
  readonly now: number | null;
  /** Traded at the price since then; null = the prints in memory do not reach so far back. */
  readonly traded: number | null;
}

/** Why an order is where it is, beside its reports. */
export interface OrderTimeline {
  /** Or the GroupId of a group that was read. */
  readonly orderId: string;
  /** With which the order was first sent; undefined for a group, and for an order that the server sent. */
  readonly clientId: string | undefined;
  /** Undefined = not recorded: before the last restart, sent by the server, or one of many newer orders. */
  readonly times: ServerTimes | undefined;
  /** The market at reports, by serial. */
  readonly quotes: readonly { readonly serial: number; readonly nbbo: RecordedQuote }[];
  readonly group: readonly GroupStep[];
  /** What the checks said when it was decided; undefined = not recorded, as `times`. */
  readonly explained: ExplainedOrder | undefined;
  /** What the checks said of the newest requests to replace it, oldest first. */
  readonly replacements: readonly ExplainedReplacement[];
  /** Of an open order. */
  readonly resting:
    | {
        readonly reason: string;
        /** What else stops it or its group, and what its group waits for; sentences without their end. */
        readonly notes: readonly string[];
        readonly queue: QueuePlace | undefined;
      }
    | undefined;
}
