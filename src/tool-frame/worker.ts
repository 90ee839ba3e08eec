import type { ToolLimits } from '../tool-channel/limits.ts';
import type { HostMessage } from '../tool-channel/messages.ts';
import type { ToolHost, ToolEntry, ToolEvent, ToolNode, ToolQuoteRow } from './tool-api.ts';

/**
 * Runs in the worker of a third-party tool, before the tool: a classic script, whose types the server strips. It gives the tool its API and removes
 * what could reach out of the worker. The page's policy refuses the same; what is removed fails without a request. Nothing here protects the workstation: the
 * tool may replace all of it, and the page and the workstation check each message again.
 */

type StartMessage = Extract<HostMessage, { type: 'start' }>;
type InitMessage = {
  readonly type: 'init';
  readonly source: string;
  readonly limits: ToolLimits;
  readonly start: Omit<StartMessage, 'type' | 'theme'>;
  readonly theme: 'light' | 'dark' | null;
};
type EventMessage = { readonly type: 'event'; readonly handler: number; readonly event: ToolEvent };
type PageMessage =
  | InitMessage
  | EventMessage
  | Exclude<HostMessage, { type: 'start' | 'theme' }>
  | { readonly type: 'theme'; readonly theme: 'light' | 'dark' };
type Handler = (event: ToolEvent) => void;

/** Networks, storage, other threads, and what else leads out of the worker. */
const REMOVED = [
  'BroadcastChannel',
  'EventSource',
  'FontFace',
  'Notification',
  'OffscreenCanvas',
  'RTCPeerConnection',
  'SharedWorker',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'Worker',
  'XMLHttpRequest',
  'caches',
  'fetch',
  'fonts',
  'importScripts',
  'indexedDB',
  'webkitRequestFileSystem',
  'webkitRequestFileSystemSync',
  'webkitResolveLocalFileSystemSyncURL',
  'webkitResolveLocalFileSystemURL',
];
/** Views whose handlers are kept: an event may be about a view that was just replaced. */
const KEPT_VIEWS = 3;

const post = globalThis.postMessage.bind(globalThis) as (text: string) => void;
const send = (message: object): void => post(JSON.stringify(message));

class Listeners<Value> {
  readonly #listeners = new Set<(value: Value) => void>();
  #latest: Value | undefined;

