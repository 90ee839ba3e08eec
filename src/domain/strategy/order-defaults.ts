import { StrategyError } from './fault.ts';
import type { OrderPlan } from './order-calls.ts';
import { planReaders, shown } from './plan.ts';
import type { StrategyPlan } from './plan.ts';

/** What orders in another symbol are: as those of the run, but that a price of the run's symbol is none of theirs. */
export const orderPlanOf = (plan: StrategyPlan, symbol: string): OrderPlan => ({
  symbol,
  price: 0,
  get quantity() {
    return plan.quantity;
  },
  get type() {
    return plan.type;
  },
  get isUsingNbbo() {
    return plan.isUsingNbbo;
  },
});

const ORDER_FIELDS: ReadonlyMap<string, (plan: StrategyPlan, value: unknown) => void> = new Map<
  string,
  (plan: StrategyPlan, value: unknown) => void
>([
  ['quantity', (plan, value) => void (plan.quantity = planReaders.quantity(value))],
  ['type', (plan, value) => void (plan.type = planReaders.type(value))],
  ['price', (plan, value) => void (plan.price = value === 0 ? 0 : planReaders.price(value))],
  ['route', (plan, value) => void (plan.route = planReaders.text(value))],
  ['destination', (plan, value) => void (plan.destination = planReaders.text(value))],
]);

/** Implements `order(defaults)`. Throws a StrategyError for what it does not take. */
export function declareOrder(plan: StrategyPlan, given: unknown): void {
  if (typeof given !== 'object' || given === null)
    throw new StrategyError(
      `order takes an object, such as { quantity: 100, type: 'Market' }: ${shown(given)}`,
    );
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const set = ORDER_FIELDS.get(name);
    if (set === undefined)
      throw new StrategyError(`order takes quantity, type, price, route and destination: ${shown(name)}`);
    set(plan, value);
  }
}
