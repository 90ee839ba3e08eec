import type { ComponentType } from 'react';
import type { GenericSchema } from 'valibot';
import type { AlertDocumentsState, MarketFacts, Platform, Readable } from '../client/types.ts';
import type { HelpTopic } from '../domain/tool-help/index.ts';
import type { SeriesStudy } from '../domain/studies/study.ts';
import type { ContributedColumn, DeskColumn } from './column-types.ts';
import type { Dialogs } from './dialog-types.ts';
import type { DeskStudy } from './study-types.ts';
import type { PlacedTools } from './placed-tools.ts';
import type { ToolSettings } from './tool-settings-types.ts';

/** How the state of a tool's window is stored in a workspace: schema, defaults, version and named migrations. */
export interface StateDefinition<State> {
  /** Checks what is stored. A state that does not match is replaced by `initial`. */
  readonly schema: GenericSchema<unknown, State>;
  /** The state of a new window. */
  readonly initial: State;
  /** Each step turns the state of one version into the next; the version is their number. A released step is never edited. */
  readonly migrations: readonly { readonly name: string; readonly up: (old: never) => unknown }[];
  /** The alert documents that a state refers to. A workspace file contains them, and an import gives them new ids. Absent = none. */
  readonly alerts?: {
    idsOf(state: State): readonly string[];
    /** The state with new ids, by the old ones. References to ids that the map does not have are left out. */
    withIds(state: State, newIds: ReadonlyMap<string, string>): State;
  };
  /** The symbols whose shared drawings a state shows. A workspace file contains these drawings. Absent = none. */
  readonly drawings?: {
    symbolsOf(state: State): readonly string[];
    /** Loads the function that describes the kind of a drawing by its number: its name, `Line`, and whether such a drawing shows its text. */
    kinds(): Promise<(type: number) => DrawingKindText>;
  };
}
/** What is known of a kind of drawings outside of the tool that draws them. */
export interface DrawingKindText {
  readonly label: string;
  readonly hasText: boolean;
}
export type { GenericSchema, HelpTopic };

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
/** The time under the crosshair, exchange UTC ms; null when the pointer has left. A window that joins the group later does not receive it. */
export interface CrosshairContext {
  readonly type: 'tapedeck.crosshair';
  readonly timeMs: number | null;
}
/** What linked windows send one another. */
export type LinkContext = InstrumentContext | IntervalContext | CrosshairContext;

/** A group of linked windows; 0 = not linked. The Link button joins group 1. Groups 1 to 8 each have a color, a letter and a shape. */
export type LinkGroup = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
/** The kinds of contexts, as manifests declare them. */
export type LinkContextType = LinkContext['type'];

/** Properties of an icon: `size` in pixels or as a CSS length. */
export interface IconProps {
  readonly size?: number | string;
  readonly className?: string;
  readonly 'aria-hidden'?: boolean | 'true' | 'false';
}
/** An icon as a component, such as those of lucide-react. */
export type IconComponent = ComponentType<IconProps>;

/** An action of the user. Menus, buttons, keys, the palette and tests all run it by its id. */
export interface Command {
  /** Dotted and unique: `order.place`, `market-view.add-symbol`. */
  readonly id: string;
  /** Sentence case, as a menu shows it. */
  readonly title: string;
  readonly icon?: IconComponent;
  /** Keyboard shortcut in tinykeys syntax, e.g. `$mod+k`. */
  readonly key?: string;
  /** Another shortcut that does the same, for those who know it from elsewhere. Menus show `key`. */
  readonly otherKey?: string;
  /** It opens an editor of keys, which Keyboard shortcuts offers. */
  readonly editsKeys?: boolean;
  /** Tools run it with arguments of their own: without them there is nothing to do, so that it can have no key. */
  readonly needsArguments?: boolean;
  /** Whether it can run now. Absent = always. */
  isEnabled?(args: CommandArguments): boolean;
  /** Shows why it cannot run now, when the user has pressed its key. Absent = nothing is shown. */
  explain?(args: CommandArguments): void;
  /** For toggles: whether it is on now. */
  isOn?(args: CommandArguments): boolean;
  /** Runs the command. `CommandRegistry.run` rejects when it does. */
  run(args: CommandArguments): void | Promise<void>;
}
/** Arguments of a command: the window it was run from, and what the command documents beyond that. */
export interface CommandArguments {
  readonly windowId?: string;
  readonly symbol?: string;
  readonly [name: string]: unknown;
}

