/**
 * The API of third-party tools, version 1. This file imports nothing: copy it beside a tool to write it with types. The entry module of a tool exports a
 * function as its default, which gets a `ToolHost`.
 */

/** The default export of an entry module. It may be asynchronous; an error in it stops the tool. */
export type ToolEntry = (host: ToolHost) => void | Promise<void>;

/** What happened to an element of a view. */
export interface ToolEvent {
  /** The value of an input, a list or a text area; else empty. */
  readonly value: string;
  /** Whether a checkbox is on. */
  readonly isChecked: boolean;
  /** The key of a `keydown`, such as `Enter`; else empty. */
  readonly key: string;
  /** The file that the user chose in an `<input type="file">`, at most 200 KiB of text; else null. */
  readonly file: { readonly name: string; readonly text: string } | null;
}

/** Attributes of an element. Names that the page does not know are left out. */
export interface ToolProps {
  /** Keeps the element, with its focus and its input, when its siblings change. */
  readonly key?: string;
  /** CSS properties by their names, such as `{ 'font-weight': '600' }`. */
  readonly style?: Readonly<Record<string, string>>;
  readonly on?: {
    readonly click?: (event: ToolEvent) => void;
    readonly change?: (event: ToolEvent) => void;
    readonly input?: (event: ToolEvent) => void;
    readonly keydown?: (event: ToolEvent) => void;
  };
  readonly [attribute: string]: unknown;
}

/** An element of a view: `[name, attributes, ...children]`, such as `['p', null, 'No symbols']`. */
export interface ToolElement extends ReadonlyArray<ToolNode | ToolProps> {
  readonly 0: string;
  readonly 1: ToolProps | null;
}

/** A part of a view: a text, nothing, or an element. */
export type ToolNode = string | number | null | ToolElement;

/** A quote. Prices in dollars, null = unknown. */
export interface ToolQuoteRow {
  readonly symbol: string;
  readonly company: string | null;
  readonly last: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
  /** The official close before this session. */
  readonly previousClose: number | null;
  /** True when the feed has not confirmed the price for a while. */
  readonly isStale: boolean;
}

/** A bar of the regular session. Prices in dollars, `timeMs` the start in UTC ms, `volume` in shares. */
export interface ToolBarRow {
  readonly timeMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** A list of symbols: saved under its name, or in a Market View window. */
export interface ToolList {
  readonly kind: 'saved' | 'window';
  readonly name: string;
  readonly symbols: readonly string[];
}

/** The workstation, as a tool sees it. A call without its permission rejects, and the message names the permission to add to `tool.json`. */
export interface ToolHost {
  readonly apiVersion: number;
  /** The permissions that the user has allowed. */
  readonly permissions: readonly string[];
  /** Shows a view in place of the one before, at most ten times a second: the newest is shown. At most 2,000 elements and texts. */
  render(view: ToolNode): void;
  /**
   * Permission `quotes`. Calls back with the quotes that changed, twice a second at most and while the window is on screen. At most 100 symbols in all. A
   * refusal is passed to `onRefused`.
   * @returns the function that ends it
   */
  subscribeQuotes(
    symbols: readonly string[],
    listener: (quotes: readonly ToolQuoteRow[]) => void,
    onRefused?: (error: Error) => void,
  ): () => void;
  /** Permission `bars`. The latest bars, oldest first; `count` 1 to 1,000. */
  bars(request: {
    readonly symbol: string;
    readonly size: '1m' | '5m' | '30m' | '1d';
    readonly count: number;
  }): Promise<readonly ToolBarRow[]>;
  /** Permission `watch-lists:read`. */
  watchLists(): Promise<readonly ToolList[]>;
  /** Permission `storage`. A JSON value that is stored with the window, at most 64 KiB; null = nothing stored. */
  readonly storage: {
    get(): Promise<unknown>;
    set(value: unknown): Promise<void>;
  };
  /** Permission `link:read`. Calls back with the symbol of the linked windows, at once when there is one. Returns the function that ends it. */
  onLink(listener: (symbol: string) => void): () => void;
  /** Permission `link:write`. Sends a symbol to the linked windows. */
  setLink(symbol: string): Promise<void>;
  /** Permission `theme`. Calls back with the theme, at once and when it changes. Returns the function that ends it. */
  onTheme(listener: (theme: 'light' | 'dark') => void): () => void;
  /**
   * Permission `settings`. Calls back with the values of `settings` in `tool.json`, at once and when the user changes one. Each is a value of its
   * setting. Without the permission it never calls back, and the console of the browser names the line to add. Returns the function that ends it.
   */
  onSettings(listener: (values: Readonly<Record<string, boolean | number | string>>) => void): () => void;
  /**
   * Calls back when the user runs a command of `commands` in `tool.json`, from the menu of the window or the command palette. A command that is not
   * declared there never runs: the console of the browser names the line to add. Returns the function that ends it.
   */
  onCommand(id: string, listener: () => void): () => void;
  /** Calls back with whether the window is on screen, at once and when that changes. Returns the function that ends it. */
  onActivity(listener: (isActive: boolean) => void): () => void;
}
