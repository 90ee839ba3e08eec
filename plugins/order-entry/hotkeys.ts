import { formatInteger } from '../../src/domain/columns/index.ts';
import { isOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import {
  Arming,
  canArm,
  type ArmingTexts,
  type Command,
  type Readable,
  type ToolPlatform,
} from '../../src/plugin-api/index.ts';
import { keyText } from '../../src/ui/index.ts';
import { boundKeys, type BoundKey, type HotkeyTarget } from './hotkey-list.ts';
import type { KeyPresses, ReadKey } from './key-presses.ts';

export interface HotkeysState {
  readonly isArmed: boolean;
  readonly target: HotkeyTarget | null;
}

const keyList = (keys: readonly BoundKey[]): string =>
  keys.map(({ key, text }) => `${keyText(key)}  ${text}`).join('\n');

/** Elements in which a letter chooses something. No key of the workstation acts in a text field. */
const CHOOSING =
  '[role="combobox"],[role="listbox"],[role="option"],[role="menu"],[role="menuitem"],[role="dialog"],[role="alertdialog"]';

const TEXTS: ArmingTexts = {
  key: 'order-keys',
  accountChanged: 'The account changed: the order keys are off.',
  symbolChanged: 'The symbol changed: the order keys are off.',
  focusLost: 'The browser window lost the focus: the order keys are off.',
  connectionLost:
    'The connection to the server was lost: the order keys are off. Arm them again when it is back.',
  idle: 'The order keys were not used for ten minutes: they are off.',
};
/** The keys of a workstation are armed together. */
const ARMED_ID = 'keys';

/** The order keys of a workstation: off until the user arms them, and off again by the rule of `Arming` or when the page is left. */
export class Hotkeys implements Readable<HotkeysState> {
  readonly #platform: ToolPlatform;
  /** What the keys do; loaded before they are armed. */
  #presses: KeyPresses | undefined;
  #keys: readonly ReadKey[] = [];
  /** The setting that these keys were read from. */
  #armedSetting = '';
  readonly #targets = new Map<string, HotkeyTarget>();
  readonly #listeners = new Set<() => void>();
  readonly #arming: Arming;
  readonly #stops: readonly (() => void)[];
  #unregister: readonly (() => void)[] = [];
  #state: HotkeysState = { isArmed: false, target: null };

  constructor(platform: ToolPlatform) {
    this.#platform = platform;
    this.#arming = new Arming(platform, TEXTS);
    this.#stops = [
      this.#arming.subscribe(() => this.#followArming()),
      platform.settings.saved.subscribe(() => this.#followSettings()),
    ];
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
    if (JSON.stringify(newest) === JSON.stringify(this.#state.target)) return;
    this.#set({ target: newest });
    // A workspace without an Order Entry window leaves the keys armed for the symbol that they had.
    if (newest !== null) this.#arming.update(ARMED_ID, { symbol: newest.symbol });
  }

  /** Arms the keys after a confirmation; disarms them without one. */
  async toggle(): Promise<void> {
    if (this.#state.isArmed) {
      this.disarm();
      this.#toast('The order keys are off.', 'neutral');
      return;
    }
    const { dialogs } = this.#platform;
    if (!canArm(this.#platform, TEXTS.key)) return;
    const { KeyPresses: Presses, readKeys } = await import('./key-presses.ts');
    const keys = readKeys(boundKeys(this.#platform));
    if (keys.length === 0) return this.#toast('There is no order key. Edit the order keys first.', 'warning');
    const isSure = await dialogs.confirm({
      title: 'Arm the order keys?',
      message: `Each key sends or cancels orders at once, without confirmation, for the ${this.#accountText()}. They trade the symbol and quantity of the Order Entry window used last, and are off again when that symbol or the account changes, when the browser window loses the focus, when the connection to the server is lost, after ten minutes without use, and when the page is reloaded.\n\n${keyList(keys)}`,
      yes: 'Arm',
      no: 'Leave off',
    });
    // The connection may be lost by now.
    if (!isSure || this.#state.isArmed || !canArm(this.#platform, TEXTS.key)) return;
    this.#presses ??= new Presses(this.#platform);
    this.#keys = keys;
    this.#armedSetting = this.#setting();
    this.#presses.start(keys);
    this.#arming.arm(ARMED_ID, { symbol: this.#state.target?.symbol ?? null });
  }

  disarm(): void {
    this.#arming.disarmAll(null);
  }

  /** Ends the session: the keys are off, and nothing is left of them. */
  end(): void {
    this.disarm();
    this.#register([]);
  }

  dispose(): void {
    this.end();
    this.#arming.dispose();
    for (const stop of this.#stops) stop();
  }

  /** True while the focus is where a letter chooses something, in whichever browser window the key was pressed. */
  #isChoosing(): boolean {
    return (this.#platform.activeElement()?.closest(CHOOSING) ?? null) !== null;
  }

  #setting(): string {
    return JSON.stringify(boundKeys(this.#platform));
  }

  /** Keys that were changed, here or on another machine, are not those that the user has confirmed. */
  #followSettings(): void {
    if (this.#setting() === this.#armedSetting) return;
    this.#arming.disarmAll('The order keys were changed: they are off.');
    if (!this.#state.isArmed) this.#register([]);
  }

  #followArming(): void {
    const isArmed = this.#arming.isArmed(ARMED_ID);
    if (isArmed === this.#state.isArmed) return;
    // The state first: subscribers of the command list read it.
    this.#set({ isArmed });
    this.#register(isArmed ? this.#armedCommands() : this.#reminders());
    if (!isArmed) this.#presses?.stop();
  }

  #armedCommands(): readonly Command[] {
    return this.#keys.map((bound, index) => ({
      id: `order.keys.${index + 1}`,
      key: bound.key,
      title: `Order key: ${bound.text}`,
      run: () => this.#press(bound),
    }));
  }

  /** What the keys do once they were armed and are off again: they say so. */
  #reminders(): readonly Command[] {
    return this.#keys.map(({ key, text }, index) => ({
      id: `order.keys-off.${index + 1}`,
      key,
      title: `Order key, off: ${text}`,
      isEnabled: () => false,
      explain: () => {
        if (!this.#isChoosing()) this.#toast('The order keys are off. Nothing was sent.', 'neutral');
      },
      run: () => {},
    }));
  }

  #register(commands: readonly Command[]): void {
    for (const remove of this.#unregister) remove();
    this.#unregister = commands.map((command) => this.#platform.commands.register(command));
  }

  #accountText(): string {
    const { account, isLive } = this.#platform.session.get();
    const { api, name, tradingAccount } = this.#platform.tradingApi.get();
    if (api === 'External') return `LIVE account ${`${name} ${tradingAccount ?? ''}`.trim()}`;
    return `${isLive ? 'LIVE' : 'PAPER'} account ${account ?? ''}`;
  }

  async #press({ orderKey }: ReadKey): Promise<void> {
    // Armed keys are commands too, which the palette could run: there the focus is in a dialog that has just closed.
    const { target, isArmed } = this.#state;
    if (!isArmed || this.#isChoosing()) return;
    this.#arming.touch();
    await this.#presses?.press(orderKey, target);
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
  const hotkeys = new Hotkeys(platform);
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
