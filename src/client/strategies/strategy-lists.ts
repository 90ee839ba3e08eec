import type { Body, Message } from '../../protocol/index.ts';
import { createObservable, reportLater } from '../observable.ts';
import type { Readable } from '../readable.ts';
import { instanceKey } from './instance-key.ts';
import { tradeLimitOf } from './trade-limit.ts';
import type {
  SavedStrategy,
  StrategiesState,
  StrategyEvent,
  WireStrategy,
  WireStrategyInstance,
} from './types.ts';

type TradingMessage = Message<'trading', 'toClient'>;
type ListName = 'personal' | 'public';

/** One of the two lists: whether it is complete, and the parts of an answer that is not. */
interface ListLoad {
  isComplete: boolean;
  parts: WireStrategy[] | undefined;
}

const EMPTY: StrategiesState = { isLoaded: false, personal: [], public: [] };

/** The user's strategies and the public ones with their instances, kept up to date by the messages of the trading socket. */
export class StrategyLists {
  readonly readable: Readable<StrategiesState>;
  readonly #state = createObservable<StrategiesState>(EMPTY);
  readonly #listeners = new Set<(event: StrategyEvent) => void>();
  readonly #savedListeners = new Set<(saved: SavedStrategy) => void>();
  readonly #startedHere: Set<string>;
  readonly #reload: () => void;
  readonly #loads: Readonly<Record<ListName, ListLoad>> = {
    personal: { isComplete: false, parts: undefined },
    public: { isComplete: false, parts: undefined },
  };
  /** Updates that were pushed during a load; they are newer than the loaded instances. */
  #pushed: Body<'strategyStatusUpdate'>[] = [];

  /**
   * @param startedHere keys of the instances that this client started or resumed
   * @param reload requests both lists again
   */
  constructor(startedHere: Set<string>, reload: () => void) {
    this.#startedHere = startedHere;
    this.#reload = reload;
    this.readable = { get: this.#state.get, subscribe: this.#state.subscribe };
  }

  onEvent(listener: (event: StrategyEvent) => void): () => void {
    const subscription = (event: StrategyEvent): void => listener(event);
    this.#listeners.add(subscription);
    return () => void this.#listeners.delete(subscription);
  }

  onSaved(listener: (saved: SavedStrategy) => void): () => void {
    const subscription = (saved: SavedStrategy): void => listener(saved);
    this.#savedListeners.add(subscription);
    return () => void this.#savedListeners.delete(subscription);
  }

  /** Both lists have been requested. */
  onRequested(): void {
    for (const load of Object.values(this.#loads)) load.parts ??= [];
  }

  onTrading({ name, body }: TradingMessage): void {
    switch (name) {
      case 'strategies':
        return this.#onList(body);
      case 'strategyStatusUpdate':
      case 'strategyParameters':
      case 'strategyStarted':
      case 'backtestingStarted':
        if (this.#isLoading()) this.#pushed.push(body);
        return this.#putInstance(body.Name, body.Instance, name === 'strategyParameters');
      case 'strategyStatus':
        return this.#onStatus(body);
      case 'capitalReturns':
        return this.#onReturns(body);
      case 'strategyInstanceRemoved':
        if (body.Result === 'DeleteOK') this.#dropInstance(body.Name, body.InstanceId);
        return;
      case 'strategyDeleted':
        if (body.Result === 'DeleteOK') this.#dropStrategy(body.Name);
        return;
      case 'strategySaved':
        return this.#onSaved(body);
      default:
        return;
    }
  }

  onLost(): void {
    for (const load of Object.values(this.#loads)) load.parts = undefined;
    this.#pushed = [];
  }

  reset(): void {
    this.onLost();
    for (const load of Object.values(this.#loads)) load.isComplete = false;
    this.#state.set(EMPTY);
  }

  #isLoading(): boolean {
    return Object.values(this.#loads).some(({ parts }) => parts !== undefined);
  }

  #onSaved({ Name, OriginalName, Result }: Body<'strategySaved'>): void {
    if (Result !== 'SaveOK') return;
    // Another client of the user may have saved it, and only the server has the new list.
    this.#reload();
    notifyAll(this.#savedListeners, { name: Name, originalName: OriginalName === '' ? null : OriginalName });
  }

  #onList({ IsPublic, Items, HasMore }: Body<'strategies'>): void {
    const list: ListName = IsPublic ? 'public' : 'personal';
    const load = this.#loads[list];
    const strategies = [...(load.parts ?? []), ...Items];
    load.parts = HasMore ? strategies : undefined;
    if (HasMore) return;
    load.isComplete = true;
    const isLoaded = this.#loads.personal.isComplete && this.#loads.public.isComplete;
    this.#state.set({ ...this.#state.get(), [list]: strategies, isLoaded });
    for (const { Name, Instance } of this.#pushed)
      if (strategies.some((strategy) => strategy.Name === Name)) this.#putInstance(Name, Instance, false);
    if (!this.#isLoading()) this.#pushed = [];
  }

  #onStatus({ Name, Instances }: Body<'strategyStatus'>): void {
    for (const { InstanceId } of this.#find(Name)?.Instances ?? [])
      if (!Instances.some((instance) => instance.InstanceId === InstanceId))
        this.#dropInstance(Name, InstanceId);
    for (const instance of Instances) this.#putInstance(Name, instance, true);
  }

  #onReturns({ Name, InstanceId, Returns }: Body<'capitalReturns'>): void {
    const instance = this.#find(Name)?.Instances.find((known) => known.InstanceId === InstanceId);
    if (instance) this.#putInstance(Name, { ...instance, Returns }, false);
  }

  #find(name: string): WireStrategy | undefined {
    const { personal, public: shared } = this.#state.get();
    return (
      personal.find((strategy) => strategy.Name === name) ?? shared.find((strategy) => strategy.Name === name)
    );
  }

  #putInstance(name: string, instance: WireStrategyInstance, isForced: boolean): void {
    if (instance.Status === 'InvalidInstance') return this.#dropInstance(name, instance.InstanceId);
    const strategy = this.#find(name);
    if (!strategy) return;
    const isKnown = strategy.Instances.some((known) => known.InstanceId === instance.InstanceId);
    this.#setInstances(
      name,
      isKnown
        ? strategy.Instances.map((known) => (known.InstanceId === instance.InstanceId ? instance : known))
        : [...strategy.Instances, instance],
    );
    const changed = isForced ? 'force-updated' : 'updated';
    this.#publish(isKnown ? changed : 'added', strategy, instance);
  }

  #dropInstance(name: string, instanceId: string): void {
    const strategy = this.#find(name);
    const dropped = strategy?.Instances.find((instance) => instance.InstanceId === instanceId);
    if (!strategy || !dropped) return;
    this.#setInstances(
      name,
      strategy.Instances.filter((instance) => instance !== dropped),
    );
    this.#publish('removed', strategy, dropped);
    this.#startedHere.delete(instanceKey(name, instanceId));
  }

  #setInstances(name: string, instances: readonly WireStrategyInstance[]): void {
    const replaced = (strategies: readonly WireStrategy[]): readonly WireStrategy[] =>
      strategies.some((strategy) => strategy.Name === name)
        ? strategies.map((strategy) =>
            strategy.Name === name
              ? { ...strategy, TradeLimit: tradeLimitOf(instances), Instances: [...instances] }
              : strategy,
          )
        : strategies;
    const state = this.#state.get();
    this.#state.set({
      ...state,
      personal: replaced(state.personal),
      public: replaced(state.public),
    });
  }

  #dropStrategy(name: string): void {
    const state = this.#state.get();
    this.#state.set({ ...state, personal: state.personal.filter(({ Name }) => Name !== name) });
  }

  #publish(kind: StrategyEvent['kind'], { Name, Id }: WireStrategy, instance: WireStrategyInstance): void {
    const isOwn = this.#startedHere.has(instanceKey(Name, instance.InstanceId));
    const event: StrategyEvent = { kind, name: Name, strategyId: Id, instance, isOwn };
    notifyAll(this.#listeners, event);
  }
}

/** Calls all listeners; a failure of one is reported and keeps no other from being called. */
function notifyAll<Value>(listeners: ReadonlySet<(value: Value) => void>, value: Value): void {
  for (const listener of [...listeners]) {
    try {
      listener(value);
    } catch (error) {
      reportLater(error);
    }
  }
}
