import type { ComponentType } from 'react';
import type { GenericSchema } from 'valibot';
import type { MarketFacts, Platform, Readable } from '../client/types.ts';

/** What a tool stores in a workspace: schema, defaults, version and named migrations. */
export interface StateDefinition<State> {
  readonly schema: GenericSchema<unknown, State>;
  readonly initial: State;
  /** Version = migrations.length. Never edited once released; each takes the state of the version before. */
  readonly migrations: readonly { readonly name: string; readonly up: (old: never) => unknown }[];
  /** What a copy of the window starts with, where the state holds ids that no other window may have; absent = the same. */
  readonly copyOf?: (state: State) => State;
  /** The state of a window that takes in what was kept without one (`PlacedTools.keep`); absent = nothing of this tool is ever kept so. */
  readonly joined?: (windowState: State, kept: State) => State;
}
export type { GenericSchema };

/** The current symbol, in the vocabulary of FDC3 contexts. Made by `instrumentContext`. */
export interface InstrumentContext {
  readonly type: 'fdc3.instrument';
  readonly id: { readonly ticker: string };
  readonly name?: string;
}
/** Bar size and time frame of a chart. */
export interface IntervalContext {
  readonly type: 'tapedeck.interval';
  readonly timeFrame: string;
  readonly barSize: string;
}
/** The moment under the crosshair, exchange UTC ms; null when it left. Of no consequence later: a window that joins does not get it. */
export interface CrosshairContext {
  readonly type: 'tapedeck.crosshair';
  readonly timeMs: number | null;
}
export type LinkContext = InstrumentContext | IntervalContext | CrosshairContext;

/** 0 = not linked; 1 is what the spec's link toggle joins; 1 to 8 each have a colour, a letter and a shape. */
export type LinkGroup = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
export type LinkContextType = LinkContext['type'];

export interface IconProps {
  readonly size?: number | string;
  readonly className?: string;
  readonly 'aria-hidden'?: boolean | 'true' | 'false';
}
export type IconComponent = ComponentType<IconProps>;

/** An action of the user. Menus, buttons, keys, the palette and tests all run it by its id. */
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
export interface CommandArguments {
  readonly windowId?: string;
  readonly symbol?: string;
  readonly [name: string]: unknown;
}

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
  /** False = no button in the title bar (e.g. Trade for a symbol that cannot be traded). Absent = always. Evaluated again when state or session change. */
  isShown?(window: ToolWindow<State>): boolean;
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
  /**
   * Receives contexts of linked windows (`linked`), and those that the user gave to this window: a symbol dropped on it or typed while it
   * had the focus (`given`).
   */
  onContext(listener: (context: LinkContext, how: 'linked' | 'given') => void): () => void;
  /** In any group. */
  isLinked(): boolean;
  /** Joins group 1 (or stays in its group), or leaves. */
  setLinked(isLinked: boolean): void;
  linkGroup(): LinkGroup;
  /** Joins a group; the group's latest contexts (symbol, interval) are delivered at once. */
  setLinkGroup(group: LinkGroup): void;
  readonly platform: ToolPlatform;
}

/** What the desk offers every tool beyond the client's stores. */
export interface ToolPlatform extends Platform {
  readonly commands: CommandRegistry;
  readonly dialogs: Dialogs;
  readonly route: SymbolRoute;
  readonly tools: PlacedTools;
  /** Whether the user may trade this symbol now, or anything at all without a symbol; if not, the reason to show. */
  canTrade(symbol?: string): { readonly ok: true } | { readonly ok: false; readonly message: string };
}

/** The symbol in the address, and each tool's last one. */
export interface SymbolRoute {
  /**
   * The symbol in the address (`?symbol=AAPL`), upper-cased; null when there is none. A tool without a symbol of its own begins with
   * it. When the page is opened with such an address, the first window that shows one symbol gets it, as if it were dropped there.
   */
  readonly symbol: Readable<string | null>;
  /** A tool shows this symbol now: it goes into the address, and is kept as that tool's last one. */
  select(toolId: string, symbol: string): void;
  /** What the tool showed last; null when it never did. Kept for each user in this browser. */
  lastSymbol(toolId: string): string | null;
}

