import type { Readable, ToolPlatform } from '../../src/plugin-api/index.ts';

/** An order that waits before it is sent. Nothing of it has reached the server. */
export interface HeldOrder {
  readonly id: number;
  /** `Buy 100 SPY at 662.50`. */
  readonly text: string;
  /** When it is sent, of the page's monotonic clock, ms. */
  readonly sendsAtMs: number;
  /** The ticket that it comes from; null without one. */
  readonly ticketId: string | null;
}

/** An order to hold. */
export interface OrderToHold extends Pick<HeldOrder, 'text' | 'ticketId'> {
  readonly holdMs: number;
  readonly send: () => void;
  /** It will not be sent. `reason` says why, unless the user has undone it. */
  readonly onUndone: (reason: string | null) => void;
}

/** What holding uses of a platform. */
export type HoldingPlatform = Pick<ToolPlatform, 'session' | 'tradingApi'>;
interface Timers extends Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'> {
  readonly performance: Pick<Performance, 'now'>;
}

interface Entry extends OrderToHold, HeldOrder {
  readonly timer: ReturnType<typeof setTimeout>;
}

/** A timer that fires later than this (a computer that slept, a tab in the background) sends nothing, ms. */
export const MAX_LATE_MS = 2_000;

const ACCOUNT_CHANGED_TEXT = 'The account changed.';
const LATE_TEXT = 'The page could not send it in time.';
const PAGE_LEFT_TEXT = 'The page was left.';

/**
 * Orders that wait for some seconds before they are sent, so that they can be undone. They exist in this page only: when it is closed, nothing is sent.
 * They are for the account that was selected when they were entered; a change of it undoes them.
 */
export class HeldOrders implements Readable<readonly HeldOrder[]> {
  readonly #platform: HoldingPlatform;
  readonly #timers: Timers;
  readonly #listeners = new Set<() => void>();
  #entries: readonly Entry[] = [];
  #owner = '';
  #lastId = 0;

  /** Lives as long as the platform. */
  constructor(platform: HoldingPlatform, timers: Timers = globalThis) {
    this.#platform = platform;
    this.#timers = timers;
    const follow = () => {
      if (this.#entries.length > 0 && this.#ownerNow() !== this.#owner) this.undoAll(ACCOUNT_CHANGED_TEXT);
    };
    platform.session.subscribe(follow);
    platform.tradingApi.subscribe(follow);
  }

  get = (): readonly HeldOrder[] => this.#entries;
  subscribe = (listener: () => void): (() => void) => {
    const entry = () => listener();
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  };

  hold(order: OrderToHold): void {
    const id = ++this.#lastId;
    this.#owner = this.#ownerNow();
    const timer = this.#timers.setTimeout(() => this.#onDue(id), order.holdMs);
    const sendsAtMs = this.#timers.performance.now() + order.holdMs;
    this.#set([...this.#entries, { ...order, id, sendsAtMs, timer }]);
  }

  /** Sends an order that waits; does nothing when it waits no more. */
  sendNow(id: number): void {
    this.#take(id)?.send();
  }

  /** Discards an order that waits; does nothing when it waits no more. */
  undo(id: number, reason: string | null = null): void {
    this.#take(id)?.onUndone(reason);
  }

  /** Discards all orders that wait. */
  undoAll(reason: string | null): void {
    for (const { id } of this.#entries) this.undo(id, reason);
  }

  #onDue(id: number): void {
    const entry = this.#entries.find((each) => each.id === id);
    if (entry === undefined) return;
    const isLate = this.#timers.performance.now() > entry.sendsAtMs + MAX_LATE_MS;
    if (isLate) this.undo(id, LATE_TEXT);
    else this.sendNow(id);
  }

  #take(id: number): Entry | undefined {
    const found = this.#entries.find((entry) => entry.id === id);
    if (found === undefined) return undefined;
    this.#timers.clearTimeout(found.timer);
    this.#set(this.#entries.filter((entry) => entry !== found));
    return found;
  }

  /** User, account and order service of the orders. */
  #ownerNow(): string {
    const { userId, account, isLive } = this.#platform.session.get();
    const { api, tradingAccount } = this.#platform.tradingApi.get();
    return JSON.stringify([userId, account, isLive, api, tradingAccount]);
  }

  #set(entries: readonly Entry[]): void {
    this.#entries = entries;
    for (const listener of [...this.#listeners]) listener();
  }
}

const instances = new WeakMap<object, HeldOrders>();

/** The orders of a platform that wait, created once. */
export function heldOrdersOf(platform: ToolPlatform): HeldOrders {
  const known = instances.get(platform);
  if (known !== undefined) return known;
  const held = new HeldOrders(platform);
  instances.set(platform, held);
  return held;
}

/**
 * Discards the orders that wait when the user leaves the page: one that comes back from the history of the browser must not send what its user has left
 * behind. Returns the function that ends it.
 */
export function undoHeldOnLeave(held: HeldOrders): () => void {
  const leave = (): void => held.undoAll(PAGE_LEFT_TEXT);
  globalThis.addEventListener('pagehide', leave);
  return () => globalThis.removeEventListener('pagehide', leave);
}

/** Keys and commands of orders that wait, registered while there are any. Returns the function that ends it. */
export function followHeldOrders(platform: Pick<ToolPlatform, 'commands'>, held: HeldOrders): () => void {
  let unregister: readonly (() => void)[] = [];
  const end = () => {
    for (const remove of unregister) remove();
    unregister = [];
  };
  const follow = () => {
    const isWaiting = held.get().length > 0;
    if (isWaiting === unregister.length > 0) return;
    end();
    if (isWaiting)
      unregister = [
        { id: 'order.undo-held', title: 'Undo waiting orders', key: 'Escape', run: () => held.undoAll(null) },
        {
          id: 'order.send-held',
          title: 'Send waiting orders now',
          run: () => {
            for (const { id } of held.get()) held.sendNow(id);
          },
        },
      ].map((command) => platform.commands.register(command));
  };
  const stop = held.subscribe(follow);
  return () => {
    stop();
    end();
  };
}

/** How long a new order waits by the user's settings, ms; 0 = it is sent at once. */
export const holdMsOf = ({ settings }: Pick<ToolPlatform, 'settings'>): number =>
  settings.get().holdSeconds * 1000;

/** Label and hint of orders that wait, for the menu bar; null while none does. */
export function heldLabel(
  held: Readable<readonly HeldOrder[]>,
): Readable<{ readonly label: string; readonly hint: string } | null> {
  return {
    get() {
      const orders = held.get();
      if (orders.length === 0) return null;
      return {
        label: orders.length === 1 ? 'ORDER WAITS' : `${orders.length} ORDERS WAIT`,
        hint: `Not sent yet: ${orders.map(({ text }) => text).join(', ')}. Press here, or Escape, to undo.`,
      };
    },
    subscribe: (listener) => held.subscribe(listener),
  };
}
