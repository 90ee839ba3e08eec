import type { PriceE4 } from '../../money/price.ts';
import { asId, asList, asObject, asText, type JsonObject } from '../external-orders/json.ts';
import { readPriceE4, readQuantity } from '../external-orders/quantities.ts';
import { parseBrokerTime } from '../external-orders/times.ts';

/** What one leg traded in one activity of an order, as the broker lists it. */
export interface LegExecution {
  /** The broker's activity id and leg, unique within the order. */
  readonly executionId: string;
  readonly activityId: string;
  /** The leg that the broker names; without a name the place in the list, from 1. */
  readonly legId: string;
  readonly priceE4: PriceE4;
  /** Contracts or shares. */
  readonly quantity: number;
  readonly timeMs: number;
}

/** The executions of an order, the oldest activity first. A cancel comes as an execution of type CANCELED and is left out. */
export function readExecutions(order: JsonObject): LegExecution[] {
  const seen = new Set<string>();
  const activities = asList(order.orderActivityCollection).map((item) => {
    const activity = asObject(item);
    if (activity?.executionType !== 'FILL') return [];
    return asList(activity.executionLegs).flatMap((leg, index) => {
      const execution = readExecution(order, activity, asObject(leg), index);
      if (execution === undefined || seen.has(execution.executionId)) return [];
      seen.add(execution.executionId);
      return [execution];
    });
  });
  return activities.sort((first, second) => startMs(first) - startMs(second)).flat();
}

const startMs = (executions: readonly LegExecution[]): number =>
  Math.min(...executions.map(({ timeMs }) => timeMs));

function readExecution(
  order: JsonObject,
  activity: JsonObject,
  leg: JsonObject | undefined,
  index: number,
): LegExecution | undefined {
  const quantity = readQuantity(leg?.quantity);
  const priceE4 = readPriceE4(leg?.price);
  if (leg === undefined || quantity === undefined || quantity === 0 || priceE4 === undefined)
    return undefined;
  const timeMs = firstTime(leg.time, order.closeTime, order.enteredTime);
  const activityId = asId(activity.activityId) ?? `at-${timeMs}`;
  const legId = asId(leg.legId) ?? String(index + 1);
  return { executionId: `${activityId}-${legId}`, activityId, legId, priceE4, quantity, timeMs };
}

/** The first of these that is a time, UTC ms; 0 when none is. */
function firstTime(...values: readonly unknown[]): number {
  for (const value of values) {
    const timeMs = parseBrokerTime(asText(value) ?? '');
    if (timeMs !== undefined) return timeMs;
  }
  return 0;
}
