import {
  permissionOfCall,
  readToolMessage,
  refusalWithoutPermission,
  TOOL_API_VERSION,
  TOOL_LIMITS,
  type ToolCall,
  type ToolChannelPermission,
  type ToolSettingValues,
} from '../../tool-channel/index.ts';
import { readView, View } from '../frame.ts';
import type {
  ToolBarRow,
  ToolElement,
  ToolEntry,
  ToolEvent,
  ToolHost,
  ToolList,
  ToolNode,
  ToolQuoteRow,
} from '../tool-api.ts';

/** The workstation around a third-party tool in a test. What is absent is empty. */
export interface ToolTestWorld {
  /** The permissions that the user has allowed. Pass those of `tool.json`, so that a test fails for a missing one. */
  readonly permissions: readonly ToolChannelPermission[];
  /** Ids of the commands that `tool.json` declares. */
  readonly commands?: readonly string[];
  /** The bars of a symbol, oldest first. */
  readonly bars?: Readonly<Record<string, readonly ToolBarRow[]>>;
  readonly watchLists?: readonly ToolList[];
  /** What the window has stored. */
  readonly stored?: unknown;
  /** The symbol of the linked windows. */
  readonly symbol?: string;
  /** The values of the settings that `tool.json` declares. */
  readonly settings?: ToolSettingValues;
  /** Unless given, `light`. */
  readonly theme?: 'light' | 'dark';
}

/** A third-party tool that runs in a test. */
export interface TestedTool {
  /** The document of the tool, which contains its view. It is in no page until the test puts it there. */
  readonly root: HTMLElement;
  /** The symbols that the tool has subscribed to, sorted. */
  subscribedSymbols(): readonly string[];
  /** Sends quotes to the subscriptions of their symbols. A window that is hidden gets none. */
  sendQuotes(quotes: readonly ToolQuoteRow[]): void;
  /** Sends a symbol of linked windows. The tool gets it with the permission `link:read` only. */
  sendLink(symbol: string): void;
  /** The symbols that the tool has sent to linked windows, oldest first. */
  readonly sentLinks: readonly string[];
  /** Runs a command, as the user does from the menu. Throws for a command that the tool does not declare. */
  runCommand(id: string): void;
  /** Changes the theme. The tool gets it with the permission `theme` only. */
  setTheme(theme: 'light' | 'dark'): void;
  /** Changes settings. The tool gets all its values, with the permission `settings` only. */
  setSettings(change: ToolSettingValues): void;
  /** Shows or hides the window. */
  setActive(isActive: boolean): void;
  /** What the tool has stored with its window; null = nothing. */
  stored(): unknown;
  /** The messages of the calls that were refused, oldest first. */
  readonly refusals: readonly string[];
}

/** Values with their listeners; a new listener gets the latest value at once. */
class Listeners<Value> {
  readonly #listeners = new Set<(value: Value) => void>();
  #latest: Value | undefined;

  constructor(latest?: Value) {
    this.#latest = latest;
  }

  get latest(): Value | undefined {
    return this.#latest;
  }

