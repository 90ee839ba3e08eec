import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { OrdersState, Platform, Readable, SessionState } from '../client/types.ts';
import { createSelection } from './selection.ts';
import { instrumentContext } from './contexts.ts';
import type { Activity, LinkContext, ToolPlatform, ToolWindow } from './types.ts';

/** Selects the whole value: for calls without `select`, where the hooks' overloads make Selected the same as Value. */
function whole<Value, Selected>(value: Value): Selected {
  // TypeScript does not carry what the overloads guarantee into the implementation.
  return value as unknown as Selected;
}

/** The selected part of a store's value. Renders again only when that part changes (compared shallowly). */
function useSelected<Value, Selected>(
  subscribe: (listener: () => void) => () => void,
  get: () => Value,
  select: (value: Value) => Selected,
): Selected {
  const selection = useMemo(() => createSelection<Value, Selected>(), []);
  const read = () => selection(get(), select);
  return useSyncExternalStore(subscribe, read, read);
}

/**
 * A readable value of the platform, or a selection of it. Renders again when the result changes (shallow comparison).
 *
 * @example
 * ```tsx
 * import { useReadable, type ToolWindow } from '@tapedeck/plugin-api';
 *
 * function Theme({ tool }: { tool: ToolWindow<object> }) {
 *   const theme = useReadable(tool.platform.settings, ({ theme }) => theme);
 *   return <p>{theme}</p>;
 * }
 * ```
 */
export function useReadable<Value>(readable: Readable<Value>): Value;
export function useReadable<Value, Selected>(
  readable: Readable<Value>,
  select: (value: Value) => Selected,
): Selected;
export function useReadable<Value, Selected>(
  readable: Readable<Value>,
  select?: (value: Value) => Selected,
): Selected {
  const subscribe = useCallback((listener: () => void) => readable.subscribe(listener), [readable]);
  return useSelected(subscribe, () => readable.get(), select ?? whole<Value, Selected>);
}

/**
 * The window's state, or a selection of it. Renders again when the result changes (shallow comparison).
 *
 * @example
 * ```tsx
 * import { useToolState, type ToolProps } from '@tapedeck/plugin-api';
 *
 * function Counter({ tool }: ToolProps<{ readonly Count: number }>) {
 *   const count = useToolState(tool, ({ Count }) => Count);
 *   return <button onClick={() => tool.update({ Count: count + 1 })}>{count}</button>;
 * }
 * ```
 */
export function useToolState<State>(window: ToolWindow<State>): State;
export function useToolState<State, Selected>(
  window: ToolWindow<State>,
  select: (state: State) => Selected,
): Selected;
export function useToolState<State, Selected>(
  window: ToolWindow<State>,
  select?: (state: State) => Selected,
): Selected {
  const subscribe = useCallback((listener: () => void) => window.subscribe(listener), [window]);
  return useSelected(subscribe, () => window.getState(), select ?? whole<State, Selected>);
}

/** Whether the window is on screen. A tool stops live work while it is not. */
export function useIsActive<State>(window: ToolWindow<State>): boolean {
  const subscribe = useCallback((listener: () => void) => window.subscribe(listener), [window]);
  const read = () => window.isActive();
  return useSyncExternalStore(subscribe, read, read);
}

/** Of a dialog, which is on screen as long as it is open. */
export const ALWAYS_ACTIVE: Activity = { isActive: () => true, subscribe: () => () => {} };

/**
 * Runs an effect while the window is on screen, and what the effect returns once it is not. Nothing renders as the window comes and goes: a switch of
 * workspaces changes many windows at once. `effect` must be stable (`useCallback`); it starts again when it changes.
 *
 * @example
 * ```tsx
 * import { useCallback } from 'react';
 * import { useWhileActive, type ToolProps } from '@tapedeck/plugin-api';
 *
 * function Watched({ tool }: ToolProps<object>) {
 *   const watch = useCallback(() => tool.platform.symbols.watch(['SPY']), [tool]);
 *   useWhileActive(tool, watch);
 *   return null;
 * }
 * ```
 */