/** A state of a tool that is stored with the workspaces. */
export interface ToolState {
  getState(): unknown;
  /** Changes parts of it; a window on screen is notified. */
  update(change: object): void;
}
/** A tool in a window of any workspace, on screen or not. */
export interface PlacedTool extends ToolState {
  /** The id of its window. */
  readonly id: string;
  readonly workspaceId: number;
}
export interface PlacedTools {
  /** Every stored window of a tool, in all workspaces; those with unreadable state are left out. Subscribers are notified when one is added, removed or changed. */
  windowsOf(toolId: string): Readable<readonly PlacedTool[]>;
  /**
   * Puts a tool into an empty window of the current workspace, or into a new workspace when there is none, with parts of its initial
   * state replaced. Resolves with the window's id; null if that failed, after a message to the user.
   */
  open(toolId: string, state?: object): Promise<string | null>;
  /** The states of all its windows, then those that are kept without one. Subscribers are notified when one is added, removed or changed. */
  statesOf(toolId: string): Readable<readonly ToolState[]>;
  /**
   * Keeps a state of the tool, with parts of the initial one replaced, without a window and without leaving the current one. It is
   * stored with the workspaces, and the tool's first window takes it in, now or when there is one. False if the user has no
   * permission for the tool, after a message.
   */
  keep(toolId: string, state: object): boolean;
  /** Shows the tool's first window, or opens one. */
  show(toolId: string): Promise<void>;
}

export interface Dialogs {
  alert(options: { title: string; message: string }): Promise<void>;
  confirm(options: { title: string; message: string; yes?: string; no?: string }): Promise<boolean>;
  /**
   * Reads symbols from a file of the user's (spec platform.md §5 "Import symbols"), says how it went; resolves with the known symbols
   * that are not `present` in the list yet, or null.
   */
  importSymbols(options?: { present?: readonly string[] }): Promise<readonly string[] | null>;
  /**
   * The saves of a tool type: load, delete, save under a name. `data` is what would be saved now. Resolves with what was loaded or
   * saved, or null. Loaded data is whatever was stored: check it against a schema of the tool's own. `onGone`: the save of
   * the current name was deleted, here or elsewhere, so that the window is untitled again.
   */
  saves(options: {
    toolType: string;
    title: string;
    currentName: string | null;
    data: () => unknown;
    onGone?: () => void;
  }): Promise<{ kind: 'loaded' | 'saved'; name: string; data: unknown } | null>;
  /** Which columns a grid shows, and in what order; resolves with their ids or null. */
  columns(options: {
    title?: string;
    columns: readonly ColumnChoice[];
    chosen: readonly string[];
    defaults: readonly string[];
  }): Promise<readonly string[] | null>;
  /**
   * A notification: shown for 15 s in the popup, which takes no focus, and kept in its list until dismissed. A later one of the same
   * `key` takes the place of the first.
   */
  notify(notification: { text: string; timestampMs: number; key?: string }): void;
  /**
   * Symbol lookup; resolves null when cancelled. Symbols come upper-cased. `isTyped`: the user is typing `initial` right now; the
   * caret is put behind it. `mustExist`: an unknown symbol is reported and can be corrected; one that cannot be checked now is
   * accepted.
   */
  symbolLookup(options?: {
    title?: string;
    initial?: string;
    isTyped?: boolean;
    mustExist?: boolean;
  }): Promise<string | null>;
  /** Symbol lookup for a list: one symbol that was found, or as many as were typed or pasted, with any separators; null when cancelled. */
  symbolList(options?: { title?: string }): Promise<readonly string[] | null>;
  /** A message in the strip below the windows. Of one `key` only the newest is shown; `action` is a button in it, such as Undo. */
  toast(options: {
    message: string;
    tone: 'neutral' | 'success' | 'warning' | 'error';
    key?: string;
    action?: { label: string; run: () => void };
  }): void;
  /** Opens a dialog around the content; resolves with what it closes with, or null. `mayLeave` decides when the user closes it by Escape or the cross. */
  open<Value>(options: {
    title: string;
    content: ComponentType<{ close: (value: Value | null) => void }>;
    width?: number;
    mayLeave?: () => Promise<boolean>;
  }): Promise<Value | null>;
}

