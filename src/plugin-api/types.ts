import type { ComponentType } from 'react';
import type { GenericSchema, InferOutput } from 'valibot';
import type { Platform } from '../client/types.ts';

/** What a tool stores in a workspace: schema, defaults, version and named migrations. */
export interface StateDefinition<State> {
  readonly schema: GenericSchema<unknown, State>;
  readonly initial: State;
  /** Version = migrations.length. Never edited once released; each takes the state of the version before. */
  readonly migrations: readonly { readonly name: string; readonly up: (old: never) => unknown }[];
}
export type StateOf<Definition> = Definition extends StateDefinition<infer State> ? State : never;
export type { GenericSchema, InferOutput };

export interface InstrumentContext { readonly type: 'instrument'; readonly symbol: string }
export type LinkContext = InstrumentContext;
export type LinkContextType = LinkContext['type'];

export interface IconProps { readonly size?: number | string; readonly className?: string; readonly 'aria-hidden'?: boolean | 'true' | 'false' }
export type IconComponent = ComponentType<IconProps>;

/** An action a person can take. Menus, buttons, keys, the palette and tests all run it by its id. */
export interface Command {
  /** Dotted and unique: `order.place`, `market-view.add-symbol`. */
  readonly id: string;
  /** Sentence case, as a menu shows it. */
  readonly title: string;
  readonly icon?: IconComponent;
  /** tinykeys syntax, e.g. `$mod+k`. */
  readonly key?: string;
  /** Absent = always. */
  isEnabled?(args: CommandArguments): boolean;
  /** For toggles: whether it is on now. */
  isOn?(args: CommandArguments): boolean;
  run(args: CommandArguments): void | Promise<void>;
}
/** What a command is run with: the window it was run from, and whatever else it documents. */
export interface CommandArguments { readonly windowId?: string; readonly symbol?: string; readonly [name: string]: unknown }

export interface CommandRegistry {
  /** Throws for an id that is taken. Returns the way to remove it. */
  register(command: Command): () => void;
  get(id: string): Command | undefined;
  all(): readonly Command[];
  /** Runs a command; rejects with a clear error for an unknown id. A disabled command does nothing and resolves false. */
  run(id: string, args?: CommandArguments): Promise<boolean>;
  subscribe(listener: () => void): () => void;
}

/** A command of one window of a tool; the shell registers it as `<plugin id>.<id>` and passes the window. */
export interface WindowCommand<State> {
  readonly id: string;
  readonly title: string;
  readonly icon?: IconComponent;
  readonly key?: string;
  isEnabled?(window: ToolWindow<State>): boolean;
  isOn?(window: ToolWindow<State>): boolean;
  run(window: ToolWindow<State>, args: CommandArguments): void | Promise<void>;
}

export interface ToolWindow<State> {
  readonly id: string;
  getState(): State;
  /** Replaces parts of the state; stored with the workspace. */
  update(change: Partial<State>): void;
  subscribe(listener: () => void): () => void;
  /** True while the window is on screen. Tools stop live work while it is false. */
  isActive(): boolean;
  /** Overrides the title that the manifest derives from the state; null goes back to it. */
  setTitle(title: string | null): void;
  /** Sends a context to linked windows (only types the manifest declares). */
  publish(context: LinkContext): void;
  /** Hears contexts of linked windows. */
  onContext(listener: (context: LinkContext) => void): () => void;
  isLinked(): boolean;
  setLinked(isLinked: boolean): void;
  readonly platform: ToolPlatform;
}

/** What the desk offers every tool beyond the client's stores. */
export interface ToolPlatform extends Platform {
  readonly commands: CommandRegistry;
  readonly dialogs: Dialogs;
  /** True when the user may trade this symbol now; else the reason to show. */
  canTrade(symbol: string): { readonly ok: true } | { readonly ok: false; readonly message: string };
}

export interface Dialogs {
  alert(options: { title: string; message: string }): Promise<void>;
  confirm(options: { title: string; message: string; yes?: string; no?: string }): Promise<boolean>;
  /** Symbol lookup; resolves null when cancelled. Symbols come upper-cased. */
  symbolLookup(options?: { title?: string; initial?: string }): Promise<string | null>;
  /** A message in the corner. Of one `key` only the newest is shown; `action` is a button in it, such as Undo. */
  toast(options: { message: string; tone: 'neutral' | 'success' | 'warning' | 'error'; key?: string; action?: { label: string; run: () => void } }): void;
  /** Opens a dialog around the content; resolves with what it closes with, or null. */
  open<Value>(options: { title: string; content: ComponentType<{ close: (value: Value | null) => void }>; width?: number }): Promise<Value | null>;
}

export interface ToolProps<State> { readonly window: ToolWindow<State> }

export interface PluginManifest<State> {
  readonly id: string;
  readonly title: string;
  readonly icon: IconComponent;
  /** Permission bits it needs; null = none. */
  readonly permission: number | null;
  /** True when only one may exist in all workspaces. */
  readonly isSingleton: boolean;
  readonly isHiddenInDemo: boolean;
  readonly state: StateDefinition<State>;
  readonly linking: { readonly sends: readonly LinkContextType[]; readonly receives: readonly LinkContextType[] };
  readonly commands: readonly WindowCommand<State>[];
  /** Ids of its own commands shown as buttons, in order; `link` is the shell's link toggle. */
  readonly toolbar: readonly string[];
  titleOf(state: State): string;
  readonly helpTopic: string;
  /** Commands of the tool that need no window (e.g. `order.place`), registered once. */
  readonly platformCommands?: (platform: ToolPlatform) => readonly Command[];
  readonly savedItemType: string | null;
  load(): Promise<{ default: ComponentType<ToolProps<State>> }>;
}