  constructor(latest?: Value) {
    this.#latest = latest;
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

/** Views of the tool, sent as data: each function of a view is a number that comes back with the event. */
class Views {
  readonly #intervalMs: number;
  readonly #handlers = new Map<number, Handler>();
  readonly #views: number[][] = [];
  #waiting: ToolNode = null;
  #isTimed = false;
  #lastMs = Number.NEGATIVE_INFINITY;
  #nextId = 1;

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  show(view: ToolNode): void {
    this.#waiting = view;
    if (this.#isTimed) return;
    this.#isTimed = true;
    setTimeout(
      () => {
        this.#isTimed = false;
        this.#lastMs = performance.now();
        this.#send(this.#waiting);
      },
      Math.max(0, this.#lastMs + this.#intervalMs - performance.now()),
    );
  }

  run(id: number, event: ToolEvent): void {
    this.#handlers.get(id)?.(event);
  }

  #send(view: ToolNode): void {
    const ids: number[] = [];
    this.#views.push(ids);
    send({ type: 'view', view: this.#data(view, ids) });
    if (this.#views.length <= KEPT_VIEWS) return;
    for (const id of this.#views.shift() ?? []) this.#handlers.delete(id);
  }

  #data(node: ToolNode, ids: number[]): unknown {
    if (node === null || typeof node === 'string') return node;
    if (typeof node === 'number') return String(node);
    const [element, props, ...children] = node;
    const on: Record<string, number> = {};
    const given: Readonly<Record<string, Handler>> = props?.on ?? {};
    for (const [name, handler] of Object.entries(given)) {
      // Tools are not compiled: what stands here may be anything.
      if (typeof handler !== 'function') continue;
      const id = this.#nextId;
      this.#nextId += 1;
      this.#handlers.set(id, handler);
      ids.push(id);
      on[name] = id;
    }
    // After the attributes come children only; the page checks them.
    return [element, { ...props, on }, ...children.map((child) => this.#data(child as ToolNode, ids))];
  }
}

/** The calls to the workstation and their answers. */
class Calls {
  readonly #open = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }
  >();
  #nextId = 1;

  call(name: string, args: object): Promise<unknown> {
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject });
      send({ type: 'call', id, name, args });
    });
  }

  answer(message: Extract<HostMessage, { type: 'answer' | 'refusal' }>): void {
    const open = this.#open.get(message.id);
    this.#open.delete(message.id);
    if (message.type === 'answer') open?.resolve(message.value);
    else open?.reject(new Error(message.message));
  }
}

interface Subscription {
  readonly symbols: ReadonlySet<string>;
  readonly listener: (quotes: readonly ToolQuoteRow[]) => void;
  readonly onRefused: ((error: Error) => void) | undefined;
}

/** The quote subscriptions of the tool. The workstation knows their union only. */
class Quotes {
  readonly #calls: Calls;
  readonly #subscriptions = new Set<Subscription>();
  #isChanged = false;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  subscribe(subscription: Subscription): () => void {
    this.#subscriptions.add(subscription);
    this.#change();
    return () => {
      this.#subscriptions.delete(subscription);
      this.#change();
    };
  }

  receive(quotes: readonly ToolQuoteRow[]): void {
    for (const { symbols, listener } of [...this.#subscriptions]) {
      const mine = quotes.filter(({ symbol }) => symbols.has(symbol));
      if (mine.length > 0) listener(mine);
    }
  }

  #change(): void {
    if (this.#isChanged) return;
    this.#isChanged = true;
    queueMicrotask(() => {
      this.#isChanged = false;
      const subscriptions = [...this.#subscriptions];
      const symbols = [...new Set(subscriptions.flatMap((each) => [...each.symbols]))];
      this.#calls.call('quotes.set', { symbols }).catch((error: unknown) => {
        const cause = error instanceof Error ? error : new Error(String(error));
        for (const { onRefused } of subscriptions)
          if (onRefused === undefined) console.error(cause.message);
          else onRefused(cause);
      });
    });
  }
}

/** The commands that the manifest declares, and what runs them. */
class Commands {
  readonly #declared: readonly string[];
  readonly #listeners = new Map<string, Set<() => void>>();

  constructor(declared: readonly string[]) {
    this.#declared = declared;
  }

  add(id: string, listener: () => void): () => void {
    if (!this.#declared.includes(id)) {
      console.error(
        `There is no command ${id}. Add { "id": "${id}", "title": "…" } to "commands" in tool.json.`,
      );
      return () => {};
    }
    const entry = (): void => listener();
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(entry));
    return () => void listeners.delete(entry);
  }

  run(id: string): void {
    for (const listener of [...(this.#listeners.get(id) ?? [])]) listener();
  }
}

let receive: ((message: PageMessage) => void) | undefined;

function createHost({ limits, start, theme: firstTheme }: InitMessage): ToolHost {
  const views = new Views(limits.viewIntervalMs);
  const calls = new Calls();
  const quotes = new Quotes(calls);
  const commands = new Commands(start.commands);
  const activity = new Listeners(start.isActive);
  const links = new Listeners(start.symbol ?? undefined);
  const themes = new Listeners(firstTheme ?? undefined);
  const settings = new Listeners(start.settings ?? undefined);
  receive = (message) => {
    if (message.type === 'event') views.run(message.handler, message.event);
    else if (message.type === 'ping') send({ type: 'pong', id: message.id });
    else if (message.type === 'quotes') quotes.receive(message.quotes);
    else if (message.type === 'activity') activity.notify(message.isActive);
    else if (message.type === 'command') commands.run(message.id);
    else if (message.type === 'link') links.notify(message.symbol);
    else if (message.type === 'settings') settings.notify(message.values);
    else if (message.type === 'theme') themes.notify(message.theme);
    else if (message.type === 'answer' || message.type === 'refusal') calls.answer(message);
  };
  const requested = async <Value>(name: string, args: object = {}): Promise<Value> =>
    // The workstation is trusted to answer with what the API says.
    (await calls.call(name, args)) as Value;
  return {
    apiVersion: start.apiVersion,
    permissions: start.permissions,
    render: (view) => views.show(view),
    subscribeQuotes: (symbols, listener, onRefused) =>
      quotes.subscribe({
        symbols: new Set(symbols.map((symbol) => symbol.toUpperCase())),
        listener,
        onRefused,
      }),
    bars: (request) => requested('bars', request),
    watchLists: () => requested('watchLists'),
    storage: {
      async get() {
        const json = await requested<string | null>('storage.get');
        return json === null ? null : JSON.parse(json);
      },
      set: (value) => requested('storage.set', { json: JSON.stringify(value ?? null) }),
    },
    onLink: (listener) => links.add(listener),
    setLink: (symbol) => requested('link.set', { symbol }),
    onTheme: (listener) => themes.add(listener),
    onSettings(listener) {
      if (start.settings === null)
        console.error('There are no settings. Add "settings", and the permission settings, to tool.json.');
      return settings.add(listener);
    },
    onCommand: (id, listener) => commands.add(id, listener),
    onActivity: (listener) => activity.add(listener),
  };
}

function remove(name: string): void {
  for (
    let holder: object | null = globalThis;
    holder !== null && holder !== Object.prototype;
    holder = Reflect.getPrototypeOf(holder)
  )
    Reflect.deleteProperty(holder, name);
}

async function startTool(message: InitMessage): Promise<void> {
  const host = createHost(message);
  const address = URL.createObjectURL(new Blob([message.source], { type: 'text/javascript' }));
  for (const name of REMOVED) remove(name);
  try {
    const module: { readonly default?: ToolEntry } = await import(address);
    if (typeof module.default !== 'function')
      throw new Error('The entry has no function as its default export.');
    send({ type: 'ready' });
    await module.default(host);
  } catch (error) {
    send({ type: 'failed', reason: String(error).slice(0, 400) });
  }
}

globalThis.addEventListener('message', (event: MessageEvent<string>) => {
  // The page around the worker is the only sender.
  const message = JSON.parse(event.data) as PageMessage;
  if (message.type === 'init') void startTool(message);
  else receive?.(message);
});