export function useWhileActive(window: Activity, effect: () => undefined | (() => void)): void {
  useEffect(() => {
    let isRunning = false;
    let end: (() => void) | undefined;
    const set = (isActive: boolean) => {
      if (isActive === isRunning) return;
      isRunning = isActive;
      if (isActive) end = effect();
      else end?.();
    };
    set(window.isActive());
    const unsubscribe = window.subscribe(() => set(window.isActive()));
    return () => {
      unsubscribe();
      set(false);
    };
  }, [window, effect]);
}

/**
 * The session, or a selection of it. Renders again when the result changes (shallow comparison).
 *
 * @example
 * ```tsx
 * import { useSession, type ToolProps } from '@tapedeck/plugin-api';
 *
 * function Greeting({ tool }: ToolProps<object>) {
 *   const isDemo = useSession(tool.platform, (session) => session.isDemo);
 *   return isDemo ? <p>This is a demo.</p> : null;
 * }
 * ```
 */
export function useSession(platform: Platform): SessionState;
export function useSession<Selected>(
  platform: Platform,
  select: (session: SessionState) => Selected,
): Selected;
export function useSession<Selected>(
  platform: Platform,
  select?: (session: SessionState) => Selected,
): Selected {
  return useReadable(platform.session, select ?? whole<SessionState, Selected>);
}

/** Whether the user may trade the symbol now (any symbol without one). Renders again when the answer changes with the session. */
export function useCanTrade(platform: Pick<ToolPlatform, 'session' | 'canTrade'>, symbol?: string): boolean {
  return useReadable(platform.session, () => platform.canTrade(symbol).ok);
}

/**
 * Orders, log, positions and balance of the account, or a selection of them. Renders again when the result changes (shallow comparison).
 *
 * @example
 * ```tsx
 * import { useOrders, type ToolProps } from '@tapedeck/plugin-api';
 *
 * function PositionCount({ tool }: ToolProps<object>) {
 *   const count = useOrders(tool.platform, ({ positions }) => positions.size);
 *   return <p>{count} positions</p>;
 * }
 * ```
 */
export function useOrders(platform: Platform): OrdersState;
export function useOrders<Selected>(platform: Platform, select: (orders: OrdersState) => Selected): Selected;
export function useOrders<Selected>(
  platform: Platform,
  select?: (orders: OrdersState) => Selected,
): Selected {
  return useReadable(platform.orders, select ?? whole<OrdersState, Selected>);
}

/** Link state of a window, and the functions that switch it and send a symbol to linked windows. */
export interface Linked {
  readonly isLinked: boolean;
  readonly toggle: () => void;
  readonly publishSymbol: (symbol: string) => void;
}

/**
 * The link of a window; `onSymbol` receives the symbols of linked windows.
 *
 * @example
 * ```tsx
 * import { useLinked, type ToolProps } from '@tapedeck/plugin-api';
 *
 * function Linked({ tool }: ToolProps<{ readonly Symbol: string }>) {
 *   const { publishSymbol } = useLinked(tool, (symbol) => tool.update({ Symbol: symbol }));
 *   return <button onClick={() => publishSymbol('SPY')}>SPY</button>;
 * }
 * ```
 */
export function useLinked<State>(window: ToolWindow<State>, onSymbol?: (symbol: string) => void): Linked {
  const subscribe = useCallback((listener: () => void) => window.subscribe(listener), [window]);
  const read = () => window.isLinked();
  const isLinked = useSyncExternalStore(subscribe, read, read);
  // The newest callback is called without a new subscription whenever the tool renders.
  const latest = useRef(onSymbol);
  useEffect(() => {
    latest.current = onSymbol;
  });
  useEffect(
    () =>
      window.onContext((context: LinkContext) => {
        if (context.type === 'fdc3.instrument') latest.current?.(context.id.ticker);
      }),
    [window],
  );
  return useMemo(
    () => ({
      isLinked,
      toggle: () => window.setLinked(!window.isLinked()),
      publishSymbol: (symbol: string) => window.publish(instrumentContext(symbol)),
    }),
    [window, isLinked],
  );
}