  add(listener: (value: Value) => void): () => void {
    const entry = (value: Value): void => listener(value);
    this.#listeners.add(entry);
    if (this.#latest !== undefined) entry(this.#latest);
    return () => void this.#listeners.delete(entry);
  }

  notify(value: Value): void {
    this.#latest = value;
    for (const listener of [...this.#listeners]) listener(value);
  }
}

/** Draws the views of a tool as its page does, at once instead of ten times a second. */
class Views {
  readonly root: HTMLElement;
  readonly #view: View;
  #handlers: ((event: ToolEvent) => void)[] = [];

  constructor() {
    this.root = document.createElement('main');
    this.#view = new View(this.root, TOOL_LIMITS.fileChars, (handler, event) =>
      this.#handlers[handler]?.(event),
    );
  }

  show(node: ToolNode): void {
    const handlers: ((event: ToolEvent) => void)[] = [];
    const data: unknown = JSON.parse(JSON.stringify(numbered(node, handlers)));
    this.#view.show(readView(data, TOOL_LIMITS));
    this.#handlers = handlers;
  }
}

/** A view with a number in place of each handler, which is added to `handlers` under that number. */
function numbered(node: ToolNode, handlers: ((event: ToolEvent) => void)[]): unknown {
  if (typeof node === 'number') return String(node);
  if (node === null || typeof node === 'string') return node;
  const [element, props, ...children] = node;
  const on: Record<string, number> = {};
  for (const [name, handler] of Object.entries(props?.on ?? {})) {
    if (typeof handler !== 'function') continue;
    on[name] = handlers.push(handler) - 1;
  }
  // After the attributes of an element come its children only.
  const nodes = children as readonly (ToolElement | string | number | null)[];
  return [element, { ...props, on }, ...nodes.map((child) => numbered(child, handlers))];
}

/** Calls of a tool: the same checks of arguments and permissions as in the workstation, with answers of the test. */
class Calls {
  readonly sentLinks: string[] = [];
  readonly refusals: string[] = [];
  symbols: readonly string[] = [];
  #storedJson: string | null;
  readonly #world: ToolTestWorld;
  #nextId = 1;

  constructor(world: ToolTestWorld) {
    this.#world = world;
    this.#storedJson = world.stored === undefined ? null : JSON.stringify(world.stored);
  }

  stored(): unknown {
    return this.#storedJson === null ? null : JSON.parse(this.#storedJson);
  }

  async call(name: string, args: object = {}): Promise<unknown> {
    const id = this.#nextId;
    this.#nextId += 1;
    const read = readToolMessage(JSON.stringify({ type: 'call', id, name, args }));
    if (!read.ok) return this.#refuse(read.error.message);
    if (read.value.type !== 'call') return this.#refuse(`There is no call ${name}.`);
    const permission = permissionOfCall(read.value.name);
    if (!this.#world.permissions.includes(permission))
      return this.#refuse(refusalWithoutPermission(read.value.name));
    return this.#answer(read.value);
  }

  #refuse(message: string): never {
    this.refusals.push(message);
    throw new Error(message);
  }

  #answer(call: ToolCall): unknown {
    switch (call.name) {
      case 'quotes.set':
        this.symbols = call.args.symbols.toSorted();
        return null;
      case 'bars':
        return (this.#world.bars?.[call.args.symbol] ?? []).slice(-call.args.count);
      case 'watchLists':
        return this.#world.watchLists ?? [];
      case 'storage.get':
        return this.#storedJson;
      case 'storage.set':
        if (call.args.json.length > TOOL_LIMITS.storedChars)
          return this.#refuse(
            `A tool stores at most ${TOOL_LIMITS.storedChars} characters of JSON with a window.`,
          );
        this.#storedJson = call.args.json;
        return null;
      case 'link.set':
        this.sentLinks.push(call.args.symbol);
        return null;
    }
  }
}

/** The values of the settings of a tool, which it gets with the permission only. */
class Settings {
  readonly #values: Listeners<ToolSettingValues>;
  readonly #refusals: string[];

  constructor({ permissions, settings }: ToolTestWorld, refusals: string[]) {
    this.#values = new Listeners(permissions.includes('settings') ? settings : undefined);
    this.#refusals = refusals;
  }

  add(listener: (values: ToolSettingValues) => void): () => void {
    if (this.#values.latest === undefined)
      this.#refusals.push(
        'There are no settings. Add "settings", and the permission settings, to tool.json.',
      );
    return this.#values.add(listener);
  }

