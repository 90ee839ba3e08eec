import { formatInteger, formatPrice } from '../../src/domain/columns/index.ts';
import { isOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import type { Command, Readable, ToolPlatform } from '../../src/plugin-api/index.ts';
import { isCancellable } from '../../src/domain/orders/open-orders.ts';
import { MIN_PRICE, type RouteChoice } from './ticket.ts';
import { readMarket } from './use-market.ts';

/** What the keys trade: the order entry window that was used last says. */
export interface HotkeyTarget {
  readonly symbol: string;
  readonly quantity: number;
  readonly route: RouteChoice;
}
export interface HotkeysState {
  readonly isArmed: boolean;
  readonly target: HotkeyTarget | null;
}

/** The order keys of a desk: off until a person arms them, and off again with the account or the page. */
export interface Hotkeys extends Readable<HotkeysState> {
  /** An order entry window says what the keys would trade; null when it is gone. The one that spoke last counts. */
  aim(windowId: string, target: HotkeyTarget | null): void;
  /** Asks, then arms; or disarms. */
  toggle(): Promise<void>;
  disarm(): void;
  dispose(): void;
}

/** The keys, as people read them. Shift and a letter: none of them is a browser's, and in a text field they are letters. */
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

/** Elements in which a letter chooses something. Text fields are left alone by the desk's own keys. */
const CHOOSING =
  '[role="combobox"],[role="listbox"],[role="option"],[role="menu"],[role="menuitem"],[role="dialog"],[role="alertdialog"]';

const cents = (dollars: number, side: 'Buy' | 'Sell'): number =>
  Math.max(
    MIN_PRICE,
    (side === 'Buy' ? Math.ceil(dollars * 100 - 1e-6) : Math.floor(dollars * 100 + 1e-6)) / 100,
  );

/** The order keys of a platform. `isChoosing` says whether the focus is where letters choose things. */
export function createHotkeys(platform: ToolPlatform, isChoosing: () => boolean): Hotkeys {
  const { commands, dialogs, orders, session, tradingApi } = platform;
  const targets = new Map<string, HotkeyTarget>();
  const listeners = new Set<() => void>();
  let unregister: (() => void)[] = [];
  let armedFor = '';
  let state: HotkeysState = { isArmed: false, target: null };

  /** Whose orders they would be: any change of it disarms. */
  const owner = () =>
    JSON.stringify([
      session.get().userId,
      session.get().account,
      session.get().isLive,
      tradingApi.get().api,
      tradingApi.get().tradingAccount,
    ]);
  const set = (change: Partial<HotkeysState>) => {
    state = { ...state, ...change };
    for (const listener of [...listeners]) listener();
  };
  const toast = (message: string, tone: 'neutral' | 'warning' | 'error') =>
    dialogs.toast({ message, tone, key: 'order-keys' });
  const runShared = (id: string, symbol: string) => {
    commands
      .run(id, { symbol, isConfirmed: true })
      .catch((error: unknown) => toast(error instanceof Error ? error.message : String(error), 'error'));
  };

  function sendAtMarket(side: 'Buy' | 'Sell', { symbol, quantity, route }: HotkeyTarget): void {
    const permission = platform.canTrade(symbol);
    if (!permission.ok) return toast(permission.message, 'error');
    const market = readMarket(platform, symbol);
    const shown = side === 'Buy' ? market.ask : market.bid;
    if (market.isStale || market.ageMs === null || shown <= 0)
      return toast(`${symbol} has no ${side === 'Buy' ? 'ask' : 'bid'} of now: nothing was sent.`, 'warning');
    const price = cents(shown, side);
    const order = { symbol, side, quantity, type: 'Limit', price, ...route } as const;
    const result = orders.send({ ...order, repeatReason: 'Hotkey' });
    toast(
      result.ok
        ? `Sent: ${side} ${formatInteger(quantity)} ${symbol} at ${formatPrice(price)}`
        : `Not sent: ${result.message}`,
      result.ok ? 'neutral' : 'error',
    );
  }

  function cancelLast(): void {
    const open = [...orders.get().orders.values()].filter(isCancellable);
    const last = open.sort((one, other) => other.Timestamp - one.Timestamp)[0];
    if (last === undefined) return toast('There is no open order to cancel.', 'neutral');
    const result = orders.cancel(last.OrderId);
    if (!result.ok) toast(`The order was not cancelled: ${result.message}`, 'error');
  }

  function press(id: HotkeyId): void {
    // Armed keys are commands too, which the palette could run: there the focus is in a dialog that has just closed.
    const { target } = state;
    if (!state.isArmed || isChoosing()) return;
    if (id === 'order.keys.cancel-last') return cancelLast();
    if (target === null)
      return toast('Open an order entry window: the keys trade its symbol and quantity.', 'warning');
    if (id === 'order.keys.buy' || id === 'order.keys.sell')
      return sendAtMarket(id === 'order.keys.buy' ? 'Buy' : 'Sell', target);
    runShared(id === 'order.keys.flatten' ? 'order.flatten' : 'order.cancel-all', target.symbol);
  }

  function disarm(): void {
    if (!state.isArmed) return;
    for (const remove of unregister.splice(0)) remove();
    set({ isArmed: false });
  }
  function arm(): void {
    armedFor = owner();
    unregister = HOTKEYS.map(({ id, key, title }): (() => void) => {
      const command: Command = { id, key, title: `Order key: ${title.toLowerCase()}`, run: () => press(id) };
      return commands.register(command);
    });
    set({ isArmed: true });
  }
  const follow = () => {
    if (!state.isArmed || owner() === armedFor) return;
    disarm();
    toast('The account changed: the order keys are off.', 'warning');
  };
  const offs = [session.subscribe(follow), tradingApi.subscribe(follow)];

  return {
    get: () => state,
    subscribe(listener) {
      const own = () => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    aim(windowId, target) {
      targets.delete(windowId);
      if (target !== null) targets.set(windowId, target);
      const last = [...targets.values()].at(-1) ?? null;
      if (JSON.stringify(last) !== JSON.stringify(state.target)) set({ target: last });
    },
    async toggle() {
      if (state.isArmed) {
        disarm();
        return toast('The order keys are off.', 'neutral');
      }
      const permission = platform.canTrade();
      if (!permission.ok) return toast(permission.message, 'warning');
      const { account, isLive } = session.get();
      if (account === null) return toast('Choose an account first.', 'warning');
      const isReal = isLive || tradingApi.get().api === 'External';
      const who =
        tradingApi.get().api === 'External'
          ? `${tradingApi.get().name} ${tradingApi.get().tradingAccount ?? ''}`.trim()
          : account;
      const list = HOTKEYS.map(({ keys, title }) => `${keys}  ${title}`).join('\n');
      const isSure = await dialogs.confirm({
        title: 'Arm the order keys?',
        message: `Each key sends or cancels orders at once, without a question, for the ${isReal ? 'LIVE' : 'PAPER'} account ${who}. They trade the symbol and quantity of the order entry window used last, and are off again when the account changes or the page is reloaded.\n\n${list}`,
        yes: 'Arm',
        no: 'Leave off',
      });
      if (isSure && !state.isArmed) arm();
    },
    disarm,
    dispose() {
      disarm();
      for (const off of offs) off();
    },
  };
}

const made = new WeakMap<object, Hotkeys>();

/** The one set of order keys of a platform. */
export function hotkeysOf(platform: ToolPlatform): Hotkeys {
  const known = made.get(platform);
  if (known !== undefined) return known;
  const hotkeys = createHotkeys(platform, () => (document.activeElement?.closest(CHOOSING) ?? null) !== null);
  made.set(platform, hotkeys);
  return hotkeys;
}

/** `SPY 100`; contracts are told as such. */
export function targetText({ symbol, quantity }: HotkeyTarget): string {
  return `${symbol} ${formatInteger(quantity)}${isOptionSymbol(symbol) ? ' contracts' : ''}`;
}

/** What the desk tells of armed keys, whatever workspace is in front; null while they are off. */
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