/** A column as the columns dialog offers it. */
export interface ColumnChoice {
  readonly id: string;
  readonly label: string;
  readonly category?: string;
  readonly help?: string;
}

/** Properties of the component that a tool loads: the tool window that it fills. */
export interface ToolProps<State> {
  readonly tool: ToolWindow<State>;
}

/** A drop-down of commands in the title bar. Commands with `isOn` are check items. */
export interface ToolbarMenu {
  readonly title: string;
  readonly icon: IconComponent;
  readonly commands: readonly string[];
}

/** Something of a tool that stays on whichever window is in front, such as keys that trade: the menu bar shows it as long as it is on. */
export interface DeskMode {
  readonly id: string;
  readonly icon: IconComponent;
  /** The command that a press on it runs: it switches the mode off. */
  readonly command: string;
  /** What is shown while it is on, and more about it on hover; null = off. */
  readonly shown: Readable<{ readonly label: string; readonly hint: string } | null>;
}

/** Permission bits that a tool needs: all bits of a number, or all bits of any number of `anyOf`; null = none. */
export type ToolPermission = number | { readonly anyOf: readonly number[] } | null;

export interface PluginManifest<State> {
  readonly id: string;
  readonly title: string;
  /** What it is for, in a few words: the welcome page lists it. */
  readonly summary: string;
  readonly icon: IconComponent;
  readonly permission: ToolPermission;
  /** True when only one may exist in all workspaces. */
  readonly isSingleton: boolean;
  readonly isHiddenInDemo: boolean;
  readonly state: StateDefinition<State>;
  /** Place among the tools of a user's first desk: 1 is the largest window. Absent = the first desk does not show it. */
  readonly firstDeskPlace?: number;
  /** Place in the toolbar of a user who has not chosen its tools: 1 is the first. Absent = it is not in it. */
  readonly toolbarPlace?: number;
  /** The state of its window on the first desk of a user, made for this market; absent = the initial state. */
  firstState?(market: MarketFacts): State;
  readonly linking: {
    readonly sends: readonly LinkContextType[];
    readonly receives: readonly LinkContextType[];
    /** Contexts that a window of this state sends to one that joins its group. Absent = the symbol in the state's `Symbol`, where it has one. */
    current?(state: State): readonly LinkContext[];
  };
  readonly commands: readonly WindowCommand<State>[];
  /** What its title bar shows, in order: ids of its own commands as buttons, drop-downs of several, and `link`, the shell's link toggle. */
  readonly toolbar: readonly (string | ToolbarMenu)[];
  titleOf(state: State): string;
  /** True when the window shows something else than what was saved under its name: a mark stands behind the title. */
  isChanged?(state: State): boolean;
  /** Its view follows every change of its window's state. Without this the view is mounted again when another tab has changed the state. */
  readonly followsState?: boolean;
  readonly helpTopic: string;
  /** Commands of the tool that need no window (e.g. `order.place`), registered once. */
  readonly platformCommands?: (platform: ToolPlatform) => readonly Command[];
  readonly savedItemType: string | null;
  /** Its modes that the menu bar shows while they are on, whatever window is in front. */
  readonly modes?: (platform: ToolPlatform) => readonly DeskMode[];
  /** Runs once after each sign-in, window or no window (e.g. alerts that are watched all the time); what it returns is run at the end of the session. */
  onPlatform?(platform: ToolPlatform): (() => void) | void;
  load(): Promise<{ default: ComponentType<ToolProps<State>> }>;
}