  change(change: ToolSettingValues): void {
    if (this.#values.latest !== undefined) this.#values.notify({ ...this.#values.latest, ...change });
  }
}

interface Subscription {
  readonly symbols: ReadonlySet<string>;
  readonly listener: (quotes: readonly ToolQuoteRow[]) => void;
  readonly onRefused: ((error: Error) => void) | undefined;
}

/**
 * Runs a third-party tool in a test, without a worker and a frame. Its views are drawn with the elements and limits of its page, and its calls pass the
 * checks of the workstation. What is not tested by it: the time that a tool takes, and the limits on messages a second.
 * @param entry the default export of the module
 * @throws what the entry throws. A view that the page would refuse throws in `render`
 *
 * @example
 * ```tsx
 * import type { ToolEntry } from '@tapedeck/plugin-api/sandbox';
 * import { runTool } from '@tapedeck/plugin-api/sandbox/testing';
 *
 * declare const heatMap: ToolEntry;
 *
 * const tool = await runTool(heatMap, { permissions: ['quotes', 'link:write'] });
 * tool.root.querySelector('button')?.click();
 * export const sent = tool.sentLinks;
 * ```
 */
export async function runTool(entry: ToolEntry, world: ToolTestWorld): Promise<TestedTool> {
  const views = new Views();
  const calls = new Calls(world);
  const subscriptions = new Set<Subscription>();
  const activity = new Listeners(true);
  const links = new Listeners(world.permissions.includes('link:read') ? world.symbol : undefined);
  const themes = new Listeners(world.permissions.includes('theme') ? (world.theme ?? 'light') : undefined);
  const settings = new Settings(world, calls.refusals);
  const commands = new Map((world.commands ?? []).map((id) => [id, new Listeners<void>()]));
  const subscribe = async (): Promise<void> => {
    const symbols = [...new Set([...subscriptions].flatMap((each) => [...each.symbols]))];
    await calls.call('quotes.set', { symbols }).catch((error: unknown) => {
      for (const { onRefused } of subscriptions)
        onRefused?.(error instanceof Error ? error : new Error(String(error)));
    });
  };
  const host: ToolHost = {
    apiVersion: TOOL_API_VERSION,
    permissions: world.permissions,
    render: (view) => views.show(view),
    subscribeQuotes(symbols, listener, onRefused) {
      const upper = new Set(symbols.map((symbol) => symbol.toUpperCase()));
      const subscription = { symbols: upper, listener, onRefused };
      subscriptions.add(subscription);
      void subscribe();
      return () => {
        subscriptions.delete(subscription);
        void subscribe();
      };
    },
    ...storedAndRead(calls),
    onLink: (listener) => links.add(listener),
    onTheme: (listener) => themes.add(listener),
    onSettings: (listener) => settings.add(listener),
    onCommand(id, listener) {
      const listeners = commands.get(id);
      if (listeners !== undefined) return listeners.add(listener);
      calls.refusals.push(
        `There is no command ${id}. Add { "id": "${id}", "title": "…" } to "commands" in tool.json.`,
      );
      return () => {};
    },
    onActivity: (listener) => activity.add(listener),
  };
  await entry(host);
  return {
    root: views.root,
    subscribedSymbols: () => calls.symbols,
    sendQuotes(quotes) {
      if (activity.latest !== true) return;
      for (const { symbols, listener } of [...subscriptions]) {
        const mine = quotes.filter(({ symbol }) => symbols.has(symbol) && calls.symbols.includes(symbol));
        if (mine.length > 0) listener(mine);
      }
    },
    sendLink: (symbol) => (world.permissions.includes('link:read') ? links.notify(symbol) : undefined),
    sentLinks: calls.sentLinks,
    runCommand(id) {
      const listeners = commands.get(id);
      if (listeners === undefined) throw new Error(`The test declares no command ${id}.`);
      listeners.notify();
    },
    setTheme: (theme) => (world.permissions.includes('theme') ? themes.notify(theme) : undefined),
    setSettings: (change) => settings.change(change),
    setActive: (isActive) => activity.notify(isActive),
    stored: () => calls.stored(),
    refusals: calls.refusals,
  };
}

/** The members of the API that are calls with an answer. */
function storedAndRead(calls: Calls): Pick<ToolHost, 'bars' | 'watchLists' | 'storage' | 'setLink'> {
  // The answers above are those of the API.
  return {
    bars: (request) => calls.call('bars', request) as ReturnType<ToolHost['bars']>,
    watchLists: () => calls.call('watchLists') as ReturnType<ToolHost['watchLists']>,
    storage: {
      async get() {
        const json = await calls.call('storage.get');
        return typeof json === 'string' ? JSON.parse(json) : null;
      },
      async set(value) {
        await calls.call('storage.set', { json: JSON.stringify(value ?? null) });
      },
    },
    async setLink(symbol) {
      await calls.call('link.set', { symbol });
    },
  };
}
