import { isStrategyRunning } from '../../domain/strategy/enumerations.ts';
import type { Body, Message } from '../../protocol/index.ts';
import { createObservable } from '../observable.ts';
import type { Readable } from '../readable.ts';
import { instanceKey } from './instance-key.ts';
import type { StrategyOrdersState, WireStrategyOrder } from './types.ts';

type TradingMessage = Message<'trading', 'toClient'>;
type SendRequest = (name: string, instanceId: string) => boolean;

const EMPTY: StrategyOrdersState = { isLoaded: false, orders: [], error: null };

/** The orders with the pushed ones: an order that is already listed is replaced where it stands. */
function merged(
  orders: readonly WireStrategyOrder[],
  pushed: readonly WireStrategyOrder[],
): readonly WireStrategyOrder[] {
  if (pushed.length === 0) return orders;
  const all = [...orders];
  const indexById = new Map(all.map((order, index) => [order.Id, index]));
  for (const order of pushed) {
    const index = indexById.get(order.Id);
    if (index === undefined) indexById.set(order.Id, all.push(order) - 1);
    else all[index] = order;
  }
  return all;
}

/** Orders of one instance; loaded and updated only while the view has subscribers. */
class OrdersView {
  readonly readable: Readable<StrategyOrdersState>;
  readonly #state = createObservable<StrategyOrdersState>(EMPTY);
  readonly #send: () => boolean;
  #subscribers = 0;
  #isLoading = false;
  /** Orders of an answer that is not complete yet. */
  #loaded: WireStrategyOrder[] = [];
  /** Orders that were pushed during the load; they are newer than the loaded ones. */
  #pushed: WireStrategyOrder[] = [];

  constructor(send: () => boolean) {
    this.#send = send;
    this.readable = { get: this.#state.get, subscribe: (listener) => this.#subscribe(listener) };
  }

  loadIfSubscribed(): void {
    if (this.#subscribers === 0) return;
    this.#loaded = [];
    this.#pushed = [];
    this.#isLoading = this.#send();
  }

  onLoaded({ Items, HasMore }: Body<'strategyOrders'>): void {
    if (!this.#isLoading) return;
    for (const order of Items) this.#loaded.push(order);
    if (HasMore) return;
    this.#isLoading = false;
    this.#state.set({ isLoaded: true, orders: merged(this.#loaded, this.#pushed), error: null });
    this.#loaded = [];
    this.#pushed = [];
  }

  onPushed(orders: readonly WireStrategyOrder[]): void {
    if (this.#subscribers === 0) return;
    if (this.#isLoading) this.#pushed.push(...orders);
    else this.#state.set({ ...this.#state.get(), orders: merged(this.#state.get().orders, orders) });
  }

  /** A restarted backtest has discarded its earlier orders. */
  onRestarted(): void {
    this.#state.set({ isLoaded: this.#subscribers > 0, orders: [], error: null });
  }

  cancelLoad(): void {
    this.#isLoading = false;
  }

  clear(): void {
    this.#isLoading = false;
    this.#state.set(EMPTY);
  }

  #subscribe(listener: () => void): () => void {
    // Nothing was pushed to a view without subscribers: its orders may be old.
    if (this.#subscribers === 0 && this.#state.get().isLoaded)
      this.#state.set({ ...this.#state.get(), isLoaded: false });
    const unsubscribe = this.#state.subscribe(listener);
    this.#subscribers += 1;
    if (this.#subscribers === 1) this.loadIfSubscribed();
    let isSubscribed = true;
    return () => {
      if (!isSubscribed) return;
      isSubscribed = false;
      unsubscribe();
      this.#subscribers -= 1;
    };
  }
}

/** Orders of strategy instances, one view an instance. */
export class InstanceOrders {
  readonly #views = new Map<string, OrdersView>();
  readonly #send: SendRequest;

  constructor(send: SendRequest) {
    this.#send = send;
  }

  /** The same object for the same instance. */
  readable(name: string, instanceId: string): Readable<StrategyOrdersState> {
    const key = instanceKey(name, instanceId);
    const view = this.#views.get(key) ?? new OrdersView(() => this.#send(name, instanceId));
    this.#views.set(key, view);
    return view.readable;
  }

  onTrading({ name, body }: TradingMessage): void {
    switch (name) {
      case 'strategyOrders':
        return this.#view(body.Name, body.InstanceId)?.onLoaded(body);
      case 'strategyStockOrder':
      case 'strategyOptionOrder':
        return this.#view(body.Name, body.InstanceId)?.onPushed([body.Order]);
      case 'backtestOrderExecuted':
      case 'backtestOrderCancelled':
        return this.#view(body.Name, body.InstanceId)?.onPushed(body.Items);
      case 'backtestingStarted':
        return this.#view(body.Name, body.Instance.InstanceId)?.onRestarted();
      case 'strategyStatusUpdate':
        return this.#onStatus(body);
      default:
        return;
    }
  }

  /** Requests the orders of all views with subscribers, once the socket is ready. */
  onReady(): void {
    for (const view of this.#views.values()) view.loadIfSubscribed();
  }

  onLost(): void {
    for (const view of this.#views.values()) view.cancelLoad();
  }

  reset(): void {
    for (const view of this.#views.values()) view.clear();
  }

  #view(name: string, instanceId: string): OrdersView | undefined {
    return this.#views.get(instanceKey(name, instanceId));
  }

  /** A long backtest does not push every order, so its orders are loaded once it ends. */
  #onStatus({ Name, Instance }: Body<'strategyStatusUpdate'>): void {
    if (Instance.BacktestFrom !== null && !isStrategyRunning(Instance.Status))
      this.#view(Name, Instance.InstanceId)?.loadIfSubscribed();
  }
}
