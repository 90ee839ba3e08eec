import { formatInteger, formatPrice } from '../../src/domain/columns/index.ts';
import { isOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import type { Command, Readable, ToolPlatform } from '../../src/plugin-api/index.ts';
import { isCancellable } from '../../src/domain/orders/open-orders.ts';
import { MIN_PRICE, type RouteChoice } from './ticket.ts';
import { readMarket } from './use-market.ts';

/** What the keys trade: symbol and quantity of the Order Entry window used last. */
export interface HotkeyTarget {
  readonly symbol: string;
  readonly quantity: number;
  readonly route: RouteChoice;
}
export interface HotkeysState {
  readonly isArmed: boolean;
  readonly target: HotkeyTarget | null;
}

/** Shift and a letter: no browser uses these keys, and in a text field they type the letter. */
export const HOTKEYS = [
  { id: 'order.keys.buy', key: 'Shift+KeyB', keys: 'Shift+B', title: 'Buy at the ask' },
  { id: 'order.keys.sell', key: 'Shift+KeyS', keys: 'Shift+S', title: 'Sell at the bid' },
  { id: 'order.keys.cancel-last', key: 'Shift+KeyX', keys: 'Shift+X', title: 'Cancel the last order' },
  {
    id: 'order.keys.cancel-symbol',
    key: 'Shift+KeyC',
    keys: 'Shift+C',
    title: 'Cancel all orders of the symbol',
  },
  { id: 'order.keys.flatten', key: 'Shift+KeyF', keys: 'Shift+F', title: 'Flatten the symbol' },
] as const;
type HotkeyId = (typeof HOTKEYS)[number]['id'];

const KEY_LIST = HOTKEYS.map(({ keys, title }) => `${keys}  ${title}`).join('\n');

/** Elements in which a letter chooses something. No key of the workstation acts in a text field. */
const CHOOSING =
  '[role="combobox"],[role="listbox"],[role="option"],[role="menu"],[role="menuitem"],[role="dialog"],[role="alertdialog"]';

const cents = (dollars: number, side: 'Buy' | 'Sell'): number =>
  Math.max(
    MIN_PRICE,
    (side === 'Buy' ? Math.ceil(dollars * 100 - 1e-6) : Math.floor(dollars * 100 + 1e-6)) / 100,
  );

/** The order keys of a workstation: off until the user arms them, and off again when the account changes or the page is left. */
export class Hotkeys implements Readable<HotkeysState> {
  readonly #platform: ToolPlatform;
  readonly #isChoosing: () => boolean;
  readonly #targets = new Map<string, HotkeyTarget>();
  readonly #listeners = new Set<() => void>();
  readonly #stops: readonly (() => void)[];
  #unregister: readonly (() => void)[] = [];
  #armedFor = '';
  #state: HotkeysState = { isArmed: false, target: null };

  /** `isChoosing` is true while the focus is where a letter chooses something. */
  constructor(platform: ToolPlatform, isChoosing: () => boolean) {
    this.#platform = platform;
    this.#isChoosing = isChoosing;
    const follow = () => this.#followOwner();
    this.#stops = [platform.session.subscribe(follow), platform.tradingApi.subscribe(follow)];
  }

  get = (): HotkeysState => this.#state;
  subscribe = (listener: () => void): (() => void) => {
    const entry = () => listener();
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  };

  /** Sets what an Order Entry window would trade; null when it is closed or cannot trade. The newest one counts. */
  aim(windowId: string, target: HotkeyTarget | null): void {
    this.#targets.delete(windowId);
    if (target !== null) this.#targets.set(windowId, target);
    const newest = [...this.#targets.values()].at(-1) ?? null;
    if (JSON.stringify(newest) !== JSON.stringify(this.#state.target)) this.#set({ target: newest });
  }

  /** Arms the keys after a confirmation; disarms them without one. */
  async toggle(): Promise<void> {
    if (this.#state.isArmed) {
      this.disarm();
      this.#toast('The order keys are off.', 'neutral');
      return;
    }
    const { dialogs, session } = this.#platform;
    const permission = this.#platform.canTrade();
    if (!permission.ok) return this.#toast(permission.message, 'warning');
    if (session.get().account === null) return this.#toast('Choose an account first.', 'warning');
    const isSure = await dialogs.confirm({
      title: 'Arm the order keys?',
      message: `Each key sends or cancels orders at once, without confirmation, for the ${this.#accountText()}. They trade the symbol and quantity of the Order Entry window used last, and are off again when the account changes or the page is reloaded.\n\n${KEY_LIST}`,
      yes: 'Arm',
      no: 'Leave off',
    });
    if (isSure && !this.#state.isArmed) this.#arm();
  }

  disarm(): void {
    if (!this.#state.isArmed) return;
    for (const remove of this.#unregister) remove();
    this.#unregister = [];
    this.#set({ isArmed: false });
  }

  dispose(): void {
    this.disarm();
    for (const stop of this.#stops) stop();
  }

  #arm(): void {
    this.#armedFor = this.#owner();
    this.#unregister = HOTKEYS.map(({ id, key, title }): (() => void) => {
      const command: Command = {
        id,
        key,
        title: `Order key: ${title.toLowerCase()}`,
        run: () => this.#press(id),
      };
      return this.#platform.commands.register(command);
    });
    this.#set({ isArmed: true });
  }

  /** User and account of the orders; any change of it disarms. */
  #owner(): string {
    const { userId, account, isLive } = this.#platform.session.get();
    const { api, tradingAccount } = this.#platform.tradingApi.get();
    return JSON.stringify([userId, account, isLive, api, tradingAccount]);
  }

  #followOwner(): void {
    if (!this.#state.isArmed || this.#owner() === this.#armedFor) return;
    this.disarm();
    this.#toast('The account changed: the order keys are off.', 'warning');
  }

  #accountText(): string {
    const { account, isLive } = this.#platform.session.get();
    const { api, name, tradingAccount } = this.#platform.tradingApi.get();
    if (api === 'External') return `LIVE account ${`${name} ${tradingAccount ?? ''}`.trim()}`;
    return `${isLive ? 'LIVE' : 'PAPER'} account ${account ?? ''}`;
  }

  #press(id: HotkeyId): void {
    // Armed keys are commands too, which the palette could run: there the focus is in a dialog that has just closed.
    const { target, isArmed } = this.#state;
    if (!isArmed || this.#isChoosing()) return;
    if (id === 'order.keys.cancel-last') return this.#cancelLast();
    if (target === null)
      return this.#toast('Open an Order Entry window: the keys trade its symbol and quantity.', 'warning');
    if (id === 'order.keys.buy') return this.#sendLimit('Buy', target);
    if (id === 'order.keys.sell') return this.#sendLimit('Sell', target);
    const shared = id === 'order.keys.flatten' ? 'order.flatten' : 'order.cancel-all';
    this.#platform.commands
      .run(shared, { symbol: target.symbol, isConfirmed: true })
      .catch((error: unknown) =>
        this.#toast(error instanceof Error ? error.message : String(error), 'error'),
      );
  }

  /** Sends a limit order at the ask or the bid. */
  #sendLimit(side: 'Buy' | 'Sell', { symbol, quantity, route }: HotkeyTarget): void {
    const permission = this.#platform.canTrade(symbol);
    if (!permission.ok) return this.#toast(permission.message, 'error');
    const market = readMarket(this.#platform, symbol);
    const quote = side === 'Buy' ? market.ask : market.bid;
    if (market.isStale || market.ageMs === null || quote <= 0)
      return this.#toast(
        `${symbol} has no current ${side === 'Buy' ? 'ask' : 'bid'}. Nothing was sent.`,
        'warning',
      );
    const price = cents(quote, side);
    const order = { symbol, side, quantity, type: 'Limit', price, ...route } as const;
    const result = this.#platform.orders.send({ ...order, repeatReason: 'Hotkey' });
    if (result.ok)
      this.#toast(`Sent: ${side} ${formatInteger(quantity)} ${symbol} at ${formatPrice(price)}`, 'neutral');
    else this.#toast(`Not sent: ${result.message}`, 'error');
  }

  #cancelLast(): void {
    const { orders } = this.#platform;
    const open = [...orders.get().orders.values()].filter(isCancellable);
    const newest = open.sort((a, b) => b.Timestamp - a.Timestamp)[0];
    if (newest === undefined) return this.#toast('There is no open order to cancel.', 'neutral');
    const result = orders.cancel(newest.OrderId);
    if (!result.ok) this.#toast(`The order was not cancelled: ${result.message}`, 'error');
  }

  #toast(message: string, tone: 'neutral' | 'warning' | 'error'): void {
    this.#platform.dialogs.toast({ message, tone, key: 'order-keys' });
  }

  #set(change: Partial<HotkeysState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of [...this.#listeners]) listener();
  }
}

