import {
  restoreState,
  serializeState,
  type AnyPlugin,
  type LinkContext,
  type LinkContextType,
  type LinkGroup,
  type ToolPlatform,
  type ToolWindow,
} from '../../plugin-api/index.ts';
import type { WindowKey } from '../../../layouts/index.ts';
import { putWindow, workspaceOf, type StoredWindow } from '../workspace/workspace-state.ts';
import { shareEqual } from '../workspace/share-equal.ts';
import type { UndoHistory } from '../workspace/undo-history.ts';
import { toolStep, wholeStep } from '../workspace/undo-steps.ts';
import type { WorkspaceStore } from '../workspace/workspace-store.ts';
import { titleOfState } from '../tool-faults.ts';
import { isLinkGroup } from './link-groups.ts';

/** A tool in a window, as the shell sees it. */
export interface WindowController extends ToolWindow<unknown> {
  readonly workspaceId: number;
  readonly key: WindowKey;
  readonly plugin: AnyPlugin;
  /** True when the stored state could not be used and the tool starts from its defaults. */
  readonly hasLostState: boolean;
  title(): string;
  setActive(isActive: boolean): void;
  /** Passes a context to the tool; held for it while the tool is still loading. */
  receive(context: LinkContext, how: 'linked' | 'given'): void;
  /** True for the stored window that this one loaded or wrote last: any other came from elsewhere. */
  isOwn(stored: StoredWindow): boolean;
  /** Loads the stored state of the window: content of another window, or of another tab. False if it could not be read; the defaults are used then. */
  adopt(stored: StoredWindow): boolean;
}

/** What a window needs of the bus between linked windows. */
export interface LinkBus {
  deliver(from: WindowController, context: LinkContext): void;
  join(window: WindowController): void;
}

/** Id of a window among all workspaces: `3:Window1`. */
export function windowIdOf(workspaceId: number, key: WindowKey): string {
  return `${workspaceId}:${key}`;
}

/** Which window is opened, and what it works with. */
export interface WindowOptions {
  readonly workspaceId: number;
  readonly key: WindowKey;
  readonly plugin: AnyPlugin;
  readonly stored: StoredWindow;
  readonly platform: ToolPlatform;
  readonly store: WorkspaceStore;
  readonly windows: LinkBus;
  readonly undo: Pick<UndoHistory, 'record' | 'isJoining'>;
}

/** Opens a stored window. Its state stays in the workspace store, so that moving the window loses nothing. */
export const createWindow = (options: WindowOptions): WindowController => new StoredToolWindow(options);

type ContextListener = (context: LinkContext, how: 'linked' | 'given') => void;

class StoredToolWindow implements WindowController {
  readonly id: string;
  readonly workspaceId: number;
  readonly key: WindowKey;
  readonly plugin: AnyPlugin;
  readonly platform: ToolPlatform;
  readonly hasLostState: boolean;
  /** True while the store has a state that could not be read: it stays there until the user changes something. */
  #isUnread: boolean;
  readonly #store: WorkspaceStore;
  readonly #bus: LinkBus;
  readonly #undo: WindowOptions['undo'];
  readonly #listeners = new Set<() => void>();
  readonly #contextListeners = new Set<ContextListener>();
  /** Contexts that came before the tool was loaded. */
  readonly #waiting = new Map<LinkContextType, Parameters<ContextListener>>();
  /** What this window loaded or wrote last; anything else in the store came from elsewhere. */
  #known: StoredWindow;
  #group: LinkGroup;
  #state: unknown;
  #isActive = true;
  readonly #refused = new Set<string>();
  #title: string | null = null;

  constructor({ workspaceId, key, plugin, stored, platform, store, windows, undo }: WindowOptions) {
    this.id = windowIdOf(workspaceId, key);
    this.workspaceId = workspaceId;
    this.key = key;
    this.plugin = plugin;
    this.platform = platform;
    this.#store = store;
    this.#bus = windows;
    this.#undo = undo;
    this.#known = stored;
    this.#group = groupOf(stored);
    const restored = restoreState(plugin.state, { version: stored.version, data: stored.data });
    this.hasLostState = !restored.ok;
    this.#isUnread = !restored.ok;
    this.#state = withLinked(restored.ok ? restored.value : plugin.state.initial, this.#group);
  }

  // Read by React without their object.
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly getState = (): unknown => this.#state;
  readonly isActive = (): boolean => this.#isActive;
  readonly title = (): string => this.#title ?? titleOfState(this.plugin, this.#state);
  readonly isLinked = (): boolean => this.#group !== 0;
  readonly linkGroup = (): LinkGroup => this.#group;

