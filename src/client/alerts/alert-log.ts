import type { AlertFiring } from '../../domain/alerts/index.ts';
import type { Message } from '../../protocol/index.ts';
import { createObservable, reportLater } from '../observable.ts';
import type { AlertLogState, Alerts, FiredAlert } from '../types.ts';

/** Firings that are kept here at most. */
const MAX_FIRINGS = 500;
const EMPTY: AlertLogState = { firings: [], seenUpTo: 0 };

export interface AlertLogCore extends Alerts {
  onTrading(message: Message<'trading', 'toClient'>): void;
  /** Another user, or none. */
  reset(): void;
}

export interface AlertLogOptions {
  readonly trading: {
    sendReady(name: 'alertFiringsSeen' | 'alertFiringsClear', body: { UpTo: number }): boolean;
  };
  readonly isDemo: () => boolean;
}

/** The log of the user's alerts that fired: the server's, or in a demo session that of this browser. */
export function createAlertLog({ trading, isDemo }: AlertLogOptions): AlertLogCore {
  const state = createObservable<AlertLogState>(EMPTY);
  const listeners = new Set<(fired: FiredAlert, isLate: boolean) => void>();
  /** Serials that listeners were told of, beside all up to the one that the user has seen. */
  const told = new Set<number>();
  let toldUpTo = 0;
  /** The newest serial when the log was last asked for: what is newer fired while it was on its way. */
  let askedAt = 0;

  const tell = (fired: FiredAlert, isLate: boolean): void => {
    if (fired.Serial <= toldUpTo || told.has(fired.Serial)) return;
    told.add(fired.Serial);
    for (const listener of [...listeners]) {
      try {
        listener(fired, isLate);
      } catch (error) {
        reportLater(error);
      }
    }
  };
  const take = (fired: FiredAlert): void => {
    const { firings, seenUpTo } = state.get();
    if (firings.some((known) => known.Serial === fired.Serial)) return;
    state.set({
      firings: [fired, ...firings].sort((one, other) => other.Serial - one.Serial).slice(0, MAX_FIRINGS),
      seenUpTo,
    });
  };
  const newest = (): number => state.get().firings[0]?.Serial ?? 0;

  return {
    get: state.get,
    subscribe: state.subscribe,
    onFired(listener) {
      const own = (fired: FiredAlert, isLate: boolean) => listener(fired, isLate);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    markSeen() {
      const UpTo = newest();
      if (UpTo <= state.get().seenUpTo || (!isDemo() && !trading.sendReady('alertFiringsSeen', { UpTo })))
        return;
      state.set({ ...state.get(), seenUpTo: UpTo });
    },
    clear() {
      const UpTo = newest();
      if (UpTo === 0) return true;
      // The server answers with what is left.
      if (!isDemo()) {
        askedAt = UpTo;
        return trading.sendReady('alertFiringsClear', { UpTo });
      }
      state.set({ firings: [], seenUpTo: UpTo });
      return true;
    },
    report(firing: AlertFiring) {
      if (!isDemo()) return;
      const isKnown = state
        .get()
        .firings.some(
          (known) =>
            known.AlertId === firing.AlertId && known.Side === firing.Side && known.Arm === firing.Arm,
        );
      if (isKnown) return;
      const fired = { ...firing, Serial: Math.max(newest(), ...told) + 1 };
      take(fired);
      tell(fired, false);
    },
    onTrading(message) {
      if (message.name === 'alertFired') {
        take(message.body);
        tell(message.body, false);
      } else if (message.name === 'alertFirings') {
        const { Items, SeenUpTo } = message.body;
        const heldUpTo = Math.max(askedAt, Items[0]?.Serial ?? 0);
        const sinceThen = state.get().firings.filter(({ Serial }) => Serial > heldUpTo);
        state.set({ firings: [...sinceThen, ...Items].slice(0, MAX_FIRINGS), seenUpTo: SeenUpTo });
        // In the order in which they happened. After a reconnect those told before stay told.
        for (const fired of Items.toReversed()) if (fired.Serial > SeenUpTo) tell(fired, true);
        toldUpTo = Math.max(toldUpTo, SeenUpTo);
      } else if (message.name === 'accountSelectResponse') {
        askedAt = newest();
      }
    },
    reset() {
      toldUpTo = askedAt = 0;
      told.clear();
      state.set(EMPTY);
    },
  };
}
