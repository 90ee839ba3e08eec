import type { Readable } from '../client/types.ts';
import type { ToolPlatform } from './types.ts';

/** What is armed and unused for so long is off again, ms. */
export const ARMED_IDLE_MS = 10 * 60_000;

/** What an armed mode trades; without a symbol it trades nothing. */
export interface ArmedFor {
  readonly symbol: string | null;
}

/** The messages of a mode that is off again. They share `key`, so that the newest replaces the one before; null = no message. */
export interface ArmingTexts {
  readonly key: string;
  readonly accountChanged: string;
  readonly symbolChanged: string | null;
  readonly focusLost: string;
  readonly connectionLost: string;
  readonly idle: string;
}

/** What arming uses of a platform. */
export type ArmingPlatform = Pick<ToolPlatform, 'session' | 'tradingApi' | 'dialogs' | 'onFocusLost'>;
type Timers = Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>;

/** Whether orders reach the server and prices come from it. */
const isConnected = ({ session }: Pick<ToolPlatform, 'session'>): boolean => {
  const { trading, streaming } = session.get().connections;
  return trading.status === 'open' && streaming.status === 'open';
};

/**
 * The one rule of modes in which clicks, drags or keys send orders at once. A mode is armed by an explicit act, under an id such as that of its window. It
 * is off again when the user, the account or the order service changes, when the symbol that it was armed for changes, when no browser window of the
 * workstation has the focus, when the connection for orders or for prices is lost, and after `ARMED_IDLE_MS` without use.
 */
export class Arming implements Readable<ReadonlyMap<string, ArmedFor>> {
  readonly #platform: ArmingPlatform;
  readonly #texts: ArmingTexts;
  readonly #timers: Timers;
  readonly #listeners = new Set<() => void>();
  readonly #stops: readonly (() => void)[];
  #armed: ReadonlyMap<string, ArmedFor> = new Map();
  #owner = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(platform: ArmingPlatform, texts: ArmingTexts, timers: Timers = globalThis) {
    this.#platform = platform;
    this.#texts = texts;
    this.#timers = timers;
    const follow = () => {
      if (this.#armed.size === 0) return;
      if (this.#ownerNow() !== this.#owner) this.disarmAll(texts.accountChanged);
      // The market may be another one when the connection is back.
      else if (!isConnected(platform)) this.disarmAll(texts.connectionLost);
    };
    this.#stops = [
      platform.session.subscribe(follow),
      platform.tradingApi.subscribe(follow),
      platform.onFocusLost(() => this.disarmAll(texts.focusLost)),
    ];
  }

  get = (): ReadonlyMap<string, ArmedFor> => this.#armed;
  subscribe = (listener: () => void): (() => void) => {
    const entry = () => listener();
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  };

  isArmed(id: string): boolean {
    return this.#armed.has(id);
  }

  /** Arms a mode. To be called for an explicit act of the user only. */
  arm(id: string, armed: ArmedFor): void {
    this.#owner = this.#ownerNow();
    this.#set(new Map(this.#armed).set(id, armed));
  }

  /** Sets what an armed mode trades now. With another symbol it is off. */
  update(id: string, armed: ArmedFor): void {
    const before = this.#armed.get(id);
    if (before === undefined) return;
    if (before.symbol === armed.symbol) return this.#set(new Map(this.#armed).set(id, armed));
    this.disarm(id);
    this.#show(this.#texts.symbolChanged);
  }

  /** Restarts the idle time after a use. */
  touch(): void {
    this.#startTimer();
  }

  /** Switches one mode off. */
  disarm(id: string): void {
    if (!this.isArmed(id)) return;
    const left = new Map(this.#armed);
    left.delete(id);
    this.#set(left);
  }

  /** Switches all modes off, and shows the message unless it is null. */
  disarmAll(message: string | null): void {
    if (this.#armed.size === 0) return;
    this.#set(new Map());
    this.#show(message);
  }

  /** Switches all modes off and ends the subscriptions. */
  dispose(): void {
    this.disarmAll(null);
    for (const stop of this.#stops) stop();
  }

  /** User, account and order service of the orders. */
  #ownerNow(): string {
    const { userId, account, isLive } = this.#platform.session.get();
    const { api, tradingAccount } = this.#platform.tradingApi.get();
    return JSON.stringify([userId, account, isLive, api, tradingAccount]);
  }

  #startTimer(): void {
    this.#timers.clearTimeout(this.#timer);
    this.#timer =
      this.#armed.size === 0
        ? undefined
        : this.#timers.setTimeout(() => this.disarmAll(this.#texts.idle), ARMED_IDLE_MS);
  }

  #show(message: string | null): void {
    const { key } = this.#texts;
    if (message !== null) this.#platform.dialogs.toast({ message, tone: 'warning', key });
  }

  #set(armed: ReadonlyMap<string, ArmedFor>): void {
    this.#armed = armed;
    this.#startTimer();
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Why nothing can be armed now; null when a mode can be. `symbol`: what the mode trades, where it is known. */
function armingProblem(
  platform: Pick<ToolPlatform, 'session' | 'canTrade'>,
  symbol: string | undefined,
): string | null {
  const permission = platform.canTrade(symbol);
  if (!permission.ok) return permission.message;
  if (platform.session.get().account === null) return 'Choose an account first.';
  return isConnected(platform) ? null : 'There is no connection to the server. Arm when it is back.';
}

/**
 * Whether a mode can be armed now. Shows why not.
 * @param key of the messages of the mode
 */
export function canArm(
  platform: Pick<ToolPlatform, 'session' | 'canTrade' | 'dialogs'>,
  key: string,
  symbol?: string,
): boolean {
  const message = armingProblem(platform, symbol);
  if (message === null) return true;
  platform.dialogs.toast({ message, tone: 'warning', key });
  return false;
}