  // Tools hand these on as functions.
  readonly update = (change: object): void => {
    this.#catchUp();
    const before = this.#written();
    this.#state = withLinked({ ...Object(this.#state), ...change }, this.#group);
    const after = this.#written();
    const step = this.#undo.isJoining()
      ? wholeStep(this, before, after)
      : toolStep(this.plugin, this, before, after);
    // What the window merely shows, such as the symbol of its group, is no reason to give up what is stored.
    if (this.#isUnread && step === null && this.plugin.undo !== undefined) {
      this.#notify();
      return;
    }
    this.#save(after);
    this.#undo.record(step);
  };
  readonly setActive = (next: boolean): void => {
    if (next === this.#isActive) return;
    this.#isActive = next;
    this.#notify();
  };
  readonly setTitle = (next: string | null): void => {
    if (next === this.#title) return;
    this.#title = next;
    this.#notify();
  };
  readonly publish = (context: LinkContext): void => {
    if (this.plugin.linking.sends.includes(context.type)) this.#bus.deliver(this, context);
    else this.#refuse('sends', context.type);
  };
  readonly onContext = (listener: ContextListener): (() => void) => {
    if (this.plugin.linking.receives.length === 0) this.#refuse('receives', 'fdc3.instrument');
    this.#contextListeners.add(listener);
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const [context, how] of waiting) listener(context, how);
    return () => this.#contextListeners.delete(listener);
  };
  readonly receive: ContextListener = (context, how) => {
    if (this.#contextListeners.size === 0) this.#waiting.set(context.type, [context, how]);
    for (const listener of [...this.#contextListeners]) listener(context, how);
  };
  readonly setLinked = (next: boolean): void => {
    if (next !== this.isLinked()) this.setLinkGroup(next ? 1 : 0);
  };
  readonly setLinkGroup = (next: LinkGroup): void => {
    this.#catchUp();
    if (next === this.#group) return;
    this.#group = next;
    this.#state = withLinked(this.#state, next);
    this.#save(this.#isUnread ? { ...this.#known, link: next } : this.#written());
    this.#bus.join(this);
  };

  isOwn(stored: StoredWindow): boolean {
    return stored === this.#known;
  }

  adopt(stored: StoredWindow): boolean {
    const { plugin } = this;
    const read = restoreState(plugin.state, { version: stored.version, data: stored.data });
    this.#known = stored;
    this.#isUnread = !read.ok;
    this.#group = groupOf(stored);
    this.#state = shareEqual(
      this.#state,
      withLinked(read.ok ? read.value : plugin.state.initial, this.#group),
    );
    this.#notify();
    return read.ok;
  }

  /** Takes over what came into the store from elsewhere and has not been drawn yet. */
  #catchUp(): void {
    const now = workspaceOf(this.#store.getState(), this.workspaceId)?.LayoutData[this.key];
    if (now !== undefined && now !== this.#known && now.Tool === this.plugin.id) this.adopt(now);
  }

  /** The state as it is stored, with the defaults of what the stored one lacks: an older one has fewer fields, which nobody has changed. */
  #written(): StoredWindow {
    return {
      Tool: this.plugin.id,
      ...serializeState(this.plugin.state, this.#state),
      link: this.#group,
    };
  }

  #save(next: StoredWindow): void {
    this.#isUnread = this.#isUnread && next.data === this.#known.data;
    this.#known = next;
    this.#store.change((draft) => putWindow(draft, this.workspaceId, this.key, next));
    this.#notify();
  }

  /** Reports, once for each kind of context, what the manifest does not declare: it is not delivered. */
  #refuse(kind: 'sends' | 'receives', type: LinkContextType): void {
    const key = `${kind} ${type}`;
    if (this.#refused.has(key)) return;
    this.#refused.add(key);
    const use = kind === 'sends' ? `sends ${type}` : 'listens for contexts';
    console.error(
      `${this.plugin.title} ${use}, which its manifest does not declare. Add '${type}' to linking.${kind} in plugins/${this.plugin.id}/manifest.ts.`,
    );
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

const groupOf = ({ link }: StoredWindow): LinkGroup => (isLinkGroup(link) ? link : 0);

/** The state with its `Linked` field (specification) set to whether the window is in a link group. */
function withLinked(state: unknown, group: LinkGroup): unknown {
  const isOn = group !== 0;
  return typeof state === 'object' &&
    state !== null &&
    'Linked' in state &&
    typeof state.Linked === 'boolean' &&
    state.Linked !== isOn
    ? { ...state, Linked: isOn }
    : state;
}
