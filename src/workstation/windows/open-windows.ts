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
  /** A symbol is to be shown: the window used last gets it, else the first that shows one symbol, now (true) or as soon as there is one (false). */
  request(context: LinkContext): boolean;
  /** Id of the window last used. */
  focusedId(): string | null;
  /** Ids of the windows that the user sees, the one last used first; then of those that were on screen before, the newest first. */
  recentIds(): readonly string[];
  setFocused(id: string): void;
}

/** Contexts that a window receives when it joins later; the position of a crosshair is not one. */
const RETAINED: readonly LinkContextType[] = ['fdc3.instrument', 'tapedeck.interval'];

/** The contexts that a window shows now: those that its tool derives from its state, or the state's symbol. */
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

/** A list of the windows on screen, empty at first. */
export const createOpenWindows = (): OpenWindows => new WindowList();

class WindowList implements OpenWindows {
  readonly #open = new Map<string, WindowController>();
  readonly #expected = new Set<string>();
  /** The last contexts of each link group, by workspace and group. */
  readonly #retained = new Map<string, Map<LinkContextType, LinkContext>>();
  #focused: string | null = null;
  /** Ids of the windows that came on screen or were used, the newest last. */
  readonly #recent = new Set<string>();
  /** A context of the address that no window on screen can take yet. */
  #requested: LinkContext | null = null;

  add(window: WindowController): () => void {
    this.#open.set(window.id, window);
    this.#touch(window.id);
    if (this.#expected.delete(window.id)) this.join(window);
    const requested = this.#requested;
    if (requested !== null && canTake(window, requested)) {
      this.#requested = null;
      this.give(window, requested);
    }
    return () => {
      if (this.#open.get(window.id) === window) this.#open.delete(window.id);
    };
  }

  readonly get = (id: string): WindowController | undefined => this.#open.get(id);
  readonly focusedId = (): string | null => this.#focused;

  recentIds(): readonly string[] {
    const ids = [...this.#recent].toReversed();
    const isSeen = (id: string) => this.#open.get(id)?.isActive() === true;
    return [...ids.filter(isSeen), ...ids.filter((id) => !isSeen(id))];
  }

  setFocused(id: string): void {
    this.#focused = id;
    this.#touch(id);
  }

  expect(id: string): void {
    this.#expected.add(id);
  }

  deliver(from: WindowController, context: LinkContext): void {
    const group = from.linkGroup();
    if (group === 0) return;
    if (RETAINED.includes(context.type)) {
      const key = groupKey(from.workspaceId, group);
      const retained = this.#retained.get(key) ?? new Map<LinkContextType, LinkContext>();
      this.#retained.set(key, retained.set(context.type, context));
    }
    for (const peer of this.#peersOf(from)) if (accepts(peer, context)) peer.receive(context, 'linked');
  }

  join(window: WindowController): void {
    const group = window.linkGroup();
    if (group === 0) return;
    const peers = this.#peersOf(window);
    const key = groupKey(window.workspaceId, group);
    // A group without windows has no contexts.
    if (peers.length === 0) {
      this.#retained.delete(key);
      return;
    }
    const now = new Map<LinkContextType, LinkContext>();
    for (const context of peers.flatMap(contextsOf))
      if (!now.has(context.type)) now.set(context.type, context);
    for (const [type, context] of this.#retained.get(key) ?? []) now.set(type, context);
    for (const context of now.values()) if (accepts(window, context)) window.receive(context, 'linked');
  }

  give(window: WindowController, context: LinkContext): void {
    if (!accepts(window, context)) return;
    window.receive(context, 'given');
    // A list that took a symbol in shows the same list; a window that shows one symbol now shows another, and its group follows.
    if (showsOneSymbol(window) && window.plugin.linking.sends.includes(context.type))
      this.deliver(window, context);
  }

  request(context: LinkContext): boolean {
    const candidates = [this.#open.get(this.#focused ?? ''), ...this.#open.values()];
    const taker = candidates.find((window) => canTake(window, context));
    if (taker === undefined) this.#requested = context;
    else this.give(taker, context);
    return taker !== undefined;
  }

  #touch(id: string): void {
    this.#recent.delete(id);
    this.#recent.add(id);
  }

  #peersOf(window: WindowController): readonly WindowController[] {
    return [...this.#open.values()].filter(
      (other) =>
        other !== window &&
        other.workspaceId === window.workspaceId &&
        other.linkGroup() === window.linkGroup(),
    );
  }
}

const groupKey = (workspaceId: number, group: LinkGroup): string => `${workspaceId}:${group}`;

const accepts = (window: WindowController, context: LinkContext): boolean =>
  window.plugin.linking.receives.includes(context.type);

function canTake(window: WindowController | undefined, context: LinkContext): window is WindowController {
  return window !== undefined && accepts(window, context) && showsOneSymbol(window);
}
