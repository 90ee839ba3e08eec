import type { HostClock } from '../host-clock.ts';
import { reportLater } from '../observable.ts';
import type { Cadence } from '../types.ts';

/** Repaint interval where the host has no animation frames, ms. */
const FRAME_MS = 16;

type OnChange = (changed: ReadonlySet<string>) => void;
interface Subscription {
  readonly onChange: OnChange;
  /** Symbols changed since it was last told; null when there are none. */
  changed: Set<string> | null;
}

/** Those who want to hear at one cadence share its timer. */
interface Group {
  readonly cadence: Cadence;
  readonly bySymbol: Map<string, Set<Subscription>>;
  readonly dirty: Set<string>;
  timer: unknown;
  isScheduled: boolean;
  flushedMs: number;
  subscriptions: number;
}

/**
 * Tells views of changed symbols, coalesced: a change marks its symbol dirty in the groups where somebody looks at it
 * (constant work), and once per cadence each group wakes those whose symbols are dirty, and nobody else.
 */
export interface Notifier {
  subscribe(symbols: readonly string[], cadence: Cadence, onChange: OnChange): () => void;
  /** A symbol has changed. */
  mark(symbol: string): void;
  isWatched(symbol: string): boolean;
  dispose(): void;
}

export function createNotifier(clock: HostClock): Notifier {
  const groups = new Map<Cadence, Group>();
  /** Groups in which somebody looks at the symbol. */
  const groupsOf = new Map<string, Set<Group>>();

  function groupFor(cadence: Cadence): Group {
    let group = groups.get(cadence);
    if (!group) {
      group = {
        cadence,
        bySymbol: new Map(),
        dirty: new Set(),
        timer: null,
        isScheduled: false,
        flushedMs: -Infinity,
        subscriptions: 0,
      };
      groups.set(cadence, group);
    }
    return group;
  }

  function schedule(group: Group): void {
    group.isScheduled = true;
    const run = () => flush(group);
    if (group.cadence === 'frame' && clock.requestFrame) clock.requestFrame(run);
    else {
      const cadenceMs = group.cadence === 'frame' ? FRAME_MS : group.cadence;
      // After a quiet time the first change is shown at once; then once per cadence.
      group.timer = clock.setTimeout(
        run,
        Math.min(cadenceMs, Math.max(0, group.flushedMs + cadenceMs - clock.nowMs())),
      );
    }
  }

  function flush(group: Group): void {
    group.isScheduled = false;
    group.timer = null;
    group.flushedMs = clock.nowMs();
    const woken: Subscription[] = [];
    for (const symbol of group.dirty) {
      for (const subscription of group.bySymbol.get(symbol) ?? []) {
        if (subscription.changed === null) {
          subscription.changed = new Set();
          woken.push(subscription);
        }
        subscription.changed.add(symbol);
      }
    }
    group.dirty.clear();
    for (const subscription of woken) {
      const changed = subscription.changed;
      subscription.changed = null;
      // A subscription may have been released by one told before it.
      if (changed === null) continue;
      try {
        subscription.onChange(changed);
      } catch (error) {
        reportLater(error);
      }
    }
  }

  return {
    subscribe(symbols, cadence, onChange) {
      const group = groupFor(cadence);
      const subscription: Subscription = { onChange, changed: null };
      const own = [...new Set(symbols)];
      group.subscriptions++;
      for (const symbol of own) {
        let looking = group.bySymbol.get(symbol);
        if (!looking) {
          group.bySymbol.set(symbol, (looking = new Set()));
          let sharing = groupsOf.get(symbol);
          if (!sharing) groupsOf.set(symbol, (sharing = new Set()));
          sharing.add(group);
        }
        looking.add(subscription);
      }
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        subscription.changed = null;
        for (const symbol of own) {
          const looking = group.bySymbol.get(symbol);
          looking?.delete(subscription);
          if (looking?.size !== 0) continue;
          group.bySymbol.delete(symbol);
          group.dirty.delete(symbol);
          const sharing = groupsOf.get(symbol);
          sharing?.delete(group);
          if (sharing?.size === 0) groupsOf.delete(symbol);
        }
        if (--group.subscriptions === 0) {
          clock.clearTimeout(group.timer);
          if (groups.get(cadence) === group) groups.delete(cadence);
        }
      };
    },
    mark(symbol) {
      const sharing = groupsOf.get(symbol);
      if (sharing === undefined) return;
      for (const group of sharing) {
        group.dirty.add(symbol);
        if (!group.isScheduled) schedule(group);
      }
    },
    isWatched: (symbol) => groupsOf.has(symbol),
    dispose() {
      for (const group of groups.values()) clock.clearTimeout(group.timer);
      groups.clear();
      groupsOf.clear();
    },
  };
}
