import { isStrategyRunning } from '../../domain/strategy/enumerations.ts';
import type { Message } from '../../protocol/index.ts';
import { createObservable, type Observable } from '../observable.ts';
import type { Readable } from '../readable.ts';
import type { StrategyOrdersState, WireStrategyOrder } from './types.ts';

type TradingMessage = Message<'trading', 'toClient'>;
const EMPTY: StrategyOrdersState = { isLoaded: false, orders: [], error: null };

interface View {
  readonly name: string;
  readonly instanceId: string;
  readonly state: Observable<StrategyOrdersState>;
  readonly readable: Readable<StrategyOrdersState>;
  subscribers: number;
  /** Orders of an answer that is not complete yet. */
  coming: WireStrategyOrder[];
  /** Orders that were pushed while an answer was under way: they are newer. */
  meanwhile: WireStrategyOrder[];
  isAsked: boolean;
}

/** Orders of instances, loaded and followed while somebody looks at them. */
export interface OrderViews {
  of(name: string, instanceId: string): Readable<StrategyOrdersState>;
  hear(message: TradingMessage): void;
  /** The socket is ready (again): what is looked at is asked for. */
  askAgain(): void;
  onLost(): void;
  reset(): void;
}

export function createOrderViews(ask: (name: string, instanceId: string) => boolean): OrderViews {
  const views = new Map<string, View>();
  const keyOf = (name: string, instanceId: string): string => JSON.stringify([name, instanceId]);

  const request = (view: View): void => {
    view.coming = [];
    view.meanwhile = [];
    view.isAsked = ask(view.name, view.instanceId);
  };
  const merged = (
    known: readonly WireStrategyOrder[],
    fresh: readonly WireStrategyOrder[],
  ): readonly WireStrategyOrder[] => {
    if (fresh.length === 0) return known;
    const orders = [...known];
    const at = new Map(orders.map((order, index) => [order.Id, index]));
    for (const order of fresh) {
      const index = at.get(order.Id);
      if (index === undefined) at.set(order.Id, orders.push(order) - 1);
      else orders[index] = order;
    }
    return orders;
  };
  const push = (view: View | undefined, fresh: readonly WireStrategyOrder[]): void => {
    if (!view || view.subscribers === 0) return;
    if (view.isAsked) view.meanwhile.push(...fresh);
    else view.state.set({ ...view.state.get(), orders: merged(view.state.get().orders, fresh) });
  };
  const make = (name: string, instanceId: string): View => {
    const state = createObservable<StrategyOrdersState>(EMPTY);
    const view: View = {
      name,
      instanceId,
      state,
      subscribers: 0,
      coming: [],
      meanwhile: [],
      isAsked: false,
      readable: {
        get: state.get,
        subscribe(listener) {
          const leave = state.subscribe(listener);
          view.subscribers += 1;
          if (view.subscribers === 1) request(view);
          let isGone = false;
          return () => {
            if (isGone) return;
            isGone = true;
            leave();
            view.subscribers -= 1;
          };
        },
      },
    };
    return view;
  };

  return {
    of(name, instanceId) {
      const key = keyOf(name, instanceId);
      const view = views.get(key) ?? make(name, instanceId);
      views.set(key, view);
      return view.readable;
    },
    hear(message) {
      switch (message.name) {
        case 'strategyOrders': {
          const view = views.get(keyOf(message.body.Name, message.body.InstanceId));
          if (!view?.isAsked) return;
          for (const order of message.body.Items) view.coming.push(order);
          if (message.body.HasMore) return;
          view.isAsked = false;
          view.state.set({ isLoaded: true, orders: merged(view.coming, view.meanwhile), error: null });
          view.coming = [];
          view.meanwhile = [];
          return;
        }
        case 'strategyStockOrder':
        case 'strategyOptionOrder':
          return push(views.get(keyOf(message.body.Name, message.body.InstanceId)), [message.body.Order]);
        case 'backtestOrderExecuted':
        case 'backtestOrderCancelled':
          return push(views.get(keyOf(message.body.Name, message.body.InstanceId)), message.body.Items);
        case 'backtestingStarted': {
          // What it made before is gone.
          const view = views.get(keyOf(message.body.Name, message.body.Instance.InstanceId));
          view?.state.set({ isLoaded: view.subscribers > 0, orders: [], error: null });
          return;
        }
        case 'strategyStatusUpdate': {
          const view = views.get(keyOf(message.body.Name, message.body.Instance.InstanceId));
          // A long backtest does not tell all of its orders while it runs; at its end all are there, in their order.
          if (
            view &&
            view.subscribers > 0 &&
            message.body.Instance.BacktestFrom !== null &&
            !isStrategyRunning(message.body.Instance.Status)
          )
            request(view);
          return;
        }
        default:
          return;
      }
    },
    askAgain() {
      for (const view of views.values()) if (view.subscribers > 0) request(view);
    },
    onLost() {
      for (const view of views.values()) view.isAsked = false;
    },
    reset() {
      for (const view of views.values()) {
        view.isAsked = false;
        view.state.set(EMPTY);
      }
    },
  };
}
