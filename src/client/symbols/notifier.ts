import type { HostClock } from '../host-clock.ts';
import { reportLater } from '../observable.ts';
import type { Cadence } from '../types.ts';

/** Repaint interval where the host has no animation frames, ms. */
const FRAME_MS = 16;

type OnChange = (changed: ReadonlySet<string>) => void;
interface Subscription {
  readonly onChange: OnChange;
  /** Symbols changed since the last call of `onChange`; null when there are none. */
  changed: Set<string> | null;
}

/** The subscriptions of one cadence; they share its timer. */
interface Group {
  readonly cadence: Cadence;
  readonly bySymbol: Map<string, Set<Subscription>>;
  readonly dirty: Set<string>;
  timer: unknown;
  isScheduled: boolean;
  flushedMs: number;
  subscriptions: number;
}

function newGroup(cadence: Cadence): Group {
  return {
    cadence,
    bySymbol: new Map(),
    dirty: new Set(),
    timer: null,
    isScheduled: false,
    flushedMs: -Infinity,
    subscriptions: 0,
  };
}

/** The value of a key, which is made and stored when there is none. */
function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = create()));
  return value;
}

/**
 * Notifies views of changed symbols, coalesced. A change marks its symbol dirty in the groups that subscribe to it
 * (constant work); once per cadence each group calls the subscriptions whose symbols are dirty, and no others.
 */
export class Notifier {
  readonly #clock: HostClock;
  readonly #groups = new Map<Cadence, Group>();
  /** Groups with a subscription of the symbol. */
  readonly #groupsBySymbol = new Map<string, Set<Group>>();

  constructor(clock: HostClock) {
    this.#clock = clock;
  }

  /** Calls back at most once per cadence with the symbols (among those given) that changed. Returns a function that ends the subscription. */
  subscribe(symbols: readonly string[], cadence: Cadence, onChange: OnChange): () => void {
    const group = getOrAdd(this.#groups, cadence, () => newGroup(cadence));
    const subscription: Subscription = { onChange, changed: null };
    const unique = [...new Set(symbols)];
    group.subscriptions++;
    for (const symbol of unique) {
      getOrAdd(group.bySymbol, symbol, () => new Set<Subscription>()).add(subscription);
      getOrAdd(this.#groupsBySymbol, symbol, () => new Set<Group>()).add(group);
    }
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      subscription.changed = null;
      for (const symbol of unique) this.#remove(group, symbol, subscription);
      if (--group.subscriptions > 0) return;
      this.#clock.clearTimeout(group.timer);
      if (this.#groups.get(cadence) === group) this.#groups.delete(cadence);
    };
  }

  /** Records that a symbol has changed. */
  mark(symbol: string): void {
    const groups = this.#groupsBySymbol.get(symbol);
    if (groups === undefined) return;
    for (const group of groups) {
      group.dirty.add(symbol);
      if (!group.isScheduled) this.#schedule(group);
    }
  }

  dispose(): void {
    for (const group of this.#groups.values()) this.#clock.clearTimeout(group.timer);
    this.#groups.clear();
    this.#groupsBySymbol.clear();
  }

  #remove(group: Group, symbol: string, subscription: Subscription): void {
    const subscriptions = group.bySymbol.get(symbol);
    subscriptions?.delete(subscription);
    if (subscriptions?.size !== 0) return;
    group.bySymbol.delete(symbol);
    group.dirty.delete(symbol);
    const groups = this.#groupsBySymbol.get(symbol);
    groups?.delete(group);
    if (groups?.size === 0) this.#groupsBySymbol.delete(symbol);
  }

  #schedule(group: Group): void {
    group.isScheduled = true;
    const run = () => this.#flush(group);
    if (group.cadence === 'frame' && this.#clock.requestFrame) {
      this.#clock.requestFrame(run);
      return;
    }
    const cadenceMs = group.cadence === 'frame' ? FRAME_MS : group.cadence;
    // After a quiet time the first change is shown at once; then once per cadence.
    const waitMs = Math.min(cadenceMs, Math.max(0, group.flushedMs + cadenceMs - this.#clock.nowMs()));
    group.timer = this.#clock.setTimeout(run, waitMs);
  }

  #flush(group: Group): void {
    group.isScheduled = false;
    group.timer = null;
    group.flushedMs = this.#clock.nowMs();
    const due: Subscription[] = [];
    for (const symbol of group.dirty) {
      for (const subscription of group.bySymbol.get(symbol) ?? []) {
        if (subscription.changed === null) {
          subscription.changed = new Set();
          due.push(subscription);
        }
        subscription.changed.add(symbol);
      }
    }
    group.dirty.clear();
    for (const subscription of due) {
      const changed = subscription.changed;
      subscription.changed = null;
      // An earlier callback of this flush may have released the subscription.
      if (changed === null) continue;
      try {
        subscription.onChange(changed);
      } catch (error) {
        reportLater(error);
      }
    }
  }
}
