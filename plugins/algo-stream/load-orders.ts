import type { Strategies, StrategyOrder, StrategyOrdersState } from './types.ts';

/** Waits until all orders of a run have come; rejects with a message that can be shown. */
export function loadOrders(
  strategies: Pick<Strategies, 'orders'>,
  name: string,
  instanceId: string,
): Promise<readonly StrategyOrder[]> {
  const source = strategies.orders(name, instanceId);
  return new Promise((resolve, reject) => {
    let unsubscribe: (() => void) | null = null;
    const settle = ({ isLoaded, error, orders }: StrategyOrdersState): boolean => {
      if (error !== null) reject(new Error(error));
      else if (isLoaded) resolve(orders);
      return error !== null || isLoaded;
    };
    const listen = () => {
      if (settle(source.get())) unsubscribe?.();
    };
    unsubscribe = source.subscribe(listen);
    listen();
  });
}