/** All commands of the workstation by id. */
export interface CommandRegistry {
  /** Adds a command; returns the function that removes it. Throws for an id that is taken. */
  register(command: Command): () => void;
  get(id: string): Command | undefined;
  all(): readonly Command[];
  /** Runs a command; resolves true when it ran. Rejects with a clear error for an unknown id. A disabled command resolves false. */
  run(id: string, args?: CommandArguments): Promise<boolean>;
  /** Calls the listener when a command is added or removed; returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** A command of a tool's windows. The shell registers it as `<plugin id>.<id>` and passes the window it was run in. */
export interface WindowCommand<State> {
  readonly id: string;
  readonly title: string;
  readonly icon?: IconComponent;
  /** Keyboard shortcut in tinykeys syntax, while the window has the focus. */
  readonly key?: string;
  /** False = no button in the title bar (e.g. Trade for a symbol that cannot be traded). Absent = always. Evaluated again when state or session change. */
  isShown?(window: ToolWindow<State>): boolean;
  isEnabled?(window: ToolWindow<State>): boolean;
  isOn?(window: ToolWindow<State>): boolean;
  run(window: ToolWindow<State>, args: CommandArguments): void | Promise<void>;
}

/** Says whether a part of the page is on screen: a tool's window, or a dialog. */
export interface Activity {
  isActive(): boolean;
  /** Calls the listener when the answer may have changed; returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** A window of a tool, as its component sees it. */
export interface ToolWindow<State> {
  /** Unique among the windows of all workspaces: workspace and place, e.g. `1:Window2`. */
  readonly id: string;
  getState(): State;
  /** Replaces fields of the state, which is stored with the workspace. */
  update(change: Partial<State>): void;
  /** Calls the listener when state, link group or visibility change; returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** True while the window is on screen. Tools stop live work while it is false. */
  isActive(): boolean;
  /** Overrides the title that the manifest derives from the state; null restores it. */
  setTitle(title: string | null): void;
  /** Sends a context to the linked windows. The manifest must declare its type in `linking.sends`. */
  publish(context: LinkContext): void;
  /**
   * Receives the contexts of linked windows (`linked`), and those that the user gives to this window: a symbol that is dropped on it or
   * typed while it has the focus (`given`). Returns the function that unsubscribes.
   */
  onContext(listener: (context: LinkContext, how: 'linked' | 'given') => void): () => void;
  /** Whether it is in any group. */
  isLinked(): boolean;
  /** True joins group 1 unless it is in a group already; false leaves its group. */
  setLinked(isLinked: boolean): void;
  linkGroup(): LinkGroup;
  /** Joins a group; the group's latest contexts (symbol, interval) are delivered at once. */
  setLinkGroup(group: LinkGroup): void;
  readonly platform: ToolPlatform;
}

/** The platform of a tool: the client's stores, and what the workstation adds to them. */
export interface ToolPlatform extends Platform {
  readonly commands: CommandRegistry;
  readonly dialogs: Dialogs;
  readonly route: SymbolRoute;
  readonly tools: PlacedTools;
  /** The columns that tools contribute to the grids about symbols. */
  readonly columns: readonly DeskColumn[];
  /** The studies that tools contribute to charts. */
  readonly studies: readonly DeskStudy[];
  /**
   * Makes the changes of windows' states and of alerts that `run` makes one step of undo, with a title such as `Remove alert on AAPL`. A `message`
   * is shown with a button that undoes the step; another message with the same `key` replaces it.
   */
  joinSteps(
    step: { readonly title: string; readonly message?: string; readonly key?: string },
    run: () => void,
  ): void;
  /** Whether the user may trade the symbol now (without a symbol: may trade at all); if not, the message to show. */
  canTrade(symbol?: string): { readonly ok: true } | { readonly ok: false; readonly message: string };
  /** Calls the listener when no browser window of the workstation has the focus any more; returns the function that unsubscribes. */
  onFocusLost(listener: () => void): () => void;
  /** What has the focus in the browser window that the user acted in last, which may be a popped-out window; its body when nothing has. */
  activeElement(): Element | null;
}

/** The symbol in the page's address, and the last symbol of each tool. */
export interface SymbolRoute {
  /**
   * The symbol in the address (`?symbol=AAPL`), upper-cased; null when there is none. A tool without a symbol of its own begins with
   * it. When the page is opened with such an address, the first window that shows one symbol gets it, as if it were dropped there.
   */
  readonly symbol: Readable<string | null>;
  /** Puts the symbol that a tool now shows into the address, and keeps it as the last one of that tool. */
  select(toolId: string, symbol: string): void;
  /** The symbol that the tool showed last; null when it has shown none. Stored in this browser, by user. */
  lastSymbol(toolId: string): string | null;
}

/** Properties of a tool's component: its window. */
export interface ToolProps<State> {
  readonly tool: ToolWindow<State>;
}

/** A drop-down of commands in the title bar. Commands with `isOn` are check items. */
export interface ToolbarMenu {
  readonly title: string;
  readonly icon: IconComponent;
  readonly commands: readonly string[];
}

/** A mode of a tool that stays on whichever window is in front, such as keys that trade. The menu bar shows it while it is on. */
export interface DeskMode {
  readonly id: string;
  readonly icon: IconComponent;
  /** Id of the command that switches the mode off; a click on the label runs it. */
  readonly command: string;
  /** Label and tooltip while the mode is on; null = off. */
  readonly shown: Readable<{ readonly label: string; readonly hint: string } | null>;
}

/** Permission bits that a tool needs: all bits of the number, or all bits of at least one number of `anyOf`; null = none. */
export type ToolPermission = number | { readonly anyOf: readonly number[] } | null;

/** Names of fields, or of the parts of a field by the field. */
export type UndoableFields<State> = {
  readonly [Field in keyof State & string]?:
    string | { readonly [Part in keyof State[Field] & string]?: string };
};

/** The declaration of a tool. Menus, permissions, linking, storage and pop-out windows are derived from it. */
export interface PluginManifest<State> {
  /** Unique and stored with workspaces, e.g. `market-view`. */
  readonly id: string;
  readonly title: string;
  /** What the tool is for, in a few words; shown on the welcome page. */
  readonly summary: string;
  readonly icon: IconComponent;
  readonly permission: ToolPermission;
  /** Whether there may be only one window of it in all workspaces. */
  readonly isSingleton: boolean;
  /** Whether a demo session does not offer it. */
  readonly isHiddenInDemo: boolean;
  readonly state: StateDefinition<State>;
  /** True when "Open …" in the palette shows a window that is there, because another one would begin empty. Absent = it opens another. */
  readonly isShownOnOpen?: boolean;
  /** Place among the windows of a new user's first workspace: 1 is the largest. Absent = not shown there. */
  readonly firstDeskPlace?: number;
  /** Place in the default toolbar: 1 is the first. Absent = not in it. */
  readonly toolbarPlace?: number;
  /** The state of its window in a new user's first workspace, for this market. Absent = the initial state. */
  firstState?(market: MarketFacts): State;
  readonly linking: {
    /** Contexts that its windows send to linked ones; others are not delivered. */
    readonly sends: readonly LinkContextType[];
    /** Contexts that its windows receive. */
    readonly receives: readonly LinkContextType[];
    /** Contexts that a window of this state sends to one that joins its group. Absent = the symbol in the state's `Symbol`, where it has one. */
    current?(state: State): readonly LinkContext[];
  };
  readonly commands: readonly WindowCommand<State>[];
  /** Columns that it adds to the grids about symbols. Absent = none. */
  readonly columns?: readonly ContributedColumn[];
  /** Studies that it adds to charts, made by `defineStudy`. Charts store their ids as `<plugin id>.<id>`, so these never change. Absent = none. */
  readonly studies?: readonly SeriesStudy[];
  /** Loads its settings, made by `defineSettings`: a section of the Settings page, whose values its windows read with `useToolSettings`. Absent = none. */
  settings?(): Promise<ToolSettings>;
  /** Controls of the title bar, in order: ids of `commands` as buttons, menus of several, and `link` for the link button of the shell. */
  readonly toolbar: readonly (string | ToolbarMenu)[];
  /** The title of a window in this state. */
  titleOf(state: State): string;
  /** Whether the state, with the alerts that it refers to, differs from what was saved under its name; the title then has a mark. */
  isChanged?(state: State, alerts: AlertDocumentsState): boolean;
  /** True when its component follows every change of the window's state. Otherwise it is mounted again after another tab has changed the state. */
  readonly followsState?: boolean;
  /**
   * Fields of the state whose changes can be undone, with their names as in `Change columns of Market View`. What a window merely shows (its symbol,
   * tab) is no change of the user's work: leave it out.
   */
  readonly undo?: UndoableFields<State>;
  /**
   * What of a window's state new windows of the tool begin with, when the user chooses so. `names` lists it for the user (`columns and sorting`). What
   * a window shows at the moment, such as its symbol, is no part of it.
   */
  readonly newWindows?: { readonly names: string; from(state: State): Partial<State> };
  /** Keys that its windows handle while they have the focus, beside those of its commands, for the list of all keys: `key` is a text such as `Alt+T`. */
  readonly keys?: readonly { readonly key: string; readonly title: string }[];
  /** Loads help pages of the tool, at most 5: text without HTML. The help has them in its contents and its search while the workstation is open around it. Absent = none. */
  help?(): Promise<readonly HelpTopic[]>;
  /** Id of its topic in the help pages: one of the workstation, or of `help`. */
  readonly helpTopic: string;
  /** Commands that need no window (e.g. `order.place`); registered once. */
  readonly platformCommands?: (platform: ToolPlatform) => readonly Command[];
  /** Type under which the server stores its saved items; null when it has none. */
  readonly savedItemType: string | null;
  /** Its modes, which the menu bar shows while they are on. */
  readonly modes?: (platform: ToolPlatform) => readonly DeskMode[];
  /** Runs once after each sign-in, with or without a window (e.g. to watch alerts). The returned function runs when the session ends. */
  onPlatform?(platform: ToolPlatform): (() => void) | void;
  /** Runs after the user has closed windows of the tool, with the states that they had. The user may still undo it. */
  onClosed?(states: readonly State[], platform: ToolPlatform): void;
  /** Runs with states that a release before 2026-12 stored without a window, which no later release does. */
  onStoredWithoutWindow?(states: readonly State[], platform: ToolPlatform): void;
  /** Loads the component of its windows when the first one opens. */
  load(): Promise<{ default: ComponentType<ToolProps<State>> }>;
}
