import { formatInteger } from '../../src/domain/columns/index.ts';
import { isOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import type { Command, Readable, ToolPlatform } from '../../src/plugin-api/index.ts';
import { HOTKEYS, type HotkeyId, type HotkeyTarget } from './hotkey-list.ts';
import type { KeyPresses } from './key-presses.ts';

export interface HotkeysState {
  readonly isArmed: boolean;
  readonly target: HotkeyTarget | null;
}

const KEY_LIST = HOTKEYS.map(({ keys, title }) => `${keys}  ${title}`).join('\n');

/** Elements in which a letter chooses something. No key of the workstation acts in a text field. */
const CHOOSING =
  '[role="combobox"],[role="listbox"],[role="option"],[role="menu"],[role="menuitem"],[role="dialog"],[role="alertdialog"]';

/** The order keys of a workstation: off until the user arms them, and off again when the account changes or the page is left. */
export class Hotkeys implements Readable<HotkeysState> {
  readonly #platform: ToolPlatform;
  readonly #isChoosing: () => boolean;
  /** What the keys do; loaded before they are armed. */
  #presses: KeyPresses | undefined;
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
    if (!isSure || this.#state.isArmed) return;
    const { KeyPresses: Presses } = await import('./key-presses.ts');
    this.#presses = new Presses(this.#platform);
    this.#arm();
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
    this.#presses?.press(id, target);
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