const instances = new WeakMap<object, Hotkeys>();

/** The order keys of a platform, created once. */
export function hotkeysOf(platform: ToolPlatform): Hotkeys {
  const known = instances.get(platform);
  if (known !== undefined) return known;
  const hotkeys = new Hotkeys(platform, () => (document.activeElement?.closest(CHOOSING) ?? null) !== null);
  instances.set(platform, hotkeys);
  return hotkeys;
}

/** `SPY 100`, `SPY261120C00720000 2 contracts`. */
export function targetText({ symbol, quantity }: HotkeyTarget): string {
  return `${symbol} ${formatInteger(quantity)}${isOptionSymbol(symbol) ? ' contracts' : ''}`;
}

/** Label and hint of armed keys for the menu bar; null while they are off. */
export function armedKeys(
  hotkeys: Readable<HotkeysState>,
): Readable<{ readonly label: string; readonly hint: string } | null> {
  return {
    get() {
      const { isArmed, target } = hotkeys.get();
      return isArmed ? { label: 'KEYS ARMED', hint: armedHint(target) } : null;
    },
    subscribe: (listener) => hotkeys.subscribe(listener),
  };
}

export const armedHint = (target: HotkeyTarget | null): string =>
  `Keys trade ${target === null ? 'nothing yet' : targetText(target)}. Press to switch them off.`;
