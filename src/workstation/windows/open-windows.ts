import type { LinkContext, LinkContextType, LinkGroup } from '../../plugin-api/index.ts';
import { instrumentContext } from '../../plugin-api/index.ts';
import type { LinkBus, WindowController } from './window-controller.ts';

/** The windows on screen, and the bus between the linked ones. Groups are those of one workspace, its popped-out windows included. */
export interface OpenWindows extends LinkBus {
  /** A window came on screen; returns what to do when it leaves. */
  add(window: WindowController): () => void;
  get(id: string): WindowController | undefined;
  /** A window publishes to its group. */
  deliver(from: WindowController, context: LinkContext): void;
  /** A window has joined its group: it gets the group's present contexts. */
  join(window: WindowController): void;
  /** A tool is being added in this window: it joins its group when it comes on screen. */
  expect(id: string): void;
  /** The user gives a context to one window: drops a symbol on it, or types one in it. Its group follows when the window is about one symbol. */
  give(window: WindowController, context: LinkContext): void;
  /** The address named a symbol at the start: the window used last gets it, else the first that shows one symbol, now or as soon as there is one. */
  ask(context: LinkContext): void;
  /** Id of the window last used. */
  focusedId(): string | null;
  setFocused(id: string): void;
}

/** Where a crosshair was is of no use to one who comes later. */
const RETAINED: readonly LinkContextType[] = ['fdc3.instrument', 'tapedeck.interval'];

/** What a window is about now: what its tool says of its state, or the state's symbol. */
function contextsOf({
  plugin,
  getState,
}: Pick<WindowController, 'plugin' | 'getState'>): readonly LinkContext[] {
  const state = getState();
  if (plugin.linking.current !== undefined) return plugin.linking.current(state);
  return typeof state === 'object' &&
    state !== null &&
    'Symbol' in state &&
    typeof state.Symbol === 'string' &&
    state.Symbol !== ''
    ? [instrumentContext(state.Symbol)]
    : [];
}

/** True for a tool that is about one symbol at a time, though it may have none yet. */
export function showsOneSymbol({ plugin, getState }: Pick<WindowController, 'plugin' | 'getState'>): boolean {
  const state = getState();
  if (plugin.linking.current !== undefined)
    return plugin.linking.current(state).some(({ type }) => type === 'fdc3.instrument');
  return typeof state === 'object' && state !== null && 'Symbol' in state && typeof state.Symbol === 'string';
}

export function createOpenWindows(): OpenWindows {
  const open = new Map<string, WindowController>();
  const expected = new Set<string>();
  const retained = new Map<string, Map<LinkContextType, LinkContext>>();
  let focused: string | null = null;
  let asked: LinkContext | null = null;
  const keyOf = (workspaceId: number, group: LinkGroup) => `${workspaceId}:${group}`;
  const peersOf = (window: WindowController) =>
    [...open.values()].filter(
      (other) =>
        other !== window &&
        other.workspaceId === window.workspaceId &&
        other.linkGroup() === window.linkGroup(),
    );
  const hears = (window: WindowController, context: LinkContext) =>
    window.plugin.linking.receives.includes(context.type);

  function deliver(from: WindowController, context: LinkContext): void {
    const group = from.linkGroup();
    if (group === 0) return;
    if (RETAINED.includes(context.type)) {
      const key = keyOf(from.workspaceId, group);
      const kept = retained.get(key) ?? new Map<LinkContextType, LinkContext>();
      retained.set(key, kept.set(context.type, context));
    }
    for (const peer of peersOf(from)) if (hears(peer, context)) peer.receive(context, 'linked');
  }

  function join(window: WindowController): void {
    const group = window.linkGroup();
    if (group === 0) return;
    const peers = peersOf(window);
    const key = keyOf(window.workspaceId, group);
    // A group without windows has no contexts.
    if (peers.length === 0) {
      retained.delete(key);
      return;
    }
    const now = new Map<LinkContextType, LinkContext>();
    for (const context of peers.flatMap(contextsOf))
      if (!now.has(context.type)) now.set(context.type, context);
    for (const [type, context] of retained.get(key) ?? []) now.set(type, context);
    for (const context of now.values()) if (hears(window, context)) window.receive(context, 'linked');
  }

  function give(window: WindowController, context: LinkContext): void {
    if (!hears(window, context)) return;
    window.receive(context, 'given');
    // A list that took a symbol in has not turned to it; a window that shows one symbol has.
    if (showsOneSymbol(window) && window.plugin.linking.sends.includes(context.type))
      deliver(window, context);
  }
  const canTake = (window: WindowController | undefined, context: LinkContext): window is WindowController =>
    window !== undefined && hears(window, context) && showsOneSymbol(window);

  return {
    add(window) {
      open.set(window.id, window);
      if (expected.delete(window.id)) join(window);
      if (asked !== null && canTake(window, asked)) {
        const context = asked;
        asked = null;
        give(window, context);
      }
      return () => {
        if (open.get(window.id) === window) open.delete(window.id);
      };
    },
    get: (id) => open.get(id),
    deliver,
    join,
    expect: (id) => {
      expected.add(id);
    },
    give,
    ask(context) {
      const taker = [open.get(focused ?? ''), ...open.values()].find((window) => canTake(window, context));
      if (taker === undefined) asked = context;
      else give(taker, context);
    },
    focusedId: () => focused,
    setFocused: (id) => {
      focused = id;
    },
  };
}
